"""Real controllers of a released Apache Kafka on this machine: format, start, kill, look.

A `Quorum` is used as a context manager: whatever happens, its processes end with it.
"""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from tests.conformance import kafka
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

HEAP = "128m"
JVM = ("-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=info")
START_TIMEOUT_S = 90
PATIENT = ("controller.quorum.fetch.timeout.ms=60000",)
"""For rows in which no leader ends: a machine that stands still for some seconds elects none."""
STOP_TIMEOUT_S = 60

_PROPERTIES = """\
process.roles=controller
node.id={node_id}
listeners=CONTROLLER://127.0.0.1:{port}
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers={bootstrap}
log.dirs={folder}
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
"""


class Controller:
    """One controller process; it may be killed and started again."""

    template = _PROPERTIES

    def __init__(self, version: str, node_id: int, port: int, root: Path) -> None:
        self.version = version
        self.node_id = node_id
        self.port = port
        self.directory_id = encode_id(new_directory_id())
        self.folder = root / f"node-{node_id}"
        self.properties = root / f"node-{node_id}.properties"
        self.output = root / f"node-{node_id}.txt"
        self.jvm: Sequence[str] = JVM
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0

    @property
    def endpoint(self) -> str:
        """HOST:PORT of its listener."""
        return f"127.0.0.1:{self.port}"

    @property
    def metadata_folder(self) -> Path:
        """Where its metadata log is."""
        return self.folder / "__cluster_metadata-0"

    @property
    def is_running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.poll() is None

    @property
    def is_ready(self) -> bool:
        """Whether it has said, in this life, that it has started."""
        return self.said().count(_STARTED) > self._starts

    @property
    def process_id(self) -> int:
        """Of the running process."""
        assert self._process is not None
        return self._process.pid

    def exit_status(self) -> int | None:
        """How it ended by itself, None if it has not."""
        return None if self._process is None else self._process.poll()

    def format(self, cluster_id: str, voters: str, bootstrap: str, more: Sequence[str]) -> None:
        """Write its properties and format its folder as one of the first voters."""
        self.write_properties(bootstrap, more)
        self.prepare(cluster_id, "--initial-controllers", voters)

    def write_properties(self, bootstrap: str, more: Sequence[str] = ()) -> None:
        """Write its properties."""
        text = self.template.format(
            node_id=self.node_id, port=self.port, bootstrap=bootstrap, folder=self.folder
        )
        self.properties.write_text(text + "".join(f"{line}\n" for line in more))

    def write_static_properties(self) -> None:
        """Write its properties as the only voter of a quorum of kraft.version 0."""
        self.write_properties(self.endpoint)
        text = self.properties.read_text()
        servers = f"controller.quorum.bootstrap.servers={self.endpoint}"
        voters = f"controller.quorum.voters={self.node_id}@{self.endpoint}"
        self.properties.write_text(text.replace(servers, voters))

    def serve_clients(self) -> str:
        """Make it a broker too, before its first start; HOST:PORT for clients."""
        broker = f"127.0.0.1:{free_ports(1)[0]}"
        with self.properties.open("a") as file:
            file.write(
                "process.roles=broker,controller\n"
                f"listeners=CONTROLLER://{self.endpoint},PLAINTEXT://{broker}\n"
                "log.cleaner.dedupe.buffer.size=2097152\noffsets.topic.num.partitions=1\n"
            )
        return broker

    def prepare(self, cluster_id: str, *flags: str) -> None:
        """Format its folder."""
        wanted = ("format", "-t", cluster_id, "-c", str(self.properties), *flags)
        done = kafka.tool(self.version, "kafka-storage", *wanted)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it and wait until it says that it has started."""
        self.launch()
        self.wait_until_started()

    def launch(self) -> None:
        """Start it."""
        self._starts = self.said().count(_STARTED)
        command = kafka.tool_command(
            self.version, "kafka-server-start", [str(self.properties)], heap=HEAP, jvm=self.jvm
        )
        self._process = self.spawn(command)

    def spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a process that prints into its file."""
        self.mark_start()
        with self.output.open("ab") as output:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )

    def mark_start(self) -> None:
        """Write into its file where the output of a process begins."""
        with self.output.open("ab") as output:
            output.write(_BIRTH)

    def wait_until_started(self) -> None:
        """Wait until it says that it has started."""
        wait_until(
            lambda: not self.is_running or self.is_ready,
            f"the start of controller {self.node_id}",
        )
        assert self.is_running, self.said()[-3000:]

    def kill(self) -> int:
        """End it without warning; the exit status."""
        return self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; a voter without a majority takes its grace time of five seconds."""
        return self._end(signal.SIGTERM)

    def pause(self) -> None:
        """Have it stand still, with all its connections."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        try:
            status = self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait(STOP_TIMEOUT_S)
        self._process = None
        return status

    def led_epochs(self) -> list[int]:
        """The epochs in which it became leader, by its own account."""
        return [int(epoch) for epoch in _LEADING.findall(self.said())]

    def active_epochs(self) -> list[int]:
        """The epochs in which it became the active controller, by its own account."""
        return [int(epoch) for epoch in _ACTIVE.findall(self.said())]

    def said(self) -> str:
        """All that it has logged."""
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def fatal_faults(self) -> list[str]:
        """Return the fatal faults that it has logged; see the function of this name."""
        return fatal_faults(self.said())

    def ended_well(self, status: int) -> bool:
        """Return True if that is how it ends after SIGTERM.

        The fault that `fatal_faults` leaves out halts it with 1.
        """
        life = self.said().rpartition(_BIRTH.decode())[2]
        is_halted = status == _HALTED and bool(_FATAL.search(life)) and not fatal_faults(life)
        return is_halted or status == _ASKED


def fatal_faults(said: str) -> list[str]:
    """The fatal faults that a process has told of, apart from one of Kafka's own.

    A controller that is asked to end closes its log while its MetadataLoader may still read from
    it, and tells of a fatal fault then (SharedServer.stop).
    """
    return [
        fault[0]
        for life in said.split(_BIRTH.decode())
        for fault in _FATAL.finditer(life)
        if not (_LOG_CLOSED in fault[0] and _ASKED_TO_END in life[: fault.start()])
    ]


_BIRTH = b"---- the tests start it ----\n"
_FATAL = re.compile(r"^.*fatal fault.*\n(?:[^\[\n].*\n)*", re.MULTILINE)
_LOG_CLOSED = "Caused by: java.nio.channels.ClosedChannelException"
_ASKED_TO_END = "Terminating process due to signal SIGTERM"
_ASKED, _HALTED = 128 + signal.SIGTERM, 1
_STARTED = "Kafka Server started"
_ACTIVE = re.compile(r"Becoming the active controller at epoch (\d+)")
_LEADING = re.compile(r"Completed transition to Leader\(.*?epoch=(\d+)", re.DOTALL)


_FAULT = "Unexpected acknowledgement from non-voter"
"""A leader of Kafka's ends so if a voter that is just removed answers its BeginQuorumEpoch then.

It asks every voter once in half a fetch time-out, in all releases (LeaderState.ensureValidVoter).
"""


class KafkaFaultError(Exception):
    """A known fault of Kafka's, and no other, was in the way: the test may be run again."""


def blame(controllers: Iterable[Controller], error: BaseException | None) -> None:
    """Raise KafkaFaultError in place of an error, if the fault is what ended a controller."""
    found = [each.node_id for each in controllers if error is not None and _FAULT in each.said()]
    if found:
        raise KafkaFaultError(f"controllers {found}: {_FAULT}") from error


class Quorum:
    """Controllers of one dynamic quorum (kraft.version 1), formatted together."""

    def __init__(
        self, version: str, count: int, root: Path, properties: Sequence[str] = ()
    ) -> None:
        self.version = version
        self.cluster_id = encode_id(new_directory_id())
        root.mkdir(parents=True, exist_ok=True)
        ports = free_ports(count)
        self.controllers = [
            Controller(version, number, port, root) for number, port in enumerate(ports, 1)
        ]
        self.bootstrap = ",".join(each.endpoint for each in self.controllers)
        voters = ",".join(
            f"{each.node_id}@{each.endpoint}:{each.directory_id}" for each in self.controllers
        )
        with ThreadPoolExecutor() as at_once:
            made = [
                at_once.submit(each.format, self.cluster_id, voters, self.bootstrap, properties)
                for each in self.controllers
            ]
        for each in made:
            each.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        self.kill()
        blame(self.controllers, error)

    def kill(self) -> None:
        """End all of them without warning."""
        for each in self.controllers:
            each.kill()

    def start(self) -> None:
        """Start all of them at once."""
        for each in self.controllers:
            each.launch()
        for each in self.controllers:
            each.wait_until_started()

    def stop(self) -> None:
        """Stop all of them; followers first, so that the leader has a majority for long."""
        leader = self.leader()
        for each in sorted(self.controllers, key=lambda one: one is leader):
            each.stop()

    def leader(self) -> Controller:
        """Wait for a leader among those that run: the one of the highest epoch."""

        def found() -> Controller | None:
            epochs = {max(each.led_epochs(), default=-1): each for each in self.controllers}
            newest = epochs[max(epochs)]
            return newest if max(epochs) >= 0 and newest.is_running else None

        leader = wait_until(found, "a leader")
        assert isinstance(leader, Controller)
        return leader

    def describe_replication(self) -> str:
        """What `kafka-metadata-quorum describe --replication` prints."""
        done = kafka.tool(
            self.version,
            "kafka-metadata-quorum",
            *("--bootstrap-controller", self.bootstrap, "describe", "--replication"),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@contextlib.contextmanager
def running_quorum(
    version: str, count: int, root: Path, properties: Sequence[str] = ()
) -> Iterator[Quorum]:
    """A quorum with a leader; its processes end with the block."""
    with Quorum(version, count, root, properties) as quorum:
        quorum.start()
        quorum.leader()
        yield quorum
