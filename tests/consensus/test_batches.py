"""Summaries of batches."""

from __future__ import annotations

from tests.support.lone_core import batch


def test_a_summary_moves_with_all_its_records():
    moved = batch(0, 0, count=4, size=70).moved_to(100, 7)
    assert (moved.base_offset, moved.last_offset, moved.end_offset) == (100, 103, 104)
    assert (moved.epoch, moved.size_bytes) == (7, 70)
