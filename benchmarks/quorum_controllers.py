"""Controllers, `kraft start` and kafka-server-start: starts, idle load, voter changes, commands.

Directories are formatted by `kraft storage format` for both. A log that is to be replayed is
written once and copied for each start, so both read the same bytes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from benchmarks.quorum_voters import JAVA, OURS, PATIENCE_S, RELEASE, is_listening
from kraft_core.admin import Admin, VoterEndpoint
from kraft_core.controller.activation import framed
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_wire.messages import ConfigRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, iter_batches
from tests.conformance import kafka
from tests.support.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROOT: Final = Path(__file__).parents[1]
_HEAP: Final = "1g"
_RELEASE_VERSION: Final = "4.3-IV0"
_RECORDS_PER_BATCH: Final = 100
_BROKERS: Final = 100
_BROKER_CONFIG: Final = 4
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_LOG: Final = f"__cluster_metadata-0/{0:020d}.log"


class Resting(NamedTuple):
    """A process that has nothing to do: its share of a core in percent, and its memory in MiB."""

    cpu_percent: float
    memory_mib: float


class Started(NamedTuple):
    """Seconds from the start of the process until its port is open, and until it leads; memory."""

    listens_s: float
    leads_s: float
    memory_mib: float


def kraft(*arguments: str) -> list[str]:
    """Return kraft's command line, as users start it."""
    script = Path(sys.executable).with_name("kraft")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "kraft_core.cli"]
    return [*command, *arguments]


def tool(side: str, name: str, *arguments: str) -> list[str]:
    """Return the command line of a tool of either side; Kafka's has "kafka-" before its name."""
    if side == OURS:
        return kraft(name, *arguments)
    return kafka.tool_command(RELEASE, f"kafka-{name}", arguments)


class Controller:
    def __init__(self, side: str, node_id: int, port: int, root: Path) -> None:
        self.side = side
        self.node_id = node_id
        self.port = port
        self.directory_id = encode_id(new_directory_id())
        self.folder = root / f"node-{node_id}"
        self.properties = root / f"{node_id}.properties"
        self._log = root / f"{node_id}.txt"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def voter(self) -> str:
        return f"{self.node_id}@127.0.0.1:{self.port}:{self.directory_id}"

    def format(self, cluster_id: str, voters: str, bootstrap: str) -> None:
        """Write its configuration and format its folder."""
        values = {
            "process.roles": "controller",
            "node.id": str(self.node_id),
            "listeners": f"CONTROLLER://127.0.0.1:{self.port}",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": bootstrap,
            "log.dirs": str(self.folder),
            "metadata.log.max.record.bytes.between.snapshots": str(1 << 40),
        }
        lines = [f"{key}={value}\n" for key, value in values.items()]
        self.properties.write_text("".join(lines))
        command = kraft("storage", "format", "-t", cluster_id, "-c", str(self.properties))
        command += ["--initial-controllers", voters, "--release-version", _RELEASE_VERSION]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=_ROOT)

    def launch(self) -> None:
        command = kraft("start", str(self.properties))
        if self.side == JAVA:
            path = [str(self.properties)]
            command = kafka.tool_command(RELEASE, "kafka-server-start", path, heap=_HEAP)
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=_ROOT
            )

    def wait_until_listening(self) -> None:
        """Wait until its port is open."""
        deadline = time.monotonic() + PATIENCE_S
        while not is_listening(self.port):
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no controller:\n{self._log.read_text()[-2000:]}")
            time.sleep(0.005)

    def stop(self, number: signal.Signals = signal.SIGKILL) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait(PATIENCE_S)

    @property
    def cpu_s(self) -> float:
        """Processor time that it used."""
        assert self._process is not None
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / _TICKS_PER_S

    @property
    def memory_mib(self) -> float:
        """Resident memory in MiB."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


class Controllers:
    """A quorum of controllers of one side; its processes end with the block."""

    def __init__(self, side: str, count: int, root: Path) -> None:
        root.mkdir(parents=True)
        self.side = side
        self.each = [Controller(side, n, p, root) for n, p in enumerate(free_ports(count), 1)]
        self.bootstrap = ",".join(f"127.0.0.1:{one.port}" for one in self.each)
        voters = ",".join(one.voter for one in self.each)
        cluster_id = encode_id(new_directory_id())
        for one in self.each:
            one.format(cluster_id, voters, self.bootstrap)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.each:
            one.stop()

    def start(self) -> Self:
        """Start all, wait for a leader."""
        for one in self.each:
            one.launch()
        for one in self.each:
            one.wait_until_listening()
        self.leader_id()
        return self

    def leader_id(self) -> int:
        """Wait for a leader; its id."""
        with Admin(self.bootstrap) as admin:
            return int(admin.describe_quorum().leader.replica_id)

    def resting(self, seconds: float) -> tuple[Resting, Resting]:
        """Return the leader and the follower with the highest load at rest."""
        before = {one.node_id: one.cpu_s for one in self.each}
        time.sleep(seconds)
        found = {
            one.node_id: Resting((one.cpu_s - before[one.node_id]) / seconds * 100, one.memory_mib)
            for one in self.each
        }
        leader = found.pop(self.leader_id())
        return leader, max(found.values())

    def changes_by_rpc(self, count: int) -> dict[str, list[float]]:
        """Return the milliseconds to remove a follower from the voters and to add it again."""
        found: dict[str, list[float]] = {"remove": [], "add": []}
        with Admin(self.bootstrap) as admin:
            leader_id = admin.describe_quorum().leader.replica_id
            one = next(each for each in self.each if each.node_id != leader_id)
            directory_id = Uuid.parse(one.directory_id)
            where = [VoterEndpoint("CONTROLLER", "127.0.0.1", one.port)]
            for _ in range(count):
                found["remove"].append(
                    milliseconds(lambda: admin.remove_voter(one.node_id, directory_id))
                )
                time.sleep(1)  # an observer has to fetch before it can be added
                found["add"].append(
                    milliseconds(lambda: admin.add_voter(one.node_id, directory_id, where))
                )
        return found

    def commands(self, count: int) -> dict[str, list[float]]:
        """Return the milliseconds of describe commands and voter changes, from start to exit."""
        leader_id = self.leader_id()
        one = next(each for each in self.each if each.node_id != leader_id)
        at = ("--bootstrap-controller", self.bootstrap)
        which = ("--controller-id", str(one.node_id), "--controller-directory-id")
        orders: dict[str, Sequence[str]] = {
            "metadata-quorum describe --status": (*at, "describe", "--status"),
            "metadata-quorum describe --replication": (*at, "describe", "--replication"),
            "metadata-quorum remove-controller": (
                *at,
                *("remove-controller", *which, one.directory_id),
            ),
            "metadata-quorum add-controller": (
                *at,
                *("--command-config", str(one.properties), "add-controller"),
            ),
            "features describe": (*at, "describe"),
        }
        found: dict[str, list[float]] = {name: [] for name in orders}
        for _ in range(count):
            for name, arguments in orders.items():
                command = tool(self.side, name.split()[0], *arguments)
                found[name].append(milliseconds(lambda command=command: _run(command)))
                time.sleep(1)
        return found


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=_ROOT)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def milliseconds(work: Callable[[], object]) -> float:
    """Return the time of a call in milliseconds."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1e3


def filled(root: Path, records: int, value: Callable[[int], bytes] | None = None) -> Controllers:
    """Start and stop a single kraft controller, then append `records` records to its log.

    `value` returns the value of a record by its index; the default are configs of brokers.
    """
    value = value or _config
    controllers = Controllers(OURS, 1, root)
    (one,) = controllers.each
    with controllers.start():
        time.sleep(1)
        one.stop(signal.SIGTERM)
    log = one.folder / _LOG
    batches = [each for each in iter_batches(log.read_bytes()) if isinstance(each, RecordBatch)]
    offset, epoch = batches[-1].next_offset, batches[-1].partition_leader_epoch
    now_ms = time.time_ns() // 1_000_000
    with log.open("ab") as file:
        for first in range(0, records, _RECORDS_PER_BATCH):
            values = [value(first + n) for n in range(_RECORDS_PER_BATCH)]
            file.write(data_batch(values, timestamp_ms=now_ms, base_offset=offset, epoch=epoch))
            offset += len(values)
    return controllers


def _config(number: int) -> bytes:
    return framed(
        ConfigRecord(
            resource_type=_BROKER_CONFIG,
            resource_name=str(number % _BROKERS),
            name="log.retention.ms",
            value=str(number),
        )
    )


def start(side: str, filled_one: Controllers, root: Path) -> Started:
    """Start a controller of that side on a copy of a directory, and end it."""
    (source,) = filled_one.each
    with suppress(FileNotFoundError):
        shutil.rmtree(root)
    shutil.copytree(source.folder, root / source.folder.name)
    one = Controller(side, source.node_id, source.port, root)
    text = source.properties.read_text()
    one.properties.write_text(text.replace(str(source.folder), str(one.folder)))
    try:
        begin = time.perf_counter()
        one.launch()
        one.wait_until_listening()
        listens_s = time.perf_counter() - begin
        with Admin(filled_one.bootstrap) as admin:
            admin.describe_quorum()
        leads_s = time.perf_counter() - begin
        return Started(listens_s, leads_s, one.memory_mib)
    finally:
        one.stop()
