"""A node to which bad things are done: its process, its log, the way to it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.faults.bad_network import BadNetwork, Way
    from tests.faults.disk_watch import DiskWatch
    from tests.faults.names import NameFile


class NodeOnTrial(Protocol):
    """A node as a process, ours or Kafka's."""

    node_id: int
    says_of_cuts: str | None
    """What it prints when a start has cut a torn log, None if that is not known."""
    watch: DiskWatch | None
    """None where nobody watches the disk."""
    names: NameFile | None
    """The file that its look-ups follow; None if it asks libc."""

    @property
    def log_folder(self) -> Path:
        """Where its metadata log is."""

    @property
    def process_id(self) -> int:
        """Of the running process."""

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""

    @property
    def is_ready(self) -> bool:
        """Whether it has said, in this life, that it has started."""

    def launch(self) -> None:
        """Start the process."""

    def kill(self) -> int:
        """End it without warning; the exit status."""

    def stop(self) -> int:
        """Ask it to end; the exit status."""

    def ended_well(self, status: int) -> bool:
        """Return True if that is how it ends after SIGTERM."""

    def exit_status(self) -> int | None:
        """How it ended by itself, None if it has not."""

    def said(self) -> str:
        """All that it has printed."""


@dataclass(eq=False)
class Victim:
    """A node and the way to it."""

    node: NodeOnTrial
    way: Way
    network: BadNetwork
    nodes: Sequence[NodeOnTrial] = ()
    """All of the quorum."""

    def until_ready(self) -> None:
        """Wait until the node says that it has started."""
        wait_until(
            lambda: self.node.is_ready or not self.node.is_running,
            f"the start of node {self.node.node_id}",
        )
        assert self.node.is_running, self.last_words()

    def last_words(self) -> str:
        """The end of what it has printed."""
        return f"node {self.node.node_id}:\n{self.node.said()[-6000:]}"

    def count_of(self, note: str) -> int:
        """Return the number of times that nodes have printed a note."""
        return sum(each.said().count(note) for each in self.nodes)

    def segments(self) -> list[Path]:
        """The segments of its log, oldest first."""
        return sorted(self.node.log_folder.glob("*.log"))


def comes_true(condition: Callable[[], object], timeout_s: float) -> bool:
    """Ask fifty times a second; whether the answer was true in time."""
    with contextlib.suppress(TimeoutError):
        wait_until(condition, "what may not come true", timeout_s)
        return True
    return False


def memory_of(process_id: int) -> int:
    """How many bytes of memory a process has to itself."""
    for line in Path(f"/proc/{process_id}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise ProcessLookupError(process_id)


def descriptors_of(process_id: int) -> int:
    """How many descriptors a process has open."""
    return len(list(Path(f"/proc/{process_id}/fd").iterdir()))


def is_stopped(process_id: int) -> bool:
    """Whether every thread of a process stands still (SIGSTOP)."""
    states = [
        stat.read_text().rpartition(")")[2].split()[0]
        for stat in Path(f"/proc/{process_id}/task").glob("*/stat")
    ]
    return set(states) == {"T"}
