"""Votes, BeginQuorumEpoch and EndQuorumEpoch in each state of a voter, and what else it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    DescribeClusterRequest,
    EnvelopeRequest,
    UnregisterBrokerRequest,
)
from kraft_wire.primitives import ZERO_UUID
from tests.answers import asking
from tests.answers.asking import OTHER_ID
from tests.answers.scenes.administering import PRINCIPAL
from tests.answers.stage import Scene
from tests.answers.target import FIRST, OWN_ID, STATIC_THREE, Layout, directory_of

if TYPE_CHECKING:
    from tests.answers.stage import Stage

STILL: Final = {
    "controller.quorum.election.timeout.ms": "600000",
    "controller.quorum.fetch.timeout.ms": "600000",
    "controller.quorum.request.timeout.ms": "600000",
}
"""Nothing happens by itself."""


async def everything(stage: Stage, state: str, epoch: int) -> None:
    """What a node that does not lead answers to all but the requests of elections."""
    new = directory_of(4)
    for name, (message, lowest, highest) in {
        "ApiVersions": (asking.NAMED, 3, 4),
        "DescribeQuorum": (asking.describe_quorum(), 0, 2),
        "DescribeQuorum of another topic": (asking.describe_quorum("other"), 2, 2),
        "Fetch": (asking.fetch(epoch, 0, 0, directory=new, replica=4), 13, 18),
        "Fetch, stale": (asking.fetch(epoch - 1, 0, 0), 16, 18),
        "Fetch, epoch above": (asking.fetch(epoch + 1, 0, 0), 16, 18),
        "Fetch, epoch -1": (asking.fetch(-1, 0, 0), 17, 17),
        "Fetch, last epoch above": (asking.fetch(epoch, 0, epoch + 1), 17, 17),
        "Fetch, waiting": (asking.fetch(epoch, 0, 0, wait_ms=5000), 17, 17),
        "Fetch of another topic": (asking.fetch(epoch, 0, 0, topic_id=OTHER_ID), 17, 17),
        "Fetch, wrong cluster": (asking.fetch(epoch, 0, 0, cluster="wrong"), 17, 17),
        "FetchSnapshot": (asking.fetch_snapshot(epoch, (0, 0)), 0, 1),
        "FetchSnapshot, stale": (asking.fetch_snapshot(epoch - 1, (0, 0)), 0, 1),
        "FetchSnapshot, wrong cluster": (asking.fetch_snapshot(0, (0, 0), cluster="x"), 0, 1),
        "AddRaftVoter": (asking.add_voter(4, new), 0, 1),
        "AddRaftVoter, id -1": (asking.add_voter(-1, ZERO_UUID, ()), 0, 1),
        "AddRaftVoter, wrong cluster": (asking.add_voter(4, new, cluster="x"), 0, 1),
        "RemoveRaftVoter": (asking.remove_voter(2, directory_of(2)), 0, 0),
        "RemoveRaftVoter, id -1": (asking.remove_voter(-1, new), 0, 0),
        "UpdateRaftVoter": (asking.update_voter(2, directory_of(2), epoch), 0, 0),
        "UpdateRaftVoter, stale": (asking.update_voter(2, directory_of(2), epoch - 1), 0, 0),
        "UpdateRaftVoter, epoch above": (asking.update_voter(-1, new, epoch + 1, ()), 0, 0),
        "UpdateRaftVoter, id -1": (asking.update_voter(-1, new, epoch, ()), 0, 0),
        "UpdateRaftVoter, wrong cluster": (asking.update_voter(2, new, epoch, cluster="x"), 0, 0),
        "UpdateFeatures": (asking.update_features(("kraft.version", 1, 1)), 1, 2),
        "UpdateFeatures of nothing": (asking.update_features(), 1, 2),
        "DescribeCluster of controllers": (DescribeClusterRequest(endpoint_type=2), 1, 2),
        "DescribeCluster of brokers": (DescribeClusterRequest(endpoint_type=1), 0, 2),
        "DescribeCluster of type 3": (DescribeClusterRequest(endpoint_type=3), 1, 2),
        "BrokerHeartbeat": (BrokerHeartbeatRequest(broker_id=7, broker_epoch=1), 0, 2),
        "UnregisterBroker": (UnregisterBrokerRequest(broker_id=7), 0, 0),
        "BrokerRegistration": (
            BrokerRegistrationRequest(broker_id=7, cluster_id="x", incarnation_id=OTHER_ID),
            0,
            4,
        ),
        "ControllerRegistration": (
            ControllerRegistrationRequest(controller_id=9, incarnation_id=OTHER_ID),
            0,
            0,
        ),
        "Envelope of DescribeQuorum": (
            EnvelopeRequest(
                request_data=encode_request(asking.describe_quorum(), 1, 7, "inner"),
                request_principal=PRINCIPAL,
                client_host_address=b"\x7f\0\0\1",
            ),
            0,
            0,
        ),
    }.items():
        await stage.ask_all(f"{state}: {name}", message, lowest, highest)


class Election:
    """Requests that follow each other; the epoch is told with each answer."""

    def __init__(self, stage: Stage, state: str) -> None:
        self._stage = stage
        self._state = state

    async def __call__(self, name: str, message: Any, version: int = -1) -> None:
        """Ask in the newest version, or in that one."""
        newest = 2 if isinstance(message, asking.VoteRequest) else 1
        await self._stage.ask(f"{self._state}: {name}", message, newest if version < 0 else version)

    async def deadly(self, name: str, message: Any) -> None:
        """Ask what ends Kafka's process."""
        newest = 2 if isinstance(message, asking.VoteRequest) else 1
        await self._stage.ask_deadly(f"{self._state}: {name}", message, newest)


async def unattached(stage: Stage, state: str, log: tuple[int, int], epoch: int) -> int:
    """Votes for a node that has no leader; `log` is its own. Gives the epoch reached."""
    ask, vote, own = Election(stage, state), asking.vote, stage.target.directory_id
    two, three = {"directory": directory_of(2)}, {"directory": directory_of(3)}
    same = {"log": log}
    e = epoch + 1
    await ask("pre-vote of a higher epoch", vote(2, e, pre=True, **same, **two))
    await ask("pre-vote of the epoch", vote(3, e, pre=True, **same, **three))
    await ask("pre-vote whose last epoch is the epoch", vote(3, e, pre=True, log=(e, 0)))
    await ask("pre-vote whose last epoch is above", vote(3, e, pre=True, log=(e + 1, 0)))
    await ask("pre-vote of nobody's id", vote(9, e, pre=True, **same))
    await ask("pre-vote of its own id", vote(OWN_ID, e, pre=True, **same))
    await ask("vote", vote(2, e, **same, **two))
    await ask("vote again", vote(2, e, **same, **two))
    await ask("vote again, longer log", vote(2, e, log=(log[0], log[1] + 9), **two))
    await ask("vote again, shorter log", vote(2, e, log=(0, 0), **two))
    await ask("vote again without directory", vote(2, e, **same))
    await ask("vote again in version 0", vote(2, e, voter=-1, **same), 0)
    await ask("vote again in version 1", vote(2, e, **same, **two), 1)
    await ask("vote again of another directory", vote(2, e, directory=OTHER_ID, **same))
    await ask("vote of another", vote(3, e, **same, **three))
    await ask("pre-vote of another after a vote", vote(3, e, pre=True, **same, **three))
    await ask("vote of its own id after a vote", vote(OWN_ID, e, directory=own, **same))
    e += 1
    await ask("vote without directory", vote(2, e, voter=-1, **same), 0)
    await ask("vote again with directory", vote(2, e, **same, **two))
    await ask("vote again with another directory", vote(2, e, directory=OTHER_ID, **same))
    await ask("vote again in version 0, without directory", vote(2, e, voter=-1, **same), 0)
    e += 1
    await ask("vote of an id outside the voters", vote(9, e, directory=OTHER_ID, **same))
    e += 1
    await ask("vote for voter 2", vote(2, e, voter=2, **same, **two))
    await ask("vote for voter -1", vote(2, e, voter=-1, voter_directory=OTHER_ID, **same, **two))
    e += 1
    await ask("vote for another directory", vote(2, e, voter_directory=OTHER_ID, **same, **two))
    await ask("vote for its directory", vote(2, e, voter_directory=own, **same, **two))
    e += 1
    for name, more in {
        "last epoch not below": {"log": (e, 0)},
        "last epoch -1": {"log": (-1, 0)},
        "offset -1": {"log": (0, -1)},
        "replica -1": {"replica": -1, **same},
        "wrong cluster": {"cluster": "x", **same},
        "wrong topic": {"topic": "other", **same},
        "two partitions": {"partitions": 2, **same},
    }.items():
        await ask(f"bad vote: {name}", vote(more.pop("replica", 2), e, **more))
    await stage.ask(f"{state}: epoch after bad votes", asking.fetch(0, 0, 0), 17)
    await ask("stale vote", vote(2, e - 2, **same))
    await ask("stale pre-vote", vote(2, e - 2, pre=True, **same))
    await ask("stale vote for voter 2", vote(2, e - 2, voter=2, **same))
    if log > (0, 0):
        await ask("vote, shorter log", vote(2, e, log=(log[0], log[1] - 1), **two))
        e += 1
        await ask("vote, lower last epoch", vote(2, e, log=(log[0] - 1, log[1] + 99), **two))
        await ask("pre-vote, shorter log", vote(2, e, pre=True, log=(log[0], log[1] - 1)))
        await ask("pre-vote, lower last epoch", vote(2, e, pre=True, log=(0, log[1] + 9)))
        await ask("vote, higher last epoch", vote(3, e, log=(log[0] + 1, 0), **three))
    e += 1
    await ask.deadly("vote of its own id", vote(OWN_ID, e, directory=own, **same))
    e += 1
    await ask("vote after all these", vote(3, e, **same))
    return e


async def begins(stage: Stage, state: str, epoch: int) -> int:
    """How a node comes to follow."""
    ask, begin, at = Election(stage, state), asking.begin, [stage.endpoint(2)]
    e = epoch
    for name, message in {
        "stale": begin(2, e - 3, at),
        "leader -1, higher epoch": begin(-1, e, at),
        "wrong cluster": begin(2, e, at, cluster="x"),
        "wrong topic": begin(2, e, at, topic="other"),
        "two topics": begin(2, e, at, topics=2),
    }.items():
        await ask(f"begin: {name}", message)
    await ask("begin", begin(2, e, at))
    await ask("begin again", begin(2, e, at))
    await ask("begin again in version 0", begin(2, e, voter=-1), 0)
    await ask("begin again without endpoints", begin(2, e))
    await ask("begin again, another address", begin(2, e, [("CONTROLLER", "127.0.0.1", 9)]))
    await ask("begin again, voter 3", begin(2, e, at, voter=3))
    await ask("begin again, another directory", begin(2, e, at, voter_directory=OTHER_ID))
    more = [*at, ("OTHER", "127.0.0.1", 1)]
    await ask("begin again, more endpoints", begin(2, e, more))
    other = [("controller", "127.0.0.2", 7), ("OTHER", "127.0.0.1", 1), ("THIRD", "b", 1)]
    await ask("begin again, even more endpoints, another address", begin(2, e, other))
    await ask.deadly("begin of another leader", begin(3, e, [stage.endpoint(3)]))
    await ask.deadly("begin of itself", begin(OWN_ID, e, [stage.endpoint(1)]))
    return e


async def followed(stage: Stage, state: str, e: int) -> None:
    """Votes of a follower that has not fetched from its leader yet."""
    ask, vote = Election(stage, state), asking.vote
    await ask("pre-vote before a Fetch", vote(3, e, pre=True))
    await ask("pre-vote of the leader", vote(2, e, pre=True))
    await ask("vote before a Fetch", vote(3, e, directory=directory_of(3)))
    await ask("vote of the leader", vote(2, e, directory=directory_of(2)))
    await ask("vote for voter 2", vote(3, e, voter=2))


async def more_begins(stage: Stage, state: str, e: int) -> int:
    """Leaders that are told in odd ways, each in an epoch of its own."""
    ask, begin = Election(stage, state), asking.begin
    for name, message in {
        "of a leader outside the voters": begin(9, e + 1, [stage.endpoint(2)]),
        "in lower case": begin(2, e + 2, [("controller", "127.0.0.1", stage.target.ports[2])]),
        "without endpoints": begin(3, e + 3),
        "in version 0": begin(2, e + 4, voter=-1),
        "for voter 2": begin(3, e + 5, [stage.endpoint(3)], voter=2),
        "for another directory": begin(2, e + 6, [stage.endpoint(2)], voter_directory=OTHER_ID),
        "twice the listener": begin(2, e + 7, [stage.endpoint(2), stage.endpoint(3)]),
    }.items():
        await ask(f"begin {name}", message, 0 if "version 0" in name else 1)
    e += 8
    await ask("vote of a higher epoch ends following", asking.vote(3, e))
    await ask("end of a leader that was not known", asking.end(3, e))
    await ask("end again", asking.end(3, e, [(OWN_ID, ZERO_UUID)]))
    await ask("end without preference, version 0", asking.end(3, e, successors=(2, 1)), 0)
    await ask("end of a higher epoch", asking.end(2, e + 1))
    await ask("end of a leader outside the voters", asking.end(2, e + 2, [(2, ZERO_UUID)]))
    await ask("end, leader -1", asking.end(-1, e + 9))
    await ask("end, stale", asking.end(2, e - 9))
    await ask.deadly("end of another leader of the epoch", asking.end(3, e + 2))
    await ask.deadly("end of itself in a higher epoch", asking.end(OWN_ID, e + 3))
    await ask.deadly("begin of itself in a higher epoch", begin(OWN_ID, e + 4))
    await ask.deadly("begin of an unknown leader without endpoints", begin(9, e + 5))
    lacking = begin(2, e + 6, [("OTHER", "127.0.0.1", 1)])
    await ask.deadly("begin without the default listener", lacking)
    return e + 7


async def story(stage: Stage) -> None:
    await everything(stage, "fresh", 0)
    e = await unattached(stage, "unattached", (0, 0), 0)
    await everything(stage, "unattached", e)
    e = await begins(stage, "unattached", e + 5)
    await everything(stage, "follower", e)
    await followed(stage, "follower", e)
    e = await more_begins(stage, "follower", e)
    highest = asking.vote(2, 2**31 - 2, log=(0, 0))
    await stage.ask("the highest epoch but one", highest, 2)


SCENES: Final = (
    Scene("states", Layout(FIRST, STILL), story),
    Scene("states_static", Layout(STATIC_THREE, STILL), story),
)
