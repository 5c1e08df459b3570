"""Both directions of a connection, seen from outside: requests paired with responses.

An `Observer` is passive: it gets copies of the bytes, from a proxy or a capture. It can start in
the middle of a connection and continues after lost bytes: a direction without a known frame is
searched for the next possible header, and the frame there is read to verify it. If the lost bytes
are inside one frame, the position of the next one is known.

All it keeps is bounded: `frame_bytes_kept` of the present frame in each direction, `in_flight_max`
requests that wait, and `BYTES_AWAITED` of their payloads. Of longer frames the front is kept.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.connection.observed import SIZE_BYTES, Direction, ObservedFrame
from kraft_wire.connection.side import opaque_expects_response
from kraft_wire.connection.versions import (
    begins_sasl_tokens,
    decode_versions_answer,
    is_api_versions,
    refuses_sasl_tokens,
    served_versions,
)
from kraft_wire.errors import ErrorCode, TruncatedError, UnknownMessageError, WireError
from kraft_wire.headers import (
    decode_body,
    decode_request_header,
    decode_response_header,
    peek_correlation_id,
    peek_request,
    request_header_version,
)
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet
    from kraft_wire.schema import StructSchema, VersionRange

__all__ = [
    "BYTES_AWAITED",
    "Exchange",
    "ObservedFault",
    "ObservedFrame",
    "Observer",
    "ObserverEvent",
    "error_counts",
]

BYTES_AWAITED: Final = 16 << 20
"""Limit on payloads of requests without a response; beyond it, only their start is kept."""

_KEPT: Final = 1 << 20
_FRONT: Final = 1024
_IDS_SEARCHED: Final = 8
_CLIENT_ID_MAX: Final = 1024
_REQUEST_MIN: Final = 8
_RESPONSE_MIN: Final = 4
_PREFIX: Final = Layout(">hh")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and the response to it; either can be missing.

    Without a request the key and version are unknown, -1: the observer began later, or its bytes
    were lost. Without a response it was lost too, has not come by the end, or was not expected
    (Produce with acks 0). `is_sasl_token`: frames without headers, which follow SaslHandshake 0.
    """

    number: int
    """Counts the exchanges of the connection, in the order of the requests."""
    correlation_id: int
    api_key: int
    api_version: int
    client_id: str | None
    request: ObservedFrame | None
    response: ObservedFrame | None
    expects_response: bool = True
    is_sasl_token: bool = False
    messages: MessageSet = field(default_factory=kafka_messages, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The API: `Fetch`, `API 9999`, `SASL token`, or `?` if the request was not seen."""
        if self.is_sasl_token:
            return "SASL token"
        if self.api_key < 0:
            return "?"
        name = self.messages.name_of("request", self.api_key)
        return f"API {self.api_key}" if name is None else name.removesuffix("Request")

    @property
    def latency_s(self) -> float | None:
        """Seconds from the last byte of the request to the first of the response, if both exist."""
        if self.request is None or self.response is None:
            return None
        return max(self.response.began_s - self.request.ended_s, 0.0)

    def request_message(self) -> Message:
        """Read the request; raises WireError if it was not seen whole or cannot be read."""
        payload = self._whole(self.request)
        _, start = decode_request_header(payload, self.messages)
        cls = self.messages.class_of("request", self.api_key)
        return decode_body(cls, payload, start, self.api_version, may_trail=True)

    def response_message(self) -> Message:
        """Read the response; raises WireError if it was not seen whole or cannot be read."""
        payload = self._whole(self.response)
        _, start = decode_response_header(payload, self.api_key, self.api_version, self.messages)
        if is_api_versions(self.api_key, self.messages):
            return decode_versions_answer(payload, start, self.api_version, self.messages)[0]
        cls = self.messages.class_of("response", self.api_key)
        return decode_body(cls, payload, start, self.api_version)

    def _whole(self, frame: ObservedFrame | None) -> bytes:
        if frame is None:
            raise TruncatedError("it was not seen")
        if self.is_sasl_token or self.api_key < 0:
            raise UnknownMessageError("a frame without a known header")
        if not frame.is_whole:
            kept, size = len(frame.payload), frame.size
            raise TruncatedError(f"{kept} of its {size} bytes were kept", offset=kept)
        return frame.payload


@dataclass(frozen=True, slots=True)
class ObservedFault:
    """A direction that cannot be followed: bytes of another protocol, or lost bytes.

    The observer continues at the next frame that it finds, except after TLS.
    """

    is_client: bool
    time_s: float
    detail: str


ObserverEvent = Exchange | ObservedFault


class _Awaited(NamedTuple):
    number: int
    correlation_id: int
    api_key: int
    api_version: int
    client_id: str | None
    frame: ObservedFrame
    is_sasl_token: bool = False


class Observer:
    """Both directions of one connection; each call returns the exchanges that it completes.

    Give `is_from_start=False` if the first bytes can be in the middle of a frame. Pass each
    direction in order; a request before its response, as it was on the wire.
    """

    def __init__(
        self,
        *,
        is_from_start: bool = True,
        message_set: MessageSet | None = None,
        frame_bytes_max: int = DEFAULT_LIMITS.frame_bytes,
        frame_bytes_kept: int = _KEPT,
        in_flight_max: int = 1000,
    ) -> None:
        self.versions: dict[int, VersionRange] = {}
        """The server's versions by API key, after an ApiVersions response was seen."""
        self.messages = message_set or kafka_messages()
        self._in_flight_max = in_flight_max
        self._awaited: deque[_Awaited] = deque()
        self._awaited_bytes = 0
        self.has_sasl_tokens = False
        self._numbers = 0
        self._has_found_requests = False
        bounds = (frame_bytes_max, frame_bytes_kept)
        self._client = Direction(_Requests(self), *bounds, is_from_start=is_from_start)
        self._server = Direction(_Responses(self), *bounds, is_from_start=is_from_start)

    @property
    def in_flight(self) -> int:
        """Requests whose responses have not been seen."""
        return len(self._awaited)

    @property
    def has_found_requests(self) -> bool:
        """Return True if the client's bytes had a request of Kafka's protocol."""
        return self._has_found_requests

    def client_bytes(
        self, data: bytes | bytearray | memoryview, time_s: float
    ) -> list[ObserverEvent]:
        """Add bytes that the client sent."""
        return self._taken(self._client, self._client.feed(data, time_s), time_s)

    def server_bytes(
        self, data: bytes | bytearray | memoryview, time_s: float
    ) -> list[ObserverEvent]:
        """Add bytes that the server sent."""
        return self._taken(self._server, self._server.feed(data, time_s), time_s)

    def client_lost(self, size: int | None, time_s: float) -> list[ObserverEvent]:
        """Note that bytes of the client are missing here; None if the number is unknown."""
        return self._taken(self._client, self._client.lose(size, time_s), time_s)

    def server_lost(self, size: int | None, time_s: float) -> list[ObserverEvent]:
        """Note that bytes of the server are missing here; None if the number is unknown."""
        return self._taken(self._server, self._server.lose(size, time_s), time_s)

    def finish(self, time_s: float) -> list[ObserverEvent]:
        """End both directions; return the requests that have no response."""
        events = self._taken(self._client, self._client.finish(time_s), time_s)
        events += self._taken(self._server, self._server.finish(time_s), time_s)
        while self._awaited:
            events.append(self._exchange(self._take_awaited(), None))
        return events

    def _taken(
        self, direction: Direction, found: Iterator[ObservedFrame | str], time_s: float
    ) -> list[ObserverEvent]:
        events: list[ObserverEvent] = []
        for each in found:
            if isinstance(each, str):
                events.append(ObservedFault(direction is self._client, time_s, each))
            elif direction is self._client:
                events += self._on_request(each)
            else:
                events += self._on_response(each)
        return events

    # -- requests ----------------------------------------------------------------------------------

    def _on_request(self, frame: ObservedFrame) -> list[ObserverEvent]:
        number, self._numbers = self._numbers, self._numbers + 1
        self._has_found_requests = True
        if self.has_sasl_tokens:
            # the end of the tokens is not marked: the first readable request ends them
            self.has_sasl_tokens = not self.reads_as_request(frame.payload)
        if self.has_sasl_tokens:
            return self._await(_Awaited(number, -1, -1, -1, None, frame, True))
        prefix = peek_request(frame.payload)
        client_id = None
        with suppress(WireError):  # of an unknown API, or truncated
            client_id = decode_request_header(frame.payload, self.messages)[0].client_id
        awaited = _Awaited(
            number, prefix.correlation_id, prefix.api_key, prefix.api_version, client_id, frame
        )
        if not opaque_expects_response(frame.payload, self.messages):
            return [self._exchange(awaited, None, expects_response=False)]
        return self._await(awaited)

    def _await(self, awaited: _Awaited) -> list[ObserverEvent]:
        events: list[ObserverEvent] = []
        if len(self._awaited) >= self._in_flight_max:
            events.append(self._exchange(self._take_awaited(), None))
        frame = awaited.frame
        if self._awaited_bytes + len(frame.payload) > BYTES_AWAITED:
            cut = ObservedFrame(frame.began_s, frame.ended_s, frame.size, frame.payload[:_FRONT])
            awaited = awaited._replace(frame=cut)
        self._awaited_bytes += len(awaited.frame.payload)
        self._awaited.append(awaited)
        return events

    def _take_awaited(self) -> _Awaited:
        awaited = self._awaited.popleft()
        self._awaited_bytes -= len(awaited.frame.payload)
        return awaited

    def reads_as_request(self, payload: bytes) -> bool | None:
        """Return True if the payload of a frame can be read as a request, None if it is unknown."""
        try:
            prefix = peek_request(payload)
            if min(prefix) < 0:
                return False
            cls = self.messages.class_of("request", prefix.api_key)
            if not cls.VERSIONS[0] <= prefix.api_version <= cls.VERSIONS[1]:
                return None
            _, start = decode_request_header(payload, self.messages)
            decode_body(cls, payload, start, prefix.api_version)
        except UnknownMessageError:
            return None
        except WireError:
            return False
        return True

    # -- responses ---------------------------------------------------------------------------------

    def _on_response(self, frame: ObservedFrame) -> list[ObserverEvent]:
        if self._awaited and self._awaited[0].is_sasl_token:
            return [self._exchange(self._take_awaited(), frame)]
        correlation_id = peek_correlation_id(frame.payload)
        place = self._place_of(correlation_id)
        if place is None:
            number, self._numbers = self._numbers, self._numbers + 1
            lost = Exchange(
                number, correlation_id, -1, -1, None, None, frame, messages=self.messages
            )
            return [lost]
        # responses come in the order of the requests: those of the ones before were lost
        events: list[ObserverEvent] = [
            self._exchange(self._take_awaited(), None) for _ in range(place)
        ]
        awaited = self._take_awaited()
        self._learn(awaited, frame)
        return [*events, self._exchange(awaited, frame)]

    def _place_of(self, correlation_id: int) -> int | None:
        for place, awaited in enumerate(self._awaited):
            if awaited.correlation_id == correlation_id and not awaited.is_sasl_token:
                return place
        return None

    def _learn(self, awaited: _Awaited, frame: ObservedFrame) -> None:
        api_key, version, payload = awaited.api_key, awaited.api_version, frame.payload
        if begins_sasl_tokens(api_key, version, self.messages):
            self.has_sasl_tokens = not refuses_sasl_tokens(payload)
        elif is_api_versions(api_key, self.messages) and frame.is_whole:
            try:
                _, start = decode_response_header(payload, api_key, version, self.messages)
                answer, _ = decode_versions_answer(payload, start, version, self.messages)
            except WireError:
                return
            if not answer.error_code:
                self.versions = served_versions(answer)

    def reads_as_response(self, payload: bytes) -> bool | None:
        """Return True if the payload of a frame can be read as a response to a pending request.

        None if it is unknown: there is no request for it, or one of an unknown API.
        """
        place = None
        if len(payload) >= _RESPONSE_MIN:
            place = self._place_of(peek_correlation_id(payload))
        if place is None:
            return None
        awaited = self._awaited[place]
        frame = ObservedFrame(0, 0, len(payload), payload)
        try:
            self._exchange(awaited, frame).response_message()
        except UnknownMessageError:
            return None
        except WireError:
            return False
        return True

    def awaited_ids(self) -> list[int]:
        """Return the correlation ids of the first pending requests."""
        return [each.correlation_id for each in islice(self._awaited, _IDS_SEARCHED)]

    @property
    def awaits_sasl_token(self) -> bool:
        """Return True if the next frame of the server answers a SASL token."""
        return bool(self._awaited) and self._awaited[0].is_sasl_token

    def _exchange(
        self, awaited: _Awaited, response: ObservedFrame | None, *, expects_response: bool = True
    ) -> Exchange:
        number, correlation_id, api_key, version, client_id, request, is_token = awaited
        return Exchange(
            number,
            correlation_id,
            api_key,
            version,
            client_id,
            request,
            response,
            expects_response,
            is_token,
            self.messages,
        )


# -- frames of the two directions ------------------------------------------------------------------


class _Requests:
    """Requests: a known API, a version of it, and a client id."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        keys = observer.messages.keys_of("request")
        packed = b"|".join(re.escape(key.to_bytes(2, signed=True)) for key in keys)
        # a size below 16 MiB, a known key, a version below 256, an id that is not negative
        self._candidate = re.compile(b"\0...(?:%s)\0.[\0-\x7f]" % packed, re.DOTALL)

    @property
    def size_min(self) -> int:
        return 0 if self._observer.has_sasl_tokens else _REQUEST_MIN

    def search(self, buffer: bytearray, start: int) -> tuple[int, bool]:
        while match := self._candidate.search(buffer, start):
            if self._can_begin(buffer, match.start()):
                return match.start(), True
            start = match.start() + 1
        # the last bytes could be the front of a header
        return max(start, len(buffer) - SIZE_BYTES - _REQUEST_MIN + 1), False

    def _can_begin(self, buffer: bytearray, start: int) -> bool:
        """Check the version and the client id, as far as they have arrived."""
        messages = self._observer.messages
        api_key, version = _PREFIX.unpack_from(buffer, start + SIZE_BYTES)
        entry = messages.entries[messages.name_of("request", api_key) or ""]
        if not entry.lowest <= version <= entry.highest:
            return False
        length = buffer[start + 12 : start + 14]
        if not request_header_version(api_key, version, messages) or len(length) < 2:
            return True
        size = int.from_bytes(length, signed=True)
        name = buffer[start + 14 : start + 14 + max(size, 0)]
        return -1 <= size <= _CLIENT_ID_MAX and b"\0" not in name

    def reads(self, payload: bytes) -> bool | None:
        return self._observer.reads_as_request(payload)


class _Responses:
    """Responses: the correlation id of a pending request."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    @property
    def size_min(self) -> int:
        return 0 if self._observer.awaits_sasl_token else _RESPONSE_MIN

    def search(self, buffer: bytearray, start: int) -> tuple[int, bool]:
        found = []
        for correlation_id in self._observer.awaited_ids():
            packed = correlation_id.to_bytes(4, signed=True)
            place = buffer.find(packed, start + SIZE_BYTES)
            while place >= 0 and buffer[place - SIZE_BYTES]:  # 16 MiB or more
                place = buffer.find(packed, place + 1)
            if place >= 0:
                found.append(place - SIZE_BYTES)
        if found:
            return min(found), True
        return max(start, len(buffer) - SIZE_BYTES - _RESPONSE_MIN + 1), False

    def reads(self, payload: bytes) -> bool | None:
        return self._observer.reads_as_response(payload)


# -- errors in a response --------------------------------------------------------------------------


def error_counts(message: Message) -> Counter[ErrorCode]:
    """Count the errors in a message, at the top and in every structure; successes do not count."""
    counts: Counter[ErrorCode] = Counter()
    _count_errors(message, type(message).schema().root, counts)
    return counts


def _count_errors(value: Any, struct: StructSchema, counts: Counter[ErrorCode]) -> None:
    for each in struct.fields:
        held = getattr(value, each.name)
        if each.name.endswith("error_code") and each.type == "int16" and not each.is_array:
            if held:
                counts[ErrorCode(held)] += 1
        elif each.struct is not None and held is not None:
            for element in held if each.is_array else (held,):
                _count_errors(element, each.struct, counts)
