"""What is answered before the first election after a start, by what the node remembers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.messages import EndQuorumEpochRequest, VoteRequest
from tests.answers import asking
from tests.answers.asking import OTHER_ID
from tests.answers.members import end_answer, vote_answer
from tests.answers.scenes.following import BOOTSTRAP, Leading, data, leader_change
from tests.answers.scenes.states import STILL
from tests.answers.stage import Scene
from tests.answers.target import FIRST, OWN_ID, STATIC_THREE, Election, Layout, directory_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.answers.stage import Stage

LOG: Final = (1, 5)
"""The last epoch and the end of what it has."""


async def asked(stage: Stage, state: str, epoch: int) -> None:
    """What tells a state from the others; a real vote comes last."""
    vote, two, three = asking.vote, directory_of(2), directory_of(3)
    at = [stage.endpoint(2)]
    for name, (message, version) in {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "Fetch": (asking.fetch(epoch, 0, 0), 17),
        "Fetch, stale": (asking.fetch(epoch - 1, 0, 0), 18),
        "Fetch, epoch above": (asking.fetch(epoch + 1, 0, 0), 17),
        "FetchSnapshot": (asking.fetch_snapshot(epoch, (5, 1)), 1),
        "FetchSnapshot, wrong cluster": (asking.fetch_snapshot(epoch, (5, 1), cluster="x"), 1),
        "AddRaftVoter": (asking.add_voter(4, directory_of(4)), 1),
        "RemoveRaftVoter": (asking.remove_voter(2, two), 0),
        "UpdateRaftVoter": (asking.update_voter(2, two, epoch), 0),
        "UpdateFeatures": (asking.update_features(("kraft.version", 1, 1)), 2),
        "ApiVersions": (asking.NAMED, 4),
        "pre-vote": (vote(2, epoch, pre=True, log=LOG), 2),
        "pre-vote, shorter log": (vote(2, epoch, pre=True, log=(1, 4)), 2),
        "pre-vote, longer log": (vote(3, epoch, pre=True, log=(1, 99)), 2),
        "stale vote": (vote(2, epoch - 1, log=(0, 0)), 2),
        "stale begin": (asking.begin(2, epoch - 1, at), 1),
        "stale end": (asking.end(2, epoch - 1), 1),
        "vote for another voter": (vote(3, epoch, voter=2, log=LOG, directory=three), 2),
        "vote, shorter log": (vote(2, epoch, log=(0, 9), directory=OTHER_ID), 2),
        "vote of 2": (vote(2, epoch, log=LOG, directory=two), 2),
        "vote of 2 without directory": (vote(2, epoch, log=LOG), 1),
        "vote of 2 of another directory": (vote(2, epoch, log=LOG, directory=OTHER_ID), 2),
        "vote of 3": (vote(3, epoch, log=LOG, directory=three), 2),
        "vote of 3 in version 0": (vote(3, epoch, log=LOG, voter=-1), 0),
        "pre-vote after votes": (vote(3, epoch, pre=True, log=LOG), 2),
        "Fetch after votes": (asking.fetch(epoch, 0, 0), 17),
        "pre-vote of the next epoch": (vote(2, epoch + 1, pre=True, log=LOG), 2),
        "vote of the next epoch, shorter log": (vote(2, epoch + 1, log=(1, 4)), 2),
        "vote of the next epoch": (vote(2, epoch + 1, log=LOG, directory=two), 2),
        "begin of the next epoch": (asking.begin(3, epoch + 1, [stage.endpoint(3)]), 1),
        "vote when it follows": (vote(2, epoch + 1, log=LOG, directory=two), 2),
    }.items():
        await stage.ask(f"{state}: {name}", message, version)


async def again(stage: Stage, election: Election | None) -> None:
    """Kill it, put a quorum-state in its place, or none, and start it."""
    for played in stage.played.values():
        played.cut()
        played.rules.clear()
    await asyncio.to_thread(stage.target.kill)
    if election is None:
        stage.target.forgets()
    else:
        stage.target.remembers(election)
    await asyncio.to_thread(stage.target.start)


STATES: Final[dict[str, tuple[Election | None, int]]] = {
    "no quorum-state": (None, 1),
    "an older epoch": (Election(epoch=0, voted=2), 1),
    "nothing but an epoch": (Election(epoch=7), 7),
    "a vote for 2": (Election(epoch=7, voted=2, voted_directory=directory_of(2)), 7),
    "a vote for 2 of no directory": (Election(epoch=7, voted=2), 7),
    "a vote for somebody else": (Election(epoch=7, voted=9, voted_directory=OTHER_ID), 7),
    "leader 2": (Election(epoch=7, leader=2), 7),
    "leader 2 and a vote for 3": (
        Election(epoch=7, leader=2, voted=3, voted_directory=directory_of(3)),
        7,
    ),
    "a leader outside the voters": (Election(epoch=7, leader=9), 7),
    "its own vote": (
        Election(epoch=7, voted=OWN_ID, voted_directory=directory_of(OWN_ID)),
        7,
    ),
    "its own vote of no directory": (Election(epoch=7, voted=OWN_ID), 7),
    "its own vote of another directory": (
        Election(epoch=7, voted=OWN_ID, voted_directory=OTHER_ID),
        7,
    ),
    "its own leadership": (Election(epoch=7, leader=OWN_ID), 7),
}


async def filled(stage: Stage) -> None:
    """Give it a log to come back with."""
    led = Leading(stage, 1)
    await led.begin()
    await led.case("filling the log", leader_change(0, 1) + data(1, 1, *BOOTSTRAP) + data(4, 1))


def restarting(*states: str) -> Callable[[Stage], Awaitable[None]]:
    """The story of a few restarts."""

    async def story(stage: Stage) -> None:
        await filled(stage)
        for name in states:
            election, epoch = STATES[name]
            await again(stage, election)
            await sent(stage, name, epoch)
            await asked(stage, name, epoch)

    return story


async def sent(stage: Stage, state: str, epoch: int) -> None:
    """What a candidate and a former leader send, which no one else does."""
    kinds: dict[str, Any] = {
        "its own vote": VoteRequest,
        "its own vote of no directory": VoteRequest,
        "its own leadership": EndQuorumEpochRequest,
    }
    kind = kinds.get(state)
    if kind is None:
        return
    for each in (2, 3):
        found = await stage.played[each].takes(kind)
        stage.took(f"{state}: {kind.__name__} that {each} is asked", found)
        refusing = vote_answer(epoch, granted=False)
        found.reply(end_answer(epoch) if kind is EndQuorumEpochRequest else refusing)


_STATIC: Final = ("a vote for 2 of no directory", "its own vote of no directory", "leader 2")
SCENES: Final = (
    Scene("restarting", Layout(FIRST, STILL), restarting(*list(STATES)[:6])),
    Scene("restarting_as_another", Layout(FIRST, STILL), restarting(*list(STATES)[6:])),
    Scene("restarting_static", Layout(STATIC_THREE, STILL), restarting(*_STATIC)),
)
