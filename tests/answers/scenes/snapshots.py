"""A snapshot: downloaded piece by piece from a leader that is played, then served as leader."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.batches import control_batch
from kraft_wire.messages import (
    FeatureLevelRecord,
    FetchRequest,
    FetchSnapshotRequest,
    FetchSnapshotResponse,
    KRaftVersionRecord,
    SnapshotFooterRecord,
    SnapshotHeaderRecord,
    VotersRecord,
)
from tests.answers import asking
from tests.answers.asking import TOPIC
from tests.answers.members import Member, elect, settle
from tests.answers.scenes.changing import registration
from tests.answers.scenes.following import TIME, Leading, data, leader_change, snapshot_id
from tests.answers.scenes.states import STILL
from tests.answers.stage import KILLS, Scene
from tests.answers.target import FIRST, OWN_ID, Election, Layout, directory_of

if TYPE_CHECKING:
    from tests.answers.stage import Stage
    from tests.answers.voters import Asked

AT: Final = (10, 1)
"""The end and the epoch of the snapshot."""
LEADING: Final = 9
"""The epoch that it leads afterwards."""


def content(stage: Stage) -> bytes:
    """A snapshot with the three voters and a metadata.version."""
    cls = VotersRecord
    voters = tuple(
        cls.Voter(
            voter_id=each,
            voter_directory_id=directory_of(each),
            endpoints=(
                cls.Endpoint(name="CONTROLLER", host="127.0.0.1", port=stage.target.ports[each]),
            ),
            kraft_version_feature=cls.KRaftVersionFeature(
                min_supported_version=0, max_supported_version=1
            ),
        )
        for each in (1, 2, 3)
    )
    head = (
        SnapshotHeaderRecord(last_contained_log_timestamp=TIME),
        KRaftVersionRecord(version=0, kraft_version=1),
        cls(version=0, voters=voters),
    )
    epoch = AT[1]
    level = FeatureLevelRecord(name="metadata.version", feature_level=30)
    first = control_batch(head, base_offset=0, epoch=epoch, timestamp_ms=TIME)
    footer = (SnapshotFooterRecord(),)
    last = control_batch(footer, base_offset=4, epoch=epoch, timestamp_ms=TIME)
    return first + data(3, epoch, level) + last


class Offering:
    """A leader that tells its follower to take a snapshot."""

    def __init__(self, led: Leading) -> None:
        self.led = led
        self.whole = content(led.stage)
        self.asked: Asked | None = None

    async def next(self) -> Asked:
        """The next Fetch or FetchSnapshot."""
        if self.led.pending is not None:
            return self.led.pending
        kinds = FetchRequest, FetchSnapshotRequest
        tasks = [asyncio.ensure_future(self.led.voter.takes(kind)) for kind in kinds]
        done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        found = done.pop().result()
        if isinstance(found.message, FetchRequest):
            self.led.pending = found
        else:
            self.asked = found
        return found

    async def told(self, name: str) -> None:
        """Note what is asked next."""
        self.led.stage.took(name, await self.next())

    async def offer(self, at: tuple[int, int] = AT) -> None:
        """Have it begin a download, or not."""
        await self.led.answer(**snapshot_id(*at))
        await self.next()

    async def give(self, start: int, stop: int, **more: Any) -> None:
        """Answer the FetchSnapshot that waits, from a position to another."""
        assert self.asked is not None
        cls = FetchSnapshotResponse
        top = more.pop("top", 0)
        end, epoch = more.pop("at", AT)
        fields = {
            "index": 0,
            "error_code": more.pop("error", 0),
            "snapshot_id": cls.SnapshotId(end_offset=end, epoch=epoch),
            "size": more.pop("size", len(self.whole)),
            "position": more.pop("position", start),
            "unaligned_records": self.whole[start:stop],
            "current_leader": cls.LeaderIdAndEpoch(
                leader_id=more.pop("leader", self.led.leader), leader_epoch=self.led.epoch
            ),
        }
        partition = cls.PartitionSnapshot(**fields)
        topic = cls.TopicSnapshot(name=more.pop("topic", TOPIC), partitions=(partition,))
        self.asked.reply(cls(error_code=top, topics=() if top else (topic,)))
        self.asked = None

    async def case(self, name: str, start: int = 0, stop: int = 0, **more: Any) -> None:
        """Answer, note what is asked next, and see that a download is under way again."""
        await self.give(start, stop, **more)
        await self.told(name)
        while self.asked is None:
            await self.offer()

    async def deadly(self, name: str, start: int = 0, stop: int = 0, **more: Any) -> None:
        """Answer what ends Kafka's process."""
        if self.led.stage.is_ours:
            await self.case(name, start, stop, **more)
        else:
            self.led.stage.note(name, KILLS)


async def downloading(stage: Stage) -> Leading:
    """The follower's side."""
    led = Leading(stage, 1)
    await led.begin()
    offering = Offering(led)
    for at in ((-1, 5), (5, -1), (-1, -1)):
        await led.answer(**snapshot_id(*at))
        await offering.told(f"offered {at}")
    await led.answer(**snapshot_id(*AT))
    await offering.told("offered a snapshot")
    for error in (98, 99, 74, 75, 6, 3, -1, 8, 1):
        await offering.case(f"downloading: error {error}", error=error)
    for error in (-1, 104, 6, 35, 8):
        await offering.case(f"downloading: top-level error {error}", top=error)
    await offering.case("downloading: nobody leads", error=6, leader=-1)
    await offering.case("downloading: another topic", topic="other")
    await offering.case("downloading: nothing", 0, 0)
    await offering.deadly("downloading: error 42", error=42)
    await offering.deadly("downloading: another position", 0, 20, position=7)
    await offering.deadly("downloading: another snapshot", 0, 20, at=(11, 1))
    await offering.case("downloading: 50 bytes", 0, 50)
    await offering.case("downloading: nothing more", 50, 50)
    await offering.case("downloading: a size that is below what is there", 50, 50, size=10)
    await offering.case("downloading: error 99 in the middle", error=99)
    if stage.is_ours:
        # the download began anew
        await offering.give(0, 50)
        await offering.next()
    await offering.case("downloading: one byte", 50, 51)
    await offering.give(51, len(offering.whole))
    await offering.told("downloaded")
    await led.answer(**snapshot_id(*AT))
    await offering.told("offered what it has")
    await led.case("records behind the snapshot", leader_change(10, 1) + data(11, 1))
    await led.case("all committed", watermark=12)
    return led


async def serving(stage: Stage) -> None:
    """The leader's side, of the snapshot that it has downloaded."""
    await asyncio.to_thread(stage.target.kill)
    for played in stage.played.values():
        played.cut()
        played.rules.clear()
    own = directory_of(OWN_ID)
    stage.target.remembers(Election(epoch=LEADING, voted=OWN_ID, voted_directory=own))
    await asyncio.to_thread(stage.target.start)
    two, three = await elect(stage, LEADING, 2, 3)
    for each in (two, three):
        each.offset, each.last_epoch = AT
    end = await settle(two, three)
    await stage.ask("serving: the log", asking.fetch(LEADING, 10, 1), 17)
    await stage.ask("serving: DescribeQuorum", asking.describe_quorum(), 2)
    for name, (offset, epoch) in {
        "at 0": (0, 0),
        "at 0, last epoch 1": (0, 1),
        "below the log": (5, 1),
        "one below the log": (9, 1),
        "below the log, epoch 0": (5, 0),
        "at the log start": AT,
        "at the log start, epoch 0": (10, 0),
        "at the log start, another epoch": (10, 5),
        "behind the log start, epoch 0": (11, 0),
        "behind the log start": (11, 1),
        "at the end of epoch 1": (12, 1),
        "beyond the end of epoch 1": (13, 1),
        "in an epoch between": (12, 5),
        "at the start of the epoch": (12, LEADING),
        "at the end": (end, LEADING),
        "a gap above the end": (end + 7, LEADING),
        "a gap above the end, epoch 1": (end + 7, 1),
    }.items():
        for wait_ms in (0, 5000):
            asked = asking.fetch(LEADING, offset, epoch, wait_ms=wait_ms, watermark=end)
            if wait_ms and name == "at the end":
                continue
            waiting = ", waiting" if wait_ms else ""
            await stage.ask(f"serving: Fetch {name}{waiting}", asked, 18)
    await pieces(stage)
    waiting = await stage.wait_with(registration(9), 0)
    await two.catch_up()
    await waiting.answered("serving: a registration")
    other = Member(stage, 2, LEADING)
    asked = other.request(wait_ms=0)
    await stage.ask("serving: Fetch of a voter at 0", asked, 17)
    await stage.ask("serving: DescribeQuorum after it", asking.describe_quorum(), 2)


async def pieces(stage: Stage) -> None:
    """Positions, sizes and ids of FetchSnapshot."""
    size = len(content(stage))
    two = {"replica": 2, "directory": directory_of(2)}
    for name, (at, position, more) in {
        "whole": (AT, 0, {}),
        "whole, of a voter": (AT, 0, two),
        "the first 100 bytes": (AT, 0, {"max_bytes": 100}),
        "one byte": (AT, 0, {"max_bytes": 1}),
        "bytes 100 to 200": (AT, 100, {"max_bytes": 100}),
        "the last byte": (AT, size - 1, {}),
        "at the end": (AT, size, {}),
        "beyond the end": (AT, size + 1, {}),
        "position -1": (AT, -1, {}),
        "max bytes 0": (AT, 0, {"max_bytes": 0}),
        "max bytes huge": (AT, 0, {"max_bytes": 2**31 - 1}),
        "another end": ((11, 1), 0, {}),
        "another epoch": ((10, 2), 0, {}),
        "0-0": ((0, 0), 0, {}),
        "stale": (AT, 0, {"epoch": LEADING - 1}),
        "epoch above": (AT, 0, {"epoch": LEADING + 1}),
        "wrong cluster": (AT, 0, {"cluster": "x"}),
        "another topic": (AT, 0, {"topic": "other"}),
        "partition 1": (AT, 0, {"index": 1}),
        "replica -2": (AT, 0, {"replica": -2}),
    }.items():
        fields: dict[str, Any] = dict(more)
        epoch = fields.pop("epoch", LEADING)
        message = asking.fetch_snapshot(epoch, at, position, **fields)
        await stage.ask_all(f"FetchSnapshot: {name}", message, 0, 1)
    own = asking.fetch_snapshot(LEADING, AT, replica=OWN_ID)
    await stage.ask_deadly("FetchSnapshot: own id", own, 1)


async def story(stage: Stage) -> None:
    await downloading(stage)
    await serving(stage)


SCENES: Final = (Scene("snapshots", Layout(FIRST, STILL), story),)
