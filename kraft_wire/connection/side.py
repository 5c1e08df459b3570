"""Common parts of both sides of a connection: frames in, up to a fault, and bytes out.

Both know the one request that has no response: Produce with acks 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import Struct as Layout
from struct import error as struct_error
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from kraft_wire.connection.events import ConnectionFault
from kraft_wire.errors import FrameError, ProtocolError, WireError
from kraft_wire.framing import FrameReader, append_frame
from kraft_wire.headers import decode_request_header, peek_request
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import read_uvarint

if TYPE_CHECKING:
    from kraft_wire.limits import Limits
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

__all__ = ["PRODUCE", "Side", "expects_response", "opaque_expects_response"]

Event = TypeVar("Event")

PRODUCE: Final = 0

_PRODUCE_REQUEST: Final = "ProduceRequest"
"""Its name tells it from other requests of key 0, in packages that are not Kafka's."""

_TRANSACTIONAL_ID_SINCE: Final = 3
_INT16: Final = Layout(">h")


class Side(ABC, Generic[Event]):
    """One side; each of the two reads the content of frames.

    `limits` bounds the peer's input, `frame_bytes_max` the length of its frames, if given.
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
        """The fault that ended the connection, or the reading of the responding side, if any."""
        return self._fault

    def data_to_send(self) -> bytes:
        """Return the bytes to be written to the peer, and remove them."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    @property
    def has_sasl_tokens(self) -> bool:
        """Return True if frames are SASL tokens without a header, as after SaslHandshake 0."""
        return self._has_sasl_tokens

    def send_sasl_token(self, token: bytes) -> None:
        """Queue a token of the SASL mechanism; raises ProtocolError if none is expected."""
        if not self._has_sasl_tokens or self._is_busy:
            raise ProtocolError("SASL tokens without a header follow SaslHandshake 0")
        append_frame(self._outgoing, token)

    def end_sasl_tokens(self) -> None:
        """Return to requests and responses: authentication is over."""
        self._set_sasl_tokens(False)

    def _set_sasl_tokens(self, has_tokens: bool) -> None:
        self._has_sasl_tokens = self._reader.takes_empty = has_tokens

    @property
    @abstractmethod
    def _is_busy(self) -> bool:
        """Return True if a request has no response so far."""

    def receive(self, chunk: bytes | bytearray | memoryview) -> list[Event | ConnectionFault]:
        """Receive bytes of the peer; return the events. After a fault nothing is read."""
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
        """Read one frame; raises a WireError if the connection must end."""

    def _fail(self, error: WireError) -> ConnectionFault:
        self._fault = error
        return ConnectionFault(error)

    def _write(self, payload: bytes) -> None:
        append_frame(self._outgoing, payload)


# -- the request without a response ----------------------------------------------------------------


def expects_response(request: Message) -> bool:
    """Return True if the peer answers this request."""
    if request.API_KEY != PRODUCE or type(request).__name__ != _PRODUCE_REQUEST:
        return True
    acks: int = getattr(request, "acks", -1)
    return acks != 0


def opaque_expects_response(payload: bytes, message_set: MessageSet | None = None) -> bool:
    """Return True if the peer answers the request of this frame.

    Only the front of Produce is read for it.

    If the front of a Produce request cannot be read, a response is expected. An unknown version is
    assumed to begin like the newest known one.
    """
    if peek_request(payload).api_key != PRODUCE:
        return True
    known = message_set or kafka_messages()
    if known.name_of("request", PRODUCE) != _PRODUCE_REQUEST:
        return True
    try:
        header, position = decode_request_header(payload, known)
    except WireError:
        return True
    version = header.request_api_version
    is_flexible = known.entries[_PRODUCE_REQUEST].is_flexible(version)
    try:
        if version >= _TRANSACTIONAL_ID_SINCE:
            position = _after_text(payload, position, is_compact=is_flexible)
        (acks,) = _INT16.unpack_from(payload, position)
    except (ValueError, IndexError, struct_error):
        return True
    return bool(acks)


def _after_text(payload: bytes, position: int, *, is_compact: bool) -> int:
    if is_compact:
        length, position = read_uvarint(payload, position)
        return position + max(length - 1, 0)
    (length,) = _INT16.unpack_from(payload, position)
    return position + _INT16.size + max(int(length), 0)
