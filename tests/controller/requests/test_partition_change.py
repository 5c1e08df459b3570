"""What a change of a partition writes about its eligible leader replicas."""

from __future__ import annotations

import pytest

from kraft_core.controller.requests.partition_change import (
    Election,
    Rules,
    Target,
    partition_change,
)
from kraft_core.metadata import Partition
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.messages import PartitionRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, state_of

KEY = PartitionKey(Uuid(bytes(15) + b"\7"), 0)
STATE = Partition.of(
    PartitionRecord(
        topic_id=KEY.topic_id,
        replicas=(1, 2, 3),
        isr=(1,),
        eligible_leader_replicas=(2,),
        leader=1,
    )
)


@pytest.mark.parametrize("has_elr", [False, True])
def test_eligible_replicas_are_forgotten_without_the_feature(has_elr):
    rules = Rules(lambda _: True, lambda _: KEY.topic_id, 29, min_isr=2, has_elr=has_elr)
    record = partition_change(KEY, STATE, Target.of(STATE), rules)
    if has_elr:
        assert record is None
    else:
        assert record.eligible_leader_replicas == ()


@pytest.mark.parametrize(("records", "has_elr"), [((), False), ((0,), False), ((1,), True)])
def test_eligible_replicas_are_on_from_level_1(records, has_elr):
    features = (feature("eligible.leader.replicas.version", level) for level in records)
    assert state_of(*features).has_elr is has_elr


# -- ids that are no replicas any more (divergence A28) ------------------------------------------


def partition(**values):
    given = {"topic_id": KEY.topic_id, "leader": -1, **values}
    return Partition.of(PartitionRecord(**given))


def change(state, *alive, target=None, min_isr=2):
    rules = Rules(lambda broker: broker in alive, lambda _: KEY.topic_id, 33, min_isr, has_elr=True)
    return partition_change(KEY, state, target or Target.of(state), rules)


def test_end_of_a_reassignment_drops_the_removed_replica_from_the_elr():
    state = partition(
        replicas=(1, 2),
        removing_replicas=(1,),
        isr=(2,),
        leader=2,
        eligible_leader_replicas=(1,),
    )
    record = change(state, 2)
    assert record.replicas == (2,)
    assert record.eligible_leader_replicas == ()


def test_cancelled_reassignment_drops_the_added_replica_from_the_elr():
    state = partition(
        replicas=(1, 2),
        adding_replicas=(2,),
        isr=(1,),
        leader=1,
        eligible_leader_replicas=(2,),
    )
    target = Target.of(state)
    target.replicas, target.adding = (1,), ()
    record = change(state, 1, 2, target=target)
    assert record.replicas == (1,)
    assert record.eligible_leader_replicas == ()


def test_only_replica_leads_though_the_elr_had_one_that_is_none():
    """Kafka leaves it offline: its ELR is not empty, so the last known leader is not elected."""
    state = partition(replicas=(2,), isr=(), eligible_leader_replicas=(1,), last_known_elr=(2,))
    record = change(state, 2)
    assert (record.leader, record.isr, record.leader_recovery_state) == (2, (2,), 1)
    assert (record.eligible_leader_replicas, record.last_known_elr) == ((), ())


def test_last_known_leader_that_is_no_replica_is_forgotten():
    state = partition(replicas=(2,), isr=(), last_known_elr=(1,))
    record = change(state, 1, 2)
    assert (record.leader, record.last_known_elr) == (-2, ())
    led = partition(replicas=(1, 2), removing_replicas=(1,), isr=(1, 2), leader=1)
    record = change(led)
    assert (record.replicas, record.leader) == ((2,), -1)
    assert record.last_known_elr is None


def test_replicas_stay_in_the_elr():
    state = partition(replicas=(1, 2, 3), isr=(), eligible_leader_replicas=(2,))
    assert change(state) is None
    kept = partition(replicas=(1, 2), isr=(), last_known_elr=(1,))
    assert change(kept) is None


# -- eligible leader replicas (KIP-966) ------------------------------------------------------------


def test_eligible_replica_does_not_lead_while_the_isr_has_members():
    """PartitionChangeBuilder.isValidNewLeader: the ISR may have more than it has."""
    state = partition(replicas=(1, 2, 3), isr=(1,), leader=1, eligible_leader_replicas=(2, 3))
    record = change(state, 2, 3)
    assert (record.leader, record.isr, record.eligible_leader_replicas) == (-1, None, None)


def test_eligible_replica_leads_once_the_isr_is_empty():
    state = partition(replicas=(1, 2, 3), isr=(), eligible_leader_replicas=(2, 3))
    record = change(state, 1, 3)
    assert (record.leader, record.isr, record.eligible_leader_replicas) == (3, (3,), (2,))
    assert record.leader_recovery_state == -1


def test_unclean_election_is_the_last_choice():
    """Member of the ISR, eligible replica, last known leader, then any replica."""
    state = partition(replicas=(1, 2, 3), isr=(), last_known_elr=(2,))
    record = change(state, 1, 2, 3)
    assert (record.leader, record.isr, record.leader_recovery_state) == (2, (2,), 1)
    assert change(state, 1, 3) is None
    target = Target.of(state)
    target.election = Election.UNCLEAN
    record = change(state, 1, 3, target=target)
    assert (record.leader, record.isr, record.leader_recovery_state) == (1, (1,), 1)


def test_preferred_election_takes_the_first_replica_only_from_the_isr():
    state = partition(replicas=(1, 2), isr=(2,), leader=2, eligible_leader_replicas=(1,))
    target = Target.of(state)
    target.election = Election.PREFERRED
    assert change(state, 1, 2, target=target) is None


def test_last_leader_is_remembered_when_the_isr_ends():
    state = partition(replicas=(1, 2), isr=(1,), leader=1)
    target = Target.of(state)
    target.isr = ()
    record = change(state, 2, target=target)
    assert (record.leader, record.isr) == (-1, ())
    assert (record.eligible_leader_replicas, record.last_known_elr) == ((1,), (1,))
