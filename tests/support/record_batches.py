"""Batches for tests: Kafka's golden ones, random ones, and ones written byte by byte.

Those written byte by byte do not use the code under test.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from typing import TYPE_CHECKING, Any

from crc32c import crc32c
from hypothesis import strategies as st

from kraft_wire import messages
from kraft_wire.records import Compression, PartColumn, RecordBatchBuilder
from kraft_wire.records.record import encoded_headers

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from kraft_wire.message import Message
    from kraft_wire.records import Record

CONTROL = 0x20
_HEADER = struct.Struct(">qiibIhiqqqhii")

GOOD_RECORD = bytes.fromhex("18 00 00 00 02 61 04 6263 02 02 68 01")
"""Key "a", value "bc", one header "h" that is null."""
FIRST_LEADER_BATCH = bytes.fromhex(
    "0000000000000000000000a200000001028ecff79d0020000000020000018bcfe568000000018bcfe56800ffff"
    "ffffffffffffffffffffffff000000033a000000080000000226000000000001020000000100020000000100"
    "00001e00000208000000050a000000010000820100000408000000066e00000200000001000102030405060708"
    "090a0b0c0d0e0f020b434f4e54524f4c4c45520a6c6f63616c686f73742385000000000100000000"
)
SNAPSHOT_HEADER_BATCH = bytes.fromhex(
    "0000000000000000000000470000000002c7ac78040020000000000000018bcfe568000000018bcfe56800ffff"
    "ffffffffffffffffffffffff000000012a00000008000000031600000000018bcfe568000000"
)
NO_OP_BATCH = bytes.fromhex(
    "00000000000000030000003c0000000102b03bfe3d0000000000000000018bcfe568000000018bcfe56800ffff"
    "ffffffffffffffffffffffff000000011400000001080114000000"
)


def varint(number: int) -> bytes:
    """Encode a zigzag varint, independently of the code under test."""
    rest = number * 2 if number >= 0 else -number * 2 - 1
    out = []
    while rest > 127:
        out.append(rest % 128 + 128)
        rest //= 128
    return bytes([*out, rest])


def columns_of(records: Sequence[Record]) -> tuple[Any, ...]:
    """Return the arguments of `RecordBatchBuilder.extend_columns` for records."""
    return (
        array("q", [each.offset for each in records]),
        array("q", [each.timestamp for each in records]),
        PartColumn.of(each.key for each in records),
        PartColumn.of(each.value for each in records),
        PartColumn.of(encoded_headers(each.headers) for each in records),
    )


def record(*parts: bytes) -> bytes:
    """Return a record with this body after its length."""
    body = b"".join(parts)
    return varint(len(body)) + body


def part(data: bytes | None) -> bytes:
    return varint(-1) if data is None else varint(len(data)) + data


def simple_record(delta: int, value: bytes | None, key: bytes | None = None) -> bytes:
    return record(b"\0", varint(0), varint(delta), part(key), part(value), varint(0))


def batch_of(payload: bytes, count: int = 1, **header: int) -> bytes:
    """Return a batch with these record bytes and a valid checksum."""
    values = {
        "base_offset": 0,
        "length": 49 + len(payload),
        "epoch": 0,
        "magic": 2,
        "crc": 0,
        "attributes": 0,
        "last_offset_delta": count - 1,
        "base_timestamp": 1000,
        "max_timestamp": 1000,
        "producer_id": -1,
        "producer_epoch": -1,
        "base_sequence": -1,
        "count": count,
    }
    assert header.keys() <= values.keys()
    data = _HEADER.pack(*(values | header).values()) + payload
    return data[:17] + crc32c(data[21:]).to_bytes(4, "big") + data[21:]


def batch(
    base_offset: int,
    epoch: int,
    records: Sequence[tuple[bytes | None, bytes | None]],
    *,
    attributes: int = 0,
    timestamp: int = 1000,
) -> bytes:
    """Return a batch of records, each a key and a value."""
    return batch_of(
        b"".join(simple_record(delta, value, key) for delta, (key, value) in enumerate(records)),
        len(records),
        base_offset=base_offset,
        epoch=epoch,
        attributes=attributes,
        base_timestamp=timestamp,
        max_timestamp=timestamp,
    )


def metadata(record: Message, version: int = 0) -> tuple[None, bytes]:
    """Return a metadata record with its frame, as key and value."""
    assert record.API_KEY is not None
    return None, bytes((1, record.API_KEY, version)) + record.encode(version)


def control(type_number: int, message: Message) -> tuple[bytes, bytes]:
    """Return a control record, as key and value."""
    return struct.pack(">hh", 0, type_number), message.encode(0)


def topic(name: str) -> tuple[None, bytes]:
    return metadata(messages.TopicRecord(name=name))


def leader_change(base_offset: int, epoch: int, leader_id: int) -> bytes:
    message = messages.LeaderChangeMessage(leader_id=leader_id)
    return batch(base_offset, epoch, [control(2, message)], attributes=CONTROL)


def topics(base_offset: int, epoch: int, *names: str) -> bytes:
    return batch(base_offset, epoch, [topic(name) for name in names])


def snapshot(epoch: int, *names: str) -> bytes:
    """Return the bytes of a snapshot with these topics."""
    header = batch(0, epoch, [control(3, messages.SnapshotHeaderRecord())], attributes=CONTROL)
    footer = control(4, messages.SnapshotFooterRecord())
    end = batch(1 + len(names), epoch, [footer], attributes=CONTROL)
    return header + (topics(1, epoch, *names) if names else b"") + end


def with_right_crc(batch: bytes) -> bytes:
    """Make length and checksum of a changed batch right again, in any message format."""
    data = batch[:8] + (len(batch) - 12).to_bytes(4, "big") + batch[12:]
    if data[16] < 2:
        return data[:12] + zlib.crc32(data[16:]).to_bytes(4, "big") + data[16:]
    return data[:17] + crc32c(data[21:]).to_bytes(4, "big") + data[21:]


keys = st.none() | st.binary(max_size=70)
values = st.none() | st.binary(max_size=200) | st.integers(0, 20_000).map(bytes)
headers = st.lists(st.tuples(st.text(max_size=5), st.none() | st.binary(max_size=70)), max_size=3)
times = st.integers(0, 200) | st.integers(0, 1 << 45)
rows = st.lists(
    st.tuples(times, keys, values, headers.map(tuple), st.sampled_from([0, 0, 0, 0, 1, 5000])),
    min_size=1,
    max_size=40,
)


def fill(builder: RecordBatchBuilder, found: Iterable[tuple[Any, ...]]) -> None:
    """Append rows of time, key, value, headers and the gap in front."""
    offset = builder.base_offset
    for time, key, value, pairs, gap in found:
        offset += gap
        builder.append(time, key, value, pairs, offset)
        offset += 1


def random_batch(rng: random.Random) -> bytes:
    """Return a valid batch of a few records, of any codec and kind."""
    producer = rng.choice([-1, 5])
    builder = RecordBatchBuilder(
        base_offset=rng.choice([0, 1, 1 << 40]),
        compression=rng.choice(list(Compression)),
        producer_id=producer,
        producer_epoch=min(producer, 3),
        base_sequence=-1 if producer < 0 else rng.choice([0, 2**31 - 3]),
        append_time=rng.choice([None, None, 77]),
        delete_horizon_ms=rng.choice([None, None, 1234]),
    )
    for _ in range(rng.choice([1, 2, 9, 70])):
        builder.append(
            1_700_000_000_000 + rng.choice([0, 1, 100, 100_000]),
            rng.choice([None, b"", rng.randbytes(3)]),
            rng.choice([None, rng.randbytes(rng.randrange(90))]),
            rng.choice([(), (), (("k", b"v"), ("", None))]),
        )
    return builder.build()
