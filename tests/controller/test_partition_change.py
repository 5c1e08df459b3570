"""What a change of a partition writes about its eligible leader replicas."""

from __future__ import annotations

import pytest

from kraft_core.controller.partition_change import Rules, Target, partition_change
from kraft_core.image import Partition
from kraft_core.image.partition_index import PartitionKey
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
