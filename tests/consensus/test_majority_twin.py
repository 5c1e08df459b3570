"""The majority offset against the definition of a majority, written naively."""

from __future__ import annotations

import random

from kraft_core.consensus.progress import Progress
from tests.support.lone_core import key, voter_set


def naive(offsets):
    """The highest offset that more than half of the voters have."""
    known = [offset for offset in offsets if offset is not None]
    held = [offset for offset in known if sum(each >= offset for each in known) * 2 > len(offsets)]
    return max(held, default=None)


def test_majority_offset_is_what_more_than_half_have():
    rng = random.Random(7)
    for _ in range(3000):
        offsets = [rng.choice((None, *range(6))) for _ in range(rng.randint(1, 7))]
        progress = Progress(key(1))
        progress.use_voter_set(voter_set(*range(1, len(offsets) + 1)))
        for entry, offset in zip(progress.voters.values(), offsets, strict=True):
            entry.end_offset = offset
        assert progress.majority_offset() == naive(offsets)
