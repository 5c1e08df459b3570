"""The table of imports and merges in docs/codecs-of-your-own.md is what the jars make."""

from __future__ import annotations

import pytest

from tests.conformance import kafka, release_table


@pytest.mark.kafka
@pytest.mark.nightly
def test_the_document_has_the_table_that_the_jars_make() -> None:
    try:
        made = release_table.table()
    except kafka.KafkaUnavailableError as reason:
        kafka.skip_unless_required(str(reason))
    document = release_table.DOCUMENT.read_text(encoding="utf-8")
    assert release_table.written(document, made) == document


def test_every_release_has_a_row() -> None:
    document = release_table.DOCUMENT.read_text(encoding="utf-8")
    for release in release_table.RELEASES:
        assert f"\n| {release} | " in document
