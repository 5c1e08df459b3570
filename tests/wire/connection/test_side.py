"""What both sides do alike, with payloads that are not looked at; the two have tests of theirs."""

from __future__ import annotations

import pytest

from kraft_wire.connection.events import ConnectionFault
from kraft_wire.connection.side import Side
from kraft_wire.errors import FrameError, ProtocolError
from kraft_wire.framing import frame

FRAME_BYTES_MAX = 8


class Letters(Side[str]):
    """Tells each letter of a frame, sends the frame back, and does not bear a question mark."""

    _is_busy = False

    def _on_payload(self, payload):
        if b"?" in payload:
            raise ProtocolError("a question")
        self._write(payload)
        return list(payload.decode())


@pytest.fixture
def side():
    return Letters(FRAME_BYTES_MAX)


STREAM = frame(b"ab") + frame(b"c")


@pytest.mark.parametrize("cut", range(len(STREAM) + 1))
def test_chunks_of_any_size_give_the_same_events(side, cut):
    assert side.receive(STREAM[:cut]) + side.receive(STREAM[cut:]) == ["a", "b", "c"]
    assert side.data_to_send() == STREAM
    assert side.data_to_send() == b""
    assert side.receive_eof() == []
    assert side.fault is None


@pytest.mark.parametrize(
    ("spoiled", "error"),
    [
        (frame(b"?") + frame(b"d"), ProtocolError),
        (frame(b"x" * (FRAME_BYTES_MAX + 1)), FrameError),
        (b"\xff\xff\xff\xff", FrameError),
    ],
    ids=["refused", "too long", "negative"],
)
def test_fault_comes_after_earlier_events_and_is_the_last(side, spoiled, error):
    *told, fault = side.receive(STREAM + spoiled)
    assert told == ["a", "b", "c"]
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, error)
    assert side.fault is fault.error
    assert side.receive(STREAM) == side.receive_eof() == []
    assert side.data_to_send() == STREAM


def test_an_end_inside_a_frame_is_a_fault(side):
    side.receive(STREAM[:3])
    (fault,) = side.receive_eof()
    assert isinstance(fault.error, FrameError)
    assert side.receive_eof() == []
