"""The formats pcap and pcapng: packets with their times, out of bytes in pieces."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import CaptureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["PACKET_BYTES_MAX", "CapturedPacket", "captured_packets"]

PACKET_BYTES_MAX: Final = 1 << 20
"""The largest packet that is read; tcpdump captures 256 KiB of one."""

_INTERFACES_MAX: Final = 1000
_BLOCK_MAX: Final = 16 << 20
_PCAP: Final = {
    b"\xd4\xc3\xb2\xa1": ("<", 1e-6),
    b"\xa1\xb2\xc3\xd4": (">", 1e-6),
    b"\x4d\x3c\xb2\xa1": ("<", 1e-9),
    b"\xa1\xb2\x3c\x4d": (">", 1e-9),
}
_PCAPNG: Final = b"\x0a\x0d\x0d\x0a"
_BYTE_ORDER: Final = {b"\x4d\x3c\x2b\x1a": "<", b"\x1a\x2b\x3c\x4d": ">"}
_SECTION, _INTERFACE, _OLD_PACKET, _SIMPLE_PACKET, _PACKET = 0x0A0D0D0A, 1, 2, 3, 6
_PACKET_HEADERS: Final = {_PACKET: "IIIII", _OLD_PACKET: "HHIIII", _SIMPLE_PACKET: "I"}
_RESOLUTION, _OFFSET = 9, 14
_CLOSING: Final = 4


class CapturedPacket(NamedTuple):
    """A packet as it was captured: `data` can be only its front. The time is seconds since 1970."""

    time_s: float
    link_type: int
    data: bytes


class _Interface(NamedTuple):
    link_type: int
    tick_s: float
    offset_s: int


class _Source:
    """Bytes in pieces, read by length."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._buffer = bytearray()
        self.offset = 0

    def take(self, size: int, what: str, *, may_end: bool = False) -> bytes:
        """Return this many bytes; b"" at the end if `may_end`. Raises CaptureError."""
        while len(self._buffer) < size:
            chunk = next(self._chunks, None)
            if chunk is None:
                if may_end and not self._buffer:
                    return b""
                raise CaptureError(f"the capture ends inside {what}", offset=self.offset)
            self._buffer += chunk
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        self.offset += size
        return data


def captured_packets(chunks: Iterable[bytes]) -> Iterator[CapturedPacket]:
    """Yield the packets of a capture.

    Raises CaptureError for bytes that are not a capture, and for one that ends inside a packet,
    after all packets before it.
    """
    source = _Source(chunks)
    magic = source.take(4, "its first bytes", may_end=True)
    if magic in _PCAP:
        yield from _pcap(source, *_PCAP[magic])
    elif magic == _PCAPNG:
        yield from _pcapng(source)
    else:
        raise CaptureError("neither pcap nor pcapng", offset=0)


def _pcap(source: _Source, order: str, tick_s: float) -> Iterator[CapturedPacket]:
    *_, link_type = Layout(f"{order}HHiIII").unpack(source.take(20, "the header"))
    header = Layout(f"{order}IIII")
    while front := source.take(header.size, "a packet", may_end=True):
        seconds, ticks, size, _ = header.unpack(front)
        if size > PACKET_BYTES_MAX:
            raise CaptureError(f"a packet of {size} bytes", offset=source.offset)
        data = source.take(size, "a packet")
        # the upper bits say how many bytes of a checksum follow each packet
        yield CapturedPacket(seconds + ticks * tick_s, link_type & 0xFFFF, data)


def _pcapng(source: _Source) -> Iterator[CapturedPacket]:
    order = "<"
    interfaces: list[_Interface] = []
    kind_bytes = _PCAPNG
    while kind_bytes:
        size_bytes = source.take(4, "a block")
        is_section = kind_bytes == _PCAPNG
        front = b""
        if is_section:
            front = source.take(4, "a section")
            if front not in _BYTE_ORDER:
                raise CaptureError("a section without a byte order", offset=source.offset)
            order, interfaces = _BYTE_ORDER[front], []
        word = Layout(f"{order}I")
        (kind,), (size,) = word.unpack(kind_bytes), word.unpack(size_bytes)
        if not 12 + len(front) <= size <= _BLOCK_MAX or size % 4:
            raise CaptureError(f"a block of {size} bytes", offset=source.offset)
        body = source.take(size - 8 - len(front), "a block")[:-_CLOSING]
        if kind == _INTERFACE:
            if len(interfaces) >= _INTERFACES_MAX:
                raise CaptureError("too many interfaces", offset=source.offset)
            interfaces.append(_interface(body, order, source.offset))
        elif kind in {_PACKET, _OLD_PACKET, _SIMPLE_PACKET}:
            yield _packet(kind, body, order, interfaces, source.offset)
        kind_bytes = source.take(4, "a block", may_end=True)


def _interface(body: bytes, order: str, offset: int) -> _Interface:
    if len(body) < 8:
        raise CaptureError("an interface without a link type", offset=offset)
    (link_type,) = Layout(f"{order}H").unpack_from(body)
    tick_s, offset_s, at = 1e-6, 0, 8
    option = Layout(f"{order}HH")
    while at + option.size <= len(body):
        code, size = option.unpack_from(body, at)
        value = body[at + 4 : at + 4 + size]
        if not code:
            break
        if code == _RESOLUTION and len(value) == 1:
            power = value[0] & 0x7F
            tick_s = 2.0**-power if value[0] & 0x80 else 10.0**-power
        elif code == _OFFSET and len(value) == 8:
            (offset_s,) = Layout(f"{order}q").unpack(value)
        at += 4 + size + -size % 4
    return _Interface(link_type, tick_s, offset_s)


def _packet(
    kind: int, body: bytes, order: str, interfaces: list[_Interface], offset: int
) -> CapturedPacket:
    layout = Layout(order + _PACKET_HEADERS[kind])
    if len(body) < layout.size:
        raise CaptureError("a packet without a header", offset=offset)
    fields = layout.unpack_from(body)
    number = 0 if kind == _SIMPLE_PACKET else fields[0]
    if number >= len(interfaces):
        raise CaptureError(f"a packet of interface {number}, which is not described", offset=offset)
    interface = interfaces[number]
    if kind == _SIMPLE_PACKET:  # it has no time and no captured length
        return CapturedPacket(0.0, interface.link_type, body[layout.size :][: fields[0]])
    high, low, size, _ = fields[-4:]
    if size > min(len(body) - layout.size, PACKET_BYTES_MAX):
        raise CaptureError(f"a packet of {size} bytes in a shorter block", offset=offset)
    time_s = (high << 32 | low) * interface.tick_s + interface.offset_s
    return CapturedPacket(time_s, interface.link_type, body[layout.size :][:size])
