"""The dictionary as three processes and a newcomer; the leader is killed."""

from __future__ import annotations

import signal
import socket
from contextlib import ExitStack

import pytest

from tests.examples.example_process import WAIT_S, ExampleProcess
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(300)]

PORTS_BETWEEN = 1000


def ports_with_desks(count):
    """Ports whose neighbours a thousand above are free too."""
    found = []
    for port in free_ports(4 * count):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port + PORTS_BETWEEN)):
                found.append(port)
    assert len(found) >= count
    return found[:count]


class Dictionary:
    """Its nodes, and a user who asks any of them."""

    def __init__(self, root, stack):
        self._root, self._stack = root, stack
        self.ports = dict(enumerate(ports_with_desks(4), 1))
        self.nodes = {}
        self.starts = 0

    def start(self, node_id):
        self.starts += 1
        join = ["--join", f"127.0.0.1:{self.ports[1]}"] if node_id > 1 else []
        self.nodes[node_id] = node = self._stack.enter_context(
            ExampleProcess(
                "dictionary.py",
                node_id,
                f"127.0.0.1:{self.ports[node_id]}",
                self._root / f"node-{node_id}",
                *join,
                output=self._root / f"output-{self.starts}.txt",
            )
        )
        node.until_said(f"node {node_id} takes lines")

    def ask(self, node_id, line):
        address = ("127.0.0.1", self.ports[node_id] + PORTS_BETWEEN)
        with socket.create_connection(address, WAIT_S) as link, link.makefile("rw") as lines:
            print(line, file=lines, flush=True)
            return lines.readline().strip()

    def until_voters(self, voters):
        wait_until(
            lambda: self.ask(1, "nodes").endswith(f"leads {voters}"), f"voters {voters}", WAIT_S
        )

    def until_there(self, node_id, key, value):
        wait_until(
            lambda: self.ask(node_id, f"get {key}") == value, f"{key} at node {node_id}", WAIT_S
        )


def test_a_dictionary_outlives_its_leader_and_takes_a_newcomer(tmp_path):
    with ExitStack() as stack:
        dictionary = Dictionary(tmp_path, stack)
        for node_id in (1, 2, 3):
            dictionary.start(node_id)
        dictionary.until_voters((1, 2, 3))
        assert dictionary.ask(2, "put colour dark blue").startswith("ok, offset ")
        assert dictionary.ask(3, "put shape round").startswith("ok, offset ")
        assert dictionary.ask(1, "delete shape").startswith("ok, offset ")
        for node_id in (1, 2, 3):
            dictionary.until_there(node_id, "colour", "dark blue")
            dictionary.until_there(node_id, "shape", "(nothing)")

        leader = int(dictionary.ask(2, "nodes").split()[0])
        assert dictionary.nodes[leader].end(signal.SIGKILL) == -signal.SIGKILL
        first, second = {1, 2, 3} - {leader}
        assert dictionary.ask(first, "put colour green").startswith("ok, offset ")
        assert dictionary.ask(second, "put size large").startswith("ok, offset ")
        dictionary.start(leader)
        dictionary.until_there(leader, "colour", "green")

        for node_id in (1, 2, 3):
            dictionary.until_there(node_id, "size", "large")
            assert dictionary.ask(node_id, "snapshot").startswith("ok, offset ")
        dictionary.start(4)
        dictionary.nodes[4].until_said("loading the snapshot of offset ")
        dictionary.until_there(4, "colour", "green")
        dictionary.until_there(4, "shape", "(nothing)")
        dictionary.until_voters((1, 2, 3, 4))
        assert dictionary.ask(4, "put from newcomer").startswith("ok, offset ")
        dictionary.until_there(1, "from", "newcomer")
        assert dictionary.ask(1, "sing").startswith("error: put KEY VALUE")
        assert dictionary.nodes[4].end(signal.SIGTERM) == 0
        assert "Traceback" not in "".join(node.said() for node in dictionary.nodes.values())
