from __future__ import annotations

import pytest

from tests.conformance.comparison import TALLIES
from tests.conformance.content import CONTENTS, SEED

pytestmark = pytest.mark.kafka


def run(comparison, way, counted, *, at_least):
    """Compare every message one way; fail with the first differences."""
    comparison.tally.clear()
    comparison.differences.clear()
    for schema in comparison.schemas.values():
        way(schema, CONTENTS, SEED)
    TALLIES.append((f"{comparison.oracle.version} {way.__name__}", comparison.tally.copy()))
    count = comparison.tally["differences"]
    shown = "\n".join(comparison.differences[:10])
    assert not count, f"{count} differences from Kafka {comparison.oracle.version}\n{shown}"
    assert comparison.tally[counted] >= at_least


def test_the_oracle_knows_every_message_of_the_jars_and_so_do_we(comparison):
    kafkas = comparison.oracle.messages()
    assert kafkas == {
        name: (schema.versions[0], schema.versions[-1])
        for name, schema in comparison.schemas.items()
    }
    assert len(kafkas) == {"3.9.2": 240, "4.4.0": 278}[comparison.oracle.version]
    assert comparison.message_versions() == {"3.9.2": 740, "4.4.0": 744}[comparison.oracle.version]
    for name, (lowest, highest) in kafkas.items():
        entry = comparison.messages.entries[name]
        assert entry.lowest <= lowest, name
        assert entry.highest == highest, name


def test_random_contents_are_the_same_bytes_and_the_same_json(comparison):
    contents = CONTENTS * comparison.message_versions()
    run(comparison, comparison.contents, "contents", at_least=contents)


def test_json_with_a_fault_meets_the_same_verdict(comparison):
    run(comparison, comparison.spoiled, "spoiled JSON refused", at_least=CONTENTS * 100)


def test_damaged_bytes_are_not_taken_where_kafka_refuses(comparison):
    run(comparison, comparison.damaged, "damaged bytes refused", at_least=CONTENTS * 100)


def test_older_peers_are_understood_by_the_projects_own_messages(older_peers):
    contents = CONTENTS * older_peers.message_versions()
    run(older_peers, older_peers.peers, "contents", at_least=contents)
