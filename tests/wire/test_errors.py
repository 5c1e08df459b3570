"""Error codes and the words of a refusal."""

from __future__ import annotations

import pytest

from kraft_wire.errors import DecodeError, ErrorCode, WireError


def test_codes_are_kafkas():
    assert ErrorCode(41) is ErrorCode.NOT_CONTROLLER
    assert ErrorCode.INVALID_VOTER_KEY == 125
    assert ErrorCode(-1).name == "UNKNOWN_SERVER_ERROR"
    assert [code.value for code in ErrorCode] == list(range(-1, 137))


def test_a_code_that_nobody_knows_is_kept():
    code = ErrorCode(3000)
    assert (code, code.name, isinstance(code, ErrorCode)) == (3000, "UNKNOWN_3000", True)
    assert code == ErrorCode(3000)


@pytest.mark.parametrize("value", [32768, -32769, "x", None])
def test_what_is_no_int16_is_no_code(value):
    with pytest.raises(ValueError, match="ErrorCode"):
        ErrorCode(value)


def test_a_refusal_tells_what_it_knows():
    error = DecodeError("too short", offset=7, path="topics[0].name")
    assert isinstance(error, WireError)
    assert str(error) == "too short (in topics[0].name at byte 7)"
    assert str(DecodeError("too short")) == "too short"
