"""AlterPartition, ElectLeaders, AssignReplicasToDirs and the periodic elections: each rule once."""

from __future__ import annotations

import pytest

from kraft_core.controller.requests.partitions import balance_leaders, elect_uncleanly
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterPartitionRequest,
    AssignReplicasToDirsRequest,
    ElectLeadersRequest,
)
from kraft_wire.primitives import Uuid
from tests.controller.requests.content import (
    broker,
    changes,
    cluster,
    decide,
    directory,
    partition,
    refusal,
    topic,
    topic_id,
)

THREE = (broker(1), broker(2), broker(3))
UNASSIGNED = Uuid(bytes(15) + b"\1")


def alter(state, isr, *, sender=1, epoch=None, epochs=(5, 7), recovery=0, name="t", version=3):
    """Broker 1 asks, as leader of the partition with epochs 5 and 7; `isr` has broker epochs."""
    cls = AlterPartitionRequest
    if version == 3:
        members = tuple(isr.items()) if isinstance(isr, dict) else tuple((x, 100 + x) for x in isr)
        listed = {
            "new_isr_with_epochs": tuple(
                cls.BrokerState(broker_id=one, broker_epoch=found) for one, found in members
            )
        }
    else:
        listed = {"new_isr": tuple(isr)}
    asked = cls.PartitionData(
        partition_index=0,
        leader_epoch=epochs[0],
        partition_epoch=epochs[1],
        leader_recovery_state=recovery,
        **listed,
    )
    topics = (cls.TopicData(topic_id=topic_id(name), partitions=(asked,)),)
    epoch = 100 + sender if epoch is None else epoch
    request = cls(broker_id=sender, broker_epoch=epoch, topics=topics)
    answer, records = decide(state, request, version)
    return answer.topics[0].partitions[0], records


def with_partition(*replicas, brokers=THREE, elr=False, configs=None, **more):
    shown = topic("t", partition(*replicas, **more), **(configs or {}))
    return cluster(*brokers, shown, elr=elr)


# -- AlterPartition (KIP-497, KIP-841, KIP-903) --------------------------------------------------


def test_isr_grows_as_its_leader_asks():
    result, records = alter(with_partition(1, 2, 3, isr=(1, 2)), (1, 2, 3))
    assert (result.error_code, result.isr, result.partition_epoch) == (0, (1, 2, 3), 8)
    assert changes(records) == [("PartitionChangeRecord", {"isr": (1, 2, 3)})]


def test_isr_shrinks_without_a_new_leader_epoch():
    """KAFKA-15021: from 3.6-IV0 on; before, followers learned of it by the leader epoch."""
    result, records = alter(with_partition(1, 2, 3), (1, 3))
    assert (result.leader_epoch, result.partition_epoch) == (5, 8)
    assert changes(records) == [("PartitionChangeRecord", {"isr": (1, 3)})]
    old = cluster(*THREE, topic("t", partition(1, 2, 3)), level=11)
    result, records = alter(old, (1, 3), version=2)
    assert (result.leader_epoch, result.partition_epoch) == (6, 8)
    assert changes(records) == [("PartitionChangeRecord", {"isr": (1, 3), "leader": 1})]


@pytest.mark.parametrize(
    ("epochs", "code"),
    [
        ((6, 7), ErrorCode.NOT_CONTROLLER),
        ((5, 8), ErrorCode.NOT_CONTROLLER),
        ((4, 7), ErrorCode.FENCED_LEADER_EPOCH),
        ((5, 6), ErrorCode.INVALID_UPDATE_VERSION),
    ],
)
def test_change_is_asked_with_the_epochs_that_the_partition_has(epochs, code):
    """validateAlterPartitionData: a newer epoch than known means another controller is active."""
    result, records = alter(with_partition(1, 2, 3, isr=(1, 2)), (1, 2, 3), epochs=epochs)
    assert (result.error_code, records) == (code, [])


@pytest.mark.parametrize("epoch", [102, 104, 0])
def test_member_with_another_incarnation_is_not_eligible(epoch):
    """KIP-903: what its former incarnation fetched may be gone with it."""
    state = with_partition(1, 2, 3, isr=(1, 2))
    result, records = alter(state, {1: 101, 2: 102, 3: epoch})
    assert (result.error_code, records) == (ErrorCode.INELIGIBLE_REPLICA, [])


def test_member_without_an_epoch_is_taken():
    """A leader that does not know it writes -1."""
    result, _ = alter(with_partition(1, 2, 3, isr=(1, 2)), {1: 101, 2: 102, 3: -1})
    assert result.error_code == 0


@pytest.mark.parametrize("more", [{"fenced": True}, {"in_controlled_shutdown": True}])
def test_member_that_is_fenced_or_shutting_down_is_not_eligible(more):
    """KIP-841."""
    state = with_partition(1, 2, 3, isr=(1, 2), brokers=(broker(1), broker(2), broker(3, **more)))
    result, records = alter(state, (1, 2, 3))
    assert (result.error_code, records) == (ErrorCode.INELIGIBLE_REPLICA, [])


def test_only_the_leader_changes_the_isr():
    result, records = alter(with_partition(1, 2, 3), (1, 2), sender=2)
    assert (result.error_code, records) == (ErrorCode.INVALID_REQUEST, [])


@pytest.mark.parametrize("isr", [(2, 3), (1, 1), (1, 9), ()])
def test_isr_is_replicas_once_each_with_the_leader(isr):
    result, records = alter(with_partition(1, 2, 3), isr, version=2)
    assert (result.error_code, records) == (ErrorCode.INVALID_REQUEST, [])


@pytest.mark.parametrize("epoch", [100, 102])
def test_request_of_another_incarnation_is_refused(epoch):
    """ClusterControlManager.checkBrokerEpoch."""
    request = AlterPartitionRequest(broker_id=1, broker_epoch=epoch)
    text = f"Expected broker epoch 101, but got broker epoch {epoch}"
    assert refusal(with_partition(1), request) == (ErrorCode.STALE_BROKER_EPOCH, text)


def test_request_of_an_unknown_broker_is_refused():
    request = AlterPartitionRequest(broker_id=9, broker_epoch=1)
    assert refusal(with_partition(1), request)[0] == ErrorCode.STALE_BROKER_EPOCH


def test_unknown_topics_and_partitions_are_answered_each():
    result, _ = alter(with_partition(1), (1,), name="no")
    assert result.error_code == ErrorCode.UNKNOWN_TOPIC_ID
    cls = AlterPartitionRequest
    asked = cls.TopicData(
        topic_id=topic_id("t"), partitions=(cls.PartitionData(partition_index=7),)
    )
    request = cls(broker_id=1, broker_epoch=101, topics=(asked,))
    answer, _ = decide(with_partition(1), request)
    assert answer.topics[0].partitions[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


@pytest.mark.parametrize(
    ("isr", "known", "asked", "code"),
    [
        ((1,), 1, 0, ErrorCode.NONE),
        ((1, 2), 1, 0, ErrorCode.NONE),
        ((1, 2), 1, 1, ErrorCode.INVALID_REQUEST),
        ((1,), 0, 1, ErrorCode.INVALID_REQUEST),
        ((1,), 0, 2, ErrorCode.INVALID_REQUEST),
    ],
)
def test_leader_recovers_before_the_isr_grows(isr, known, asked, code):
    """KIP-704: RECOVERING goes to RECOVERED, never back, and not with others in the ISR."""
    state = with_partition(1, 2, isr=(1,), leader_recovery_state=known)
    result, _ = alter(state, isr, recovery=asked)
    assert result.error_code == code


def test_leader_that_the_end_of_a_reassignment_takes_away_gets_an_error():
    """It must not go on with an ISR that it does not own any more."""
    state = with_partition(
        2, 3, 1, isr=(1, 2), leader=1, removing_replicas=(1,), adding_replicas=(3,)
    )
    result, records = alter(state, (1, 2, 3))
    assert result.error_code == ErrorCode.NEW_LEADER_ELECTED
    ((_, values),) = changes(records)
    assert (values["leader"], values["isr"], values["replicas"]) == (2, (2, 3), (2, 3))


def test_shrunk_isr_below_the_minimum_leaves_eligible_replicas():
    """KIP-966: who leaves an ISR below min.insync.replicas had everything that is committed."""
    state = with_partition(1, 2, 3, elr=True, configs={"min_insync_replicas": "2"})
    _, records = alter(state, (1,))
    expected = {"isr": (1,), "eligible_leader_replicas": (2, 3)}
    assert changes(records) == [("PartitionChangeRecord", expected)]


def test_isr_at_the_minimum_has_no_eligible_replicas():
    state = with_partition(1, 2, 3, isr=(1,), elr=True, configs={"min_insync_replicas": "2"})
    _, records = alter(state, (1, 2))
    assert changes(records) == [("PartitionChangeRecord", {"isr": (1, 2)})]


# -- ElectLeaders (KIP-460) ----------------------------------------------------------------------


def elect(state, kind, *numbers, name="t"):
    cls = ElectLeadersRequest
    asked = (cls.TopicPartitions(topic=name, partitions=numbers),) if numbers else None
    answer, records = decide(state, cls(election_type=kind, topic_partitions=asked))
    found = [
        (one.topic, part.partition_id, part.error_code)
        for one in answer.replica_election_results
        for part in one.partition_result
    ]
    return found, changes(records)


PREFERRED, UNCLEAN = 0, 1


def test_preferred_leader_is_elected_if_it_is_in_the_isr():
    found, records = elect(with_partition(1, 2, leader=2), PREFERRED, 0)
    assert found == [("t", 0, 0)]
    assert records == [("PartitionChangeRecord", {"leader": 1})]


def test_preferred_leader_outside_of_the_isr_is_not_elected():
    found, records = elect(with_partition(1, 2, isr=(2,), leader=2), PREFERRED, 0)
    assert found == [("t", 0, ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE)]
    assert records == []


def test_election_that_is_not_needed_is_named_only_where_it_was_asked():
    state = with_partition(1, 2)
    assert elect(state, PREFERRED, 0) == ([("t", 0, ErrorCode.ELECTION_NOT_NEEDED)], [])
    assert elect(state, PREFERRED) == ([], [])
    assert elect(state, UNCLEAN, 0) == ([("t", 0, ErrorCode.ELECTION_NOT_NEEDED)], [])


def test_unclean_election_needs_a_living_replica():
    dead = (broker(1, fenced=True), broker(2, fenced=True))
    state = with_partition(1, 2, isr=(1,), leader=-1, brokers=dead)
    found, records = elect(state, UNCLEAN, 0)
    assert (found, records) == ([("t", 0, ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE)], [])


def test_unclean_election_marks_the_leader_as_recovering():
    """KIP-704."""
    state = with_partition(1, 2, isr=(1,), leader=-1, brokers=(broker(1, fenced=True), broker(2)))
    found, records = elect(state, UNCLEAN, 0)
    assert found == [("t", 0, 0)]
    expected = {"isr": (2,), "leader": 2, "leader_recovery_state": 1}
    assert records == [("PartitionChangeRecord", expected)]


def test_election_of_an_unknown_partition_is_refused():
    state = with_partition(1)
    missing = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert elect(state, PREFERRED, 7) == ([("t", 7, missing)], [])
    assert elect(state, PREFERRED, 0, name="no") == ([("no", 0, missing)], [])


def test_unknown_type_of_election_is_refused():
    request = ElectLeadersRequest(election_type=2, topic_partitions=None)
    expected = (ErrorCode.INVALID_REQUEST, "Unknown election type 2")
    assert refusal(with_partition(1), request) == expected


# -- periodic elections --------------------------------------------------------------------------


def test_leaders_are_balanced_where_the_preferred_one_is_in_sync():
    shown = topic("t", partition(1, 2, leader=2), partition(1, 2, isr=(2,)), partition(2, 1))
    (record,) = balance_leaders(cluster(*THREE, shown)).records
    assert (record.partition_id, record.leader) == (0, 1)


def test_unclean_elections_follow_the_topic_then_the_brokers():
    """KafkaConfigSchema.resolveEffectiveTopicConfig."""
    dead = {"isr": (1,), "leader": -1}
    brokers = (broker(1, fenced=True), broker(2))
    allowed = topic("a", partition(1, 2, **dead), unclean_leader_election_enable="true")
    other = topic("b", partition(1, 2, **dead))
    state = cluster(*brokers, allowed, other)
    assert [one.topic_id for one in elect_uncleanly(state).records] == [topic_id("a")]
    static = {"unclean.leader.election.enable": "true"}
    forbidden = topic("c", partition(1, 2, **dead), unclean_leader_election_enable="false")
    state = cluster(*brokers, other, forbidden, static=static)
    assert [one.topic_id for one in elect_uncleanly(state).records] == [topic_id("b")]


# -- AssignReplicasToDirs (KIP-858) --------------------------------------------------------------


def assign(state, named, number=0, *, broker_id=1, epoch=101, name="t"):
    cls = AssignReplicasToDirsRequest
    part = cls.PartitionData(partition_index=number)
    listed = cls.TopicData(topic_id=topic_id(name), partitions=(part,))
    asked = (cls.DirectoryData(id=named, topics=(listed,)),)
    request = cls(broker_id=broker_id, broker_epoch=epoch, directories=asked)
    answer, records = decide(state, request)
    return answer.directories[0].topics[0].partitions[0].error_code, changes(records)


def test_replica_moves_to_another_directory():
    state = with_partition(1, 2, brokers=(broker(1, directories=2), broker(2)))
    code, records = assign(state, directory(1, 1))
    assert code == 0
    expected = {"directories": (directory(1, 1), directory(2))}
    assert records == [("PartitionChangeRecord", expected)]


def test_replica_in_a_directory_that_is_not_online_loses_leadership_and_isr():
    state = with_partition(1, 2)
    code, records = assign(state, directory(1, 7))
    assert code == 0
    assert records == [
        ("PartitionChangeRecord", {"directories": (directory(1, 7), directory(2))}),
        ("PartitionChangeRecord", {"isr": (2,), "leader": 2}),
    ]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"name": "no"}, ErrorCode.UNKNOWN_TOPIC_ID),
        ({"number": 7}, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
        ({"broker_id": 3, "epoch": 103}, ErrorCode.NOT_LEADER_OR_FOLLOWER),
    ],
)
def test_assignment_of_what_a_broker_does_not_have_is_refused(more, code):
    state = with_partition(1, 2)
    named = directory(more.get("broker_id", 1))
    assert assign(state, named, **more) == (code, [])


@pytest.mark.parametrize("partitions", [((1,), (1, 2)), ((1,),)], ids=["of two", "only"])
def test_min_isr_is_at_most_the_replicas_of_partition_0(partitions):
    """ReplicationControlManager.getTopicEffectiveMinIsr, for all partitions of the topic."""
    found = [partition(*replicas) for replicas in partitions]
    state = cluster(*THREE, topic("t", *found, min_insync_replicas="2"))
    assert state.min_isr("t") == 1


def test_directories_need_their_level():
    state = cluster(*THREE, topic("t", partition(1)), level=16)
    request = AssignReplicasToDirsRequest(broker_id=1, broker_epoch=101)
    expected = (ErrorCode.UNSUPPORTED_VERSION, "Directory assignment is not supported yet.")
    assert refusal(state, request) == expected
    state = cluster(*THREE, topic("t", partition(1)), level=17)
    assert decide(state, request)[1] == []


def test_directories_of_another_incarnation_are_refused():
    request = AssignReplicasToDirsRequest(broker_id=1, broker_epoch=100)
    assert refusal(with_partition(1), request)[0] == ErrorCode.STALE_BROKER_EPOCH
