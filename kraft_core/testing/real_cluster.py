"""Clusters of Apache Kafka for tests: kraft controllers in place of Java's, and real brokers.

    @pytest.fixture(scope="session")
    def kafka():
        with kafka_cluster("kafka_2.13-4.3.1/libs") as cluster:
            yield cluster

    def test_something(kafka):
        producer = Producer({"bootstrap.servers": kafka.bootstrap_servers})

Brokers need Java 17 and the jars of a release (3.9.2 to 4.4.0), which are not part of this package.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final
from uuid import uuid4

from kraft_core.config.feature_levels import TABLE
from kraft_core.net.addresses import Addresses
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

START_TIMEOUT_S: Final = 90.0
"""Time limit for the start of a cluster, on a busy machine."""

FIRST_BROKER_ID: Final = 101
STOP_TIMEOUT_S: Final = 30.0
_ACTIVE: Final = "The active controller of epoch"
_API_VERSIONS: Final = struct.pack(">ihhih", 10, 18, 0, 1, -1)
"""ApiVersions 0 with a null client id: a broker answers it as soon as it takes requests."""


class ClusterError(Exception):
    """The cluster cannot be started; a sentence with the reason and the end of a node's output."""


@dataclass(slots=True)
class ClusterNode:
    """A controller or broker as a process of its own."""

    node_id: int
    address: str
    """HOST:PORT of its listener."""
    folder: Path
    properties: Path
    output: Path
    command: Sequence[str]
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """True while the process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process without waiting until it accepts requests."""
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  # its own command
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )

    def kill(self) -> None:
        """End the process without warning, as kill -9 does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> None:
        """Stop the process cleanly, or kill it after a timeout."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
        self._process = None

    def said(self) -> str:
        """Return everything that the process has printed."""
        return self.output.read_text(errors="replace") if self.output.exists() else ""


class KafkaCluster:
    """A cluster that runs: see `kafka_cluster`, which starts one and ends it."""

    def __init__(
        self, controllers: Sequence[ClusterNode], brokers: Sequence[ClusterNode], cluster_id: str
    ) -> None:
        self.controllers = tuple(controllers)
        self.brokers = tuple(brokers)
        self.cluster_id = cluster_id

    @property
    def bootstrap_servers(self) -> str:
        """The brokers, as clients are configured."""
        return ",".join(broker.address for broker in self.brokers)

    @property
    def bootstrap_controllers(self) -> str:
        """The controllers, as Kafka's `--bootstrap-controller` takes them."""
        return ",".join(each.address for each in self.controllers)

    def active_controller(self) -> ClusterNode | None:
        """Return the running controller that became active last, according to itself."""
        epochs = {_last_epoch(each): each for each in self.controllers}
        newest = epochs[max(epochs)]
        return newest if max(epochs) >= 0 and newest.is_running else None

    def wait_for(self, condition: Callable[[], object], what: str) -> None:
        """Wait until something is true; raises ClusterError if a node ends or it takes too long."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise ClusterError(f"Timed out after {START_TIMEOUT_S:g} s waiting for {what}.")
            time.sleep(0.02)

    def wait_until_started(self) -> None:
        """Wait until there is an active controller and every broker takes requests."""
        self.wait_for(lambda: self._checked(self.active_controller()), "an active controller")
        for broker in self.brokers:
            address = broker.address
            self.wait_for(partial(self._checked_answer, address), f"broker {broker.node_id}")

    def _checked_answer(self, address: str) -> object:
        return self._checked(_answers(address))

    def _checked(self, found: object) -> object:
        for node in (*self.controllers, *self.brokers):
            if not node.is_running:
                lines = "\n".join(node.said().splitlines()[-20:])
                raise ClusterError(f"Node {node.node_id} ended while it started:\n{lines}")
        return found

    def close(self) -> None:
        """End all processes, brokers first: their shutdown needs a controller."""
        for node in (*self.brokers, *self.controllers):
            node.kill()


@contextlib.contextmanager
def kafka_cluster(
    jars: str | Path,
    *,
    controllers: int = 1,
    brokers: int = 1,
    release: str | None = None,
    folder: str | Path | None = None,
    java: str = "java",
    heap: str = "512m",
    properties: Mapping[str, str] | None = None,
    broker_properties: Mapping[str, str] | None = None,
) -> Iterator[KafkaCluster]:
    """Start a cluster on free ports of this machine; end it with the block.

    `jars` is the folder of a Kafka release with its jars (`libs` of a distribution). `release` is
    the metadata.version to format for, by default that of the jars. `folder` keeps the data and
    output of all nodes; without it they are in a temporary folder and go with the cluster. The
    properties are added to those of controllers or brokers.
    Raises ClusterError.
    """
    place = Path(jars)
    if not any(place.glob("*.jar")):
        raise ClusterError(f"No jars found in {place}.")
    if shutil.which(java) is None:
        raise ClusterError(f"{java} was not found. Brokers need Java 17 or newer.")
    with contextlib.ExitStack() as undone:
        if folder is None:
            root = Path(tempfile.mkdtemp(prefix="kraft-cluster-"))
            undone.callback(shutil.rmtree, root, ignore_errors=True)
        else:
            root = Path(folder)
            root.mkdir(parents=True, exist_ok=True)
            if any(root.iterdir()):
                raise ClusterError(f"{root} is not empty.")
        ports = free_ports(controllers + brokers)
        cluster = KafkaCluster(
            _controllers(root, ports[:controllers], dict(properties or {})),
            _brokers(
                root,
                ports,
                controllers,
                dict(broker_properties or {}),
                (java, f"-Xmx{heap}", *_JVM, "-cp", f"{place}/*", "kafka.Kafka"),
            ),
            str(Uuid(uuid4().bytes)),
        )
        undone.callback(cluster.close)
        _format(cluster, release or _release_of(place))
        for node in (*cluster.controllers, *cluster.brokers):
            node.start()
        cluster.wait_until_started()
        yield cluster


_JVM: Final = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
)
"""A JVM that starts fast and takes little memory, as tests want it."""


def _controllers(root: Path, ports: Sequence[int], more: Mapping[str, str]) -> list[ClusterNode]:
    bootstrap = ",".join(f"127.0.0.1:{port}" for port in ports)
    return [
        _node(
            root,
            node_id,
            port,
            {
                "process.roles": "controller",
                "listeners": f"CONTROLLER://127.0.0.1:{port}",
                "controller.listener.names": "CONTROLLER",
                "controller.quorum.bootstrap.servers": bootstrap,
                "kraft.controller": "active",
                **more,
            },
            (sys.executable, "-m", "kraft_core.cli", "start"),
        )
        for node_id, port in enumerate(ports, 1)
    ]


def _brokers(
    root: Path,
    ports: Sequence[int],
    controllers: int,
    more: Mapping[str, str],
    command: Sequence[str],
) -> list[ClusterNode]:
    bootstrap = ",".join(f"127.0.0.1:{port}" for port in ports[:controllers])
    count = len(ports) - controllers
    replicas = str(min(3, count))
    return [
        _node(
            root,
            node_id,
            port,
            {
                "process.roles": "broker",
                "listeners": f"PLAINTEXT://127.0.0.1:{port}",
                "controller.listener.names": "CONTROLLER",
                "controller.quorum.bootstrap.servers": bootstrap,
                "offsets.topic.replication.factor": replicas,
                "offsets.topic.num.partitions": "4",
                "transaction.state.log.replication.factor": replicas,
                "transaction.state.log.min.isr": "1",
                "transaction.state.log.num.partitions": "4",
                "share.coordinator.state.topic.replication.factor": replicas,
                "share.coordinator.state.topic.min.isr": "1",
                "group.initial.rebalance.delay.ms": "0",
                "log.cleaner.dedupe.buffer.size": "2097152",
                **more,
            },
            command,
        )
        for node_id, port in enumerate(ports[controllers:], FIRST_BROKER_ID)
    ]


def _node(
    root: Path, node_id: int, port: int, values: Mapping[str, str], command: Sequence[str]
) -> ClusterNode:
    folder, properties = root / f"node-{node_id}", root / f"node-{node_id}.properties"
    lines = {"node.id": str(node_id), "log.dirs": str(folder), **values}
    properties.write_text("".join(f"{key}={value}\n" for key, value in lines.items()))
    output = root / f"node-{node_id}.txt"
    address = f"127.0.0.1:{port}"
    return ClusterNode(node_id, address, folder, properties, output, (*command, str(properties)))


def _format(cluster: KafkaCluster, release: str | None) -> None:
    """Format all directories, at the same time."""
    voters = ",".join(
        f"{each.node_id}@{each.address}:{Uuid(uuid4().bytes)}" for each in cluster.controllers
    )
    level = ("--release-version", release) if release else ()
    begun: list[tuple[ClusterNode, subprocess.Popen[bytes], IO[bytes]]] = []
    for node in (*cluster.controllers, *cluster.brokers):
        is_voter = node in cluster.controllers
        command = [sys.executable, "-m", "kraft_core.cli", "storage", "format"]
        command += ["-t", cluster.cluster_id, "-c", str(node.properties), *level]
        command += ["--initial-controllers", voters] if is_voter else []
        output: IO[bytes] = node.output.open("ab")
        process = subprocess.Popen(  # noqa: S603  # its own command
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        begun.append((node, process, output))
    for node, process, output in begun:
        code = process.wait()
        output.close()
        if code:
            raise ClusterError(f"Node {node.node_id} cannot be formatted: {node.said().strip()}")


def _release_of(jars: Path) -> str | None:
    """Return the release of these jars ("4.3"), the newest their brokers know; None if unknown."""
    found = (
        re.fullmatch(r"kafka-clients-(\d+\.\d+)\.\d+\.jar", each.name) for each in jars.iterdir()
    )
    releases = {match[1] for match in found if match is not None}
    return max(releases & TABLE.releases.keys(), default=None)


def _last_epoch(node: ClusterNode) -> int:
    lines = [line for line in node.said().splitlines() if _ACTIVE in line]
    return int(lines[-1].split(_ACTIVE)[1].split(":")[0]) if lines else -1


def _answers(address: str) -> bool:
    """Return True if a broker answers ApiVersions."""
    host, _, port = address.rpartition(":")
    try:
        with Addresses().connect_blocking(host, int(port), timeout_s=1) as connection:
            connection.settimeout(1)
            connection.sendall(_API_VERSIONS)
            return len(connection.recv(4)) > 0
    except OSError:
        return False


def free_ports(count: int) -> list[int]:
    """Return different ports of 127.0.0.1 on which nothing listens now."""
    with contextlib.ExitStack() as open_sockets:
        ports = []
        for _ in range(count):
            listener = open_sockets.enter_context(socket.socket())
            listener.bind(("127.0.0.1", 0))
            ports.append(listener.getsockname()[1])
        return ports
