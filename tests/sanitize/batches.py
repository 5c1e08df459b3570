"""Record batches: damaged bytes and odd values by both engines."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from kraft_wire import native
from kraft_wire.errors import DecodeError, EncodeError
from kraft_wire.records import Record, RecordBatch, RecordBatchBuilder, record_reading
from kraft_wire.records.builder import PYTHON
from tests.fuzz import mutation
from tests.fuzz.batch_target import record_places
from tests.fuzz.odd_values import ODD_VALUES
from tests.support.record_batches import random_batch

if TYPE_CHECKING:
    from random import Random

_COUNTS_MAX = 200


def check_batch(random: Random, count: int) -> int:
    """Try so many inputs made of one batch; how many the engine left to Python, which took them."""
    batch = RecordBatch(random_batch(random))
    payload, position = batch.payload()
    records = payload[position:][:512]
    sample = mutation.Sample(records)
    if len(records) == len(payload) - position:
        sample = mutation.Sample(records, tuple(record_places(records, batch.count)))
    rows = batch.read_records()
    differing = 0
    for index in range(count):
        if index % 8 == 0:
            differing += _check_values(rows, random)
            _check_builder(rows, random)
            _check_header(mutation.mutate(mutation.Sample(bytes(batch)[:512]), random))
            continue
        spoiled = mutation.mutate(sample, random)
        try:
            differing += _check_records(spoiled, min(batch.count, _COUNTS_MAX), batch._base())
            _check_columns(spoiled, batch)
            _check_gather(spoiled, random)
        except AssertionError as error:
            raise AssertionError(f"{error}: {spoiled.hex()}") from error
    return differing


def _check_records(payload: bytes, count: int, base: tuple[Any, ...]) -> bool:
    """The engine reads what Python reads, up to where it stops."""
    compiled: Any = native.compiled
    slow: list[Record] = []
    fault = None
    try:
        slow.extend(record_reading._plain_records(payload, 0, base, count))
    except DecodeError as error:
        fault = error
    fast, _ = compiled.read_records(payload, 0, count, count, base, False)
    spans, _ = compiled.read_records(payload, 0, count, count, base, True)
    assert fast == slow[: len(fast)], "the engine reads other records"
    assert len(spans) >= len(fast), "the engine finds fewer records than it reads"
    return fault is None and len(fast) < count


def _check_columns(payload: bytes, batch: RecordBatch) -> None:
    """Columns of bytes that end where the buffer ends; nothing is written behind the columns."""
    count = min(batch.count, _COUNTS_MAX)
    numbers = (0, len(payload), count, batch.base_offset, batch.base_timestamp, 0, 0)
    columns = tuple(array("q", bytes(8 * count)) for _ in range(9))
    given = tuple(array("q", (number,)) for number in numbers)
    compiled: Any = native.compiled
    data = memoryview(array("B", payload)) if payload else b""
    rows = compiled.read_columns(data, given, columns, bytearray(1), 1)
    if rows:
        parts = batch.base_offset, batch.base_timestamp, -1, None, 0, False
        spans, _ = compiled.read_records(payload, 0, count, count, parts, True)
        expected = [span[3:9] for span in spans]
        assert list(zip(*columns[3:], strict=True)) == expected, "other columns"
    deltas = tuple(array("q", bytes(8 * count)) for _ in range(3))
    more = compiled.read_columns(data, given, deltas, bytearray(1), 1)
    assert more >= rows, "fewer records without their bodies"
    if rows:
        assert deltas == columns[:3], "other records without their bodies"


def _check_gather(payload: bytes, random: Random) -> None:
    """Slices in and out of a buffer: copied as Python slices, or refused."""
    count = random.randrange(20)
    most = len(payload) + (random.random() < 0.2)
    start = [random.randrange(most + 1) for _ in range(count)]
    size = [random.randrange(-1, max(most - at, 0) + 1) for at in start]
    if count and random.random() < 0.3:
        column = random.choice((start, size))
        column[random.randrange(count)] = random.choice((-(2**63), -2, 2**31, 2**63 - 1))
    slices = [payload[at : at + max(length, 0)] for at, length in zip(start, size, strict=True)]
    expected = b"".join(slices)
    room = len(expected) + (random.random() < 0.1)
    fits = room == len(expected) and all(
        length < 0 or 0 <= at <= len(payload) - length
        for at, length in zip(start, size, strict=True)
    )
    data = memoryview(array("B", payload)) if payload else b""
    into, ends, present = bytearray(room), array("i", bytes(4 * (count + 1))), bytearray(3)
    numbers = array("q", start), array("q", size)
    compiled: Any = native.compiled
    try:
        nulls = compiled.gather(data, *numbers, count, ends, present, into)
    except ValueError:
        assert not fits, "slices of the buffer refused"
        return
    assert fits, "slices outside of the buffer copied"
    assert into == expected, "other slices"
    assert nulls == sum(length < 0 for length in size), "other nulls"


def _check_header(data: bytes) -> None:
    """Any bytes may be taken for a batch."""
    try:
        found = RecordBatch.parse(memoryview(array("B", data)) if data else b"")
        found.crc_is_valid()
        found.read_records(max_bytes=1 << 16)
    except DecodeError:
        pass


def _check_values(rows: list[Record], random: Random) -> bool:
    """Building from a list, by the engine if it can, and from an iterator, by Python."""
    if not rows:
        return False
    changed: list[Any] = list(rows)
    at = random.randrange(len(rows))
    fields = list(rows[at])
    fields[random.randrange(len(fields))] = random.choice(ODD_VALUES)
    changed[at] = Record(*fields) if random.random() < 0.9 else random.choice(ODD_VALUES)
    built = []
    for source in (changed, iter(changed)):
        builder = RecordBatchBuilder(base_offset=rows[0].offset)
        try:
            builder.extend(source)
            built.append(builder.build())
        except (EncodeError, TypeError, ValueError, AttributeError, BufferError) as error:
            built.append(repr(error).encode())
    assert built[0] == built[1], f"built otherwise: {changed[at]!r:.200}"
    return False


def _check_builder(rows: list[Record], random: Random) -> None:
    """One record by `append` and `build`, after an odd value was assigned to the builder."""
    fields: list[Any] = list(random.choice(rows)[1:5]) if rows else [5, None, b"v", ()]
    if random.random() < 0.5:
        fields[random.randrange(4)] = random.choice(ODD_VALUES)
    name, value = random.choice(RecordBatchBuilder.__slots__), random.choice(ODD_VALUES)
    is_odd = random.random() < 0.5
    built = []
    for append, build in (
        (RecordBatchBuilder.append, RecordBatchBuilder.build),
        (PYTHON["append"], PYTHON["build"]),
    ):
        builder: Any = RecordBatchBuilder()
        try:
            append(builder, 5, b"first", None)
            if is_odd:
                setattr(builder, name, value.copy() if isinstance(value, list) else value)
            append(builder, *fields)
            built.append(build(builder))
        except Exception as error:  # noqa: BLE001  # which one it is, is compared
            built.append(repr(error).encode())
    assert built[0] == built[1], f"built otherwise: {fields!r:.200}, {name} {value!r:.60}"
