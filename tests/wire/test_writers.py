"""The generated writers against the check by the schema: one verdict on any value."""

from __future__ import annotations

import random

import pytest

from kraft_wire.errors import UnsupportedVersionError, WireError
from kraft_wire.inspection import value_check
from kraft_wire.messages import kafka_messages, message_class
from tests.support.drawn_values import Drawing

NAMES = sorted(kafka_messages().entries)
MOODS = ((0.5, 0.0), (0.9, 0.0), (0.9, 0.3), (0.2, 0.0), (0.8, 0.0), (1.0, 0.5))
"""How often a field is at its default, and how often a structure has an unknown tag."""
ROUNDS = 4


def refusal_of(check, *arguments):
    """Return what a call raises of what refuses values; None where it raises nothing."""
    try:
        check(*arguments)
    except (WireError, TypeError, ValueError, AttributeError) as error:
        return error
    return None


def check_verdict(message, version):
    """Return whether the version can carry the message; both sides must say so."""
    expected = refusal_of(value_check.check, message, version)
    if expected is not None:
        with pytest.raises(WireError) as refusal:
            message.encode(version)
        assert "the writer of" not in str(refusal.value)
        assert type(refusal.value) is type(expected) or not isinstance(expected, WireError)
        return False
    octets = message.encode(version)
    assert type(message).decode(octets, version).encode(version) == octets
    return True


def test_writers_and_the_check_agree_on_drawn_values():
    written = refused = 0
    for number, name in enumerate(NAMES):
        cls = message_class(name)
        for mood, (at_default, tagged) in enumerate(MOODS * ROUNDS):
            rng = random.Random(1000 * number + mood)
            message = Drawing(cls, rng, at_default=at_default, tagged=tagged).message()
            for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
                try:
                    accepted = check_verdict(message, version)
                except AssertionError as error:
                    raise AssertionError(f"{name} {version}: {message!r}") from error
                written, refused = written + accepted, refused + (not accepted)
    assert written > 10_000
    assert refused > 2000


@pytest.mark.parametrize("name", NAMES)
def test_unknown_tags_are_refused_by_versions_that_are_not_flexible(name):
    cls = message_class(name)
    message = cls(unknown_tagged_fields=((1000, b"kept"),))
    for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
        if cls.schema().is_flexible(version):
            continue
        with pytest.raises(UnsupportedVersionError, match="no tagged fields"):
            message.encode(version)
