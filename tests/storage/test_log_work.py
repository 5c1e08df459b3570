"""Appends that wait together are performed together."""

from __future__ import annotations

from kraft_core.raft.storage.segmented_log import (
    Append,
    DeletePrefix,
    Housekeep,
    TailPiece,
    Truncate,
    grouped,
)
from tests.storage.content import batch, batches


def queued(offset):
    summaries, payload = batches(batch(offset))
    return Append(0, summaries, payload, TailPiece(summaries, payload))


def test_only_neighbours_are_grouped():
    a, b, c, d = (queued(offset) for offset in range(4))
    cut, front, chores = Truncate(1, 2), DeletePrefix(1), Housekeep(5)
    assert list(grouped([a, b, cut, c, front, chores, d])) == [[a, b], cut, [c], front, chores, [d]]
    assert list(grouped([])) == []
    assert list(grouped([cut, a])) == [cut, [a]]
