"""A log directory that a controller wrote, and the kinds of damage that tests do to it.

The directory has several segments, epochs and snapshots, and a vote in an epoch above its log's:
what a start loses of it can be seen in what it does next.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.config.errors import NodeError
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus.invariants import InvariantBroken, LogWriteFailedError
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.directory import segments, snapshot_file
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.meta_properties import MetaProperties, write_meta_properties
from kraft_wire.errors import WireError
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.checksum import crc32c
from tests.controller.content import feature, value_of
from tests.node.cluster import (
    CLUSTER_ID,
    directory_id,
    format_node,
    properties_of,
    voters_at,
)
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = "__cluster_metadata-0"
QUORUM_STATE = "quorum-state"
EPOCHS_AHEAD = 3
"""By how much the stored vote is above the last epoch of the log."""

_LENGTH_AT, _EPOCH_AT, _MAGIC_AT, _CRC_AT, _CRC_FROM = 8, 12, 16, 17, 21


@dataclass(frozen=True)
class Place:
    """Two log directories of one node; the log is in the first."""

    root: Path
    ports: tuple[int, ...]

    @property
    def values(self) -> dict[str, str]:
        return {
            **properties_of(1, list(self.ports), self.root),
            "log.dirs": f"{self.data},{self.spare}",
            "metadata.log.dir": str(self.data),
            "internal.metadata.log.segment.bytes": "4000",
            "metadata.max.idle.interval.ms": "5",
            "metadata.max.retention.bytes": "-1",
            "metadata.max.retention.ms": "-1",
            "controller.quorum.election.timeout.ms": "50",
        }

    @property
    def configuration(self) -> NodeConfiguration:
        return NodeConfiguration.of(self.values)

    @property
    def data(self) -> Path:
        return self.root / "node-1"

    @property
    def spare(self) -> Path:
        return self.root / "spare"

    @property
    def log(self) -> Path:
        return self.data / FOLDER

    def copy_to(self, root: Path) -> Place:
        shutil.copytree(self.root, root, dirs_exist_ok=True)
        return replace(self, root=root)

    def segment(self, place: int) -> Path:
        return self.log / segments(path.name for path in self.log.iterdir())[place][1]

    def snapshots(self) -> list[Path]:
        """The snapshots but 0-0, oldest first."""
        return sorted(self.log.glob("*[1-9]*.checkpoint"))

    @property
    def bootstrap(self) -> Path:
        return self.log / snapshot_file(OffsetAndEpoch(0, 0))

    def election(self) -> Election:
        found = ElectionFile(DiskFolder(self.log)).read()
        assert found is not None
        return found


def make_place(root: Path) -> Place:
    """Let a controller live in a directory for a while, with two snapshots and three epochs."""
    place = Place(root, tuple(free_ports(1)))
    level = value_of(feature("metadata.version", 30))
    format_node(root, 1, voters_at(list(place.ports)), [level])
    place.data.chmod(0o700)
    place.spare.mkdir(0o700)
    write_meta_properties(
        DiskFolder(place.spare), MetaProperties(1, CLUSTER_ID, b"\x22" * 16), wall_ms=1
    )

    async def lived() -> None:
        for life in range(3):
            controller = Controller()
            node = RaftNode(place.configuration, controller, controller)
            await node.start()
            goal = 40 * (life + 1)
            reached = lambda node=node, goal=goal: node.replica.applied.offset >= goal  # noqa: E731
            await node.until(reached)
            if life < 2:
                assert node.replica.request_snapshot()
                wanted = life + 1
                await wait_until_async(lambda n=wanted: len(place.snapshots()) >= n, "a snapshot")
            await node.close()

    asyncio.run(lived())
    election = place.election()
    voted = ReplicaKey(1, directory_id(1))
    ahead = Election(election.epoch + EPOCHS_AHEAD, None, voted)
    ElectionFile(DiskFolder(place.log)).write(ahead, 1, [1])
    return place


# -- what a start does -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """Return the outcome of a start: `stops`, `loses`, `repairs` (with a WARN line) or `fine`."""

    outcome: str
    lines: tuple[str, ...]


def log_end(place: Place) -> int:
    last = place.segment(-1)
    ends = [each.next_offset for each in iter_batches(last.read_bytes())]
    return ends[-1] if ends else int(last.stem)


def start_and_see(place: Place, before: Place) -> Truth:
    """Start a controller with this directory as `kraft start` does, and compare with `before`."""
    lines: list[tuple[int, str]] = []

    class Keeper(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append((record.levelno, record.getMessage()))

    keeper, logger = Keeper(), logging.getLogger("kraft")
    logger.addHandler(keeper)

    def warned() -> tuple[str, ...]:
        return tuple(text for level, text in lines if level >= logging.WARNING)

    async def seen() -> Truth:
        controller = Controller()
        node = RaftNode(place.configuration, controller, controller)
        try:
            await node.start()
            if not node.core.voters.has(ReplicaKey(1, node.directory.meta.directory_id)):
                await node.close()
                return Truth("loses", warned())
            await node.until(lambda: controller.is_active or controller._obstacle is not None)
            if controller._obstacle is not None:
                await node.close()
                return Truth("stops", warned())
            epoch = node.leader_and_epoch.epoch
            begins_at = node.replica._leadership._epoch_start[1]
            await node.close()
        except (OSError, NodeError, StorageError, WireError) as error:
            return Truth("stops", (str(error),))
        except (InvariantBroken, LogWriteFailedError) as error:
            return Truth("stops", (str(error),))
        if epoch < before.election().epoch or begins_at < log_end(before):
            return Truth("loses", warned())
        told = [text for text in warned() if place.root.name in text or "KafkaRaftServer" in text]
        return Truth("repairs" if told else "fine", tuple(told))

    try:
        return asyncio.run(asyncio.wait_for(seen(), 60))
    finally:
        logger.removeHandler(keeper)


# -- damage ----------------------------------------------------------------------------------------


def changed(path: Path, position: int, content: bytes) -> None:
    """Overwrite bytes; a negative position counts from the end."""
    found = bytearray(path.read_bytes())
    position %= len(found)
    found[position : position + len(content)] = content
    write(path, bytes(found))


def write(path: Path, content: bytes) -> None:
    path.chmod(0o600)
    path.write_bytes(content)


def flip(path: Path, position: int | None = None) -> None:
    """Flip a bit, in the middle unless told where."""
    content = path.read_bytes()
    position = len(content) // 2 if position is None else position % len(content)
    changed(path, position, bytes([content[position] ^ 1]))


def cut(path: Path, size: int) -> None:
    """Keep the front of a file; a negative size is taken from the end."""
    write(path, path.read_bytes()[:size])


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    write(path, text.replace(old, new).encode())


def without_line(path: Path, start: str) -> None:
    kept = [line for line in path.read_text().splitlines() if not line.startswith(start)]
    write(path, "\n".join(kept).encode() + b"\n")


def as_directory(path: Path) -> None:
    if path.exists():
        path.unlink()
    path.mkdir()


def as_link(path: Path) -> None:
    other = path.with_name("elsewhere")
    path.rename(other)
    path.symlink_to(other)


def batch_places(path: Path) -> list[tuple[int, RecordBatch]]:
    """Position and content of the batches of a segment."""
    found, position = [], 0
    for batch in iter_batches(path.read_bytes()):
        found.append((position, batch))
        position += batch.size
    return found


def rewrite_batch(path: Path, place: int, at: int, content: bytes) -> None:
    """Change bytes of a batch and give it the checksum of what it then says."""
    position, batch = batch_places(path)[place]
    found = bytearray(path.read_bytes())
    found[position + at : position + at + len(content)] = content
    covered = found[position + _CRC_FROM : position + batch.size]
    found[position + _CRC_AT : position + _CRC_AT + 4] = crc32c(bytes(covered)).to_bytes(4)
    write(path, bytes(found))


def drop_batch(path: Path, place: int) -> None:
    position, batch = batch_places(path)[place]
    content = path.read_bytes()
    write(path, content[:position] + content[position + batch.size :])


def repeat_batch(path: Path, place: int) -> None:
    position, batch = batch_places(path)[place]
    content = path.read_bytes()
    end = position + batch.size
    write(path, content[:end] + content[position:end] + content[end:])


def control_place(path: Path) -> int:
    """Which batch of a segment is the first control batch."""
    return next(i for i, (_, batch) in enumerate(batch_places(path)) if batch.is_control)


def data_place(path: Path) -> int:
    return next(i for i, (_, batch) in enumerate(batch_places(path)) if not batch.is_control)


def lose_mark(place: Place) -> None:
    (place.log / "durable-mark").unlink()


def as_kafka_left(place: Place) -> None:
    """Write quorum-state as Kafka does, which knows no mark."""
    path = place.log / QUORUM_STATE
    write(path, path.read_bytes().split(b"\n")[0])


@dataclass(frozen=True)
class Damage:
    """One kind of damage. `names` is in what is said of it; empty where nothing is said."""

    does: Callable[[Place], object]
    outcome: str
    names: str = ""


def _elect(place: Place, epoch: int) -> None:
    voted = ReplicaKey(1, directory_id(1))
    ElectionFile(DiskFolder(place.log)).write(Election(epoch, None, voted), 1, [1])


def _meta(does: Callable[[Path], object]) -> Callable[[Place], object]:
    return lambda place: does(place.data / "meta.properties")


def _log(name: str, does: Callable[[Path], object]) -> Callable[[Place], object]:
    return lambda place: does(place.log / name)


def _segment(number: int, does: Callable[[Path], object]) -> Callable[[Place], object]:
    return lambda place: does(place.segment(number))


def _snapshot(number: int, does: Callable[[Path], object]) -> Callable[[Place], object]:
    return lambda place: does(place.snapshots()[number])


def _unlink_segments(place: Place, numbers: slice) -> None:
    for _, name in segments(path.name for path in place.log.iterdir())[numbers]:
        (place.log / name).unlink()


META = "meta.properties"
MARK = "durable-mark"
EPOCHS = "leader-epoch-checkpoint"
TOPIC = "partition.metadata"

DAMAGES = {
    "nothing": Damage(lambda _: None, "fine"),
    # meta.properties
    "meta missing": Damage(_meta(Path.unlink), "stops", META),
    "meta empty": Damage(_meta(lambda p: write(p, b"")), "stops", META),
    "meta binary": Damage(_meta(lambda p: write(p, b"\xff" * 80)), "stops", META),
    "meta version 2": Damage(_meta(lambda p: replaced(p, "version=1", "version=2")), "stops", META),
    "meta of another node": Damage(
        _meta(lambda p: replaced(p, "node.id=1", "node.id=2")), "stops", "node 2"
    ),
    "meta node id no number": Damage(
        _meta(lambda p: replaced(p, "node.id=1", "node.id=x")), "stops", META
    ),
    "meta without cluster id": Damage(
        _meta(lambda p: without_line(p, "cluster.id")), "stops", META
    ),
    "meta of another cluster": Damage(
        _meta(lambda p: replaced(p, CLUSTER_ID, "another")), "stops", "another"
    ),
    "meta with a directory id that is none": Damage(
        _meta(lambda p: replaced(p, "directory.id=", "directory.id=x")), "stops", META
    ),
    "meta with a reserved directory id": Damage(
        _meta(lambda p: (without_line(p, "directory.id"), _add(p, "directory.id=" + "A" * 22))),
        "stops",
        META,
    ),
    "meta with another directory id": Damage(
        _meta(
            lambda p: (without_line(p, "directory.id"), _add(p, "directory.id=" + "B" * 21 + "A"))
        ),
        "loses",
        META,
    ),
    "meta without directory id": Damage(
        _meta(lambda p: without_line(p, "directory.id")), "loses", META
    ),
    "meta a symbolic link": Damage(_meta(as_link), "stops", META),
    "meta writable by everybody": Damage(_meta(lambda p: p.chmod(0o666)), "stops", META),
    "meta a directory": Damage(_meta(as_directory), "stops", META),
    # directories
    "spare of another cluster": Damage(
        lambda p: replaced(p.spare / META, CLUSTER_ID, "another"), "stops", "spare"
    ),
    "spare of another node": Damage(
        lambda p: replaced(p.spare / META, "node.id=1", "node.id=2"), "stops", "spare"
    ),
    "spare missing": Damage(lambda p: shutil.rmtree(p.spare), "stops", "spare"),
    "spare a copy": Damage(
        lambda p: write(p.spare / META, (p.data / META).read_bytes()), "stops", "spare"
    ),
    "spare with a metadata log": Damage(lambda p: (p.spare / FOLDER).mkdir(), "stops", "spare"),
    "data a file": Damage(
        lambda p: (shutil.rmtree(p.data), p.data.write_bytes(b"")), "stops", "node-1"
    ),
    "log folder deleted": Damage(lambda p: shutil.rmtree(p.log), "loses", FOLDER),
    "log folder empty": Damage(lambda p: (shutil.rmtree(p.log), p.log.mkdir()), "loses", FOLDER),
    "log folder a file": Damage(
        lambda p: (shutil.rmtree(p.log), p.log.write_bytes(b"")), "stops", FOLDER
    ),
    "log folder of another quorum too": Damage(
        lambda p: shutil.copytree(p.log, p.data / "other-0"), "stops", "other"
    ),
    # quorum-state
    "election missing": Damage(_log(QUORUM_STATE, Path.unlink), "stops", QUORUM_STATE),
    "election and mark missing": Damage(
        lambda p: (lose_mark(p), (p.log / QUORUM_STATE).unlink()), "loses", QUORUM_STATE
    ),
    "election empty": Damage(_log(QUORUM_STATE, lambda p: write(p, b"")), "stops", QUORUM_STATE),
    "election torn": Damage(_log(QUORUM_STATE, lambda p: cut(p, 30)), "stops", QUORUM_STATE),
    "election version 2": Damage(
        _log(QUORUM_STATE, lambda p: replaced(p, '"data_version":1', '"data_version":2')),
        "stops",
        QUORUM_STATE,
    ),
    "election with a negative epoch": Damage(
        _log(QUORUM_STATE, lambda p: replaced(p, '"leaderEpoch":', '"leaderEpoch":-')),
        "stops",
        QUORUM_STATE,
    ),
    "election without vote": Damage(
        _log(QUORUM_STATE, lambda p: replaced(p, '"votedId":1,', "")), "stops", QUORUM_STATE
    ),
    "election older than the log": Damage(lambda p: _elect(p, 1), "loses", QUORUM_STATE),
    "election of Kafka, older than the log": Damage(
        lambda p: (_elect(p, 1), as_kafka_left(p)), "loses", QUORUM_STATE
    ),
    "election of Kafka": Damage(as_kafka_left, "repairs", QUORUM_STATE),
    "election a directory": Damage(_log(QUORUM_STATE, as_directory), "stops", QUORUM_STATE),
    "election writable by everybody": Damage(
        _log(QUORUM_STATE, lambda p: p.chmod(0o666)), "stops", QUORUM_STATE
    ),
    # durable-mark
    "mark missing": Damage(lose_mark, "fine"),
    "mark empty": Damage(_log(MARK, lambda p: write(p, b"")), "stops", MARK),
    "mark version 1": Damage(
        _log(MARK, lambda p: replaced(p, "version: 0", "version: 1")), "stops", MARK
    ),
    "mark above the log": Damage(
        _log(MARK, lambda p: write(p, b"version: 0\nend_offset: 99999\nepoch: 3\n")),
        "stops",
        "99999",
    ),
    # leader-epoch-checkpoint and partition.metadata
    "epochs missing": Damage(_log(EPOCHS, Path.unlink), "repairs", EPOCHS),
    "epochs empty": Damage(_log(EPOCHS, lambda p: write(p, b"")), "repairs", EPOCHS),
    "epochs damaged": Damage(_log(EPOCHS, lambda p: write(p, b"0\n1\nx y\n")), "repairs", EPOCHS),
    "epochs binary": Damage(_log(EPOCHS, lambda p: write(p, b"\xff\0")), "repairs", EPOCHS),
    "epochs of another log": Damage(_log(EPOCHS, lambda p: write(p, b"0\n1\n1 7\n")), "fine"),
    "epochs version 1": Damage(_log(EPOCHS, lambda p: write(p, b"1\n0\n")), "stops", EPOCHS),
    "topic missing": Damage(_log(TOPIC, Path.unlink), "repairs", TOPIC),
    "topic empty": Damage(_log(TOPIC, lambda p: write(p, b"")), "repairs", TOPIC),
    "topic binary": Damage(_log(TOPIC, lambda p: write(p, b"\xff\0")), "repairs", TOPIC),
    "topic of another topic": Damage(
        _log(TOPIC, lambda p: write(p, b"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg")),
        "stops",
        TOPIC,
    ),
    "topic version 1": Damage(
        _log(TOPIC, lambda p: replaced(p, "version: 0", "version: 1")), "stops", TOPIC
    ),
    # segments
    "segment first missing": Damage(lambda p: _unlink_segments(p, slice(0, 1)), "fine"),
    "segment middle missing": Damage(lambda p: _unlink_segments(p, slice(-2, -1)), "stops", ".log"),
    "segment last missing": Damage(lambda p: _unlink_segments(p, slice(-1, None)), "stops", FOLDER),
    "segments all missing": Damage(lambda p: _unlink_segments(p, slice(0, None)), "stops", FOLDER),
    "segments and mark missing": Damage(
        lambda p: (lose_mark(p), _unlink_segments(p, slice(0, None))), "loses", FOLDER
    ),
    "segment last cut": Damage(_segment(-1, lambda p: cut(p, -10)), "stops", FOLDER),
    "segment last cut without mark": Damage(
        lambda p: (lose_mark(p), cut(p.segment(-1), -10)), "loses", ".log"
    ),
    "segment last empty": Damage(_segment(-1, lambda p: write(p, b"")), "stops", FOLDER),
    "segment torn tail": Damage(
        _segment(-1, lambda p: write(p, p.read_bytes() + p.read_bytes()[:40])), "repairs", ".log"
    ),
    "segment zeros at its end": Damage(
        _segment(-1, lambda p: write(p, p.read_bytes() + bytes(5000))), "repairs", ".log"
    ),
    "segment bit in a record": Damage(_segment(1, flip), "stops", FOLDER),
    "segment bit in a record without mark": Damage(
        lambda p: (lose_mark(p), flip(p.segment(1))), "loses", ".log"
    ),
    "segment bit in the last segment without mark": Damage(
        lambda p: (lose_mark(p), flip(p.segment(-1), 100)), "loses", ".log"
    ),
    "segment batch magic 1": Damage(
        _segment(1, lambda p: changed(p, batch_places(p)[1][0] + _MAGIC_AT, b"\x01")),
        "stops",
        FOLDER,
    ),
    "segment batch length": Damage(
        _segment(1, lambda p: changed(p, batch_places(p)[1][0] + _LENGTH_AT, b"\x7f")),
        "stops",
        FOLDER,
    ),
    "segment batch offset": Damage(
        _segment(1, lambda p: changed(p, batch_places(p)[1][0] + 6, b"\x70")), "stops", "byte"
    ),
    "segment batch epoch": Damage(
        _segment(-1, lambda p: changed(p, batch_places(p)[1][0] + _EPOCH_AT, bytes(4))),
        "stops",
        "byte",
    ),
    "segment batch dropped": Damage(_segment(1, lambda p: drop_batch(p, 1)), "stops", "byte"),
    "segment batch twice": Damage(_segment(1, lambda p: repeat_batch(p, 1)), "stops", "byte"),
    "segment batch record count": Damage(
        _segment(1, lambda p: rewrite_batch(p, 1, 57, (7).to_bytes(4))), "stops", "byte"
    ),
    "segment control record": Damage(
        _segment(0, lambda p: rewrite_batch(p, control_place(p), 61, b"\x7f\x7f")),
        "stops",
        "byte",
    ),
    "segment data record": Damage(
        _segment(-1, lambda p: rewrite_batch(p, 3, 61, b"\x7f\x7f")), "stops", "offset"
    ),
    "segment data record below the snapshot": Damage(
        _segment(0, lambda p: rewrite_batch(p, data_place(p), 61, b"\x7f\x7f")), "fine"
    ),
    "segment name": Damage(
        _segment(0, lambda p: shutil.copy(p, p.with_name("7.log"))), "stops", "7.log"
    ),
    "segment a link": Damage(_segment(0, as_link), "stops", ".log"),
    "segment a directory": Damage(_segment(-1, as_directory), "stops", FOLDER),
    "index missing": Damage(
        lambda p: p.segment(0).with_suffix(".index").unlink(missing_ok=True), "fine"
    ),
    "index damaged": Damage(
        lambda p: write(_touched(p.segment(0).with_suffix(".index")), b"xyz"), "fine"
    ),
    "index a directory": Damage(
        lambda p: as_directory(p.segment(0).with_suffix(".index")), "stops", ".index"
    ),
    "time index damaged": Damage(
        lambda p: write(_touched(p.segment(0).with_suffix(".timeindex")), b"xyz"), "fine"
    ),
    "producer state damaged": Damage(
        lambda p: write(_touched(p.segment(-1).with_suffix(".snapshot")), b"xyz"), "fine"
    ),
    # snapshots
    "snapshot latest empty": Damage(_snapshot(-1, lambda p: write(p, b"")), "stops", ".checkpoint"),
    "snapshot latest cut": Damage(_snapshot(-1, lambda p: cut(p, -10)), "stops", ".checkpoint"),
    "snapshot latest bit": Damage(_snapshot(-1, flip), "stops", ".checkpoint"),
    "snapshot latest header": Damage(_snapshot(-1, lambda p: flip(p, 70)), "stops", ".checkpoint"),
    "snapshot latest of another epoch": Damage(
        _snapshot(
            -1,
            lambda p: (
                p.rename(p.with_name(p.name.replace("000001.", "000077.")))
                if "000001." in p.name
                else p.rename(p.with_name(p.name.replace("000002.", "000077.")))
            ),
        ),
        "stops",
        ".checkpoint",
    ),
    "snapshot latest above the log": Damage(
        _snapshot(
            -1, lambda p: p.rename(p.with_name("00000000000000999999-0000000002.checkpoint"))
        ),
        "repairs",
        "999999",
    ),
    "snapshot latest damaged, and no log below it": Damage(
        lambda p: (flip(p.snapshots()[-1]), _unlink_segments(p, slice(0, 1))),
        "stops",
        ".checkpoint",
    ),
    "snapshot latest missing": Damage(_snapshot(-1, Path.unlink), "fine"),
    "snapshots all missing": Damage(lambda p: [each.unlink() for each in p.snapshots()], "fine"),
    "snapshot latest a directory": Damage(_snapshot(-1, as_directory), "fine"),
    "snapshot older bit": Damage(_snapshot(0, flip), "fine", ".checkpoint"),
    "bootstrap bit": Damage(lambda p: flip(p.bootstrap), "repairs", ".checkpoint"),
    "bootstrap empty": Damage(lambda p: write(p.bootstrap, b""), "repairs", ".checkpoint"),
    "bootstrap and all snapshots damaged": Damage(
        lambda p: (flip(p.bootstrap), [each.unlink() for each in p.snapshots()]),
        "repairs",
        ".checkpoint",
    ),
    "bootstrap damaged, and its records not in the log": Damage(
        lambda p: (
            flip(p.bootstrap),
            [each.unlink() for each in p.snapshots()],
            _unlink_segments(p, slice(0, None)),
            write(p.log / "durable-mark", b"version: 0\nend_offset: 0\nepoch: 0\n"),
        ),
        "stops",
        ".checkpoint",
    ),
    "bootstrap missing": Damage(lambda p: p.bootstrap.unlink(), "fine"),
    "bootstrap.checkpoint cut": Damage(lambda p: cut(p.data / "bootstrap.checkpoint", -10), "fine"),
    # leftovers
    "leftovers": Damage(
        lambda p: (
            write(_touched(p.log / "quorum-state.tmp"), b"x"),
            write(_touched(p.log / f"{0:020d}-{3:010d}-1.checkpoint.part"), b"x"),
            write(_touched(p.log / f"{9:020d}.log.deleted"), b"x"),
        ),
        "fine",
    ),
    "sync failed before": Damage(lambda p: (p.log / "sync-failed").touch(), "fine"),
}


def _add(path: Path, line: str) -> None:
    write(path, path.read_bytes() + line.encode() + b"\n")


def _touched(path: Path) -> Path:
    path.touch()
    return path
