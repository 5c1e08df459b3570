from __future__ import annotations

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from kraft_spark.files.sidecars import ABORTED_ENTRY
from kraft_spark.log import transactions
from kraft_spark.log.layout import list_files
from kraft_spark.log.transactions import OpenTransactions, read_markers
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import encode_transaction_marker
from tests.spark.log_rows import batch, options_of, rows, write_log


@pytest.fixture(autouse=True)
def _no_worker_remembers():
    transactions._cache.clear()


def data(base, producer_id, count=2):
    return batch(
        base,
        count,
        producer_id=producer_id,
        producer_epoch=0,
        base_sequence=0,
        is_transactional=True,
    )


def marker(base, producer_id, *, commit):
    builder = RecordBatchBuilder(
        base_offset=base,
        producer_id=producer_id,
        producer_epoch=0,
        is_transactional=True,
        is_control=True,
    )
    builder.append(1, *encode_transaction_marker(commit=commit, coordinator_epoch=0))
    return builder.build()


LOG = [
    data(0, 1),
    data(2, 2),
    batch(4, 2),
    marker(6, 1, commit=False),
    data(7, 1),
    marker(9, 2, commit=True),
    marker(10, 1, commit=True),
    data(11, 3),
    batch(13, 2),
    data(15, 1),
    marker(17, 1, commit=True),
]


def committed(path, **options):
    options = {"isolationLevel": "read_committed", **options}
    return [row["offset"] for row in rows(path, "offset BIGINT", **options)]


def test_markers_end_transactions_and_list_the_aborted_ones():
    state = OpenTransactions()
    state.data(1, 5)
    state.data(1, 7)
    state.data(2, 6)
    state.marker(1, 9, is_commit=False)
    state.marker(8, 10, is_commit=False)
    assert state.result().aborted == ((1, 5, 9),)
    assert state.result().last_stable == 6
    state.marker(2, 11, is_commit=True)
    assert state.result().last_stable is None


def test_aborted_and_open_transactions_do_not_count(tmp_path):
    path = write_log(tmp_path / "orders-0", *LOG)
    assert committed(path) == [2, 3, 4, 5, 7, 8]
    found = read_markers(list_files(options_of(path)).files, options_of(path))
    assert found.aborted == ((1, 0, 6),)
    assert found.last_stable == 11


def test_the_state_comes_from_the_whole_directory(tmp_path):
    first = write_log(tmp_path / "orders-0", *LOG[:3])
    second = write_log(tmp_path / "orders-0", *LOG[3:], base=6)
    assert committed(first) == [2, 3, 4, 5]
    assert committed(second) == [7, 8]
    assert committed(tmp_path) == [2, 3, 4, 5, 7, 8]
    assert committed(tmp_path, startingOffsets=5) == [5, 7, 8]
    assert committed(tmp_path, maxPartitionBytes=1) == [2, 3, 4, 5, 7, 8]


def random_partition(seed, folder):
    """Segments with indexes as Kafka writes them, of transactions that overlap.

    Returns the offsets that a consumer of committed records gets.
    """
    random = Random(seed)
    began, offset, base = {}, 0, 0
    pending, kept = defaultdict(list), []
    segment, entries = [], []
    for _ in range(60):
        producer = random.randrange(4)
        if producer in began and random.random() < 0.5:
            commit = random.random() < 0.5
            segment.append(marker(offset, producer, commit=commit))
            first, sent = began.pop(producer), pending.pop(producer)
            if commit:
                kept += sent
            else:
                stable = min(began.values(), default=offset + 1)
                entries.append((0, producer, first, offset, stable))
            offset += 1
        else:
            segment.append(data(offset, producer))
            began.setdefault(producer, offset)
            pending[producer] += [offset, offset + 1]
            offset += 2
        if random.random() < 0.2:
            write_log(folder, *segment, base=base)
            if entries:
                content = np.array(entries, ABORTED_ENTRY).tobytes()
                (folder / f"{base:020}.txnindex").write_bytes(content)
            segment, entries, base = [], [], offset
    write_log(folder, *segment, base=base)
    stable = min(began.values(), default=offset)
    return sorted(one for one in kept if one < stable)


@pytest.mark.parametrize("seed", range(20))
def test_indexes_without_producer_states_change_nothing(tmp_path, seed):
    """Copies of a part of the indexes must not give what was aborted."""
    folder = tmp_path / "orders-0"
    expected = random_partition(seed, folder)
    assert committed(folder) == expected
    indexes = sorted(folder.glob("*.txnindex"))
    for path in indexes:
        path.unlink()
        transactions._cache.clear()
        assert committed(folder) == expected


def test_a_marker_with_a_wrong_checksum_is_none(tmp_path):
    wrong = bytearray(LOG[3])
    wrong[-1] ^= 1
    path = write_log(tmp_path / "orders-0", *LOG[:3], bytes(wrong))
    options = options_of(path)
    assert read_markers(list_files(options).files, options).last_stable == 0
    assert read_markers([], options).last_stable is None


def test_damage_hides_no_marker_behind_it(tmp_path):
    path = write_log(tmp_path / "orders-0", *LOG[:2], b"\xff" * 60, *LOG[2:])
    assert committed(path, mode="DROPMALFORMED") == [2, 3, 4, 5, 7, 8]


def test_uncommitted_reads_see_everything_but_markers(tmp_path):
    path = write_log(tmp_path / "orders-0", *LOG)
    assert len(committed(path, isolationLevel="read_uncommitted")) == 14
