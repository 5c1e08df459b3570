"""Captures of a connection: segments cut anywhere, reordered, repeated, overlapping, damaged."""

from __future__ import annotations

import itertools
import random as randoms
import struct
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING
from unittest.mock import patch

from kraft_wire.capture import Tracer, captured_packets, segment_of, streams, trace, tracing
from kraft_wire.connection import Exchange
from kraft_wire.errors import CaptureError, WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import message_class, response_class
from tests.fuzz import mutation
from tests.fuzz.connection_target import ASKED
from tests.fuzz.content import random_message
from tests.fuzz.mutation import Place, Sample
from tests.fuzz.target import BytesTarget
from tests.support import captures

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kraft_wire.capture import CapturedPacket, Traced

_LINKS = (captures.ETHERNET, captures.NULL, captures.SLL, captures.SLL2, captures.RAW)
_HOSTS = (("10.0.0.1", "10.0.0.2"), ("::1", "fe80::2"))
_SEGMENT_BYTES_MAX = 60_000
_SMALL_BYTES, _SMALL_COUNT, _SMALL_CONNECTIONS = 300, 4, 2


class CaptureTarget(BytesTarget):
    """Only CaptureError is raised, chunks change nothing, and what waits is bounded."""

    def __init__(self, *, is_pcapng: bool) -> None:
        self._is_pcapng = is_pcapng
        self.name = f"capture {'pcapng' if is_pcapng else 'pcap'}"

    def sample(self, random: Random) -> Sample:
        hosts = random.choice(_HOSTS)
        talk = captures.Talk((hosts[0], 50_000), (hosts[1], 9092))
        talk.sequences = [random.choice((0, 5000, 0xFFFFFF00, 0xFFFFFFFF)) for _ in range(2)]
        talk.open()
        for number, (name, version) in enumerate(ASKED):
            request = message_class(name)()
            answer = random_message(response_class(request.API_KEY), version, random)
            _say(talk, True, frame(encode_request(request, version, number, "c")), random)
            _say(talk, False, frame(encode_response(answer, version, number)), random)
        write = captures.pcapng if self._is_pcapng else captures.pcap
        order = random.choice("<>")
        data = write(talk.packets, random.choice(_LINKS), order)
        return Sample(data, self._places(data) if order == ">" else (), data)

    def _places(self, data: bytes) -> list[Place]:
        """Return the lengths of packets or blocks, which are big-endian here."""
        places, at = [], 0 if self._is_pcapng else 24
        while at < len(data):
            place = at + (4 if self._is_pcapng else 8)
            (size,) = struct.unpack_from(">I", data, place)
            at += size + (0 if self._is_pcapng else 16)
            places.append(Place("int32", "length", place, 4, at))
        return places

    def mutate(self, sample: Sample, random: Random) -> bytes:
        """Spoil the bytes of the file, or packets in it."""
        if random.random() < 0.5:
            return mutation.mutate(sample, random)
        packets = list(captured_packets([sample.data]))
        for _ in range(random.choice((1, 2, 5, 20))):
            random.choice(_SPOIL)(packets, random)
        return _written(packets)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        whole, fault = _traced([data])
        size = randoms.Random(zlib.crc32(data)).choice((7, 61, 997))
        chunks = [data[at : at + size] for at in range(0, len(data), size)]
        same, same_fault = _traced(chunks)
        assert (_told(whole), fault) == (_told(same), same_fault), "events depend on the chunks"
        with (
            patch.object(streams, "PENDING_BYTES", _SMALL_BYTES),
            patch.object(streams, "_PENDING_MAX", _SMALL_COUNT),
            patch.object(tracing, "CONNECTIONS_MAX", _SMALL_CONNECTIONS),
        ):
            _check_bounds(data)
        numbers = []
        for traced in whole:
            event = traced.event
            if not isinstance(event, Exchange):
                continue
            for read in (event.request_message, event.response_message):
                with suppress(*(() if is_good else (WireError,))):
                    read()
            if event.request and event.response:
                numbers.append(event.correlation_id)
        if is_good:
            assert fault is None
            assert numbers == list(range(len(ASKED))), numbers
        return fault is None and len(numbers) == len(whole)


def _say(talk: captures.Talk, is_client: bool, data: bytes, random: Random) -> None:
    """Send data in segments that are cut anywhere, overlap, are repeated and come in any order."""
    side = 0 if is_client else 1
    first = talk.sequences[side]
    count = min(random.choice((0, 1, 3, 10)), len(data))
    most = range(0, len(data), _SEGMENT_BYTES_MAX)
    cuts = sorted({*most, len(data), *random.sample(range(len(data)), count)})
    ranges = [
        (max(begin - random.choice((0, 0, 9)), 0), end + random.choice((0, 0, 9)))
        for begin, end in itertools.pairwise(cuts)
    ]
    ranges += random.choices(ranges, k=random.randrange(3))
    random.shuffle(ranges)
    for begin, end in ranges:
        talk.sequences[side] = (first + begin) % (1 << 32)
        talk.send(is_client, data[begin:end])
    talk.sequences[side] = (first + len(data)) % (1 << 32)


def _traced(chunks: Iterable[bytes]) -> tuple[list[Traced], str | None]:
    found: list[Traced] = []
    try:
        found.extend(trace(chunks))
    except CaptureError as error:
        return found, f"{error.offset} {error.detail}"
    return found, None


def _told(traced: list[Traced]) -> list[str]:
    return [repr(each) for each in traced]


def _check_bounds(data: bytes) -> None:
    tracer = Tracer()
    with suppress(CaptureError):
        for packet in captured_packets([data]):
            segment = segment_of(packet)
            if segment is None:
                continue
            for _ in tracer.take(segment):
                pass
            assert len(tracer._tracked) <= _SMALL_CONNECTIONS
            for tracked in tracer._tracked.values():
                assert len(tracked._early) <= tracing._EARLY_MAX
                for stream in tracked.streams.values():
                    waiting = sum(map(len, stream._pending.values()))
                    assert stream._pending_bytes == waiting <= _SMALL_BYTES
                    assert len(stream._pending) <= _SMALL_COUNT
    for _ in tracer.finish():
        pass
    assert not tracer._tracked


# -- spoiled packets -------------------------------------------------------------------------------


def _drop(packets: list[CapturedPacket], random: Random) -> None:
    if packets:
        del packets[random.randrange(len(packets))]


def _repeat(packets: list[CapturedPacket], random: Random) -> None:
    if packets:
        packets.insert(random.randrange(len(packets)), random.choice(packets))


def _swap(packets: list[CapturedPacket], random: Random) -> None:
    if packets:
        one, other = (random.randrange(len(packets)) for _ in range(2))
        packets[one], packets[other] = packets[other], packets[one]


def _shorten(packets: list[CapturedPacket], random: Random) -> None:
    """Capture a part of a packet."""
    if packets:
        place = random.randrange(len(packets))
        packet = packets[place]
        packets[place] = packet._replace(data=packet.data[: random.randrange(len(packet.data) + 1)])


def _spoil_header(packets: list[CapturedPacket], random: Random) -> None:
    """Change a byte at the front: addresses, ports, sequence numbers, lengths, flags."""
    if packets:
        place = random.randrange(len(packets))
        data = bytearray(packets[place].data)
        if data:
            data[random.randrange(min(len(data), 80))] = random.choice(
                (0, 1, 2, 4, 0x7F, 0x80, 255)
            )
        packets[place] = packets[place]._replace(data=bytes(data))


_SPOIL = (_drop, _repeat, _swap, _shorten, _spoil_header)


def _written(packets: list[CapturedPacket]) -> bytes:
    parts = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262_144, _link_type(packets))]
    for packet in packets:
        size = len(packet.data)
        seconds = int(packet.time_s) & 0xFFFFFFFF
        parts += [struct.pack("<IIII", seconds, 0, size, size), packet.data]
    return b"".join(parts)


def _link_type(packets: list[CapturedPacket]) -> int:
    return packets[0].link_type if packets else 1


def capture_targets() -> list[CaptureTarget]:
    """Both formats."""
    return [CaptureTarget(is_pcapng=False), CaptureTarget(is_pcapng=True)]
