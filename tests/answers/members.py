"""Voters and observers that are played towards a leader: they elect it, and fetch when told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.messages import (
    BeginQuorumEpochRequest,
    BeginQuorumEpochResponse,
    EndQuorumEpochResponse,
    VoteRequest,
    VoteResponse,
)
from kraft_wire.records import iter_batches
from tests.answers import asking
from tests.answers.asking import TOPIC
from tests.answers.target import OWN_ID, directory_of

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid
    from tests.answers.stage import Stage, Waiting

_ROUNDS = 3
"""Nothing is written any more when nothing came so many times."""


def vote_answer(
    epoch: int, *, granted: bool, leader: int = -1, error: int = 0, top: int = 0
) -> VoteResponse:
    """The answer to a Vote."""
    cls = VoteResponse
    partition = cls.PartitionData(
        partition_index=0,
        error_code=error,
        leader_id=leader,
        leader_epoch=epoch,
        vote_granted=granted,
    )
    found = cls.TopicData(topic_name=TOPIC, partitions=(partition,))
    return cls(error_code=top, topics=() if top else (found,))


def _told(cls: Any, leader: int, epoch: int) -> Any:
    partition = cls.PartitionData(
        partition_index=0, error_code=0, leader_id=leader, leader_epoch=epoch
    )
    return cls(error_code=0, topics=(cls.TopicData(topic_name=TOPIC, partitions=(partition,)),))


def begin_answer(epoch: int, leader: int = OWN_ID) -> BeginQuorumEpochResponse:
    """The answer to a BeginQuorumEpoch."""
    found: BeginQuorumEpochResponse = _told(BeginQuorumEpochResponse, leader, epoch)
    return found


def end_answer(epoch: int, leader: int = OWN_ID) -> EndQuorumEpochResponse:
    """The answer to an EndQuorumEpoch."""
    found: EndQuorumEpochResponse = _told(EndQuorumEpochResponse, leader, epoch)
    return found


class Member:
    """Fetches from the leader of an epoch as one replica."""

    def __init__(self, stage: Stage, node_id: int, epoch: int) -> None:
        self.stage = stage
        self.node_id = node_id
        self.epoch = epoch
        self.directory: Uuid = directory_of(node_id)
        self.offset, self.last_epoch, self.watermark = 0, 0, -1

    def request(self, **more: Any) -> Message:
        """Its next Fetch."""
        fields = {"replica": self.node_id, "directory": self.directory} | more
        return asking.fetch(self.epoch, self.offset, self.last_epoch, **fields)

    async def fetch(self) -> int:
        """Fetch once; how many bytes of records came."""
        answer = await self.stage.asked(self.request(watermark=self.watermark), 18)
        assert not isinstance(answer, str), answer
        found = answer.responses[0].partitions[0]
        assert not found.error_code, found
        for batch in iter_batches(found.records):
            self.offset = batch.last_offset + 1
            self.last_epoch = batch.partition_leader_epoch
        self.watermark = found.high_watermark
        return len(found.records)

    async def catch_up(self) -> int:
        """Fetch until nothing comes: it has told that it has all. The end."""
        while await self.fetch():
            pass
        return self.offset

    async def until_committed(self) -> None:
        """Fetch until the whole log is committed: kraft's leader also waits for its own disk."""

        async def is_committed() -> bool:
            return await self.catch_up() == self.watermark

        await self.stage.until(is_committed, "all of the log is committed")

    async def wait(self, version: int = 17, **more: Any) -> Waiting:
        """Fetch at the end, with patience."""
        more = {"watermark": self.watermark} | more if version > 17 else more
        return await self.stage.wait_with(self.request(wait_ms=60000, **more), version)


async def settle(*members: Member) -> int:
    """Fetch as all of them until the leader is registered and writes no more; the end."""
    stage, quiet, end = members[0].stage, 0, -1

    async def is_settled() -> bool:
        nonlocal quiet, end
        before, end = end, min([await each.catch_up() for each in members])
        same = all(each.watermark == each.offset == end for each in members)
        quiet = quiet + 1 if same and before == end and await stage.is_registered() else 0
        return quiet >= _ROUNDS

    await stage.until(is_settled, "the leader writes no more")
    return end


async def elect(stage: Stage, epoch: int, *voters: int) -> list[Member]:
    """Grant the votes that a candidate asks for; who elected it."""
    for played in stage.played.values():
        played.rules[BeginQuorumEpochRequest] = lambda _: begin_answer(epoch)
    for vote in [await stage.played[each].takes(VoteRequest) for each in voters]:
        vote.reply(vote_answer(epoch, granted=True))
        await stage.until(lambda: leads(stage), "the first vote of three voters is enough")
    return [Member(stage, each, epoch) for each in voters]


async def leads(stage: Stage) -> bool:
    """Whether it says so."""
    return not (await stage.described()).error_code
