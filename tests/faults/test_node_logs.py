"""What is read from logs on disk, and what is refused of them."""

from __future__ import annotations

import pytest

from kraft_wire.records import RecordBatchBuilder
from tests.faults.node_logs import batch_ends, check_alike, data_batches, read_log


def batch(base_offset, *values, epoch=1):
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=epoch)
    for value in values:
        builder.append(0, None, value)
    return builder.build()


FIRST, SECOND, THIRD = batch(0, b"a", b"b"), batch(2, b"c"), batch(3, b"d", epoch=2)
LOG = {0: FIRST, 2: SECOND, 3: THIRD}


def test_batches_are_found(tmp_path):
    (tmp_path / f"{0:020d}.log").write_bytes(FIRST + SECOND)
    (tmp_path / f"{3:020d}.log").write_bytes(THIRD + batch(4, b"torn")[:-1])
    assert read_log(tmp_path) == LOG
    assert batch_ends(FIRST + SECOND[:5]) == [len(FIRST)]
    values = [[bytes(each.value) for each in found.records()] for found in data_batches(LOG)]
    assert values == [[b"a", b"b"], [b"c"], [b"d"]]


def test_a_flipped_bit_is_noticed():
    damaged = FIRST[:-1] + bytes([FIRST[-1] ^ 1])
    with pytest.raises(Exception, match=r"checksum|CRC|crc"):
        list(data_batches({0: damaged}))


ALIKE = {
    "the same": (LOG, LOG, LOG),
    "one is behind": (LOG, {0: FIRST, 2: SECOND}),
    "one has shrunk": (LOG, {2: SECOND, 3: THIRD}),
}
DIFFERENT = {
    "other bytes": (LOG, {0: FIRST, 2: batch(2, b"x"), 3: THIRD}),
    "another epoch": (LOG, {0: FIRST, 2: batch(2, b"c", epoch=2), 3: THIRD}),
    "other batches": (LOG, {0: FIRST, 2: batch(2, b"c", b"d")}, LOG),
    "a gap": ({0: FIRST, 3: THIRD}, LOG),
    "a record less in a batch": (LOG, {0: batch(0, b"a"), 2: SECOND}),
    "nothing in common": ({0: FIRST}, {2: SECOND}),
}


@pytest.mark.parametrize("name", ALIKE)
def test_logs_that_are_alike(name):
    assert check_alike(ALIKE[name]) > 0


@pytest.mark.parametrize("name", DIFFERENT)
def test_different_logs_are_refused(name):
    with pytest.raises(AssertionError):
        check_alike(DIFFERENT[name])
