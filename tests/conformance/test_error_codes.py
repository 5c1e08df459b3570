"""Error codes and API keys compared with those of Kafka's own classes."""

from __future__ import annotations

import pytest

from kraft_wire.messages import ApiKey
from tests.conformance import import_errors

pytestmark = pytest.mark.kafka


def test_error_codes_are_those_of_kafkas_class():
    assert import_errors.ERRORS.read_text(encoding="utf-8") == import_errors.errors_text(
        import_errors.RELEASE
    )


def test_api_keys_have_the_names_of_kafkas_class():
    names = {**import_errors.api_keys("3.9.2"), **import_errors.api_keys("4.4.0")}
    assert {name: int(key) for name, key in ApiKey.__members__.items()} == names
