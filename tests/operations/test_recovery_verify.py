"""A recovered quorum beside its plan: each difference is one problem, and nothing else is."""

from __future__ import annotations

import json

import pytest

from kraft_core.metadata import ClusterImage
from kraft_core.operations.recovery.fencing import FenceRefusedError, new_leader
from kraft_core.operations.recovery.plan_files import PlanFileError
from kraft_core.operations.recovery.verify import Expected, Kind, problems_of
from kraft_core.operations.reports import Listener, Reach
from kraft_wire.messages import PartitionRecord, RegisterBrokerRecord, TopicRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import value_of
from tests.operations.recovered import LEAD_EPOCH, S_EPOCH, S_OFFSET, expected, plan_text
from tests.operations.reports import (
    broker,
    dead,
    described,
    leader,
    node,
    replica,
    state,
    view,
)

TOPIC_ID = Uuid(b"\x07" * 16)
END = S_OFFSET + 110


def image(*, topic_id=TOPIC_ID, partitions=2, broker_epoch=S_OFFSET + 5, fenced=False, broker=11):
    found = ClusterImage()
    records = [TopicRecord(name="kept", topic_id=topic_id)]
    records += [
        PartitionRecord(partition_id=each, topic_id=topic_id, replicas=[11], isr=[11], leader=11)
        for each in range(partitions)
    ]
    if broker is not None:
        records.append(
            RegisterBrokerRecord(broker_id=broker, broker_epoch=broker_epoch, fenced=fenced)
        )
    for offset, record in enumerate(records):
        found.replay(None, value_of(record), is_control=False, offset=offset)
    return found


def recovered(*voters, observers=None, **more):
    """The description of the leader of the recovered quorum."""
    voters = voters or (leader(end=END), replica(2, END), replica(3, END))
    observers = (replica(11, END, directory=None),) if observers is None else observers
    given = {"epoch": LEAD_EPOCH, "high_watermark": END - 10, "observers": observers}
    return described(*voters, **(given | more))


def seen(description, *others):
    more = [node(each, sees_epoch=LEAD_EPOCH) for each in (2, 3)]
    first = node(1, description=description, sees_epoch=description.epoch)
    return view([first, *(others or more)])


def kinds(description=None, *others, found=None, plan=None, **image_changes):
    problems = problems_of(
        plan or expected(),
        seen(description or recovered(), *others),
        found or image(**image_changes),
    )
    assert all(each.text.endswith(".") for each in problems)
    return [(each.kind, each.node) for each in problems]


def test_quorum_as_planned_has_no_problem():
    assert kinds() == []


def test_leader_of_the_old_quorum_is_not_taken_for_the_new_one():
    assert kinds(described(epoch=S_EPOCH)) == [(Kind.OLD_LEADER, 1)]


def test_no_leader_and_no_answer_are_distinguished():
    followers = [node(each, sees_epoch=LEAD_EPOCH, sees_leader=-1) for each in (1, 2)]
    (problem,) = problems_of(expected(), view(followers), None)
    assert problem.kind is Kind.NO_LEADER
    assert "start a majority" in problem.text
    (problem,) = problems_of(expected(), view([dead(1, Reach.UNREACHABLE)]), None)
    assert problem.text.startswith("No controller answers at h:9001: start the voters of the plan.")
    (problem,) = problems_of(expected(), view([dead(1, Reach.NO_RIGHT, "denied")]), None)
    assert problem.text.startswith("No controller reports the quorum; h:9001: denied.")


@pytest.mark.parametrize(
    ("old_voters", "warning"),
    [
        (
            [[1, 2, 3]],
            (
                "Start no old disk of voters 1, 2 and 3 before the new quorum has a leader: 2 of"
                " them can elect their own, in the same epoch."
            ),
        ),
        (
            [[1, 2, 3], [1, 2, 3, 4]],
            (
                "Start no old disk of voters 1, 2, 3 and 4 before the new quorum has a leader: 2 of"
                " them can elect their own, in the same epoch."
            ),
        ),
        (
            [[1]],
            (
                "Start no old disk of voter 1 before the new quorum has a leader: it can elect"
                " itself, in the same epoch."
            ),
        ),
        (
            [],
            (
                "Start no disk of the old quorum, whose voters are not known, before the new quorum"
                " has a leader: a majority can elect their own, in the same epoch."
            ),
        ),
    ],
)
def test_without_a_leader_the_old_disks_that_must_not_start_are_named(old_voters, warning):
    """No file of the new quorum stops a majority of old voters (docs/operations.md)."""
    plan = expected(old_voters=old_voters)
    (problem,) = problems_of(plan, view([dead(1, Reach.UNREACHABLE)]), None)
    assert problem.text.endswith(warning)
    with pytest.raises(FenceRefusedError) as refused:
        new_leader(plan, view([dead(1, Reach.UNREACHABLE)]))
    assert f"{refused.value}.".endswith(warning)
    leading = [node(1, description=recovered(), sees_leader=1, sees_epoch=LEAD_EPOCH)]
    assert not any("old disk" in each.text for each in problems_of(plan, view(leading), None))


@pytest.mark.parametrize(
    ("report", "problem"),
    [
        (dead(5, Reach.UNREACHABLE), [(Kind.UNKNOWN_ADDRESS, None)]),
        (dead(5, Reach.UNREACHABLE, listener=Listener.ACCEPTS), [(Kind.UNKNOWN_ADDRESS, None)]),
        (dead(5, Reach.NO_RIGHT, listener=Listener.ACCEPTS), [(Kind.UNKNOWN_ADDRESS, None)]),
        (dead(5, Reach.UNREACHABLE, listener=Listener.REFUSES), []),
        (dead(2, Reach.UNREACHABLE), []),  # a voter: the leader knows if it fetches
        (broker(5, epoch=LEAD_EPOCH), []),
    ],
)
def test_address_that_does_not_report_can_be_an_old_voter(report, problem):
    """`as planned` said that no old voter runs at an address that had denied the command."""
    assert kinds(None, report) == problem


def test_other_cluster_is_refused():
    assert kinds(plan=expected(cluster_id="D")) == [(Kind.OTHER_CLUSTER, None)]


def test_two_leaders_without_a_common_voter_are_a_split_brain():
    old = described(
        leader(5, directory="old"), replica(6, directory="old"), leader_id=5, epoch=S_EPOCH + 7
    )
    other = node(5, description=old, sees_leader=5, sees_epoch=S_EPOCH + 7)
    # the other leader has the higher epoch, so that its voters are compared with the plan
    assert kinds(recovered(), other)[:2] == [(Kind.SPLIT_BRAIN, None), (Kind.VOTERS, None)]


def test_leader_of_an_old_epoch_is_a_split_brain_and_an_old_node():
    old = described(leader(5, directory="old"), leader_id=5, epoch=7)
    other = node(5, description=old, sees_leader=5, sees_epoch=7)
    assert kinds(recovered(), other) == [(Kind.SPLIT_BRAIN, None), (Kind.OLD_NODE, None)]


def test_same_id_with_the_old_directory_is_a_split_brain():
    old = described(leader(2, directory="old"), leader_id=2, epoch=LEAD_EPOCH)
    other = node(2, address="old:1", description=old, sees_leader=2, sees_epoch=LEAD_EPOCH)
    assert (Kind.SPLIT_BRAIN, None) in kinds(recovered(), other)


def test_stale_leader_of_the_same_voters_is_not_a_split_brain():
    stale = recovered(replica(1, END), leader(2, END), replica(3, END), leader_id=2)
    other = node(2, description=stale, sees_leader=2, sees_epoch=LEAD_EPOCH)
    assert kinds(recovered(epoch=LEAD_EPOCH + 1), other) == []


def test_leader_of_another_cluster_is_not_a_split_brain():
    old = described(leader(5, directory="old"), leader_id=5, epoch=7)
    other = node(5, description=old, cluster_id="D", sees_leader=5, sees_epoch=7)
    assert Kind.SPLIT_BRAIN not in [kind for kind, _ in kinds(recovered(), other)]


def test_old_follower_is_named():
    assert kinds(recovered(), node(6, sees_leader=-1, sees_epoch=9)) == [(Kind.OLD_NODE, None)]


def test_other_voters_than_planned_are_named():
    assert kinds(recovered(leader(end=END), replica(2, END))) == [(Kind.VOTERS, None)]
    other = recovered(leader(end=END), replica(2, END), replica(3, END, directory="X"))
    assert kinds(other) == [(Kind.VOTERS, None)]


def test_static_quorum_compares_ids_alone():
    voters = (leader(end=END, directory=None), *(replica(i, END, directory=None) for i in (2, 3)))
    assert kinds(recovered(*voters), plan=expected(kraft_version=0)) == []


@pytest.mark.parametrize(
    "third",
    [
        replica(3, END - 50, 10, 60_000),
        replica(3, END, 60_000, 60_000),
        replica(3, -1, None, None),
    ],
)
def test_voter_that_is_not_level_is_named(third):
    description = recovered(leader(end=END), replica(2, END), third)
    assert kinds(description) == [(Kind.VOTER_BEHIND, 3)]


def test_verify_reports_no_commit_above_the_snapshot():
    found = kinds(recovered(high_watermark=S_OFFSET))
    assert found == [(Kind.NO_HIGH_WATERMARK, None)]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"topic_id": Uuid(b"\x08" * 16)}, Kind.TOPICS),
        ({"partitions": 1}, Kind.PARTITIONS),
    ],
)
def test_topics_of_the_plan_must_be_there(changes, problem):
    assert kinds(**changes) == [(problem, None)]


def test_additional_partitions_and_topics_are_accepted():
    found = image(partitions=3)
    new = TopicRecord(name="new", topic_id=Uuid(b"\x01" * 16))
    found.replay(None, value_of(new), is_control=False, offset=9)
    assert kinds(found=found) == []


@pytest.mark.parametrize(
    ("changes", "observers", "problem"),
    [
        ({}, (), Kind.BROKER_DOWN),
        ({"broker": None}, (), Kind.BROKER_DOWN),
        ({}, (replica(11, END, 60_000, 60_000, None),), Kind.BROKER_DOWN),
        # STALE_BROKER_EPOCH: it fetches, but its registration is in the lost part
        ({"broker": None}, None, Kind.BROKER_RESTART),
        ({"broker_epoch": 7, "fenced": True}, None, Kind.BROKER_RESTART),
        ({"fenced": True}, None, Kind.BROKER_FENCED),
    ],
)
def test_broker_that_does_not_serve_is_named(changes, observers, problem):
    assert kinds(recovered(observers=observers), **changes) == [(problem, 11)]


def test_broker_that_ran_through_a_recovery_without_loss_is_no_problem():
    assert kinds(broker_epoch=7) == []


def test_replica_that_is_not_registered_is_named():
    observers = (replica(11, END, directory=None), replica(13, END, directory=None))
    assert kinds(recovered(observers=observers)) == [(Kind.UNKNOWN_NODE, 13)]


def test_old_controller_that_follows_is_no_problem():
    observers = (replica(11, END, directory=None), replica(5, END))
    follower = node(5, state=state(5, epoch=LEAD_EPOCH), sees_epoch=LEAD_EPOCH)
    assert kinds(recovered(observers=observers), follower) == []


def test_metadata_that_cannot_be_read_is_a_problem():
    (problem,) = problems_of(expected(), seen(recovered()), None, "the leader left")
    assert problem.kind is Kind.METADATA_UNREAD
    assert "the leader left" in problem.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a valid plan"),
        ("[]", "not a plan"),
        ("{}", "not a plan"),
        ('{"kind": "kraft quorum plan", "version": 1}', "not a plan"),
        (
            plan_text(version=1),
            r"another version of kraft \(the file has version 1, .* 2\): run plan",
        ),
        (plan_text(quorum=None), "not a valid plan"),
        (plan_text(voters=[]), "no voters"),
        (plan_text(partitions=True), "not a valid plan"),
        (plan_text(snapshot={"offset": "1", "epoch": 1}), "not a valid plan"),
        (plan_text(topic_ids=[]), "not a valid plan"),
        ("[" * 100_000, "not a valid plan"),
    ],
)
def test_file_that_is_not_a_plan_is_refused(text, message):
    with pytest.raises(PlanFileError, match=message):
        Expected.read(text)


def test_addresses_of_a_plan_are_those_of_its_voters():
    voters = json.loads(plan_text())["quorum"]["voters"]
    voters[0]["endpoints"][0]["host"] = "::1"
    assert expected(voters=voters).addresses == ("[::1]:9001", "h:9002", "h:9003")
