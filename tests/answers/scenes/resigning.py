"""How leadership ends: the leader removes itself, loses its followers, or is told to stop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from kraft_wire.messages import DescribeClusterRequest, EndQuorumEpochRequest
from tests.answers import asking
from tests.answers.members import Member, elect, end_answer, settle
from tests.answers.scenes.changing import CANDIDATE, EPOCH, PATIENT, registration
from tests.answers.scenes.states import everything
from tests.answers.stage import Scene, Waiting
from tests.answers.target import FIRST, OWN_ID, Layout, directory_of

if TYPE_CHECKING:
    from tests.answers.stage import Stage

HASTY: Final = PATIENT | {"controller.quorum.fetch.timeout.ms": "7000"}
"""It counts its followers after 10.5 s: time enough for the story on a loaded machine."""


async def resigned(stage: Stage, state: str) -> None:
    """What is asked of a leader that has resigned, and what it still says."""
    await everything(stage, state, EPOCH)
    for name, (message, version) in {
        "pre-vote": (asking.vote(2, EPOCH, pre=True, log=(EPOCH, 999)), 2),
        "pre-vote, shorter log": (asking.vote(2, EPOCH, pre=True, log=(0, 0)), 2),
        "vote": (asking.vote(2, EPOCH, log=(EPOCH - 1, 999)), 2),
        "stale vote": (asking.vote(2, EPOCH - 1), 2),
        "begin of itself": (asking.begin(OWN_ID, EPOCH, [stage.endpoint(1)]), 1),
        "end of itself": (asking.end(OWN_ID, EPOCH), 1),
        "Fetch of 2": (asking.fetch(EPOCH, 5, EPOCH, replica=2, directory=directory_of(2)), 18),
        "FetchSnapshot of 2": (asking.fetch_snapshot(EPOCH, (9, 3), replica=2), 1),
    }.items():
        if "of itself" in name:
            await stage.ask_deadly(f"{state}: {name}", message, version)
        else:
            await stage.ask(f"{state}: {name}", message, version)
    higher = asking.vote(3, EPOCH + 1, directory=directory_of(3), log=(EPOCH, 999))
    await stage.ask(f"{state}: vote of the next epoch", higher, 2)
    await stage.ask(f"{state}: Fetch of the next epoch", asking.fetch(EPOCH + 1, 0, 0), 17)


async def ended(stage: Stage, state: str) -> None:
    """The EndQuorumEpoch that the others are sent."""
    for each in (2, 3):
        asked = await stage.played[each].takes(EndQuorumEpochRequest)
        stage.took(f"{state}: EndQuorumEpoch that {each} is asked", asked)
        asked.reply(end_answer(EPOCH))


async def parked(stage: Stage, *members: Member) -> dict[str, Waiting]:
    """Fetches that wait, one of an observer."""
    found = {f"Fetch of {each.node_id}": await each.wait(18) for each in members}
    return found | {"Fetch of an observer": await members[0].wait(17, replica=-1)}


async def removing_itself(stage: Stage) -> None:
    two, three = await elect(stage, EPOCH, 2, 3)
    await settle(two, three)
    await three.catch_up()
    key = OWN_ID, directory_of(OWN_ID)
    waiting = {"removal": await stage.wait_with(asking.remove_voter(*key), 0)}
    for name, (message, version) in {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "DescribeQuorum v0": (asking.describe_quorum(), 0),
        "DescribeCluster": (DescribeClusterRequest(endpoint_type=2), 1),
        "ApiVersions": (asking.NAMED, 4),
        "add": (asking.add_voter(4, directory_of(4), [stage.endpoint(2)]), 1),
        "remove again": (asking.remove_voter(*key), 0),
        "update": (asking.update_voter(2, two.directory, EPOCH, [stage.endpoint(2)]), 0),
        "vote": (asking.vote(2, EPOCH, log=(0, 999)), 2),
    }.items():
        await stage.ask(f"removing itself: {name}", message, version)
    waiting["registration"] = await stage.wait_with(registration(9), 0)
    await three.catch_up()
    await waiting["removal"].is_silent("removing itself: not yet")
    await stage.ask("removing itself: one of two has it", asking.describe_quorum(), 2)
    waiting |= {"Fetch of 3": await three.wait(17)}
    await two.fetch()
    await two.fetch()
    for name in ("removal", "Fetch of 3"):
        await waiting[name].answered(f"removed itself: {name}")
    await ended(stage, "removed itself")
    await waiting["registration"].answered("removed itself: registration")
    await resigned(stage, "removed itself")


async def losing_its_followers(stage: Stage) -> None:
    """Nobody fetches for one and a half fetch timeouts; the others hold their fetches."""
    two, three = await elect(stage, EPOCH, 2, 3)
    await settle(two, three)
    await three.catch_up()
    waiting = await parked(stage, two, three)
    pending = {"registration": await stage.wait_with(registration(9), 0)}
    for name, each in waiting.items():
        await each.answered_with_records(f"losing its followers: {name}")
    at_the_end = Member(stage, 3, EPOCH)
    found = await stage.described()
    at_the_end.offset, at_the_end.last_epoch = found.current_voters[0].log_end_offset, EPOCH
    observing = await at_the_end.wait(17, replica=-1)
    await ended(stage, "lost its followers")
    await observing.answered("lost its followers: Fetch of an observer")
    for name, each in pending.items():
        await each.answered(f"lost its followers: {name}")
    await resigned(stage, "lost its followers")


async def stopping(stage: Stage) -> None:
    """It is told to end: it says so to the others, and ends when they have heard."""
    two, three = await elect(stage, EPOCH, 2, 3)
    await settle(two, three)
    await two.catch_up()
    waiting = await parked(stage, two, three)
    stage.target.signal_end()
    asked = {each: await stage.played[each].takes(EndQuorumEpochRequest) for each in (2, 3)}
    for name, each in waiting.items():
        await each.answered(f"stopping: {name}")
    for each, end in asked.items():
        stage.took(f"stopping: EndQuorumEpoch that {each} is asked", end)
        end.reply(end_answer(EPOCH))
    higher = asking.begin(2, EPOCH + 1, [stage.endpoint(2)])
    await stage.asked(higher, 1)
    await stage.until(lambda: _is_gone(stage), "the process has ended")


async def _is_gone(stage: Stage) -> bool:
    await asyncio.sleep(0)
    return not stage.target.is_running


SCENES: Final = (
    Scene("removing_itself", Layout(FIRST, PATIENT, CANDIDATE), removing_itself),
    Scene("losing_its_followers", Layout(FIRST, HASTY, CANDIDATE), losing_its_followers),
    Scene("stopping", Layout(FIRST, PATIENT, CANDIDATE), stopping),
)
