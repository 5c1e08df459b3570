"""Processes that append while they lead, and what must be true of their logs afterwards."""

from __future__ import annotations

import itertools
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.perf_load import PERF_TOPIC
from kraft_wire.records import RecordBatch, iter_batches
from tests.node.appending import AT_REST
from tests.node.cluster import NodeProcess
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence


class AppendingProcess(NodeProcess):
    """A node that appends while it leads, and writes down what was committed.

    With a `directory_id` it is a replica of the quorum of `kraft perf-server`.
    """

    def __init__(self, root: Path, values: dict[str, str], directory_id: str = "") -> None:
        super().__init__(root, values)
        self._more = [directory_id] if directory_id else []
        if directory_id:
            self.topic = PERF_TOPIC
        self.acknowledged_file = root / f"acknowledged-{self.node_id}.txt"

    @property
    def command(self) -> list[str]:
        script = Path(__file__).with_name("appending.py")
        files = [str(self.properties), str(self.acknowledged_file)]
        return [sys.executable, str(script), *files, *self._more]

    def rest(self) -> None:
        """Let it append no more; whatever it appended has its answer when this returns."""
        os.kill(self.process_id, signal.SIGUSR1)
        wait_until(lambda: AT_REST in self.said(), "the process to be at rest")

    @property
    def acknowledged(self) -> list[str]:
        """What it was told to be committed, in order."""
        if not self.acknowledged_file.exists():
            return []
        return [line for line in self.acknowledged_file.read_text().split("\n")[:-1] if line]


def records_of(process: AppendingProcess) -> list[str]:
    """The data records of a log, in order."""
    return [
        bytes(record.value).decode()
        for batch in iter_batches(process.segment())
        if isinstance(batch, RecordBatch) and not batch.is_control
        for record in batch.records()
    ]


def counts(processes: Sequence[AppendingProcess]) -> dict[AppendingProcess, int]:
    """How many records each of them has acknowledged."""
    return {each: len(each.acknowledged) for each in processes}


def leading(
    processes: Sequence[AppendingProcess], since: dict[AppendingProcess, int], more: int = 20
) -> AppendingProcess | None:
    """The process that acknowledged so many more than it had."""
    grown = [each for each in processes if len(each.acknowledged) > since.get(each, 0) + more]
    return grown[0] if grown else None


def check_logs(processes: Sequence[AppendingProcess]) -> int:
    """Every acknowledged record is there, once, in order; the logs agree. How many there are."""
    acknowledged = list(itertools.chain(*(each.acknowledged for each in processes)))
    logs = [records_of(each) for each in processes]
    longest = max(logs, key=len)
    for log in logs:
        shared = min(len(log), len(longest))
        assert log[:shared] == longest[:shared]
    places = {record: place for place, record in enumerate(longest)}
    assert len(places) == len(longest)
    assert set(acknowledged) <= places.keys()
    for each in processes:
        order = [places[record] for record in each.acknowledged]
        assert order == sorted(order)
    return len(acknowledged)
