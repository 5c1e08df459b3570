"""Nodes and commands of ours beside real controllers of Kafka's, and what both have on disk."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import TYPE_CHECKING

from kraft_core.admin.admin import Admin
from kraft_core.client.errors import ClientError
from kraft_core.client.settings import Settings
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.metadata_frame import MetadataRecord, decode_or_keep_metadata_record
from tests.conformance import kafka
from tests.node.cluster import NodeProcess
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kraft_core.admin.quorum import QuorumDescription
    from tests.conformance.quorum import Controller

OWN_ID = 9
IMPATIENT = Settings(api_timeout_s=10)


def kraft(*arguments) -> subprocess.CompletedProcess[str]:
    """Run one of our commands."""
    command = [sys.executable, "-m", "kraft_core.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def write_properties(path, folder, port, **more) -> None:
    """The configuration of a controller of a dynamic quorum."""
    values = {
        "process.roles": "controller",
        "node.id": "1",
        "listeners": f"CONTROLLER://127.0.0.1:{port}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": f"127.0.0.1:{port}",
        "log.dirs": str(folder),
    } | more
    path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))


class Ours(NodeProcess):
    """A node of ours that is to join a quorum; `format` prepares its directory."""

    def __init__(
        self,
        root: Path,
        bootstrap: str,
        node_id: int = OWN_ID,
        *,
        port: int | None = None,
        **more: str,
    ) -> None:
        self.more = {"controller.quorum.bootstrap.servers": bootstrap} | more
        super().__init__(root, {"node.id": str(node_id)})
        self.move(port)

    def move(self, port: int | None = None) -> None:
        """Have it listen on another port from its next start on."""
        self.port = port or free_ports(1)[0]
        more = {"node.id": str(self.node_id)} | self.more
        write_properties(self.properties, self.folder, self.port, **more)

    def format(self, cluster_id: str, *flags: str, by: str | None = None) -> None:
        """Format its directory with our command, or with the tool of a release of Kafka's."""
        flags = flags or ("--no-initial-controllers",)
        wanted = ("format", "-t", cluster_id, "-c", str(self.properties), *flags)
        done = kafka.tool(by, "kafka-storage", *wanted) if by else kraft("storage", *wanted)
        assert done.returncode == 0, done.stdout + done.stderr

    @property
    def endpoint(self) -> str:
        """HOST:PORT of its listener."""
        return f"127.0.0.1:{self.port}"

    @property
    def metadata_folder(self) -> Path:
        """Where its metadata log is."""
        return self.folder / "__cluster_metadata-0"

    @property
    def directory_id(self) -> str:
        """As formatting gave it."""
        text = (self.folder / "meta.properties").read_text()
        return text.split("directory.id=")[1][:22]


def log_of(node: Controller | Ours) -> bytes:
    """The bytes of its log: all segments, one after the other."""
    while True:
        with contextlib.suppress(FileNotFoundError):  # the oldest one has just been deleted
            paths = sorted(node.metadata_folder.glob("*.log"))
            return b"".join(path.read_bytes() for path in paths)


def has_same_log(one: Controller | Ours, other: Controller | Ours) -> bool:
    """Whether the logs are the same bytes from where the later one begins to where one ends."""
    first, second = log_of(one), log_of(other)
    if not first or not second:
        return False
    begin = max(_first_offset(first), _first_offset(second))
    parts = [_from_offset(each, begin) for each in (first, second)]
    size = min(map(len, parts))
    return size > 0 and parts[0][:size] == parts[1][:size]


def _first_offset(log: bytes) -> int:
    return int.from_bytes(log[:8], "big")


def _from_offset(log: bytes, offset: int) -> bytes:
    """From the batch on that begins there."""
    position = 0
    while position < len(log) and int.from_bytes(log[position : position + 8], "big") < offset:
        position += 12 + int.from_bytes(log[position + 8 : position + 12], "big")
    return log[position:]


def next_offset(log: bytes) -> int:
    """The offset behind the last whole batch."""
    position, found = 0, 0
    while position + 61 <= len(log):
        size = 12 + int.from_bytes(log[position + 8 : position + 12], "big")
        if position + size > len(log):
            break
        base = int.from_bytes(log[position : position + 8], "big")
        found = base + int.from_bytes(log[position + 23 : position + 27], "big") + 1
        position += size
    return found


def catch_up(node: Controller | Ours, leader: Controller | Ours) -> None:
    """Wait until a node has all that the leader has now, and that it is the same bytes.

    What is not committed can differ until a new leader has truncated it.
    """
    end = next_offset(log_of(leader))
    wait_until(
        lambda: next_offset(log_of(node)) >= end and has_same_log(node, leader),
        f"node {node.node_id} catches up with node {leader.node_id}",
    )


def snapshots_of(node: Controller | Ours) -> dict[str, bytes]:
    """Its snapshots; one that goes while it is looked at is none."""
    found = {}
    for path in node.metadata_folder.glob("*.checkpoint"):
        with contextlib.suppress(FileNotFoundError):
            found[path.name] = path.read_bytes()
    return found


def records_of(log: bytes) -> Iterator[object]:
    """The messages of the metadata records of a log, but not those of unknown kinds."""
    for batch in iter_batches(log):
        if isinstance(batch, RecordBatch) and not batch.is_control:
            for record in batch.records():
                kept = decode_or_keep_metadata_record(bytes(record.value))
                if isinstance(kept, MetadataRecord):
                    yield kept.message


def row_of(described: str, node_id: int) -> list[str]:
    """The cells of a node in what `describe --replication` prints."""
    rows = [line.split() for line in described.splitlines()]
    found = [row for row in rows if row and row[0] == str(node_id)]
    return found[0] if found else []


def ask_quorum(*endpoints: str) -> QuorumDescription | None:
    """What the leader tells of the quorum; None while there is none."""
    with contextlib.suppress(ClientError), Admin(",".join(endpoints), settings=IMPATIENT) as admin:
        return admin.describe_quorum()
    return None


def high_watermark(*endpoints: str) -> int:
    """The offset up to which the quorum has committed; -1 while nobody tells."""
    described = ask_quorum(*endpoints)
    return described.partition.high_watermark if described else -1
