"""Rounds of faults drawn from a seed: kill -9, SIGSTOP, and a network that does what it likes.

KRAFT_ROUNDS=0:100 pytest tests/node/test_rounds.py
"""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from tests.node.appending_process import AppendingProcess, check_logs, counts, leading
from tests.node.bad_network import BadNetwork
from tests.node.cluster import format_node, properties_of, voters_at, wait_until
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(120)]

FIRST, LAST = map(int, os.environ.get("KRAFT_ROUNDS", "0:2").split(":"))
FAULTS = ("kill", "kill", "pause", "delay", "silence", "cut", "reset", "half close", "stop")


class Round:
    """Three nodes, each behind a bad network."""

    def __init__(self, root, network: BadNetwork, ports, seed: int) -> None:
        self.rng = random.Random(seed)
        self.network = network
        self.processes = []
        for node_id in (1, 2, 3):
            format_node(root, node_id, voters_at(network.ports))
            values = properties_of(node_id, network.ports, root)
            values["listeners"] = f"CONTROLLER://127.0.0.1:{ports[node_id - 1]}"
            told = f"CONTROLLER://127.0.0.1:{network.ports[node_id - 1]}"
            values["advertised.listeners"] = told
            self.processes.append(AppendingProcess(root, values))

    def break_something(self) -> None:
        """Do something to one node for a while, then mend it."""
        place = self.rng.randrange(3)
        process, fault = self.processes[place], self.rng.choice(FAULTS)
        pause_s = self.rng.uniform(0.1, 1.2)
        match fault:
            case "kill":
                process.kill()
            case "stop":
                assert process.stop() == 0
            case "pause":
                os.kill(process.process_id, signal.SIGSTOP)
            case "delay":
                self.network.delay(place, self.rng.uniform(0.005, 0.3))
            case "silence":
                self.network.silence(place)
            case "cut":
                self.network.cut(place)
            case "reset":
                self.network.reset(place)
            case "half close":
                self.network.half_close(place)
        time.sleep(pause_s)
        if fault == "pause":
            os.kill(process.process_id, signal.SIGCONT)
        if not process.is_running:
            process.start()
        self.network.heal(place)

    def is_committing(self) -> None:
        since = counts(self.processes)
        wait_until(lambda: leading(self.processes, since))


@pytest.mark.parametrize("seed", range(FIRST, LAST))
def test_nothing_acknowledged_is_lost(tmp_path, seed):
    ports = free_ports(3)
    with BadNetwork(ports) as network:
        story = Round(tmp_path, network, ports, seed)
        try:
            for each in story.processes:
                each.start()
            story.is_committing()
            for _ in range(8):
                story.break_something()
            story.is_committing()
        finally:
            for each in story.processes:
                each.kill()
    assert check_logs(story.processes) > 40
