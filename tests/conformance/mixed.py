"""One quorum of Kafka's controllers and nodes of ours, and a broker of Kafka's on it.

`kraft storage format` formats all of them, Kafka's too: it takes a tenth of the time.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_wire.messages import RegisterControllerRecord, VotersRecord
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.conformance import kafka, releases
from tests.conformance.broker import Broker
from tests.conformance.quorum import Controller, blame
from tests.node.cluster import ROOT, NodeProcess
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from kraft_wire.message import Message

FIRST_OF_OURS = 11
IDLE = "metadata.max.idle.interval.ms=100"
"""How often a leader writes a NoOp record: what commits shows soon that it does."""

EVERYTHING = ("checkpoint", "log")
"""Endings of the files that hold batches, the older ones first."""

_PREFIX = struct.Struct(">qi")
"""Offset of a batch, and how many bytes follow."""

_NO_OP_BYTES = 80
"""No batch with any other record is as short."""


def storage_format(cluster_id: str, release: str, properties: Path, *flags: str) -> None:
    """Format a directory with our command, for the newest level that the release knows too."""
    command = [sys.executable, "-m", "kraft_core.cli", "storage", "format", "-t", cluster_id]
    command += ["-r", releases.metadata_version(release), "-c", str(properties), *flags]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


class Ours(NodeProcess):
    """A node of ours."""

    def __init__(self, node_id: int, port: int, root: Path) -> None:
        self.endpoint = f"127.0.0.1:{port}"
        self.bootstrap = ""
        self.more: Mapping[str, str] = {}
        super().__init__(root, {"node.id": str(node_id)})

    def write_properties(self) -> None:
        """Write its configuration."""
        self.values = {
            "process.roles": "controller",
            "node.id": str(self.node_id),
            "listeners": f"CONTROLLER://{self.endpoint}",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": self.bootstrap or self.endpoint,
            "log.dirs": str(self.folder),
            **self.more,
        }
        super().write_properties()

    @property
    def metadata_folder(self) -> Path:
        """Where its metadata log is."""
        return self.folder / "__cluster_metadata-0"

    @property
    def is_active(self) -> bool:
        """Whether it is the active controller, by its own account."""
        said = self.said()
        return said.rfind("The active controller of epoch") > said.rfind("became-follower")

    def pause(self) -> None:
        """Have it stand still, with all its connections."""
        os.kill(self.process_id, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        os.kill(self.process_id, signal.SIGCONT)


class Mixed:
    """Kafka's controllers 1, 2, ... and nodes of ours 11, 12, ...

    A context manager: whatever happens, its processes end with it. `first` are the ids of the first
    voters, all where nothing is said. `static` quorums are at kraft.version 0. `more` are
    properties of Kafka's and ours, `of_ours` and `of_java` of one kind alone.
    """

    def __init__(
        self,
        release: str,
        root: Path,
        counts: tuple[int, int],
        *,
        first: Sequence[int] | None = None,
        static: bool = False,
        more: Sequence[str] = (IDLE,),
        of_ours: Sequence[str] = (),
        of_java: Sequence[str] = (),
    ) -> None:
        self.release = release
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.cluster_id = encode_id(new_directory_id())
        java, ours = counts
        ports = free_ports(java + ours)
        self.java = [
            Controller(release, each, ports[each - 1], root) for each in range(1, java + 1)
        ]
        self.ours = [
            Ours(each, port, root) for each, port in enumerate(ports[java:], FIRST_OF_OURS)
        ]
        self.brokers: list[Broker] = []
        everybody = [*self.java, *self.ours]
        self.bootstrap = ",".join(each.endpoint for each in everybody)
        voters = [each for each in everybody if first is None or each.node_id in first]
        if static:
            listed = ",".join(f"{each.node_id}@{each.endpoint}" for each in voters)
            more, flags = (*more, f"controller.quorum.voters={listed}"), []
        else:
            keys = [
                f"{each.node_id}@{each.endpoint}:{encode_id(new_directory_id())}" for each in voters
            ]
            flags = ["-I", ",".join(keys)]
        for each in self.java:
            each.write_properties(self.bootstrap, (*more, *of_java))
        for each in self.ours:
            self.configure(each, (*more, *of_ours))
        self.format(voters, *flags)
        self.format([each for each in everybody if each not in voters], "-N")

    def configure(self, ours: Ours, lines: Iterable[str]) -> None:
        """Write the properties of a node of ours."""
        ours.bootstrap = self.bootstrap
        ours.more = dict(line.split("=", 1) for line in lines)
        ours.write_properties()

    def format(self, nodes: Sequence[Controller | Ours], *flags: str) -> None:
        """Format the directories of nodes."""
        with ThreadPoolExecutor() as at_once:
            made = [
                at_once.submit(
                    storage_format, self.cluster_id, self.release, each.properties, *flags
                )
                for each in nodes
            ]
        for each in made:
            each.result()

    def add_broker(self, lines: Sequence[str] = ()) -> Broker:
        """A broker, formatted and not yet started; `lines` are more of its properties."""
        (port,) = free_ports(1)
        broker = Broker(self.release, 101, port, self.root)
        broker.write_properties(self.bootstrap, lines)
        self.format([broker])
        self.brokers.append(broker)
        return broker

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        for each in (*self.brokers, *self.java, *self.ours):
            each.kill()
        blame(self.java, error)

    def leading(self) -> Controller:
        """Wait until one of Kafka's controllers is active; the one of the highest epoch."""
        found = wait_until(lambda: newest(self.java), "an active controller of Kafka's")
        assert isinstance(found, Controller)
        return found

    def add(self, node: Controller | Ours) -> None:
        """Make an observer a voter with our command; again until it has caught up."""
        command = [sys.executable, "-m", "kraft_core.cli", "metadata-quorum"]
        command += ["--bootstrap-controller", self.bootstrap]
        command += ["--command-config", str(node.properties), "add-controller"]

        def is_added() -> bool:
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=90
            )
            return done.returncode == 0

        wait_until(is_added, f"node {node.node_id} is a voter")

    def remove(self, node: Controller | Ours) -> None:
        """Make a voter an observer with our command; again while the leader changes."""
        command = [sys.executable, "-m", "kraft_core.cli", "metadata-quorum"]
        command += ["--bootstrap-controller", self.bootstrap, "remove-controller"]
        command += ["--controller-id", str(node.node_id)]
        command += ["--controller-directory-id", directory_of(node)]

        def is_removed() -> bool:
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=90
            )
            # an answer may get lost with the leadership of the node that is removed
            return done.returncode == 0 or "VOTER_NOT_FOUND" in done.stderr

        wait_until(is_removed, f"node {node.node_id} is not a voter any more")

    def wait_for_registrations(self) -> None:
        """Until all controllers are registered: tools find them, and features can be raised."""
        everybody = [*self.java, *self.ours]
        wanted = {each.node_id for each in everybody}
        for each in everybody:
            wait_until(lambda each=each: registered_in(each) == wanted, "all are registered")

    def tool(self, name: str, *arguments: str) -> str:
        """What a tool of the release prints, in which case it must succeed."""
        done = kafka.tool(self.release, name, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def newest(controllers: Sequence[Controller]) -> Controller | None:
    """The running controller that became active in the highest epoch of all."""
    epochs = {max(each.active_epochs(), default=-1): each for each in controllers}
    found = epochs[max(epochs)]
    return found if max(epochs) >= 0 and found.is_running else None


def directory_of(node: Controller | Ours) -> str:
    """The directory id as it was formatted."""
    return (node.folder / "meta.properties").read_text().split("directory.id=")[1][:22]


def batches_of(node: Controller | Ours, suffix: str = "log") -> list[tuple[int, bytes]]:
    """The batches of a node's files, each with its offset; one that is being written is left out.

    Only their lengths are looked at: this is asked again and again.
    """
    found = []
    for path in sorted((node.folder / "__cluster_metadata-0").glob(f"*.{suffix}")):
        with contextlib.suppress(FileNotFoundError):  # a newer one has just taken its place
            data, position = path.read_bytes(), 0
            while position + _PREFIX.size <= len(data):
                offset, size = _PREFIX.unpack_from(data, position)
                end = position + _PREFIX.size + size
                if size <= 0 or end > len(data):
                    break
                found.append((offset, data[position:end]))
                position = end
    return found


def large_batches_of(node: Controller | Ours, *suffixes: str) -> Iterator[RecordBatch]:
    """The batches of a node's files, but for those of one NoOp record."""
    for data in (data for suffix in suffixes for _, data in batches_of(node, suffix)):
        if len(data) > _NO_OP_BYTES:
            yield from (batch for batch in iter_batches(data) if isinstance(batch, RecordBatch))


def voters_in(node: Controller | Ours) -> dict[int, str]:
    """The directory ids of the voters by their ids, by the last such record that a node has."""
    found: dict[int, str] = {}
    for batch in large_batches_of(node, *EVERYTHING):
        if not batch.is_control:
            continue
        for record in batch.records():
            message = decode_control_record(record).message
            if isinstance(message, VotersRecord):
                found = {
                    each.voter_id: encode_id(bytes(each.voter_directory_id))
                    for each in message.voters
                }
    return found


def records_in(node: Controller | Ours, *suffixes: str) -> list[Message]:
    """The metadata records of a node's log or other files, but for batches of one NoOp record."""
    return [
        decode_metadata_record(bytes(record.value)).message
        for batch in large_batches_of(node, *(suffixes or ("log",)))
        if not batch.is_control
        for record in batch.records()
    ]


def registered_in(node: Controller | Ours) -> set[int]:
    """The controllers that have registered, by the snapshots and the log of a node."""
    found = records_in(node, *EVERYTHING)
    return {each.controller_id for each in found if isinstance(each, RegisterControllerRecord)}


def end_of(node: Controller | Ours) -> int:
    """The offset of the last batch that a node has."""
    return max((offset for offset, _ in batches_of(node)), default=-1)


def commits_go_on(nodes: Sequence[Controller | Ours], more: int = 5) -> None:
    """All of them get more and more of the same log."""
    end = max(map(end_of, nodes)) + more
    for each in nodes:
        wait_until(lambda each=each: end_of(each) > end, "commits go on")
    have_one_log(nodes)


def have_one_log(nodes: Sequence[Controller | Ours]) -> None:
    """Wait until batches at the same offset are equal in all logs.

    Only the end can differ for a time: a new leader truncates what was not committed.
    """

    def is_one() -> bool:
        logs = [dict(batches_of(each)) for each in nodes]
        return all(
            (shared := one.keys() & other.keys())
            and all(one[each] == other[each] for each in shared)
            for one, other in itertools.combinations(logs, 2)
        )

    wait_until(is_one, "the logs are the same")


def assert_nothing_fatal(*controllers: Controller) -> None:
    """None of Kafka's processes has ended, or told of what it could not survive."""
    for each in controllers:
        assert each.is_running, each.said()[-3000:]
        assert each.fatal_faults() == []
