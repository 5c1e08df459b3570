"""What a follower makes of the answers of its leader, who is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.messages import (
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    FetchRequest,
    FetchResponse,
    KRaftVersionRecord,
    LeaderChangeMessage,
    NoOpRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import encode_control_record
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.answers import asking
from tests.answers.asking import TOPIC_ID
from tests.answers.scenes.states import STILL, everything, unattached
from tests.answers.stage import KILLS, Scene
from tests.answers.target import FIRST, Layout
from tests.support.record_batches import batch_of, part, record, simple_record, varint

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from tests.answers.stage import Stage
    from tests.answers.voters import Asked

LEADER: Final = 2
TIME: Final = 1_700_000_000_000


def data(offset: int, epoch: int, *messages: Message) -> bytes:
    """A batch of metadata records."""
    builder = RecordBatchBuilder(base_offset=offset, partition_leader_epoch=epoch)
    for message in messages or (NoOpRecord(),):
        builder.append(TIME, None, encode_metadata_record(MetadataRecord(message, 0)))
    return builder.build()


def control(offset: int, epoch: int, *messages: Message) -> bytes:
    """A batch of control records."""
    builder = RecordBatchBuilder(base_offset=offset, partition_leader_epoch=epoch, is_control=True)
    for message in messages:
        key, value = encode_control_record(message)
        builder.append(TIME, key, value)
    return builder.build()


def leader_change(offset: int, epoch: int, leader: int = LEADER) -> bytes:
    """The first batch of an epoch."""
    voters = tuple(LeaderChangeMessage.Voter(voter_id=each) for each in (1, 2, 3))
    message = LeaderChangeMessage(leader_id=leader, voters=voters, granting_voters=voters[1:])
    return control(offset, epoch, message)


class Leading:
    """The leader of one epoch that a node follows: takes its fetches, gives it answers."""

    def __init__(self, stage: Stage, epoch: int, leader: int = LEADER) -> None:
        self.stage = stage
        self.epoch = epoch
        self.leader = leader
        self.voter = stage.played[leader]
        self.pending: Asked | None = None

    async def begin(self) -> None:
        """Become the leader of the node, and wait for its Fetch."""
        self.voter.cut()
        others = set(self.stage.played) - {self.leader}
        for each in others:
            self.stage.played[each].cut()
            self.stage.played[each].rules[FetchRequest] = self.refuse
        self.voter.rules.pop(FetchRequest, None)
        begin = asking.begin(self.leader, self.epoch, [self.stage.endpoint(self.leader)])
        await self.stage.asked(begin, 1)
        self.pending = await self.voter.fetch_of(self.epoch)

    def refuse(self, asked: Asked) -> FetchResponse:
        """What a bootstrap server answers, which is asked while the leader is left alone."""
        del asked
        return self.response(error=6, node_endpoints=(self.endpoint(),))

    def endpoint(self) -> FetchResponse.NodeEndpoint:
        """Where it is."""
        port = self.stage.target.ports[self.leader]
        return FetchResponse.NodeEndpoint(node_id=self.leader, host="127.0.0.1", port=port)

    async def fetch(self) -> Any:
        """The partition of the Fetch that waits."""
        if self.pending is None:
            self.pending = await self.voter.takes(FetchRequest)
        return self.pending.message.topics[0].partitions[0]

    async def answer(self, records: bytes = b"", **more: Any) -> None:
        """Answer the Fetch that waits."""
        await self.fetch()
        assert self.pending is not None
        self.pending.reply(self.response(records, **more))
        self.pending = None

    def response(self, records: bytes = b"", **more: Any) -> FetchResponse:
        """An answer with these records."""
        cls = FetchResponse
        top = {key: more.pop(key) for key in ("error_code", "node_endpoints") if key in more}
        partitions, topics = more.pop("partitions", 1), more.pop("topics", 1)
        topic_id, index = more.pop("topic_id", TOPIC_ID), more.pop("index", 0)
        leader = more.pop("leader", (self.leader, self.epoch))
        fields = {
            "partition_index": index,
            "error_code": more.pop("error", 0),
            "high_watermark": more.pop("watermark", -1),
            "log_start_offset": 0,
            "records": records,
            "current_leader": cls.LeaderIdAndEpoch(leader_id=leader[0], leader_epoch=leader[1]),
        }
        partition = cls.PartitionData(**fields, **more)
        topic = cls.FetchableTopicResponse(topic_id=topic_id, partitions=(partition,) * partitions)
        return cls(responses=(topic,) * topics, **top)

    async def told(self, name: str) -> None:
        """Note what the next Fetch says."""
        await self.fetch()
        assert self.pending is not None
        self.stage.took(name, self.pending)

    async def case(self, name: str, records: bytes = b"", **more: Any) -> None:
        """Answer, and note what the next Fetch says."""
        await self.answer(records, **more)
        await self.told(name)

    async def deadly(self, name: str, records: bytes = b"", **more: Any) -> None:
        """Answer what ends Kafka's process."""
        if self.stage.is_ours:
            await self.case(name, records, **more)
        else:
            self.stage.note(name, KILLS)


def diverging(epoch: int, offset: int) -> dict[str, Any]:
    """A diverging epoch."""
    return {"diverging_epoch": FetchResponse.EpochEndOffset(epoch=epoch, end_offset=offset)}


def snapshot_id(offset: int, epoch: int) -> dict[str, Any]:
    """A snapshot id."""
    return {"snapshot_id": FetchResponse.SnapshotId(end_offset=offset, epoch=epoch)}


BOOTSTRAP: Final = (
    BeginTransactionRecord(name="Bootstrap records"),
    FeatureLevelRecord(name="metadata.version", feature_level=30),
    EndTransactionRecord(),
)


async def records(stage: Stage) -> Leading:
    """Records good and bad."""
    led = Leading(stage, 1)
    await led.begin()
    await led.told("first Fetch")
    await led.case("leader change", leader_change(0, 1))
    await led.case("data", data(1, 1, *BOOTSTRAP))
    await led.case("two batches", data(4, 1) + data(5, 1, NoOpRecord(), NoOpRecord()))
    await led.case("watermark", watermark=4)
    await stage.until(lambda: _knows_levels(stage), "metadata.version is known")
    await led.case("watermark -1", watermark=-1)
    await led.case("watermark same", watermark=4)
    await led.case("nothing", b"")
    await led.deadly("watermark falls", watermark=3)
    await led.deadly("watermark 0", watermark=0)
    await led.case("watermark beyond the end", watermark=1000)
    await led.case("batch without the last byte", data(7, 1)[:-1])
    await led.case("good batch, then half of one", data(7, 1) + data(8, 1)[:30])
    end = 8
    good = data(end, 1)
    for name, batch in {
        "bad crc": good[:-1] + bytes([good[-1] ^ 1]),
        "magic 1": good[:16] + b"\1" + good[17:],
        "magic 3": good[:16] + b"\3" + good[17:],
        "garbage": b"\x55" * 100,
        "garbage of 5 bytes": b"\x55" * 5,
        "length 0": good[:8] + bytes(4) + good[12:],
        "length -1": good[:8] + b"\xff" * 4 + good[12:],
    }.items():
        await led.case(f"corrupt: {name}", batch)
        await led.case(f"corrupt behind a good one: {name}", good + batch)
    return led


async def _knows_levels(stage: Stage) -> bool:
    answer = await stage.asked(asking.NAMED, 4)
    return bool(answer.finalized_features_epoch >= 0)


async def odd_records(led: Leading) -> None:
    """Batches that do not fit, and records that are none."""
    end = (await led.fetch()).fetch_offset
    await led.case("records of a higher epoch", data(end, 9))
    await led.case("a good batch, then one of a higher epoch", data(end, 1) + data(end + 1, 9))


async def deadly_records(stage: Stage) -> None:
    """Batches and records that end Kafka's process."""
    led = Leading(stage, 60)
    await led.begin()
    end = (await led.fetch()).fetch_offset
    await led.deadly("a batch below the end", data(end - 2, 1))
    await led.deadly("a batch that overlaps the end", data(end - 1, 1, NoOpRecord(), NoOpRecord()))
    await led.deadly("a batch at 0", data(0, 1))
    for name, batch in {
        "count too high": batch_of(simple_record(0, _no_op()), 2, base_offset=end, epoch=1),
        "count 0": batch_of(b"", 0, base_offset=end, epoch=1),
        "control type COMMIT": _control(end, 1),
        "control type ABORT": _control(end, 0),
        "control type 99": _control(end, 99),
        "KRAFT_VERSION 2": control(end, 1, KRaftVersionRecord(version=0, kraft_version=2)),
        "timestamp delta": _data(
            end, record(b"\0", varint(1), varint(0), part(None), part(_no_op()), varint(0))
        ),
        "header": _data(
            end,
            record(
                b"\0",
                varint(0),
                varint(0),
                part(None),
                part(_no_op()),
                varint(2),
                varint(1),
                b"a",
                varint(1),
                b"b",
            ),
        ),
        "key": _data(end, simple_record(0, _no_op(), b"key")),
        "null value": _data(end, simple_record(0, None)),
        "unknown record": _data(end, simple_record(0, b"\1\xe7\7\0")),
        "frame version 2": _data(end, simple_record(0, b"\2\x14\0\0")),
        "empty value": _data(end, simple_record(0, b"")),
    }.items():
        await led.deadly(f"odd: {name}", batch)
    everything_sent = (await led.fetch()).fetch_offset
    await led.deadly("all of it committed", watermark=everything_sent)
    await led.deadly("and after it")


def _no_op() -> bytes:
    return encode_metadata_record(MetadataRecord(NoOpRecord(), 0))


def _data(offset: int, records: bytes) -> bytes:
    return batch_of(records, 1, base_offset=offset, epoch=1)


def _control(offset: int, kind: int) -> bytes:
    key = bytes(2) + kind.to_bytes(2, "big")
    return batch_of(simple_record(0, bytes(6), key), 1, base_offset=offset, epoch=1, attributes=32)


async def errors(led: Leading) -> None:
    """Errors and answers about something else."""
    for code in (1, 3, -1, 125, 8, 74, 75, 6, 98, 99, 127, 5, 999):
        await led.case(f"partition error {code}", error=code)
    for code in (104, -1, 35, 8, 42, 6, 999):
        await led.case(f"top-level error {code}", error_code=code)
    await led.deadly("partition error 42", error=42)
    await led.deadly("top-level error 31", error_code=31)
    await led.case("another topic id", topic_id=Uuid(bytes([7] * 16)))
    await led.case("partition 1", index=1)
    await led.case("two partitions", partitions=2)
    await led.case("no partitions", partitions=0)
    await led.case("two topics", topics=2)
    await led.case("no topics", topics=0)
    end = (await led.fetch()).fetch_offset
    await led.case("leader -1", data(end, 1), leader=(-1, 1))
    await led.case("another leader of the epoch", data(end + 1, 1), leader=(3, 1))
    await led.case("stale epoch", data(end + 2, 1), leader=(2, 0))
    await led.case("no leader told", data(end + 2, 1), leader=(-1, -1))
    await led.case("error 6 without leader", error=6, leader=(-1, 1))


async def cuts(led: Leading) -> None:
    """Diverging epochs and gaps."""
    await led.case("negative diverging epoch", **diverging(-1, 0))
    end = (await led.fetch()).fetch_offset
    await led.case("diverging beyond the end", **diverging(1, end + 5))
    await led.case("diverging at the end", **diverging(1, end))
    four = data(end, 1, *[NoOpRecord()] * 4)
    await led.case("four records to cut", four)
    await led.case(
        "diverging at a batch, with records and watermark",
        data(end + 4, 1),
        watermark=end + 4,
        **diverging(1, end),
    )
    await led.deadly("diverging below the watermark", **diverging(1, 2))
    await led.deadly("diverging {0, 0}", **diverging(0, 0))
    await led.case("diverging of a higher epoch", **diverging(9, end + 9))


async def higher_epoch(stage: Stage) -> None:
    """Records of several epochs, and the cuts between them."""
    led = Leading(stage, 5)
    await led.begin()
    end = (await led.fetch()).fetch_offset
    await led.told("first Fetch of another epoch")
    await led.case("leader change of another epoch", leader_change(end, 5))
    await led.case("records of epoch 5", data(end + 1, 5) + data(end + 2, 5))
    await led.case("diverging in an epoch between", **diverging(3, end + 1))
    end = (await led.fetch()).fetch_offset
    await led.case("records of epoch 5 again", data(end, 5) + data(end + 1, 5))
    await led.deadly("error 74 that names another leader", error=74, leader=(3, 5))
    await _higher(stage, led)


async def _higher(stage: Stage, led: Leading) -> None:
    """Answers of a higher epoch."""
    other = Leading(stage, 7, 3)
    stage.played[3].rules.pop(FetchRequest)
    stage.played[2].rules[FetchRequest] = other.refuse
    await led.answer(error=6, leader=(3, 7), node_endpoints=(other.endpoint(),))
    await other.told("Fetch at the leader of a higher epoch")
    await other.answer(error=74, leader=(-1, 8))
    await stage.until(lambda: _is_epoch(stage, 8), "epoch 8")
    await stage.ask("after an epoch without leader", asking.fetch(8, 0, 0), 17)
    led = Leading(stage, 9)
    await led.begin()
    await led.case("empty answer")
    await stage.ask("pre-vote after a Fetch", asking.vote(3, 9, pre=True, log=(9, 99)), 2)
    await stage.ask("vote after a Fetch", asking.vote(3, 9, log=(8, 99)), 2)
    await everything(stage, "follower with records", 9)


async def _is_epoch(stage: Stage, epoch: int) -> bool:
    answer = await stage.asked(asking.fetch(epoch, 0, 0), 17)
    return answer.responses[0].partitions[0].error_code not in (74, 75)


async def story(stage: Stage) -> None:
    led = await records(stage)
    await errors(led)
    await cuts(led)
    await odd_records(led)
    await higher_epoch(stage)
    await unattached(stage, "unattached with records", await _log(stage), 20)
    await deadly_records(stage)


async def _log(stage: Stage) -> tuple[int, int]:
    """The last epoch and the end of the node's log."""
    led = Leading(stage, 15)
    await led.begin()
    fetch = await led.fetch()
    return fetch.last_fetched_epoch, fetch.fetch_offset


SCENES: Final = (Scene("following", Layout(FIRST, STILL), story),)
