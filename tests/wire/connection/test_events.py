from __future__ import annotations

import pytest

from kraft_wire.connection import ConnectionFault, RequestReceived, ResponseReceived
from kraft_wire.errors import ProtocolError
from kraft_wire.messages import VoteRequest, VoteResponse


def test_events_of_different_kinds_are_never_equal():
    assert ResponseReceived(0, 1, VoteResponse()) == ResponseReceived(0, 1, VoteResponse())
    assert ResponseReceived(0, 1, VoteResponse()) != (0, 1, VoteResponse())


def test_events_are_values():
    event = RequestReceived(0, 1, 2, None, VoteRequest())
    assert event.expects_response
    with pytest.raises(AttributeError):
        event.number = 5
    error = ProtocolError("out of order")
    assert ConnectionFault(error).error is error
