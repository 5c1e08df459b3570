"""Clusters of real brokers whose controllers are kraft nodes."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Self

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from tests.conformance import kafka, releases
from tests.conformance.broker import Broker
from tests.conformance.ours import Ours
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

FIRST_BROKER_ID = 101
ACTIVE = {
    "kraft.controller": "active",
    "broker.session.timeout.ms": "3000",
    "broker.heartbeat.interval.ms": "500",
}
_ACTIVE_LINE = "The active controller of epoch"


class KraftCluster:
    """Kraft controllers and brokers of a release. `first` is one more directory of the first
    broker, `lines_of` returns lines for the file of one broker.

    The directories are formatted for the metadata.version `level`, or the newest that both know.
    """

    def __init__(
        self,
        release: str,
        root: Path,
        *,
        controllers: int = 1,
        brokers: int = 1,
        level: str | None = None,
        broker_lines: Sequence[str] = (),
        lines_of: Callable[[Broker], Sequence[str]] = lambda _: (),
        first: Path | None = None,
        format_flags: Sequence[str] = (),
        **more: str,
    ) -> None:
        self.release = release
        self.root = root
        self.broker_lines = broker_lines
        self.cluster_id = encode_id(new_directory_id())
        ports = free_ports(controllers + brokers)
        self.bootstrap = ",".join(f"127.0.0.1:{port}" for port in ports[:controllers])
        self.controllers = [
            Ours(root, self.bootstrap, number, port=port, **{**ACTIVE, **more})
            for number, port in enumerate(ports[:controllers], 1)
        ]
        voters = ",".join(
            f"{each.node_id}@{each.endpoint}:{encode_id(new_directory_id())}"
            for each in self.controllers
        )
        flags = ("--release-version", level or releases.metadata_version(release), *format_flags)
        for each in self.controllers:
            each.format(self.cluster_id, "--initial-controllers", voters, *flags)
        self.brokers = [
            Broker(release, number, port, root)
            for number, port in enumerate(ports[controllers:], FIRST_BROKER_ID)
        ]
        for broker in self.brokers:
            directories = f"log.dirs={broker.folder},{first}"
            is_first = first is not None and broker is self.brokers[0]
            broker.write_properties(
                self.bootstrap,
                (*broker_lines, *lines_of(broker), *([directories] if is_first else ())),
            )
        with ThreadPoolExecutor(2) as at_once:
            list(at_once.map(lambda one: one.prepare(self.cluster_id), self.brokers))

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as undone:
            undone.callback(self.kill)
            for each in self.controllers:
                each.launch()
            wait_until(lambda: self.active() is not None, "an active controller")
            for broker in self.brokers:
                broker.launch()
            for broker in self.brokers:
                broker.wait_until_started()
            undone.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End everything without warning."""
        for each in (*self.brokers, *self.controllers):
            each.kill()

    def active(self) -> Ours | None:
        """The running controller that became active in the highest epoch of all."""
        found = {max(active_epochs(each), default=-1): each for each in self.controllers}
        newest = found[max(found)]
        return newest if max(found) >= 0 and newest.is_running else None

    @property
    def servers(self) -> str:
        """The brokers, as metadata responses list them."""
        return ",".join(broker.endpoint for broker in self.brokers)

    def tool(self, name: str, *arguments: str, stdin: str | None = None) -> str:
        """What a tool prints that is given the brokers; it must succeed."""
        done = self.try_tool(name, *arguments, stdin=stdin)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def try_tool(
        self, name: str, *arguments: str, stdin: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a tool that is given the brokers."""
        where = ("--bootstrap-server", self.servers)
        return kafka.tool(self.release, name, *where, *arguments, stdin=stdin)

    def faults(self) -> list[str]:
        """The lines of controllers and brokers that should not be there."""
        return [
            line
            for each in (*self.controllers, *self.brokers)
            for line in each.said().splitlines()
            if any(text in line for text in _FAULTS)
        ]


_FAULTS = (
    "Error loading metadata log record",
    "Not appended, and answered",
    "The node has failed",
    "UNSUPPORTED_VERSION",
    "Traceback",
)


def active_epochs(node: Ours) -> Iterable[int]:
    """The epochs in which a node became the active controller, by its own account."""
    for line in node.said().splitlines():
        if _ACTIVE_LINE in line:
            yield int(line.split(_ACTIVE_LINE)[1].split(":")[0])
