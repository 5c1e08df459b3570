"""Streams of frames against both sides of a connection, whole and in chunks."""

from __future__ import annotations

import random as randoms
import zlib
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    OpaqueRequestReceived,
    RequestReceived,
    ServerConnection,
)
from kraft_wire.errors import WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import api_keys, message_class, request_class, response_class
from tests.fuzz.content import message_places, random_message
from tests.fuzz.mutation import Place, Sample
from tests.fuzz.target import BytesTarget

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kraft_wire.message import Message

ASKED = (
    ("ApiVersionsRequest", 3),
    ("ApiVersionsRequest", 4),
    ("VoteRequest", 1),
    ("FetchRequest", 12),
    ("FetchRequest", 17),
    ("DescribeQuorumRequest", 2),
    ("MetadataRequest", 8),
    ("FetchSnapshotRequest", 1),
)
"""What the client has asked when the responses come."""

_FRAME_BYTES_MAX = 1_000_000


class _StreamTarget(BytesTarget, ABC):
    """Takes a stream twice: the events must not depend on how it was cut."""

    @abstractmethod
    def receive(self, chunks: Iterable[bytes]) -> list[str]:
        """What a fresh connection makes of the chunks and the end, as text."""

    def check(self, data: bytes, *, is_good: bool) -> bool:
        random = randoms.Random(zlib.crc32(data))
        whole = self.receive([data])
        assert whole == self.receive(_chunks(data, random)), "events depend on the chunks"
        faults = [event for event in whole if event.startswith("fault")]
        assert len(faults) <= 1
        assert not faults or whole[-1] == faults[0], "something came after the fault"
        assert not (faults and is_good), faults
        return not faults


class ServerTarget(_StreamTarget):
    """Requests; what the connection does not serve ends it, or passes through unread."""

    def __init__(self, *, is_opaque: bool) -> None:
        self._is_opaque = is_opaque
        self.name = "connection opaque-server" if is_opaque else "connection server"

    def sample(self, random: Random) -> Sample:
        payloads = []
        for correlation_id in range(random.choice((1, 2, 4))):
            cls = request_class(random.choice(api_keys()))
            version = random.randint(*cls.VERSIONS)
            message = random_message(cls, version, random)
            client_id = random.choice((None, "", "client-ü"))
            payload = encode_request(message, version, correlation_id, client_id)
            payloads.append((payload, message, version))
        return _stream_sample(payloads)

    def receive(self, chunks: Iterable[bytes]) -> list[str]:
        served = {3: (0, 9), 18: (0, 3), 52: (0, 1)} if self._is_opaque else None
        connection = ServerConnection(
            served, is_opaque=self._is_opaque, frame_bytes_max=_FRAME_BYTES_MAX
        )
        events = [event for chunk in chunks for event in connection.receive(chunk)]
        events += connection.receive_eof()
        assert connection.fault is None or connection.receive(b"more") == []
        told = []
        for event in reversed(events):
            told.append(_told(event))
            if isinstance(event, RequestReceived) and event.expects_response:
                response = response_class(event.message.API_KEY)()
                connection.reply(event, response)
            elif isinstance(event, OpaqueRequestReceived) and event.expects_response:
                connection.reply_opaque(event, bytes(4))
        assert not connection.unanswered
        return told[::-1]


class ClientTarget(_StreamTarget):
    """Responses to requests that were sent."""

    name = "connection client"

    def sample(self, random: Random) -> Sample:
        payloads = []
        for correlation_id, (name, version) in enumerate(ASKED):
            cls = response_class(message_class(name).API_KEY)
            message = random_message(cls, version, random)
            payload = encode_response(message, version, correlation_id)
            payloads.append((payload, message, version))
        return _stream_sample(payloads)

    def receive(self, chunks: Iterable[bytes]) -> list[str]:
        connection = ClientConnection(frame_bytes_max=_FRAME_BYTES_MAX)
        for name, version in ASKED:
            connection.send(message_class(name)(), version)
        events = [event for chunk in chunks for event in connection.receive(chunk)]
        events += connection.receive_eof()
        return [_told(event) for event in events]


class AgreementTarget(_StreamTarget):
    """The answer to ApiVersions, which may come in version 0 and lead to another question."""

    name = "connection agreement"

    def sample(self, random: Random) -> Sample:
        cls = message_class("ApiVersionsResponse")
        version = random.choice((0, cls.VERSIONS[1]))
        served = [
            cls.ApiVersion(api_key=key, min_version=0, max_version=random.randint(0, 4))
            for key in (1, 18, 52)
        ]
        message = cls(error_code=0 if version else 35, api_keys=served)
        return _stream_sample([(encode_response(message, version, 0), message, version)])

    def receive(self, chunks: Iterable[bytes]) -> list[str]:
        connection = ClientConnection(frame_bytes_max=_FRAME_BYTES_MAX)
        connection.agree_on_versions()
        events = [event for chunk in chunks for event in connection.receive(chunk)]
        told = [_told(event) for event in events]
        try:
            told.append(f"{connection.version_for(52)} {connection.in_flight}")
        except WireError as refusal:
            told.append(f"{refusal} {connection.in_flight}")
        return [line for line in told if line.startswith("fault")] or told


def _told(event: object) -> str:
    """An event as text; errors, which are equal only to themselves, with all they say."""
    if isinstance(event, ConnectionFault):
        error = event.error
        return f"fault {type(error).__name__} {error}"
    return repr(event)


def _stream_sample(payloads: list[tuple[bytes, Message, int]]) -> Sample:
    stream = b""
    places: list[Place] = []
    for payload, message, version in payloads:
        start = len(stream)
        stream += frame(payload)
        places.append(Place("int32", "length", start, 4, len(stream)))
        body = message.encode(version)
        shift = len(stream) - len(body)
        for place in message_places(type(message), body, version):
            places.append(  # noqa: PERF401  # reads better than a comprehension over two
                Place(place.form, place.role, place.offset + shift, place.size, place.end + shift)
            )
    return Sample(stream, places, stream)


def _chunks(data: bytes, random: Random) -> list[bytes]:
    size = random.choice((1, 3, 7, 100)) if len(data) < 2_000 else 997
    return [data[at : at + size] for at in range(0, len(data), size)]


def connection_targets() -> list[_StreamTarget]:
    """Both sides of a connection."""
    return [
        ServerTarget(is_opaque=False),
        ServerTarget(is_opaque=True),
        ClientTarget(),
        AgreementTarget(),
    ]
