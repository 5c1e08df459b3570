"""From the link to TCP: Ethernet, loopback, Linux cooked captures; IPv4 and IPv6."""

from __future__ import annotations

from ipaddress import ip_address
from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kraft_wire.capture.files import CapturedPacket

__all__ = ["Host", "Segment", "segment_of"]

_NULL, _ETHERNET, _LOOP, _SLL, _IPV4_ONLY, _IPV6_ONLY, _SLL2 = 0, 1, 108, 113, 228, 229, 276
_RAW: Final = frozenset({12, 14, 101, _IPV4_ONLY, _IPV6_ONLY})
_VLANS: Final = frozenset({0x8100, 0x88A8, 0x9100})
_IPV4, _IPV6, _TCP = 0x0800, 0x86DD, 6
_AF_INET6: Final = frozenset({10, 24, 28, 30})
_EXTENSIONS: Final = frozenset({0, 43, 60, 135})
_AUTHENTICATION: Final = 51
_EXTENSIONS_MAX: Final = 8
_TCP_HEADER: Final = Layout(">HHIIBB")
_FIN, _SYN, _RST, _ACK = 1, 2, 4, 16

Host = tuple[str, int]
"""Address and port."""


class Segment(NamedTuple):
    """A segment of TCP. `lost` bytes at its end were sent and not captured."""

    time_s: float
    source: Host
    target: Host
    sequence: int
    acknowledged: int | None
    data: bytes
    lost: int
    is_syn: bool
    is_fin: bool
    is_rst: bool


def segment_of(packet: CapturedPacket) -> Segment | None:
    """Read a packet; return None for anything but TCP, for fragments of IP, and for damage."""
    payload = _network(packet.link_type, packet.data)
    if payload is None or not payload:
        return None
    read = _ipv4 if payload[0] >> 4 == 4 else _ipv6 if payload[0] >> 4 == 6 else None
    found = None if read is None else read(payload)
    if found is None:
        return None
    source, target, body, size = found
    if len(body) < 20:
        return None
    from_port, to_port, sequence, acknowledged, offset, flags = _TCP_HEADER.unpack_from(body)
    start = (offset >> 4) * 4
    if start < 20 or len(body) < start or size < start:
        return None
    data = body[start:size]
    return Segment(
        packet.time_s,
        (_address(source), from_port),
        (_address(target), to_port),
        sequence,
        acknowledged if flags & _ACK else None,
        data,
        size - start - len(data),
        bool(flags & _SYN),
        bool(flags & _FIN),
        bool(flags & _RST),
    )


def _address(packed: bytes) -> str:
    return str(ip_address(packed))


def _network(link_type: int, data: bytes) -> bytes | None:
    """Return the packet of IP inside a frame of the link."""
    if link_type in _RAW:
        return data
    if link_type in {_NULL, _LOOP}:
        return data[4:]  # a family whose number and byte order depend on the system
    if link_type == _ETHERNET:
        return _after_type(data, 12)
    if link_type == _SLL:
        return _after_type(data, 14)
    if link_type == _SLL2:
        is_ip = data[:2] in {_IPV4.to_bytes(2), _IPV6.to_bytes(2)}
        return data[20:] if is_ip else None
    return None


def _after_type(data: bytes, at: int) -> bytes | None:
    kind = int.from_bytes(data[at : at + 2])
    while kind in _VLANS and at + 6 <= len(data):
        at += 4
        kind = int.from_bytes(data[at : at + 2])
    return data[at + 2 :] if kind in {_IPV4, _IPV6} else None


_Found = tuple[bytes, bytes, bytes, int]
"""Source, target, the segment as far as it was captured, and its length."""


def _ipv4(data: bytes) -> _Found | None:
    start = (data[0] & 15) * 4
    if len(data) < 20 or start < 20 or data[9] != _TCP:
        return None
    if int.from_bytes(data[6:8]) & 0x3FFF:
        return None  # a fragment
    # 0 where the network card cuts large segments
    total = int.from_bytes(data[2:4]) or len(data)
    if total < start:
        return None
    return data[12:16], data[16:20], data[start:total], total - start


def _ipv6(data: bytes) -> _Found | None:
    if len(data) < 40:
        return None
    total = int.from_bytes(data[4:6]) + 40
    total = len(data) if total == 40 else total
    kind, at = data[6], 40
    for _ in range(_EXTENSIONS_MAX):
        if kind not in _EXTENSIONS and kind != _AUTHENTICATION:
            break
        if at + 2 > len(data):
            return None
        size = (data[at + 1] + 2) * 4 if kind == _AUTHENTICATION else (data[at + 1] + 1) * 8
        kind, at = data[at], at + size
    if kind != _TCP or total < at:
        return None
    return data[8:24], data[24:40], data[at:total], total - at
