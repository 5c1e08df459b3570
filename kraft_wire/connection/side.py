"""What both sides of a connection do alike: frames in, up to a fault, and bytes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from kraft_wire.connection.events import ConnectionFault
from kraft_wire.errors import FrameError, ProtocolError, WireError
from kraft_wire.framing import FrameReader, append_frame
from kraft_wire.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from kraft_wire.limits import Limits

Event = TypeVar("Event")


class Side(ABC, Generic[Event]):
    """One side; what a frame holds is for each of the two to read.

    `limits` bounds what the peer may send, `frame_bytes_max` the length of its frames, if given.
    """

    def __init__(self, frame_bytes_max: int | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._reader = FrameReader(
            limits.frame_bytes if frame_bytes_max is None else frame_bytes_max
        )
        self._outgoing = bytearray()
        self._has_sasl_tokens = False
        self._fault: WireError | None = None

    @property
    def fault(self) -> WireError | None:
        """What ended the connection, or on the side that answers its reading, if anything did."""
        return self._fault

    def data_to_send(self) -> bytes:
        """Take the bytes that are to be written to the peer."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    @property
    def has_sasl_tokens(self) -> bool:
        """Whether frames are SASL tokens without a header, as they are after SaslHandshake 0."""
        return self._has_sasl_tokens

    def send_sasl_token(self, token: bytes) -> None:
        """Queue a token of the SASL mechanism; raises ProtocolError where none is due."""
        if not self._has_sasl_tokens or self._is_busy:
            raise ProtocolError("SASL tokens without a header follow SaslHandshake 0")
        append_frame(self._outgoing, token)

    def end_sasl_tokens(self) -> None:
        """Authentication is over: what follows are requests and responses again."""
        self._set_sasl_tokens(False)

    def _set_sasl_tokens(self, has_tokens: bool) -> None:
        self._has_sasl_tokens = self._reader.takes_empty = has_tokens

    @property
    @abstractmethod
    def _is_busy(self) -> bool:
        """Whether a request has no response so far."""

    def receive(self, chunk: bytes | bytearray | memoryview) -> list[Event | ConnectionFault]:
        """Take bytes of the peer; return what they tell. After a fault nothing is read."""
        if self._fault is not None:
            return []
        try:
            payloads, fault = self._reader.feed(chunk), None
        except FrameError as error:
            payloads, fault = list(self._reader.in_front_of_fault), error
        events: list[Event | ConnectionFault] = []
        try:
            for payload in payloads:
                events += self._on_payload(payload)
        except WireError as error:
            return [*events, self._fail(error)]
        return [*events, self._fail(fault)] if fault else events

    def receive_eof(self) -> list[Event | ConnectionFault]:
        """Note that the peer sends no more."""
        if self._fault is not None:
            return []
        try:
            self._reader.finish()
        except FrameError as error:
            return [self._fail(error)]
        return []

    @abstractmethod
    def _on_payload(self, payload: bytes) -> list[Event]:
        """Read one frame; raises a WireError for what ends the connection."""

    def _fail(self, error: WireError) -> ConnectionFault:
        self._fault = error
        return ConnectionFault(error)

    def _write(self, payload: bytes) -> None:
        append_frame(self._outgoing, payload)
