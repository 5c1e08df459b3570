"""Error codes and the words of a refusal."""

from __future__ import annotations

import pytest

from kraft_wire.errors import DecodeError, ErrorCode, WireError


def test_codes_are_kafkas():
    assert ErrorCode(41) is ErrorCode.NOT_CONTROLLER
    assert ErrorCode.INVALID_VOTER_KEY == 125
    assert ErrorCode(-1).name == "UNKNOWN_SERVER_ERROR"
    assert [code.value for code in ErrorCode] == list(range(-1, 137))


def test_unknown_error_code_is_kept():
    code = ErrorCode(3000)
    assert (code, code.name, isinstance(code, ErrorCode)) == (3000, "UNKNOWN_3000", True)
    assert code == ErrorCode(3000)


def test_messages_are_kafkas():
    assert (
        ErrorCode.NOT_CONTROLLER.message == "This is not the correct controller for this cluster."
    )
    assert ErrorCode.NONE.message == "NONE"
    assert all(code.message for code in ErrorCode)


def test_an_unknown_code_reads_as_a_server_error():
    assert ErrorCode(3000).message == ErrorCode.UNKNOWN_SERVER_ERROR.message
    assert not ErrorCode(3000).is_retriable


def test_retriable_codes_are_those_whose_exception_is():
    assert ErrorCode.NOT_LEADER_OR_FOLLOWER.is_retriable
    assert ErrorCode.REQUEST_TIMED_OUT.is_retriable
    assert not ErrorCode.NONE.is_retriable
    assert not ErrorCode.UNKNOWN_SERVER_ERROR.is_retriable
    assert not ErrorCode.INVALID_REQUEST.is_retriable
    assert sum(code.is_retriable for code in ErrorCode) == 32


@pytest.mark.parametrize("value", [32768, -32769, "x", None])
def test_value_outside_int16_is_not_an_error_code(value):
    with pytest.raises(ValueError, match="ErrorCode"):
        ErrorCode(value)


def test_refusal_has_detail_offset_and_path():
    error = DecodeError("too short", offset=7, path="topics[0].name")
    assert isinstance(error, WireError)
    assert str(error) == "too short (in topics[0].name at byte 7)"
    assert str(DecodeError("too short")) == "too short"
