"""AlterPartitionReassignments and ListPartitionReassignments: each rule of KIP-455 once."""

from __future__ import annotations

import pytest

from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterPartitionReassignmentsRequest,
    ListPartitionReassignmentsRequest,
)
from tests.controller.requests.content import (
    broker,
    changes,
    cluster,
    decide,
    directory,
    partition,
    topic,
)

FOUR = tuple(broker(number) for number in (1, 2, 3, 4))


def reassign(state, replicas, *, name="t", number=0, may_change_factor=True):
    cls = AlterPartitionReassignmentsRequest
    part = cls.ReassignablePartition(partition_index=number, replicas=replicas)
    asked = cls.ReassignableTopic(name=name, partitions=(part,))
    request = cls(topics=(asked,), allow_replication_factor_change=may_change_factor)
    answer, records = decide(state, request)
    result = answer.responses[0].partitions[0]
    return (result.error_code, result.error_message), changes(records)


def with_partition(*replicas, brokers=FOUR, configs=None, elr=False, **more):
    shown = topic("t", partition(*replicas, **more), **(configs or {}))
    return cluster(*brokers, shown, elr=elr)


def test_new_replicas_come_first_and_those_that_go_last():
    outcome, ((_, values),) = reassign(with_partition(1, 2), (3, 2))
    assert outcome == (ErrorCode.NONE, None)
    assert values == {
        "replicas": (3, 2, 1),
        "adding_replicas": (3,),
        "removing_replicas": (1,),
        "directories": (directory(3), directory(2), directory(1)),
    }


def test_reassignment_to_replicas_in_sync_ends_at_once():
    outcome, ((_, values),) = reassign(with_partition(1, 2, 3), (2, 3))
    assert outcome == (ErrorCode.NONE, None)
    assert (values["replicas"], values["isr"], values["leader"]) == ((2, 3), (2, 3), 2)
    assert "removing_replicas" not in values


def test_reassignment_that_shrinks_waits_until_all_targets_are_in_sync():
    """PartitionReassignmentReplicas.isReassignmentCompleted."""
    _, ((_, values),) = reassign(with_partition(1, 2, 3, isr=(1, 2)), (2, 3))
    assert values == {"replicas": (2, 3, 1), "removing_replicas": (1,)} | {
        "directories": (directory(2), directory(3), directory(1))
    }


@pytest.mark.parametrize("isr", [(1, 2, 3), (1, 3), (3, 2, 1)])
def test_cancelled_reassignment_takes_added_replicas_out_of_the_isr(isr):
    """ReplicationControlManager.cancelPartitionReassignment: they are no replicas any more."""
    state = with_partition(3, 1, 2, isr=isr, leader=1, adding_replicas=(3,), removing_replicas=(2,))
    outcome, ((_, values),) = reassign(state, None)
    assert outcome == (ErrorCode.NONE, None)
    assert values["replicas"] == (1, 2)
    assert values["isr"] == tuple(one for one in isr if one != 3)
    assert (values["adding_replicas"], values["removing_replicas"]) == ((), ())


def test_cancelled_reassignment_takes_the_leadership_of_an_added_replica():
    state = with_partition(3, 1, 2, isr=(1, 3), leader=3, adding_replicas=(3,))
    _, ((_, values),) = reassign(state, None)
    assert (values["leader"], values["isr"]) == (1, (1,))


def test_reassignment_is_not_cancelled_if_only_added_replicas_are_in_sync():
    state = with_partition(3, 1, 2, isr=(3,), leader=3, adding_replicas=(3,))
    outcome, records = reassign(state, None)
    text = (
        "Unable to revert partition assignment for t:0 because it would require an unclean leader"
        " election."
    )
    assert (outcome, records) == ((ErrorCode.INVALID_REPLICA_ASSIGNMENT, text), [])
    state = with_partition(
        3,
        1,
        2,
        isr=(3,),
        leader=3,
        adding_replicas=(3,),
        configs={"unclean_leader_election_enable": "true"},
    )
    _, ((_, values),) = reassign(state, None)
    assert (values["leader"], values["isr"]) == (1, (1,))


def test_reassignment_of_added_replicas_alone_is_not_cancelled():
    state = with_partition(3, isr=(3,), adding_replicas=(3,))
    outcome, _ = reassign(state, None)
    text = "Invalid replica assignment: addingReplicas contains all replicas."
    assert outcome == (ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)


def test_cancel_without_a_reassignment_is_refused():
    outcome, _ = reassign(with_partition(1, 2), None)
    assert outcome[0] == ErrorCode.NO_REASSIGNMENT_IN_PROGRESS


@pytest.mark.parametrize(
    ("replicas", "reached"), [((3, 4), True), ((3,), False), ((1, 3, 4), False)]
)
def test_factor_may_be_held(replicas, reached):
    """KIP-860: compared with the factor at the end of what is in progress."""
    outcome, records = reassign(with_partition(1, 2), replicas, may_change_factor=False)
    assert (outcome[0] == ErrorCode.NONE) is reached is bool(records)
    if not reached:
        text = f"The replication factor is changed from 2 to {len(replicas)}"
        assert outcome == (ErrorCode.INVALID_REPLICATION_FACTOR, text)
    state = with_partition(3, 1, 2, isr=(1, 2), adding_replicas=(3,), removing_replicas=(2,))
    assert reassign(state, (4, 1), may_change_factor=False)[0][0] == ErrorCode.NONE


@pytest.mark.parametrize("replicas", [(), (1, 1), (1, 9)])
def test_wrong_replicas_are_refused(replicas):
    outcome, records = reassign(with_partition(1, 2), replicas)
    assert (outcome[0], records) == (ErrorCode.INVALID_REPLICA_ASSIGNMENT, [])


def test_reassignment_of_an_unknown_partition_is_refused():
    missing = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    outcome, _ = reassign(with_partition(1), (1,), name="no")
    assert outcome == (missing, "Unable to find a topic named no.")
    outcome, _ = reassign(with_partition(1), (1,), number=7)
    assert outcome == (missing, "Unable to find partition t:7.")


def test_reassignments_in_progress_are_listed():
    cls = ListPartitionReassignmentsRequest
    shown = topic(
        "t",
        partition(3, 1, 2, isr=(1, 2), adding_replicas=(3,), removing_replicas=(2,)),
        partition(1, 2),
    )
    state = cluster(*FOUR, shown)
    for asked in (
        None,
        (cls.ListPartitionReassignmentsTopics(name="t", partition_indexes=(0, 1, 7)),),
    ):
        answer, _ = decide(state, cls(topics=asked))
        ((name, (one,)),) = [(each.name, each.partitions) for each in answer.topics]
        assert (name, one.partition_index, one.replicas) == ("t", 0, (3, 1, 2))
        assert (one.adding_replicas, one.removing_replicas) == ((3,), (2,))
    other = (cls.ListPartitionReassignmentsTopics(name="no", partition_indexes=(0,)),)
    assert decide(state, cls(topics=other))[0].topics == ()
