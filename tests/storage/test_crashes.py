"""The end of the process, or of the power, between any two file operations, again and again.

A life is a random sequence of what a replica does to its directory. It ends at a random operation
on files: the process ends, or the power goes (and unsynced bytes and names survive as chance will),
or a sync fails. The directory is opened again, which may end in the same way, and must then hold
what was told to be durable, and nothing that was never there.
"""

from __future__ import annotations

import random

import pytest

from tests.storage.lives import Life


@pytest.mark.parametrize("block", range(6))
def test_whatever_was_durable_survives(block):
    seen = set()
    for seed in range(block * 25, block * 25 + 25):
        life = Life(random.Random(seed))
        life.live(6)
        seen |= life.seen
    assert seen >= {
        *("ended at work", "ended while opening", "power loss", "process end", "failed write"),
        *("append", "truncate", "reset", "snapshot", "vote", "chores", "prefix"),
        *("found unfinished", "found durable"),
    }
