"""A leader of static voters, and how they become dynamic: UpdateRaftVoter, kraft.version 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.messages import DescribeClusterRequest
from kraft_wire.primitives import ZERO_UUID
from tests.answers import asking
from tests.answers.asking import OTHER_ID
from tests.answers.members import Member, elect, settle
from tests.answers.scenes.changing import EPOCH, PATIENT, registration, uncommitted
from tests.answers.stage import Scene
from tests.answers.target import OWN_ID, STATIC_THREE, Election, Layout, directory_of

if TYPE_CHECKING:
    from tests.answers.stage import Stage


async def refused(stage: Stage, state: str, two: Member) -> None:
    """What static voters cannot have. Kafka answers some when what it wrote is committed."""
    new = directory_of(4)
    raised = ("kraft.version", 1, 1)
    for name, (message, version) in {
        "add": (asking.add_voter(4, new, [stage.endpoint(2)]), 1),
        "add of a voter": (asking.add_voter(2, new, [stage.endpoint(2)]), 1),
        "remove": (asking.remove_voter(3, directory_of(3)), 0),
        "remove nobody": (asking.remove_voter(9, new), 0),
        "upgrade, only validated": (asking.update_features(raised, only=True), 2),
        "upgrade": (asking.update_features(raised), 2),
        "upgrade v0": (asking.update_features(raised, version=0), 0),
        "kraft.version 0": (asking.update_features(("kraft.version", 0, 1)), 2),
        "kraft.version 0 as downgrade": (asking.update_features(("kraft.version", 0, 2)), 2),
        "kraft.version 2": (asking.update_features(("kraft.version", 2, 1)), 2),
    }.items():
        waiting = await stage.wait_with(message, version)
        await two.catch_up()
        await waiting.answered(f"{state}: {name}")
    await stage.ask(f"{state}: DescribeQuorum", asking.describe_quorum(), 2)


async def updates(stage: Stage, epoch: int) -> None:
    """UpdateRaftVoter at kraft.version 0."""
    update = asking.update_voter
    two, at = directory_of(2), [stage.endpoint(2)]
    for name, message in {
        "levels 1 to 1": update(2, two, epoch, at, levels=(1, 1)),
        "levels 0 to 0": update(2, two, epoch, at, levels=(0, 0)),
        "nobody": update(9, two, epoch, at),
        "no directory": update(2, ZERO_UUID, epoch, at),
        "another listener": update(2, two, epoch, [("OTHER", "a", 1)]),
        "another directory": update(2, OTHER_ID, epoch, at),
        "stale": update(2, two, epoch - 1, at),
        "2": update(2, two, epoch, at),
        "2 again": update(2, two, epoch, at),
    }.items():
        await stage.ask(f"update: {name}", message, 0)
    await stage.ask("updated 2: DescribeQuorum", asking.describe_quorum(), 2)


async def upgrade(stage: Stage, two: Member, three: Member) -> None:
    """The control records wait for their commit, as every change of voters."""
    raised = asking.update_features(("kraft.version", 1, 1))
    only = asking.update_features(("kraft.version", 1, 1), only=True)
    await stage.ask("upgrade, all have told, only validated", only, 2)
    await two.catch_up()
    await three.catch_up()
    waiting = await stage.wait_with(raised, 2)
    for name, (message, version) in {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "add": (asking.add_voter(4, directory_of(4), [stage.endpoint(2)]), 1),
        "remove": (asking.remove_voter(3, three.directory), 0),
        "update 2": (asking.update_voter(2, two.directory, EPOCH, [stage.endpoint(2)]), 0),
        "vote": (asking.vote(2, EPOCH, log=(0, 99)), 2),
    }.items():
        await stage.ask(f"upgrading: {name}", message, version)
    await waiting.is_silent("upgrading: not yet")
    end = two.offset
    await stage.until(lambda: _all_committed(two, three), "the upgrade is committed")
    await waiting.answered("upgraded")
    await stage.ask("upgraded: the records", asking.fetch(EPOCH, end, EPOCH), 17)
    await settle(two, three)
    await stage.ask("upgraded: the log", asking.fetch(EPOCH, 0, 0), 17)
    for name, (message, version) in {
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "DescribeCluster": (DescribeClusterRequest(endpoint_type=2), 1),
        "kraft.version 0": (asking.update_features(("kraft.version", 0, 2)), 2),
        "kraft.version 0, unsafe": (asking.update_features(("kraft.version", 0, 3)), 2),
        "remove with another directory": (asking.remove_voter(3, OTHER_ID), 0),
        "update with another directory": (
            asking.update_voter(2, OTHER_ID, EPOCH, [stage.endpoint(2)]),
            0,
        ),
        "add of a voter": (asking.add_voter(2, OTHER_ID, [stage.endpoint(2)]), 1),
        "ApiVersions": (asking.NAMED, 4),
    }.items():
        await stage.ask(f"upgraded: {name}", message, version)
    removing = await stage.wait_with(asking.remove_voter(3, three.directory), 0)
    await two.catch_up()
    await removing.answered("upgraded: removed 3")
    await stage.ask("upgraded: DescribeQuorum of two", asking.describe_quorum(), 2)


async def _all_committed(two: Member, three: Member) -> bool:
    before = two.watermark
    await two.catch_up()
    await three.catch_up()
    return two.watermark == two.offset == three.offset > before


async def story(stage: Stage) -> None:
    two, three = await elect(stage, EPOCH, 2, 3)
    await uncommitted(stage, "elected", EPOCH)
    await settle(two, three)
    await stage.ask("settled: the log", asking.fetch(EPOCH, 0, 0), 17)
    await refused(stage, "not registered", two)
    for each in (2, 3):
        waiting = await stage.wait_with(registration(each), 0)
        await two.catch_up()
        await waiting.answered(f"registered {each}")
    await three.catch_up()
    await refused(stage, "registered", two)
    await updates(stage, EPOCH)
    await refused(stage, "one has told of itself", two)
    three_told = asking.update_voter(3, three.directory, EPOCH, [stage.endpoint(3)])
    await stage.ask("update: 3", three_told, 0)
    await settle(two, three)
    await upgrade(stage, two, three)


SCENES: Final = (
    Scene("upgrading", Layout(STATIC_THREE, PATIENT, Election(epoch=EPOCH, voted=OWN_ID)), story),
)
