"""Who is asked: a controller process of ours or of Kafka's, alone or among voters that are played.

Its own id is 1. The directories of both are formatted by `kraft storage format`, which writes what
Kafka's tool writes (tests/conformance/test_node.py).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kraft_wire.primitives import ZERO_UUID, Uuid
from tests.conformance import kafka, quorum
from tests.node.cluster import NodeProcess, text_of
from tests.support.certificates import Authority
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAg"
OWN_ID = 1
STANDALONE, STATIC, FIRST, STATIC_THREE, NONE = "alone", "static", "first", "static three", "none"
START_TIMEOUT_S = 120
HEAP = "320m"
"""A frame of 100 MiB has to fit in."""
_STARTED = "Kafka Server started"


def directory_of(node_id: int) -> Uuid:
    """The directory id of a voter that is played, or of the one that is asked."""
    return Uuid(bytes([0x33] * 15 + [node_id]))


@dataclass(frozen=True, kw_only=True)
class Election:
    """What a process finds in its quorum-state when it starts: -1 is nobody."""

    epoch: int
    leader: int = -1
    voted: int = -1
    voted_directory: Uuid | None = None

    def text(self, voters: tuple[int, ...] | None) -> str:
        """The file's line; version 0 where voters are static."""
        found: dict[str, Any] = {"leaderId": self.leader, "leaderEpoch": self.epoch}
        found["votedId"] = self.voted
        if voters is None:
            found["votedDirectoryId"] = str(self.voted_directory or ZERO_UUID)
            return json.dumps(found | {"data_version": 1})
        found = {"clusterId": "", **found, "appliedOffset": 0}
        found["currentVoters"] = [{"voterId": each} for each in voters]
        return json.dumps(found | {"data_version": 0})


@dataclass(frozen=True)
class Layout:
    """How the one that is asked is formatted, and what else its properties say.

    `election` is what it remembers of the last one: a vote for itself makes it a candidate at once.
    With `listeners` it has a certificate of an authority of its own, which it trusts.
    """

    kind: str
    more: Mapping[str, str] = field(default_factory=dict)
    election: Election | None = None
    listeners: Mapping[str, str] = field(default_factory=dict)
    """Further controller listeners: the security protocol by name."""
    flags: tuple[str, ...] = ()
    """Of `storage format`."""

    @property
    def played(self) -> tuple[int, ...]:
        """The ids that are played."""
        return (2, 3) if self.kind in (FIRST, STATIC_THREE) else (2,)


class Target:
    """The process that is asked. `release` is Kafka's, None for ours."""

    def __init__(
        self, root: Path, layout: Layout, ports: dict[int | str, int], release: str | None
    ) -> None:
        self.release = release
        self.layout = layout
        self.ports = ports
        self.authority = Authority(root)
        self.folder = root / f"node-{OWN_ID}"
        self.process = NodeProcess(root, self._properties())
        self._java: subprocess.Popen[bytes] | None = None
        self._format()
        if layout.election is not None:
            self.remembers(layout.election)

    def remembers(self, election: Election) -> None:
        """Write its quorum-state, while it does not run."""
        static = self.layout.kind in (STATIC, STATIC_THREE)
        folder = self.folder / "__cluster_metadata-0"
        folder.mkdir(exist_ok=True)
        voters = (OWN_ID, *self.layout.played) if static else None
        (folder / "quorum-state").write_text(election.text(voters))

    def forgets(self) -> None:
        """Remove its quorum-state, while it does not run."""
        (self.folder / "__cluster_metadata-0" / "quorum-state").unlink(missing_ok=True)

    def _properties(self) -> dict[str, str]:
        kind = self.layout.kind
        values = {
            "process.roles": "controller",
            "node.id": str(OWN_ID),
            "listeners": f"CONTROLLER://127.0.0.1:{self.ports[OWN_ID]}",
            "controller.listener.names": "CONTROLLER",
            "log.dirs": str(self.folder),
            "metadata.max.idle.interval.ms": "0",
            "controller.quorum.append.linger.ms": "0",
        }
        if kind in (STATIC, STATIC_THREE):
            voters = (OWN_ID,) if kind == STATIC else (OWN_ID, *self.layout.played)
            values["controller.quorum.voters"] = ",".join(map(self._at, voters))
        else:
            asked = OWN_ID if kind == STANDALONE else self.layout.played[-1]
            values["controller.quorum.bootstrap.servers"] = f"127.0.0.1:{self.ports[asked]}"
        if self.layout.listeners:
            protocols = {"CONTROLLER": "PLAINTEXT", **self.layout.listeners}
            ports = {"CONTROLLER": self.ports[OWN_ID]} | self.ports
            values |= {
                "listeners": ",".join(f"{name}://127.0.0.1:{ports[name]}" for name in protocols),
                "controller.listener.names": ",".join(protocols),
                "listener.security.protocol.map": ",".join(map(":".join, protocols.items())),
                **self.authority.stores("node"),
            }
        return values | dict(self.layout.more)

    def _at(self, node_id: int) -> str:
        return f"{node_id}@127.0.0.1:{self.ports[node_id]}"

    def _format(self) -> None:
        voters = (OWN_ID, *self.layout.played) if self.layout.kind == FIRST else (OWN_ID,)
        first = ",".join(f"{self._at(each)}:{text_of(directory_of(each))}" for each in voters)
        flags = {NONE: ["-N"], STANDALONE: ["-I", first], FIRST: ["-I", first]}
        command = [sys.executable, "-m", "kraft_core.cli", "storage", "format"]
        command += ["-t", CLUSTER_ID, "-c", str(self.process.properties)]
        command += ["-r", "4.3", *flags.get(self.layout.kind, []), *self.layout.flags]
        subprocess.run(command, check=True, capture_output=True, timeout=60)

    @property
    def directory_id(self) -> Uuid:
        """Of its log directory."""
        text = (self.folder / "meta.properties").read_text()
        return Uuid.parse(text.split("directory.id=")[1][:22])

    def start(self) -> None:
        """Start it and wait until it says that it has started."""
        if self.release is None:
            self.process.start()
            return
        before = self.process.said().count(_STARTED)
        command = kafka.tool_command(
            self.release,
            "kafka-server-start",
            [str(self.process.properties)],
            heap=HEAP,
            jvm=quorum.JVM,
        )
        with self.process.output.open("ab") as output:
            self._java = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        wait_until(
            lambda: not self.is_running or self.process.said().count(_STARTED) > before,
            "the controller to start again",
            START_TIMEOUT_S,
        )
        assert self.is_running, self.process.said()[-3000:]

    @property
    def is_running(self) -> bool:
        """Whether it lives."""
        return self.process.is_running if self._java is None else self._java.poll() is None

    def kill(self) -> None:
        """End it without warning."""
        self._end(signal.SIGKILL)

    def signal_end(self) -> None:
        """Ask it to end, and go on."""
        if self._java is not None:
            self._java.terminate()
        else:
            os.kill(self.process.process_id, signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._java is None:
            self.process.end(number)
            return
        with contextlib.suppress(ProcessLookupError):
            self._java.send_signal(number)
        self._java.wait(30)
        self._java = None
