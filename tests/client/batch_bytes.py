"""Batches written byte by byte, apart from the code under test."""

from __future__ import annotations

import struct

import crc32c

from kraft_wire import messages

CONTROL = 0x20


def varint(value):
    value = value << 1 ^ value >> 63
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def part(data):
    return varint(-1) if data is None else varint(len(data)) + data


def batch(base_offset, epoch, records, *, attributes=0, timestamp=1000):
    """A v2 batch of (key, value) records."""
    body = b""
    for delta, (key, value) in enumerate(records):
        record = b"\0" + varint(0) + varint(delta) + part(key) + part(value) + varint(0)
        body += varint(len(record)) + record
    tail = struct.pack(
        ">hiqqqhii", attributes, len(records) - 1, timestamp, timestamp, -1, -1, -1, len(records)
    )
    checked = tail + body
    head = struct.pack(">iBI", epoch, 2, crc32c.crc32c(checked))
    return struct.pack(">qi", base_offset, len(head) + len(checked)) + head + checked


def metadata(record, version=0):
    """A metadata record with its frame, as (key, value)."""
    return None, bytes((1, record.API_KEY, version)) + record.encode(version)


def control(type_number, message):
    """A control record, as (key, value)."""
    return struct.pack(">hh", 0, type_number), message.encode(0)


def topic(name):
    return metadata(messages.TopicRecord(name=name))


def leader_change(base_offset, epoch, leader_id):
    message = messages.LeaderChangeMessage(leader_id=leader_id)
    return batch(base_offset, epoch, [control(2, message)], attributes=CONTROL)


def topics(base_offset, epoch, *names):
    return batch(base_offset, epoch, [topic(name) for name in names])


def snapshot(epoch, *names):
    """The bytes of a snapshot with these topics."""
    header = batch(0, epoch, [control(3, messages.SnapshotHeaderRecord())], attributes=CONTROL)
    footer = control(4, messages.SnapshotFooterRecord())
    end = batch(1 + len(names), epoch, [footer], attributes=CONTROL)
    return header + (topics(1, epoch, *names) if names else b"") + end
