"""A disk that is full, at a process that ends at any moment of it."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from tests.faults.faults import KILLED, FullDisk


class Node:
    """A process in place of a node. Its end is noticed by `kill` only."""

    node_id = 1

    def __init__(self):
        self.launch("import time; time.sleep(60)")
        self.launches = 0

    def launch(self, code="import time; time.sleep(60)"):
        self._process = subprocess.Popen([sys.executable, "-c", code])
        self.launches = getattr(self, "launches", 0) + 1

    @property
    def process_id(self):
        return self._process.pid

    def exit_status(self):
        return None

    def said(self):
        return ""

    def end_unnoticed(self):
        """End as after a write that failed: with status 1, and before anybody looks."""
        self.kill()
        self.launch("raise SystemExit(1)")
        self._process.wait(10)
        self.launches = 0

    def kill(self):
        self._process.kill()
        return self._process.wait(10)


class Victim:
    def __init__(self, node):
        self.node = node

    def segments(self):
        return []

    def last_words(self):
        return ""


@pytest.mark.parametrize("status", [KILLED, 1])
def test_a_full_disk_that_nobody_ran_into_leaves_a_process_without_it(status):
    node = Node()
    fault = FullDisk(Victim(node), random.Random(1))
    fault.begin()
    if status == 1:
        node.end_unnoticed()
    assert not fault.has_bitten
    first = node.process_id
    fault.end()
    assert (node.launches, node.process_id != first) == (1, True)
    node.kill()
