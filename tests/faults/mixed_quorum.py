"""Two of Kafka's controllers and a node of ours, all voters, each behind a bad network.

Ours is a witness (`kraft.witness=true`), as beside Kafka's controllers it always is once there are
brokers: while nobody else can it leads, so that a Java controller can follow and take over.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from tests.conformance.class_archive import archive_flags
from tests.conformance.quorum import JVM, Controller
from tests.faults.bad_network import BadNetwork
from tests.faults.clients import Clients
from tests.faults.config_door import ConfigDoor, DoorKeys, element, lists_of
from tests.faults.disk_watch import DiskWatch
from tests.faults.list_history import Kind
from tests.faults.node_logs import check_alike, read_log
from tests.faults.own_host import own_host
from tests.faults.piped import PipedProcess
from tests.faults.victim import Victim, descriptors_of, memory_of
from tests.node.cluster import ENVIRONMENT, ROOT, NodeProcess
from tests.node.security_keys import secured
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from tests.faults.tally import Tally

JAVA_IDS, OWN_ID = (1, 2), 3
RELEASES = ("4.3.1", "3.9.2")
_METADATA = {"3.9.2": "3.9", "4.3.1": "4.3"}
"""The metadata.version of the quorum: the newest that kraft knows is too new."""

VALUES = {
    "process.roles": "controller",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.election.timeout.ms": "600",
    "controller.quorum.fetch.timeout.ms": "1500",
    "controller.quorum.request.timeout.ms": "1500",
}
MEMORY_MAX = 150_000_000
DESCRIPTORS_MAX = 40
"""The same bounds as for a quorum of ours: `list_quorum` has the reasons."""


class JavaNode(Controller):
    """One of Kafka's controllers."""

    says_of_cuts = None
    watch = None
    names = None

    def __init__(self, version: str, node_id: int, port: int, root: Path) -> None:
        super().__init__(version, node_id, port, root)
        self.jvm = (*JVM, *archive_flags(version))

    def spawn(self, command: list[str]) -> PipedProcess:
        """Start a process that prints into its file."""
        self.mark_start()
        return PipedProcess(command, self.output)

    @property
    def log_folder(self) -> Path:
        """Where its metadata log is."""
        return self.metadata_folder


class Witness(NodeProcess):
    """The node of ours, with a watch over its disk."""

    says_of_cuts = "is cut at byte"

    def __init__(self, root: Path, node_id: int) -> None:
        super().__init__(root, {"node.id": str(node_id)})
        self.watch = DiskWatch(root / f"node-{node_id}.watch")

    def ended_well(self, status: int) -> bool:
        """Return True if that is how it ends after SIGTERM."""
        return status == 0

    def spawn(self, command: list[str]) -> PipedProcess:
        return PipedProcess(command, self.output, cwd=ROOT, env=ENVIRONMENT)

    @property
    def command(self) -> list[str]:
        script = Path(__file__).with_name("watched_start.py")
        return [*map(str, (sys.executable, script, self.watch.path, "start", self.properties))]

    @property
    def log_folder(self) -> Path:
        return self.folder / "__cluster_metadata-0"


class MixedQuorum:
    """The quorum; a context manager, with which all processes end."""

    hold_s = (0.2, 2.0)
    bite_s = 8.0

    def __init__(self, root: Path, seed: int, release: str, security: str = "plaintext") -> None:
        authority = Authority(root)
        self._keys = secured(security, authority)
        self._host, self._ports = own_host(), free_ports(3)
        self._stack = ExitStack()
        self.network = BadNetwork(self._host, self._ports)
        self.java = [
            JavaNode(release, node_id, port, root)
            for node_id, port in zip(JAVA_IDS, self._ports, strict=False)
        ]
        self.ours = Witness(root, OWN_ID)
        self.nodes = [*self.java, self.ours]
        self._release = release
        self.cluster_id = encode_id(new_directory_id())
        doors = dict(zip(JAVA_IDS, self._ports, strict=False))
        self.clients = Clients(
            seed,
            JAVA_IDS,
            lambda: ConfigDoor(self._host, doors, self.cluster_id, DoorKeys(security, authority)),
            can_read=False,
        )

    @classmethod
    def drawn(cls, root: Path, seed: int, security: str = "plaintext") -> Self:
        """With Kafka's releases by turns."""
        return cls(root, seed, RELEASES[seed % len(RELEASES)], security)

    def __enter__(self) -> Self:
        self._stack.callback(self.ours.watch.close)
        self._stack.enter_context(self.network)
        self._format()
        for node in self.nodes:
            self._stack.callback(node.kill)
        self._stack.enter_context(self.clients)
        self.victims = [
            Victim(node, way, self.network)
            for node, way in zip(self.nodes, self.network.ways, strict=True)
        ]
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _format(self) -> None:
        """Have `kraft storage format` prepare all three: Kafka starts on what it writes."""
        told = [f"127.0.0.1:{port}" for port in self.network.ports]
        ids = [encode_id(new_directory_id()) for _ in told]
        voters = ",".join(
            f"{node_id}@{endpoint}:{directory_id}"
            for node_id, (endpoint, directory_id) in enumerate(zip(told, ids, strict=True), 1)
        )
        for node, endpoint, port in zip(self.nodes, told, self._ports, strict=True):
            values = VALUES | {
                "node.id": str(node.node_id),
                "listeners": f"CONTROLLER://{self._host}:{port}",
                "advertised.listeners": f"CONTROLLER://{endpoint}",
                "controller.quorum.bootstrap.servers": ",".join(told),
                "log.dirs": str(node.folder),
                **self._keys,
            }
            if node is self.ours:
                values["kraft.witness"] = "true"
            lines = (f"{key}={value}\n" for key, value in values.items())
            node.properties.write_text("".join(lines))
        options = ["-I", voters, "-t", self.cluster_id]
        if self._release in _METADATA:
            options += ["-r", _METADATA[self._release]]
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(lambda node: _format(node.properties, options), self.nodes))

    def judge(self, tally: Tally) -> None:
        """Every log has every acknowledged append once; the logs agree; nothing has leaked."""
        last = f"{element(self.clients.last_append().value)}\0".encode()
        wait_until(
            lambda: all(last in _content(node.log_folder) for node in self.nodes),
            "the last append is in all logs",
        )
        tally.own_epochs = self.ours.said().count("became-leader")
        own_id = self.ours.process_id
        wait_until(lambda: descriptors_of(own_id) <= DESCRIPTORS_MAX, "few descriptors")
        tally.descriptors, tally.memory = descriptors_of(own_id), memory_of(own_id)
        assert tally.memory <= MEMORY_MAX
        for node in self.nodes:
            node.kill()
        logs = [read_log(node.log_folder) for node in self.nodes]
        tally.batches = check_alike(logs)
        found = [lists_of(log) for log in logs]
        history = self.clients.history
        for append in history.done(Kind.APPEND):
            for lists in found:
                assert lists[append.key].count(append.value) == 1, append
        for lists in found:
            for key, values in lists.items():
                history.see(key, values)


def _format(properties: Path, options: list[str]) -> None:
    command = [sys.executable, "-m", "kraft_core.cli", "storage", "format", "-c", str(properties)]
    done = subprocess.run(
        [*command, *options], capture_output=True, text=True, check=False, env=ENVIRONMENT, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


def _content(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in sorted(folder.glob("*.log")))
