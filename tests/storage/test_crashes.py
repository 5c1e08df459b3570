"""The end of the process, or of the power, between any two file operations, again and again.

A life is a random sequence of what a replica does to its directory. It ends at a random operation
on files: the process ends, or the power goes (and unsynced bytes and names survive as chance will),
or a sync fails. The directory is opened again, which may end in the same way, and must then hold
what was told to be durable, and nothing that was never there.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from tests.storage.content import opened
from tests.storage.lives import SETTINGS, Ended, Life


@pytest.mark.parametrize("block", range(6))
def test_durable_state_survives_crashes(block):
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


def story(life):
    """Everything that a replica does to its directory, each kind at least once."""
    for kind in (
        *("append", "append", "flush", "append", "flush", "snapshot", "append", "vote"),
        *("flush", "append", "truncate", "append", "flush", "chores", "append", "flush"),
        *("snapshot", "prefix", "append", "flush", "reset", "append", "flush", "chores"),
        *("append", "truncate", "flush", "append", "vote", "flush", "chores"),
    ):
        getattr(life, f"_{kind}")()


class Counting:
    """Counts operations on files, and ends the process before the given one."""

    def __init__(self, last=None):
        self.count = 0
        self.last = last

    def __call__(self, kind, path):
        if self.count == self.last:
            raise Ended
        self.count += 1


def lived(seed, counting):
    """A life that ends before an operation on files."""
    life = Life(random.Random(seed))
    life._open()
    life.disk.before = counting
    with suppress(Ended):
        story(life)
    life.disk.before = None
    return life


@pytest.mark.parametrize("end", ["process", "power", "power, by chance"])
def test_an_end_before_each_operation_on_files(end):
    whole = Counting()
    lived(1, whole)
    assert whole.count > 150
    for place in range(whole.count + 1):
        life = lived(1, Counting(place))
        end_now(life, end, place)
        life._open()


def test_an_end_before_each_operation_of_a_start():
    for place in range(20, 160, 20):
        starting = Counting()
        life = lived(2, Counting(place))
        end_now(life, "power, by chance", place)
        life.disk.before = starting
        life.directory = opened(life.disk, SETTINGS)
        for stop in range(starting.count):
            life = lived(2, Counting(place))
            end_now(life, "power, by chance", place)
            life.disk.before = Counting(stop)
            with pytest.raises(Ended):
                opened(life.disk, SETTINGS)
            life.disk.before = None
            end_now(life, "power, by chance", stop)
            life._open()


def end_now(life, end, seed):
    if end == "process":
        life.disk.restart()
    else:
        life.disk.power_loss(random.Random(seed) if "chance" in end else None)
