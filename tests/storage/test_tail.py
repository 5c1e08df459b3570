"""The newest batches in memory. Reads are shown in log_contract."""

from __future__ import annotations

import tracemalloc

from kraft_core.raft.storage.segmented_log import Tail, TailPiece
from tests.storage.content import batch, batches, run


def piece(*each):
    return TailPiece(*batches(*each))


SIZE = len(batch(0)[1])
KEPT = piece(batch(0)).size_bytes


def test_tail_drops_only_written_pieces_down_to_the_kept_size():
    tail = Tail(2 * KEPT)
    pieces = [piece(each) for each in run(0, 5)]
    for each in pieces:
        tail.append(each)
    tail.trim()
    assert tail.start_offset == 0
    pieces[0].is_written = pieces[2].is_written = True
    tail.trim()
    assert tail.start_offset == 1
    for each in pieces:
        each.is_written = True
    tail.trim()
    assert tail.start_offset == 3
    assert tail.read(3, 5, 9999) == run(0, 5)[3][1] + run(0, 5)[4][1]


def test_tail_is_trimmed_after_a_quarter_more_has_gathered():
    tail = Tail(4 * KEPT)
    for each in run(0, 6):
        added = piece(each)
        added.is_written = True
        tail.append(added)
        tail.trim()
        assert tail.start_offset == (2 if each[0].base_offset == 5 else 0)


def test_read_that_begins_inside_a_piece_gets_as_many_batches_as_fit():
    tail = Tail(0)
    each = run(0, 4)
    tail.append(piece(*each))
    assert tail.read(1, 4, 9999) == b"".join(content for _, content in each[1:])
    assert tail.read(1, 4, 2 * SIZE) == each[1][1] + each[2][1]
    assert tail.read(1, 3, 9999) == each[1][1] + each[2][1]
    assert tail.read(1, 4, 1) == each[1][1]


def test_a_cut_inside_a_piece_keeps_its_whole_batches():
    tail = Tail(0)
    one = piece(batch(0, count=2), batch(2, count=2), batch(4, count=2))
    tail.append(one)
    tail.append(piece(batch(6)))
    tail.truncate(5)
    assert (one.end_offset, len(one.payload)) == (4, sum(b.size_bytes for b in one.batches))
    assert tail.read(0, 10, 9999) == batch(0, count=2)[1] + batch(2, count=2)[1]
    one.is_written = True  # it is still the piece that the queue knows
    tail.trim()
    assert tail.start_offset is None


def test_truncation_below_the_tail_empties_it():
    tail = Tail(0)
    tail.append(piece(batch(3, count=4)))
    tail.truncate(5)
    assert tail.start_offset is None
    tail.append(piece(batch(1)))
    tail.clear()
    assert tail.start_offset is None


def test_batch_start_returns_first_offset_of_batch():
    tail = Tail(0)
    tail.append(piece(batch(3, count=4), batch(7, count=2)))
    tail.append(piece(batch(9)))
    assert [tail.batch_start(offset) for offset in range(3, 10)] == [3, 3, 3, 3, 7, 7, 9]


def test_small_batches_take_no_more_memory_than_is_kept():
    """An idle quorum appends one record at a time; followers keep the bytes of a whole answer.

    A quarter more than the limit may gather.
    """
    limit = 2 << 20
    tail = Tail(limit)
    [(summary, content)] = run(0, 1)
    tracemalloc.start()
    try:
        for offset in range(limit // len(content)):
            answer = bytes(120) + content
            moved = summary.moved_to(offset, 1)
            added = TailPiece((moved,), memoryview(answer)[120:])
            added.is_written = True
            tail.append(added)
            tail.trim()
        assert tracemalloc.get_traced_memory()[0] < limit * 1.4
    finally:
        tracemalloc.stop()
    assert tail.read(offset, offset + 1, 9999) == content
