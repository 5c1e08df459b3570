"""Captures of packets, written by the specifications of pcap, pcapng, IP and TCP."""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass, field

ETHERNET, NULL, SLL, SLL2, RAW = 1, 0, 113, 276, 101
FIN, SYN, RST, ACK = 1, 2, 4, 16


def tcp(ports, sequence, acknowledged, flags, data):
    return (
        struct.pack(">HHIIBBHHH", *ports, sequence, acknowledged, 5 << 4, flags, 65535, 0, 0) + data
    )


def ip(source, target, body):
    one, other = ipaddress.ip_address(source), ipaddress.ip_address(target)
    if one.version == 4:
        front = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(body), 1, 0x4000, 64, 6, 0)
        return front + one.packed + other.packed + body
    return struct.pack(">IHBB", 6 << 28, len(body), 6, 64) + one.packed + other.packed + body


def link(link_type, packet):
    kind = 0x0800 if packet[0] >> 4 == 4 else 0x86DD
    if link_type == ETHERNET:
        return bytes(12) + struct.pack(">HHH", 0x8100, 5, kind) + packet
    if link_type == NULL:
        return (2 if kind == 0x0800 else 30).to_bytes(4, "little") + packet
    if link_type == SLL:
        return bytes(14) + kind.to_bytes(2) + packet
    if link_type == SLL2:
        return kind.to_bytes(2) + bytes(18) + packet
    return packet


@dataclass
class Talk:
    """One TCP connection; `packets` are times and packets of IP."""

    client: tuple[str, int] = ("10.0.0.1", 50_000)
    server: tuple[str, int] = ("10.0.0.2", 9092)
    sequences: list[int] = field(default_factory=lambda: [0xFFFFFF00, 5000])
    packets: list[tuple[float, bytes]] = field(default_factory=list)
    now_s: float = 1_800_000_000.0

    def send(self, is_client, data, flags=ACK):
        """Add one segment and return it."""
        side = 0 if is_client else 1
        ends = (self.client, self.server) if is_client else (self.server, self.client)
        ports = (ends[0][1], ends[1][1])
        body = tcp(ports, self.sequences[side], self.sequences[1 - side], flags, data)
        self.sequences[side] = (self.sequences[side] + len(data) + bool(flags & (SYN | FIN))) % (
            1 << 32
        )
        self.now_s += 0.001
        packet = (self.now_s, ip(ends[0][0], ends[1][0], body))
        self.packets.append(packet)
        return packet

    def open(self):
        self.send(True, b"", SYN)
        self.send(False, b"", SYN | ACK)
        self.send(True, b"")

    def say(self, is_client, data, size=100):
        for at in range(0, len(data), size):
            self.send(is_client, data[at : at + size])


def pcap(packets, link_type=ETHERNET, order="<", *, is_nano=False):
    magic = 0xA1B23C4D if is_nano else 0xA1B2C3D4
    parts = [struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 262_144, link_type)]
    for time_s, packet in packets:
        data = link(link_type, packet)
        ticks = round((time_s % 1) * (1e9 if is_nano else 1e6))
        parts += [struct.pack(f"{order}IIII", int(time_s), ticks, len(data), len(data)), data]
    return b"".join(parts)


def pcapng(packets, link_type=ETHERNET, order="<"):
    def block(kind, body):
        body += bytes(-len(body) % 4)
        size = struct.pack(f"{order}I", len(body) + 12)
        return struct.pack(f"{order}I", kind) + size + body + size

    option = struct.pack(f"{order}HHB3x", 9, 1, 9)  # nanoseconds
    parts = [
        block(0x0A0D0D0A, struct.pack(f"{order}IHHq", 0x1A2B3C4D, 1, 0, -1)),
        block(5, bytes(12)),
        block(1, struct.pack(f"{order}HHI", link_type, 0, 0) + option + bytes(4)),
    ]
    for time_s, packet in packets:
        data = link(link_type, packet)
        ticks = round(time_s * 1e9)
        front = struct.pack(
            f"{order}IIIII", 0, ticks >> 32, ticks & 0xFFFFFFFF, len(data), len(data)
        )
        parts.append(block(6, front + data))
    return b"".join(parts)
