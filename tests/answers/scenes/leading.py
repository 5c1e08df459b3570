"""What a leader answers that is the only voter, of a dynamic quorum and of a static one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.messages import (
    ApiVersionsRequest,
)
from kraft_wire.primitives import ZERO_UUID
from tests.answers import asking
from tests.answers.asking import OTHER_ID, TOPIC_ID
from tests.answers.stage import Scene
from tests.answers.target import OWN_ID, STANDALONE, STATIC, Layout, directory_of

if TYPE_CHECKING:
    from tests.answers.stage import Stage

HUGE: Final = 2**31 - 1
HUGE_OFFSET: Final = 2**63 - 1


async def describe_quorum(stage: Stage) -> None:
    ask = asking.describe_quorum
    await stage.ask_all("DescribeQuorum", ask(), 0, 2)
    for name, message in {
        "no topics": ask(topics=0),
        "no partitions": ask(partitions=0),
        "two partitions": ask(partitions=2),
        "two topics": ask(topics=2),
        "another topic": ask("other"),
        "an empty name": ask(""),
        "partition 1": ask(index=1),
        "partition -1": ask(index=-1),
        "another and the right topic": asking.describe_quorum("other").__class__(
            topics=ask("other").topics + ask().topics
        ),
        "partitions 0 and 1": _two_partitions(),
    }.items():
        await stage.ask_all(f"DescribeQuorum: {name}", message, 0, 2)


def _two_partitions() -> Any:
    cls = type(asking.describe_quorum())
    parts = tuple(cls.PartitionData(partition_index=each) for each in (0, 1))
    return cls(topics=(cls.TopicData(topic_name=asking.TOPIC, partitions=parts),))


async def fetch_versions(stage: Stage, epoch: int, end: int) -> None:
    def asked(**more: Any) -> Any:
        return lambda version: asking.fetch(version=version, **more)

    known = {"epoch": epoch, "last_epoch": epoch}
    await stage.ask_all("Fetch at the end", asked(offset=end, **known), 4, 18)
    await stage.ask_all("Fetch at 0", asked(offset=0, **known), 11, 18)
    own = {"replica": 9, "directory": directory_of(4)}
    await stage.ask_all("Fetch of replica 9", asked(offset=end, **known, **own), 11, 18)
    await stage.ask_all("Fetch, unknown epoch", asked(epoch=99, offset=end, last_epoch=1), 4, 18)
    for name, more in {
        "wrong name": {"topic": "other"},
        "no topics": {"topics": 0},
        "two topics": {"topics": 2},
    }.items():
        await stage.ask_all(f"Fetch: {name}", asked(offset=end, **known, **more), 4, 13)


async def fetch_fields(stage: Stage, epoch: int, end: int) -> None:
    def good(**more: Any) -> Any:
        fields = {"epoch": epoch, "offset": end, "last_epoch": epoch} | more
        return asking.fetch(**fields)

    for name, more in {
        "wrong id": {"topic_id": OTHER_ID},
        "zero id": {"topic_id": ZERO_UUID},
        "no topics": {"topics": 0},
        "no partitions": {"partitions": 0},
        "two topics": {"topics": 2},
        "two partitions": {"partitions": 2},
        "partition 1": {"index": 1},
        "partition -1": {"index": -1},
        "cluster id null": {"cluster": None},
        "cluster id empty": {"cluster": ""},
        "cluster id wrong": {"cluster": "wrong"},
        "cluster id wrong, wrong topic": {"cluster": "wrong", "topic_id": OTHER_ID},
        "wait -1": {"wait_ms": -1},
        "wait -1, wrong epoch": {"wait_ms": -1, "epoch": 99},
        "offset -1": {"offset": -1},
        "offset -2": {"offset": -2},
        "last epoch -1": {"last_epoch": -1},
        "last epoch above": {"last_epoch": epoch + 1},
        "last epoch above, unknown epoch": {"last_epoch": 7, "epoch": 5},
        "epoch -1": {"epoch": -1},
        "epoch -1, last epoch -1": {"epoch": -1, "last_epoch": -1},
        "epoch -1, last epoch 0": {"epoch": -1, "last_epoch": 0},
        "epoch 0": {"epoch": 0, "last_epoch": 0},
        "epoch 0, offset 0": {"epoch": 0, "last_epoch": 0, "offset": 0},
        "epoch above": {"epoch": epoch + 1},
        "epoch huge": {"epoch": HUGE},
        "last epoch 0": {"last_epoch": 0},
        "last epoch 0, offset 0": {"last_epoch": 0, "offset": 0},
        "last epoch 0, offset 1": {"last_epoch": 0, "offset": 1},
        "beyond the end": {"offset": end + 1},
        "far beyond the end": {"offset": HUGE_OFFSET},
        "beyond the end, last epoch 0": {"offset": end + 5, "last_epoch": 0},
        "in the middle of a batch": {"offset": 1},
        "in the middle of another batch": {"offset": 5},
        "max bytes 0": {"offset": 0, "max_bytes": 0},
        "max bytes 1": {"offset": 0, "max_bytes": 1},
        "max bytes 500": {"offset": 0, "max_bytes": 500},
        "max bytes -1": {"offset": 0, "max_bytes": -1},
        "max bytes -1 at the end": {"max_bytes": -1},
        "max bytes 0 at the end": {"max_bytes": 0},
        "partition max bytes -1": {"offset": 0, "partition_max_bytes": -1},
        "partition max bytes 1": {"offset": 0, "partition_max_bytes": 1},
        "min bytes huge": {"min_bytes": HUGE},
        "min bytes -1": {"min_bytes": -1},
        "isolation 1": {"isolation_level": 1},
        "isolation 9": {"isolation_level": 9},
        "session": {"session_id": 5, "session_epoch": 3},
        "session epoch 0": {"session_id": 0, "session_epoch": 0},
        "rack": {"rack_id": "a"},
        "log start 5": {"log_start_offset": 5},
        "forgotten": {
            "forgotten_topics_data": (
                asking.FetchRequest.ForgottenTopic(topic_id=TOPIC_ID, partitions=(0,)),
            )
        },
        "replica -2": {"replica": -2},
        "replica -2 with directory": {"replica": -2, "directory": directory_of(4)},
        "replica min": {"replica": -(2**31)},
        "replica 9 without directory": {"replica": 9},
        "replica 9": {"replica": 9, "directory": directory_of(4)},
        "replica 9 of another directory": {"replica": 9, "directory": directory_of(3)},
        "replica 8 diverging": {"replica": 8, "directory": directory_of(4), "last_epoch": 0},
        "own id": {"replica": OWN_ID},
        "own id, other directory": {"replica": OWN_ID, "directory": directory_of(4)},
        "own id, own directory": {"replica": OWN_ID, "directory": stage.target.directory_id},
        "watermark -1, waiting": {"watermark": -1, "wait_ms": 5000},
        "watermark -2, waiting": {"watermark": -2, "wait_ms": 5000},
        "watermark 0, waiting": {"watermark": 0, "wait_ms": 5000},
        "watermark below, waiting": {"watermark": end - 1, "wait_ms": 5000},
        "records, waiting": {"offset": 0, "wait_ms": 5000},
        "diverging, waiting": {"offset": end + 1, "wait_ms": 5000},
        "watermark same, waiting": {"watermark": end, "wait_ms": 300},
        "watermark above, waiting": {"watermark": end + 9, "wait_ms": 300},
        "watermark not told, waiting": {"wait_ms": 300},
    }.items():
        await stage.ask(f"Fetch: {name}", good(**more), 18)
    await stage.ask("DescribeQuorum after fetches", asking.describe_quorum(), 2)


async def fetch_snapshot(stage: Stage, epoch: int, end: int) -> None:
    for name, (args, more) in {
        "not there": ((epoch, (end, epoch)), {}),
        "0-0": ((epoch, (0, 0)), {}),
        "-1": ((epoch, (-1, -1)), {}),
        "stale epoch": ((epoch - 1, (end, epoch)), {}),
        "epoch above": ((epoch + 1, (end, epoch)), {}),
        "epoch -1": ((-1, (end, epoch)), {}),
        "position -1": ((epoch, (end, epoch), -1), {}),
        "wrong topic": ((epoch, (end, epoch)), {"topic": "other"}),
        "partition 1": ((epoch, (end, epoch)), {"index": 1}),
        "wrong cluster": ((epoch, (end, epoch)), {"cluster": "wrong"}),
        "empty cluster": ((epoch, (end, epoch)), {"cluster": ""}),
        "no cluster": ((epoch, (end, epoch)), {"cluster": None}),
        "two topics": ((epoch, (end, epoch)), {"topics": 2}),
        "two partitions": ((epoch, (end, epoch)), {"partitions": 2}),
        "max bytes -1": ((epoch, (end, epoch)), {"max_bytes": -1}),
    }.items():
        await stage.ask_all(f"FetchSnapshot: {name}", asking.fetch_snapshot(*args, **more), 0, 1)
    for name, more in {"no topics": {"topics": 0}, "no partitions": {"partitions": 0}}.items():
        message = asking.fetch_snapshot(epoch, (end, epoch), **more)
        await stage.ask_deadly(f"FetchSnapshot: {name}", message, 1)


async def votes(stage: Stage, epoch: int, end: int) -> None:
    """What raises no epoch."""
    own = stage.target.directory_id
    for name, (args, more) in {
        "of the epoch": ((2, epoch), {}),
        "of the epoch, longer log": ((2, epoch), {"log": (epoch - 1, end + 9)}),
        "stale": ((2, epoch - 1), {}),
        "epoch -1": ((2, -1), {}),
        "epoch -1, last epoch -1": ((2, -1), {"log": (-1, 0)}),
        "last epoch not below": ((2, epoch), {"log": (epoch, 0)}),
        "last epoch above": ((2, epoch), {"log": (epoch + 1, 0)}),
        "last epoch not below, epoch above": ((2, epoch + 5), {"log": (epoch + 5, 0)}),
        "last epoch -1": ((2, epoch), {"log": (-1, 0)}),
        "last epoch -1, epoch above": ((2, epoch + 5), {"log": (-1, 0)}),
        "last offset -1": ((2, epoch), {"log": (0, -1)}),
        "last offset -1, epoch above": ((2, epoch + 5), {"log": (0, -1)}),
        "replica -1": ((-1, epoch), {}),
        "replica -1, epoch above": ((-1, epoch + 5), {}),
        "replica -1, stale": ((-1, epoch - 1), {}),
        "own id": ((OWN_ID, epoch), {}),
        "own id and directory": ((OWN_ID, epoch), {"directory": own}),
        "voter 2": ((2, epoch), {"voter": 2}),
        "voter -1": ((2, epoch), {"voter": -1}),
        "voter -2": ((2, epoch), {"voter": -2}),
        "voter -1 with a wrong directory": ((2, epoch), {"voter": -1, "voter_directory": OTHER_ID}),
        "wrong directory": ((2, epoch), {"voter_directory": OTHER_ID}),
        "right directory": ((2, epoch), {"voter_directory": own}),
        "wrong cluster": ((2, epoch), {"cluster": "wrong"}),
        "empty cluster": ((2, epoch), {"cluster": ""}),
        "no cluster": ((2, epoch), {"cluster": None}),
        "wrong topic": ((2, epoch), {"topic": "other"}),
        "partition 1": ((2, epoch), {"index": 1}),
        "no topics": ((2, epoch), {"topics": 0}),
        "no partitions": ((2, epoch), {"partitions": 0}),
        "two topics": ((2, epoch), {"topics": 2}),
        "two partitions": ((2, epoch), {"partitions": 2}),
    }.items():
        if "directory" in name or "voter -" in name or "voter 2" in name:
            await stage.ask_all(f"Vote: {name}", asking.vote(*args, **more), 1, 2)
        else:
            await stage.ask(f"Vote: {name} v0", asking.vote(*args, voter=-1, **more), 0)
            await stage.ask_all(f"Vote: {name}", asking.vote(*args, **more), 1, 2)
        message = asking.vote(*args, pre=True, **more)
        if ", epoch above" not in name:
            await stage.ask(f"pre-vote: {name}", message, 2)
    longer = asking.vote(2, epoch, log=(epoch, end + 9), pre=True)
    await stage.ask("pre-vote: longer log of the epoch", longer, 2)


async def begins_and_ends(stage: Stage, epoch: int) -> None:
    own, other = stage.target.directory_id, OTHER_ID
    at = [stage.endpoint(2)]
    for name, (args, more) in {
        "of itself": ((OWN_ID, epoch, [stage.endpoint(1)]), {}),
        "of itself without endpoints": ((OWN_ID, epoch), {}),
        "stale": ((2, epoch - 1, at), {}),
        "epoch -1": ((2, -1, at), {}),
        "leader -1": ((-1, epoch, at), {}),
        "leader -1, stale": ((-1, epoch - 1, at), {}),
        "of itself, wrong directory": ((OWN_ID, epoch, at), {"voter_directory": other}),
        "of itself, right directory": ((OWN_ID, epoch, at), {"voter_directory": own}),
        "of itself, voter 2": ((OWN_ID, epoch, at), {"voter": 2}),
        "of itself, voter -1": ((OWN_ID, epoch, at), {"voter": -1, "voter_directory": other}),
        "wrong cluster": ((2, epoch, at), {"cluster": "wrong"}),
        "wrong cluster, stale": ((2, epoch - 1, at), {"cluster": ""}),
        "no cluster, stale": ((2, epoch - 1, at), {"cluster": None}),
        "wrong topic": ((2, epoch, at), {"topic": "other"}),
        "partition 1": ((2, epoch, at), {"index": 1}),
        "no topics": ((2, epoch, at), {"topics": 0}),
        "no partitions": ((2, epoch, at), {"partitions": 0}),
        "two topics": ((2, epoch, at), {"topics": 2}),
        "two partitions": ((2, epoch, at), {"partitions": 2}),
    }.items():
        await stage.ask(f"BeginQuorumEpoch: {name} v1", asking.begin(*args, **more), 1)
        if not more.keys() & {"voter", "voter_directory"}:
            bare = asking.begin(*args[:2], voter=-1, **more)
            await stage.ask(f"BeginQuorumEpoch: {name} v0", bare, 0)
    await stage.ask_deadly("BeginQuorumEpoch: another leader", asking.begin(2, epoch, at), 1)
    for name, (args, more) in {
        "of itself": ((OWN_ID, epoch), {}),
        "of itself, preferring 2": ((OWN_ID, epoch, [(2, directory_of(2))]), {}),
        "stale": ((2, epoch - 1), {}),
        "leader -1": ((-1, epoch), {}),
        "leader -1, stale": ((-1, epoch - 1), {}),
        "wrong cluster": ((OWN_ID, epoch), {"cluster": "wrong"}),
        "no cluster": ((OWN_ID, epoch), {"cluster": None}),
        "wrong topic": ((2, epoch), {"topic": "other"}),
        "partition 1": ((2, epoch), {"index": 1}),
        "no topics": ((2, epoch), {"topics": 0}),
        "no partitions": ((2, epoch), {"partitions": 0}),
        "two topics": ((2, epoch), {"topics": 2}),
        "two partitions": ((2, epoch), {"partitions": 2}),
    }.items():
        await stage.ask_all(f"EndQuorumEpoch: {name}", asking.end(*args, **more), 0, 1)
    await stage.ask_deadly("EndQuorumEpoch: another leader", asking.end(2, epoch), 1)
    await stage.ask("DescribeQuorum after all these", asking.describe_quorum(), 0)


async def voter_changes(stage: Stage, epoch: int) -> None:
    add, remove, update = asking.add_voter, asking.remove_voter, asking.update_voter
    own, new = stage.target.directory_id, directory_of(4)
    here = [("CONTROLLER", "127.0.0.1", stage.target.ports[OWN_ID])]
    for name, message in {
        "wrong cluster": add(4, new, cluster="wrong"),
        "empty cluster": add(4, new, cluster=""),
        "no cluster, id -1": add(-1, new, cluster=None),
        "id -1": add(-1, new),
        "id -2": add(-2, new),
        "no directory": add(4, ZERO_UUID),
        "no listeners": add(4, new, ()),
        "another listener": add(4, new, [("OTHER", "a", 1)]),
        "lower case": add(15, new, [("controller", "127.0.0.1", 9)]),
        "its own key": add(OWN_ID, own, here),
        "its own id": add(OWN_ID, new, here),
        "refused connection": add(10, new),
        "port 0": add(11, new, [("CONTROLLER", "127.0.0.1", 0)]),
        "unresolvable": add(12, new, [("CONTROLLER", "no-such-host.invalid", 9)]),
        "at the address of the leader": add(13, new, here),
        "not waiting for the commit": add(14, new, ack=False),
    }.items():
        await stage.ask_all(f"AddRaftVoter: {name}", message, 0, 1)
    played, two = stage.played[2], [stage.endpoint(2)]
    await stage.ask("AddRaftVoter: not caught up", add(20, new, two), 1)
    played.levels = None
    await stage.ask("AddRaftVoter: without kraft.version", add(21, new, two), 1)
    played.levels = (0, 0)
    await stage.ask("AddRaftVoter: kraft.version 0 only", add(22, new, two), 1)
    played.levels = (1, 5)
    await stage.ask("AddRaftVoter: kraft.version 1 to 5", add(23, new, two), 1)
    played.levels = (2, 5)
    await stage.ask("AddRaftVoter: kraft.version 2 to 5", add(24, new, two), 1)
    played.levels, played.api_versions_error = (0, 1), 35
    await stage.ask("AddRaftVoter: ApiVersions error 35", add(25, new, two), 1)
    played.api_versions_error = -1
    await stage.ask("AddRaftVoter: ApiVersions error -1", add(26, new, two), 1)
    played.api_versions_error = 0
    played.rules[ApiVersionsRequest] = lambda asked: asked.cut()
    await stage.ask("AddRaftVoter: ApiVersions cut off", add(27, new, two), 1)
    played.rules[ApiVersionsRequest] = lambda asked: None
    await stage.ask("AddRaftVoter: ApiVersions unanswered", add(28, new, two), 1)
    del played.rules[ApiVersionsRequest]
    await stage.ask_deadly("AddRaftVoter: empty host", add(4, new, [("CONTROLLER", "", 9)]), 1)
    for name, message in {
        "wrong cluster": remove(4, new, cluster="wrong"),
        "no cluster": remove(4, new, cluster=None),
        "id -1": remove(-1, new),
        "no directory": remove(OWN_ID, ZERO_UUID),
        "nobody": remove(4, new),
        "other directory": remove(OWN_ID, new),
        "the last voter": remove(OWN_ID, own),
    }.items():
        await stage.ask(f"RemoveRaftVoter: {name}", message, 0)
    for name, message in {
        "wrong cluster": update(4, new, epoch, cluster="wrong"),
        "no cluster": update(4, new, epoch, cluster=None),
        "stale": update(4, new, epoch - 1),
        "epoch above": update(4, new, epoch + 1),
        "epoch -1": update(4, new, -1),
        "id -1": update(-1, new, epoch),
        "no directory": update(4, ZERO_UUID, epoch),
        "levels -1": update(4, new, epoch, levels=(-1, 1)),
        "levels of -1": update(4, new, epoch, levels=(0, -1)),
        "levels 1 to 0": update(4, new, epoch, levels=(1, 0)),
        "levels 0 to 0": update(4, new, epoch, levels=(0, 0)),
        "levels 2 to 3": update(4, new, epoch, levels=(2, 3)),
        "no listeners": update(4, new, epoch, ()),
        "another listener": update(4, new, epoch, [("OTHER", "a", 1)]),
        "nobody": update(4, new, epoch),
    }.items():
        await stage.ask(f"UpdateRaftVoter: {name}", message, 0)
    ask = stage.ask_deadly if stage.target.layout.kind == STATIC else stage.ask
    other = update(OWN_ID, new, epoch, here)
    await ask("UpdateRaftVoter: own id, other directory", other, 0)
    await stage.ask_deadly("UpdateRaftVoter: the leader", update(OWN_ID, own, epoch, here), 0)


async def story(stage: Stage) -> None:
    end = await stage.until_led()
    epoch = (await stage.described()).leader_epoch
    await stage.ask("the log", asking.fetch(epoch, 0, 0), 17)
    await describe_quorum(stage)
    await fetch_versions(stage, epoch, end)
    await fetch_fields(stage, epoch, end)
    await fetch_snapshot(stage, epoch, end)
    await votes(stage, epoch, end)
    await begins_and_ends(stage, epoch)
    await voter_changes(stage, epoch)


SCENES: Final = (
    Scene("leading", Layout(STANDALONE), story),
    Scene("leading_static", Layout(STATIC), story),
)
