"""Three voters on this machine, ours or Kafka's or both, that make load and can be killed.

Both kinds are programs under `peers/` which say the same on standard output. Their folders lie side
by side on the disk of the current folder. All moments are nanoseconds of the monotonic clock, which
all processes of a machine share.
"""

from __future__ import annotations

import base64
import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from tests.conformance import kafka
from tests.support.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

RELEASE = "4.3.1"
OURS, JAVA = "kraft", "Kafka"
PATIENCE_S = 120.0

_ROOT = Path(__file__).parents[1]
_PEERS = Path(__file__).parent / "peers"
_HEAP = "2g"
_JAVA_KEYS = {"num.network.threads": "1", "num.io.threads": "2"}


class Leading(NamedTuple):
    """A voter began to lead an epoch."""

    node_id: int
    epoch: int
    at_ns: int


def command(side: str, properties: Path, directory_id: str) -> list[str]:
    """Return the command that starts a voter of a kind; raises KafkaUnavailableError."""
    if side == OURS:
        module = "benchmarks.peers.quorum_node"
        return [sys.executable, "-m", module, str(properties), directory_id]
    source = _PEERS / "QuorumBench.java"
    return kafka.java_program(source, RELEASE, (str(properties), directory_id), heap=_HEAP)


def is_listening(port: int) -> bool:
    """Return True if a port accepts connections."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


class Voter:
    """One process, which can be started again."""

    def __init__(self, side: str, node_id: int, root: Path, values: Mapping[str, str]) -> None:
        self.side = side
        self._port = int(values["listeners"].rpartition(":")[2])
        self.node_id = node_id
        self.loads: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._properties = root / f"{node_id}.properties"
        self._log = root / f"{node_id}.txt"
        self._directory_id = base64.urlsafe_b64encode(f"{node_id:016d}".encode()).decode()[:22]
        self._process: subprocess.Popen[str] | None = None
        lines = [f"{key}={value}\n" for key, value in values.items()]
        self._properties.write_text("".join(lines))

    @property
    def port(self) -> int:
        return self._port

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, on_leading: Callable[[Leading], None]) -> None:
        """Start it. `on_leading` is called in another thread."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command(self.side, self._properties, self._directory_id),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=_ROOT,
            )
        Thread(target=self._listen, args=(self._process, on_leading), daemon=True).start()

    def _listen(
        self, process: subprocess.Popen[str], on_leading: Callable[[Leading], None]
    ) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said = json.loads(line)
            if "leading" in said:
                on_leading(Leading(self.node_id, said["leading"], said["at"]))
            else:
                self.loads.put(said)

    def wait_until_listening(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_listening(self._port):
            if time.monotonic() > deadline or not self.is_running:
                raise TimeoutError(f"voter {self.node_id} does not listen:\n{self.said}")
            time.sleep(0.01)

    def say(self, order: str) -> None:
        """Send a command to the process."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; the moment of the signal."""
        at_ns = time.monotonic_ns()
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait(PATIENCE_S)
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
        return at_ns

    @property
    def said(self) -> str:
        return self._log.read_text(errors="replace")[-2000:]


class Quorum:
    """Voters with static addresses, each of its own kind; they end with the block."""

    def __init__(self, sides: Sequence[str], root: Path, more: Mapping[str, str]) -> None:
        root.mkdir(parents=True)
        ports = free_ports(len(sides))
        voters = ",".join(f"{n}@127.0.0.1:{port}" for n, port in enumerate(ports, 1))
        self._leadings: SimpleQueue[Leading] = SimpleQueue()
        self.voters: dict[int, Voter] = {}
        for node_id, (side, port) in enumerate(zip(sides, ports, strict=True), 1):
            values = {
                "process.roles": "controller",
                "node.id": str(node_id),
                "listeners": f"CONTROLLER://127.0.0.1:{port}",
                "controller.listener.names": "CONTROLLER",
                "controller.quorum.voters": voters,
                "log.dirs": str(root / str(node_id)),
                **more,
                **(_JAVA_KEYS if side == JAVA else {}),
            }
            self.voters[node_id] = Voter(side, node_id, root, values)

    def __enter__(self) -> Self:
        for voter in self.voters.values():
            self.start(voter)
        return self

    def __exit__(self, *_: object) -> None:
        for voter in self.voters.values():
            voter.end(signal.SIGKILL)

    def start(self, voter: Voter) -> None:
        """Start a voter, for the first time or again."""
        voter.start(self._leadings.put)

    def leader(self, since_ns: int = 0) -> Leading:
        """Wait for a leader that was elected after that time."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with suppress(Empty):
                found = self._leadings.get(timeout=0.1)
                if found.at_ns >= since_ns:
                    return found
        logs = "\n".join(voter.said for voter in self.voters.values())
        raise TimeoutError(f"no voter became leader:\n{logs}")

    def check(self) -> None:
        """Raise if a voter has ended: the figures would be those of another quorum."""
        for voter in self.voters.values():
            if not voter.is_running:
                raise RuntimeError(f"voter {voter.node_id} has ended:\n{voter.said}")

    def newest(self, leading: Leading) -> Leading:
        """Return the same leadership, or the latest that followed it."""
        with suppress(Empty):
            while True:
                leading = max(leading, self._leadings.get_nowait(), key=lambda each: each.epoch)
        return leading
