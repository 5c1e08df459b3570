"""Generation, start and flushed end follow effects and completions."""

from __future__ import annotations

from kraft_core.raft.consensus.log import LogView
from kraft_core.raft.replica.applying import LogProgress


def started(end=10, start=0):
    progress = LogProgress()
    progress.start(LogView(start, end))
    return progress


def test_recovered_log_counts_as_durable():
    progress = started(10, 3)
    assert (progress.start_offset, progress.flushed_end, progress.is_settled) == (3, 10, True)


def test_flushes_of_this_generation_count():
    progress = started()
    progress.flushed(0, 12)
    progress.flushed(0, 11)
    progress.flushed(1, 99)
    assert progress.flushed_end == 12


def test_truncation_voids_what_was_queued_before_it():
    progress = started()
    progress.truncate(1, 5)
    assert (progress.flushed_end, progress.is_settled) == (5, False)
    progress.flushed(0, 12)
    assert progress.flushed_end == 5
    progress.settled(0, 9)
    assert not progress.is_settled
    progress.settled(1, 4)
    assert (progress.flushed_end, progress.is_settled) == (4, True)


def test_truncation_above_the_flushed_end_moves_it_once_durable():
    progress = started()
    progress.truncate(1, 15)
    assert progress.flushed_end == 10
    progress.settled(1, 15)
    assert progress.flushed_end == 15


def test_reset_restarts_the_progress():
    progress = started()
    progress.reset(1, 100)
    assert (progress.start_offset, progress.flushed_end) == (100, 100)
    progress.settled(1, 100)
    progress.flushed(1, 101)
    assert (progress.flushed_end, progress.is_settled) == (101, True)


def test_a_prefix_never_comes_back():
    progress = started()
    progress.delete_prefix(6)
    progress.delete_prefix(4)
    assert progress.start_offset == 6
