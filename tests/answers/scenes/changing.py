"""A leader whose other voters are played: elected, parked fetches, changes of voters that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.messages import (
    BeginQuorumEpochRequest,
    ControllerRegistrationRequest,
    DescribeClusterRequest,
    VoteRequest,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from tests.answers import asking
from tests.answers.asking import OTHER_ID
from tests.answers.members import Member, begin_answer, leads, settle, vote_answer
from tests.answers.scenes.states import STILL, everything
from tests.answers.stage import Scene
from tests.answers.target import FIRST, OWN_ID, Election, Layout, directory_of
from tests.node.raw_client import request

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from tests.answers.stage import Stage

EPOCH: Final = 3
PATIENT: Final = STILL | {"controller.quorum.request.timeout.ms": "60000"}
CANDIDATE: Final = Election(epoch=EPOCH, voted=OWN_ID, voted_directory=directory_of(OWN_ID))


def registration(controller: int) -> ControllerRegistrationRequest:
    """A ControllerRegistration: it makes a leader write one record."""
    cls = ControllerRegistrationRequest
    levels = {"metadata.version": (7, 30), "kraft.version": (0, 1)}
    return cls(
        controller_id=controller,
        incarnation_id=OTHER_ID,
        zk_migration_ready=False,
        listeners=(cls.Listener(name="CONTROLLER", host="a", port=1, security_protocol=0),),
        features=tuple(
            cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
            for name, (low, high) in levels.items()
        ),
    )


async def elected(stage: Stage) -> list[Member]:
    """What a candidate and a new leader ask, and what it answers before anything is committed."""
    asked = {each: await stage.played[each].takes(VoteRequest) for each in (2, 3)}
    for each, vote in asked.items():
        stage.took(f"Vote that {each} is asked", vote)
    asked[2].reply(vote_answer(EPOCH, granted=True))
    await stage.until(lambda: leads(stage), "it leads")
    asked[3].reply(vote_answer(EPOCH, granted=True))
    for each in (2, 3):
        begun = await stage.played[each].takes(BeginQuorumEpochRequest)
        stage.took(f"BeginQuorumEpoch that {each} is asked", begun)
        begun.reply(begin_answer(EPOCH))
    members = [Member(stage, each, EPOCH) for each in (2, 3)]
    await uncommitted(stage, "elected", EPOCH)
    return members


async def uncommitted(stage: Stage, state: str, epoch: int) -> None:
    """A leader that has committed nothing yet."""
    new = directory_of(4)
    for name, (message, version) in {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "DescribeQuorum v0": (asking.describe_quorum(), 0),
        "the log": (asking.fetch(epoch, 0, 0), 17),
        "Fetch of 3 at 0": (asking.fetch(epoch, 0, 0, replica=3, directory=directory_of(3)), 18),
        "Fetch of 2 with another directory": (
            asking.fetch(epoch, 0, 0, replica=2, directory=OTHER_ID),
            17,
        ),
        "DescribeQuorum after fetches": (asking.describe_quorum(), 2),
        "AddRaftVoter": (asking.add_voter(4, new, [stage.endpoint(2)]), 1),
        "AddRaftVoter, id -1": (asking.add_voter(-1, new), 1),
        "AddRaftVoter without listeners": (asking.add_voter(4, new, ()), 1),
        "AddRaftVoter of a voter": (asking.add_voter(2, new, [stage.endpoint(2)]), 1),
        "RemoveRaftVoter": (asking.remove_voter(3, directory_of(3)), 0),
        "RemoveRaftVoter, nobody": (asking.remove_voter(9, new), 0),
        "RemoveRaftVoter, id -1": (asking.remove_voter(-1, new), 0),
        "UpdateRaftVoter": (asking.update_voter(2, directory_of(2), epoch), 0),
        "UpdateRaftVoter, nobody": (asking.update_voter(9, new, epoch), 0),
        "UpdateRaftVoter, bad levels": (asking.update_voter(2, new, epoch, levels=(2, 1)), 0),
        "pre-vote": (asking.vote(2, epoch, pre=True, log=(epoch, 9)), 2),
        "vote": (asking.vote(2, epoch, log=(epoch - 1, 9)), 2),
        "ApiVersions": (asking.NAMED, 4),
        "DescribeCluster": (DescribeClusterRequest(endpoint_type=2), 1),
        "FetchSnapshot": (asking.fetch_snapshot(epoch, (0, 0)), 1),
    }.items():
        await stage.ask(f"{state}: {name}", message, version)


async def woken(stage: Stage, two: Member, three: Member) -> None:
    """Which event answers a parked Fetch, and with what."""
    parked = {
        "17": await two.wait(17),
        "18": await three.wait(18),
        "17 of an observer": await three.wait(17, replica=-1),
        "18 that knows more": await three.wait(18, replica=-1, watermark=three.watermark + 100),
    }
    registering = await stage.wait_with(registration(9), 0)
    for name, each in parked.items():
        await each.answered_with_records(f"parked, a record comes: {name}")
    await registering.is_silent("a registration waits for its commit")
    await three.catch_up()
    end = three.offset
    await registering.answered("a registration is committed")
    await two.catch_up()
    parked = {"17": await three.wait(17), "18": await three.wait(18)}
    observing = await three.wait(18, replica=-1)
    another = await stage.wait_with(registration(10), 0)
    for name, each in {**parked, "of an observer": observing}.items():
        await each.answered_with_records(f"parked again: {name}")
    await two.catch_up()
    await another.answered("another registration is committed")
    assert two.offset > end
    await three.catch_up()


async def commits_wake(stage: Stage, two: Member, three: Member) -> None:
    """A high watermark that moves."""
    waiting = await stage.wait_with(registration(11), 0)
    await stage.until(lambda: _has(three), "the record is there")
    before = three.watermark
    parked = {
        "17": await three.wait(17),
        "18": await three.wait(18, watermark=before),
        "18 without a watermark": await three.wait(18, watermark=-1, replica=-1),
        "17 of an observer": await three.wait(17, replica=-1),
    }
    for name, each in parked.items():
        if name == "18 without a watermark":
            await each.answered(f"parked, nothing moves: {name}")
        else:
            await each.is_silent(f"parked, nothing moves: {name}")
    await two.catch_up()
    await waiting.answered("the third registration")
    for each in parked.values():
        each.close()
    await three.catch_up()


async def _has(member: Member) -> bool:
    return await member.fetch() > 0


async def pipelined(stage: Stage, two: Member, three: Member) -> None:
    """Parked fetches on one connection, and connections that end."""
    client = await stage.connect()
    first = request(three.request(wait_ms=60000), 17, 1)
    second = request(three.request(wait_ms=300), 17, 2)
    client.send(first + second)
    gone = await three.wait(17, replica=-1)
    gone.close()
    waiting = await stage.wait_with(registration(12), 0)
    answers = [(await client.receive())[:4].hex() for _ in range(2)]
    stage.note("two parked in a row", answers)
    client.close()
    await two.catch_up()
    await three.catch_up()
    await waiting.answered("the fourth registration")
    lonely = await stage.connect()
    lonely.send(request(three.request(wait_ms=500), 17, 7) * 3)
    answers = [(await lonely.receive())[:4].hex() for _ in range(3)]
    stage.note("three parked in a row run out of patience", answers)
    lonely.close()


async def removed(stage: Stage, two: Member, three: Member) -> None:
    """A removal that waits for its commit, and one that needs nobody."""
    remove, new = asking.remove_voter, directory_of(4)
    waiting = await stage.wait_with(remove(3, three.directory), 0)
    for name, (message, version) in _meanwhile(stage, new).items():
        await stage.ask(f"removing 3: {name}", message, version)
    await three.catch_up()
    await stage.ask("removing 3: DescribeQuorum after it fetched", asking.describe_quorum(), 2)
    await waiting.is_silent("removing 3: not yet")
    await two.catch_up()

    await waiting.answered("removed 3")
    for name, message in {
        "again": remove(3, three.directory),
        "with another directory": remove(2, new),
        "without directory": remove(2, ZERO_UUID),
    }.items():
        await stage.ask(f"removed 3: remove {name}", message, 0)
    await stage.ask("removed 3: DescribeQuorum", asking.describe_quorum(), 2)
    await stage.ask("removed 3: vote of it", asking.vote(3, EPOCH, log=(0, 99)), 2)
    await two.catch_up()
    await stage.ask("remove 2: one voter is left", remove(2, two.directory), 0)
    await stage.ask("one voter is left: DescribeQuorum", asking.describe_quorum(), 2)
    await stage.ask("remove the last", remove(OWN_ID, directory_of(OWN_ID)), 0)


def _meanwhile(stage: Stage, new: Uuid) -> dict[str, tuple[Message, int]]:
    """What is asked while a change of voters is not committed."""
    add, remove, update = asking.add_voter, asking.remove_voter, asking.update_voter
    two = directory_of(2)
    return {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "DescribeQuorum v1": (asking.describe_quorum(), 1),
        "add 4": (add(4, new, [stage.endpoint(2)]), 1),
        "add 4, not waiting": (add(4, new, [stage.endpoint(2)], ack=False), 1),
        "add 2": (add(2, new, [stage.endpoint(2)]), 1),
        "add of another cluster": (add(4, new, cluster="x"), 1),
        "add of id -1": (add(-1, new), 1),
        "add without directory": (add(4, ZERO_UUID), 0),
        "add without listeners": (add(4, new, ()), 0),
        "remove 2": (remove(2, two), 0),
        "remove 3": (remove(3, directory_of(3)), 0),
        "remove nobody": (remove(9, new), 0),
        "remove id -1": (remove(-1, new), 0),
        "remove of another cluster": (remove(2, two, cluster="x"), 0),
        "update 2": (update(2, two, EPOCH, [stage.endpoint(2)]), 0),
        "update 3": (update(3, directory_of(3), EPOCH, [stage.endpoint(3)]), 0),
        "update nobody": (update(9, new, EPOCH), 0),
        "update, stale": (update(2, two, EPOCH - 1), 0),
        "update of id -1": (update(-1, new, EPOCH), 0),
        "update, bad levels": (update(2, two, EPOCH, levels=(1, 0)), 0),
        "update, levels 0": (update(2, two, EPOCH, levels=(0, 0)), 0),
        "update without listeners": (update(2, two, EPOCH, ()), 0),
        "DescribeCluster": (DescribeClusterRequest(endpoint_type=2), 1),
    }


async def added(stage: Stage, two: Member, three: Member) -> None:
    """Additions: one that waits, one that does not, one that loses its patience elsewhere."""
    add = asking.add_voter
    await two.catch_up()
    waiting = await stage.wait_with(add(2, two.directory, [stage.endpoint(2)]), 1)
    await stage.ask("adding 2: DescribeQuorum", asking.describe_quorum(), 2)
    await stage.ask("adding 2: add again", add(2, two.directory, [stage.endpoint(2)]), 1)
    await stage.ask("adding 2: remove it", asking.remove_voter(2, two.directory), 0)
    await waiting.is_silent("adding 2: not yet")
    await two.catch_up()
    await waiting.answered("added 2")
    duplicate = add(2, OTHER_ID, [stage.endpoint(3)])
    await stage.ask("added 2: add it with another directory", duplicate, 1)
    await two.catch_up()
    await three.catch_up()
    more = [*[stage.endpoint(3)], ("OTHER", "b", 65535)]
    waiting = await stage.wait_with(add(3, three.directory, more), 0)
    await two.catch_up()
    await waiting.answered("added 3")
    await three.catch_up()
    await stage.ask("added 3: DescribeQuorum", asking.describe_quorum(), 2)
    four = Member(stage, 4, EPOCH)
    await four.catch_up()
    await two.catch_up()
    quick = add(4, four.directory, [stage.endpoint(3)], ack=False)
    await stage.ask("add 4, not waiting", quick, 1)
    await stage.ask("add 4, not waiting: DescribeQuorum", asking.describe_quorum(), 2)
    for name, (message, version) in _meanwhile(stage, directory_of(4)).items():
        if name.startswith(("add", "remove", "update")):
            await stage.ask(f"add 4, not waiting: {name}", message, version)
    await four.catch_up()
    await stage.ask("add 4, two of four have it", asking.remove_voter(9, OTHER_ID), 0)
    await three.until_committed()
    await stage.ask("add 4, three of four have it", asking.remove_voter(9, OTHER_ID), 0)
    await stage.ask("added 4: DescribeQuorum", asking.describe_quorum(), 2)
    await two.catch_up()
    removing = await stage.wait_with(asking.remove_voter(4, four.directory), 0)
    await two.catch_up()
    await three.catch_up()
    await removing.answered("removed 4")
    await two.catch_up()


async def updated(stage: Stage, two: Member, three: Member) -> None:
    """Endpoints and levels of voters that change."""
    update = asking.update_voter
    for name, message in {
        "2 at another address": update(2, two.directory, EPOCH, [("CONTROLLER", "other", 7)]),
        "2 as it is": update(2, two.directory, EPOCH, [("CONTROLLER", "other", 7)]),
        "2 in lower case": update(2, two.directory, EPOCH, [("controller", "other", 7)]),
        "2 with two listeners": update(
            2, two.directory, EPOCH, [("CONTROLLER", "other", 7), ("B", "b", 0)]
        ),
        "2 with levels 1 to 1": update(
            2, two.directory, EPOCH, [("CONTROLLER", "other", 7)], levels=(1, 1)
        ),
        "2 with levels 0 to 7": update(2, two.directory, EPOCH, [stage.endpoint(2)], levels=(0, 7)),
        "another directory": update(2, OTHER_ID, EPOCH, [stage.endpoint(2)]),
        "an observer": update(4, directory_of(4), EPOCH, [stage.endpoint(2)]),
        "levels 2 to 3": update(2, two.directory, EPOCH, [stage.endpoint(2)], levels=(2, 3)),
        "another listener only": update(2, two.directory, EPOCH, [("OTHER", "a", 1)]),
    }.items():
        await stage.ask(f"update: {name}", message, 0)
        await stage.ask(f"update: {name}, again before it is committed", message, 0)
        await two.catch_up()
        await three.catch_up()
        await two.catch_up()
        await three.catch_up()
        await stage.ask(f"update: {name}: DescribeQuorum", asking.describe_quorum(), 2)


async def deposed(stage: Stage, two: Member, three: Member) -> None:
    """What waits when the leader hears of a higher epoch."""
    waiting = {
        "Fetch 17": await two.wait(17),
        "Fetch 18": await three.wait(18),
        "removal": await stage.wait_with(asking.remove_voter(3, three.directory), 0),
    }
    for name in ("Fetch 17", "Fetch 18"):
        parked = waiting.pop(name)
        await parked.answered_with_records(f"parked when a voter is removed: {name}")
    await three.catch_up()
    waiting["Fetch 18"] = await two.wait(18, replica=-1)
    waiting["registration"] = await stage.wait_with(registration(13), 0)
    await waiting.pop("Fetch 18").answered_with_records("deposed: what came before")
    vote = asking.vote(2, EPOCH + 5, directory=two.directory, log=(EPOCH, 1))
    await stage.ask("deposed by a vote", vote, 2)
    for name, each in waiting.items():
        await each.answered(f"deposed: {name}")
    await everything(stage, "deposed", EPOCH + 5)


async def story(stage: Stage) -> None:
    two, three = await elected(stage)
    await settle(two, three)
    await stage.ask("settled: DescribeQuorum", asking.describe_quorum(), 2)
    await stage.ask("settled: the log", asking.fetch(EPOCH, 0, 0), 17)
    for each in (woken, commits_wake, pipelined, removed, added, updated, deposed):
        await each(stage, two, three)


SCENES: Final = (Scene("changing", Layout(FIRST, PATIENT, CANDIDATE), story),)
