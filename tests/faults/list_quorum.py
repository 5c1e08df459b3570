"""Three nodes of ours that keep lists, each behind a bad network."""

from __future__ import annotations

import json
import random
import shutil
import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.faults.bad_network import BadNetwork
from tests.faults.clients import Clients
from tests.faults.disk_watch import DiskWatch
from tests.faults.list_door import ListDoor
from tests.faults.list_history import Kind
from tests.faults.list_machine import entries_of
from tests.faults.names import NameFile, name_of
from tests.faults.node_logs import check_alike, data_batches, read_log
from tests.faults.own_host import own_host
from tests.faults.piped import PipedProcess
from tests.faults.victim import Victim, descriptors_of, memory_of
from tests.node.cluster import ENVIRONMENT, ROOT, NodeProcess, format_node, properties_of, voters_at
from tests.node.security_keys import secured
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from tests.faults.tally import Tally

TIMES = {
    "controller.quorum.election.timeout.ms": "300",
    "controller.quorum.fetch.timeout.ms": "1000",
    "controller.quorum.request.timeout.ms": "1000",
}
"""Shorter than Kafka's, so that a round has many elections; but a Fetch is parked for half a second
where nothing is written, and machines of CI are slow."""

CALM = {
    "controller.quorum.election.timeout.ms": "4000",
    "controller.quorum.fetch.timeout.ms": "8000",
    "controller.quorum.request.timeout.ms": "4000",
}
CALM_BITE_S = 120.0
"""A voter names its address every fetch timeout, and the leader reports the fourth return."""

SNAPSHOTS = {
    "metadata.log.max.record.bytes.between.snapshots": "30000",
    "internal.metadata.log.segment.bytes": "60000",
    "metadata.max.retention.bytes": "60000",
}
"""With these the log shrinks, so that whoever was away for long begins with a snapshot."""

MEMORY_MAX = 150_000_000
"""A node has some 30 MB to itself when it starts. Besides that a round leaves it the newest 8 MiB
of its log, the lists, and what the allocator does not give back."""
DESCRIPTORS_MAX = 40
"""A node that is idle has some 15: files, ports, the loop's own, and a connection or two to and
from each of the others. What a leak leaves for each connection that broke is above it soon."""


class ListNode(NodeProcess):
    """A node that keeps lists, with a watch over its disk."""

    says_of_cuts = "is cut at byte"

    def __init__(self, root: Path, values: dict[str, str], door: tuple[str, int]) -> None:
        super().__init__(root, values)
        self.door = door
        self.names = NameFile(root / f"node-{self.node_id}.names")
        self.watch = DiskWatch(root / f"node-{self.node_id}.watch")

    @property
    def command(self) -> list[str]:
        script = Path(__file__).with_name("list_server.py")
        files = (self.properties, self.watch.path, self.names.path)
        return [sys.executable, *map(str, (script, *files, *self.door))]

    def copied(self, name: str) -> ListNode:
        """Copy its directory; the copy has its key, and addresses of its own."""
        root = self.properties.parent / name
        shutil.copytree(self.folder, root / self.folder.name)
        port, door = free_ports(2)
        address = f"CONTROLLER://127.0.0.1:{port}"
        values = {
            **self.values,
            "log.dirs": str(root / self.folder.name),
            "listeners": address,
            "advertised.listeners": address,
        }
        return ListNode(root, values, ("127.0.0.1", door))

    def ended_well(self, status: int) -> bool:
        """Return True if that is how it ends after SIGTERM."""
        return status == 0

    def spawn(self, command: list[str]) -> PipedProcess:
        return PipedProcess(command, self.output, cwd=ROOT, env=ENVIRONMENT)

    @property
    def log_folder(self) -> Path:
        return self.folder / "__cluster_metadata-0"

    def state(self) -> tuple[int, int, int, dict[str, list[int]]]:
        """How far it has applied its log, the epoch, the leader, and the lists it has by then."""
        return tuple(self._ask("state"))

    def acknowledged(self) -> dict[int, int]:
        """Up to where each voter has acknowledged its records, while it leads."""
        return {int(voter): offset for voter, offset in self._ask("acknowledged").items()}

    def _ask(self, word: str) -> Any:
        with socket.create_connection(self.door, 30) as connection:
            connection.sendall(json.dumps([word]).encode() + b"\n")
            with connection.makefile("rb") as answers:
                return json.loads(answers.readline())


class ListQuorum:
    """The quorum; a context manager, with which all processes end."""

    hold_s = (0.1, 1.2)
    bite_s = 3.0

    def __init__(self, root: Path, seed: int, **more: str) -> None:
        self.root = root
        self._more = TIMES | more
        self._host, ports = own_host(), free_ports(6)
        self._ports, self._doors = ports[:3], ports[3:]
        self._stack = ExitStack()
        self.network = BadNetwork(self._host, self._ports)
        doors = dict(enumerate(self._doors, 1))
        self.clients = Clients(seed, (1, 2, 3), lambda: ListDoor(self._host, doors), can_read=True)

    @classmethod
    def drawn(cls, root: Path, seed: int, security: str = "plaintext") -> Self:
        """With snapshots in half of all rounds."""
        shrinks = random.Random(f"quorum {seed}").random() < 0.5
        keys = secured(security, Authority(root))
        return cls(root, seed, **keys, **(SNAPSHOTS if shrinks else {}))

    @classmethod
    def calm(cls, root: Path, seed: int, security: str = "plaintext", **more: str) -> Self:
        """With time-outs of Kafka's size, so that a busy machine elects nobody: see `Clone`."""
        quorum = cls(root, seed, **secured(security, Authority(root)), **CALM, **more)
        quorum.bite_s = CALM_BITE_S
        return quorum

    def __enter__(self) -> Self:
        self._stack.enter_context(self.network)
        self.nodes = [self._node(place) for place in range(3)]
        for node in self.nodes:
            self._stack.callback(node.watch.close)
            self._stack.callback(node.kill)
        self._stack.enter_context(self.clients)
        self.victims = [
            Victim(node, way, self.network, self.nodes)
            for node, way in zip(self.nodes, self.network.ways, strict=True)
        ]
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _node(self, place: int) -> ListNode:
        node_id, told = place + 1, self.network.ports
        format_node(self.root, node_id, voters_at(told, hosts=name_of))
        values = properties_of(node_id, told, self.root, **self._more)
        values["listeners"] = f"CONTROLLER://{self._host}:{self._ports[place]}"
        values["advertised.listeners"] = f"CONTROLLER://{name_of(node_id)}:{told[place]}"
        return ListNode(self.root, values, (self._host, self._doors[place]))

    def settled(self) -> list[tuple[int, int, int, dict[str, list[int]]]]:
        """The states of all nodes, once they are the same."""
        found = []

        def are_alike() -> bool:
            found[:] = [node.state() for node in self.nodes]
            return all(each == found[0] for each in found) and found[0][2] is not None

        try:
            wait_until(are_alike, "all nodes come to the same state")
        except TimeoutError:
            told = "\n".join(f"{each[:3]} {sum(map(len, each[3].values()))}" for each in found)
            words = "\n".join(each.last_words() for each in self.victims)
            raise TimeoutError(f"no common state: {told}\n{words}") from None
        return found

    def judge(self, tally: Tally) -> None:
        """Every node has every acknowledged append once; the logs agree; nothing has leaked."""
        (state, *_) = self.settled()
        lists = state[3]
        for key, values in lists.items():
            self.clients.history.see(key, values)
        for append in self.clients.history.done(Kind.APPEND):
            assert lists[append.key].count(append.value) == 1, append
        tally.own_epochs = sum(node.said().count("became-leader") for node in self.nodes)
        self._measure(tally)
        for node in self.nodes:
            node.kill()
        logs = [read_log(node.log_folder) for node in self.nodes]
        tally.batches = check_alike(logs)
        for log in logs:
            _check_log(log, lists, is_whole=0 in log)

    def _measure(self, tally: Tally) -> None:
        ids = [node.process_id for node in self.nodes]
        wait_until(lambda: max(map(descriptors_of, ids)) <= DESCRIPTORS_MAX, "few descriptors")
        tally.descriptors = max(map(descriptors_of, ids))
        tally.memory = max(map(memory_of, ids))
        assert tally.memory <= MEMORY_MAX


def _check_log(log: dict[int, bytes], lists: dict[str, list[int]], *, is_whole: bool) -> None:
    """A log has what the lists have, in that order; one that has shrunk has the end of it."""
    found: dict[str, list[int]] = {}
    for batch in data_batches(log):
        for key, values in entries_of(batch):
            found.setdefault(key, []).extend(values)
    for key, values in found.items():
        assert lists[key][-len(values) :] == values
    if is_whole:
        assert found == lists
