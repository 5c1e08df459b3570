"""The error codes of message-specs beside those of Kafka's own class."""

from __future__ import annotations

import pytest

from tests.conformance import import_errors

pytestmark = pytest.mark.kafka


def test_error_codes_are_those_of_kafkas_class():
    assert import_errors.ERRORS.read_text(encoding="utf-8") == import_errors.errors_text(
        import_errors.RELEASE
    )
