"""The largest requests that the limits of a node let through, at an image with 100,000 topics.

Each is decided in bounded time and memory, and what takes long is decided in a thread.
"""

from __future__ import annotations

import gc
import random
import time
import tracemalloc

import pytest

from kraft_core.controller.context import Context, ControllerSettings, ControllerState, Refusal
from kraft_core.controller.decider import LARGE, Decider, size_of
from kraft_core.controller.requests import topics
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.controller.tables.configs_of_kafka import config_tables
from kraft_core.metadata import ClusterImage
from kraft_core.node.transport.limits import RequestLimits
from kraft_wire.errors import ErrorCode
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AccessControlEntryRecord,
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AlterUserScramCredentialsRequest,
    AssignReplicasToDirsRequest,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeConfigsRequest,
    ElectLeadersRequest,
    FeatureLevelRecord,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    PartitionRecord,
    RegisterBrokerRecord,
    TopicRecord,
    UpdateFeaturesRequest,
)
from kraft_wire.primitives import Uuid
from tests.controller.requests.test_acls import GOOD

pytestmark = pytest.mark.timeout(180)

TOPICS = 100_000
ACLS = 2_000
BROKERS = (101, 102, 103)
CPU_S = 20.0
"""Many times what any of them takes; a step that is quadratic takes minutes."""
SHORT_CPU_S = 0.3
"""The most that may be decided on the event loop."""

LIMITS = RequestLimits()


def topic_id(number):
    return Uuid(b"\x01" + number.to_bytes(15, "big"))


@pytest.fixture(scope="module")
def state():
    config_tables()  # read from a file when they are first used
    image = ClusterImage(strict=True, supported={"metadata.version": (7, 30)}, indexed=True)
    image.replay_metadata(FeatureLevelRecord(name="metadata.version", feature_level=30))
    sessions = BrokerSessions(9000)
    for broker_id in BROKERS:
        image.replay_metadata(
            RegisterBrokerRecord(
                broker_id=broker_id,
                broker_epoch=broker_id,
                fenced=False,
                log_dirs=(Uuid(bytes([broker_id]) * 16),),
            ),
            broker_id,
        )
    for number in range(TOPICS):
        image.replay_metadata(TopicRecord(name=f"t{number}", topic_id=topic_id(number)))
        image.replay_metadata(
            PartitionRecord(
                partition_id=0,
                topic_id=topic_id(number),
                replicas=BROKERS,
                isr=BROKERS,
                leader=BROKERS[0],
                leader_recovery_state=0,
                directories=tuple(Uuid(bytes([one]) * 16) for one in BROKERS),
            )
        )
    for number in range(ACLS):
        one = {
            "id": topic_id(number),
            "pattern_type": 3,
            **{key: value for key, value in GOOD.items() if key != "resource_pattern_type"},
            "resource_name": f"t{number}",
        }
        image.replay_metadata(AccessControlEntryRecord(**one))
    sessions.begin(image.brokers.items(), 0)
    settings = ControllerSettings(node_id=1, cluster_id="c")
    return ControllerState(settings, image, sessions, random.Random(1), next_offset=1)


def largest(cls, each=1):
    """How often something of so many elements fits into a request."""
    return LIMITS.elements(cls.API_KEY) // each


def creations(**more):
    cls = CreateTopicsRequest
    fields = {"num_partitions": -1, "replication_factor": 3, **more}
    topics = tuple(
        cls.CreatableTopic(name=f"new{number}", **fields) for number in range(largest(cls))
    )
    return cls(topics=topics)


def creations_by_hand():
    cls = CreateTopicsRequest
    assignments = tuple(
        cls.CreatableReplicaAssignment(partition_index=number, broker_ids=BROKERS)
        for number in range(10_000)
    )
    topic = cls.CreatableTopic(
        name="wide", num_partitions=-1, replication_factor=-1, assignments=assignments
    )
    return cls(topics=(topic,))


def duplicates_of_topics():
    cls = CreateTopicsRequest
    topic = cls.CreatableTopic(name="new", num_partitions=1, replication_factor=3)
    return cls(topics=(topic,) * largest(cls))


def more_partitions():
    cls = CreatePartitionsRequest
    # a negative count must not hide the others
    counts = (2, -1_000_000)
    topics = (
        cls.CreatePartitionsTopic(name=f"t{number}", count=counts[number % 2])
        for number in range(largest(cls))
    )
    return cls(topics=tuple(topics))


def deletions():
    cls = DeleteTopicsRequest
    names = (cls.DeleteTopicState(name=f"t{number}") for number in range(largest(cls)))
    return cls(topics=tuple(names))


def configs(*, name="t{}"):
    cls = IncrementalAlterConfigsRequest
    change = cls.AlterableConfig(name="retention.ms", config_operation=0, value="5")
    resources = (
        cls.AlterConfigsResource(
            resource_type=2, resource_name=name.format(number), configs=(change,)
        )
        for number in range(largest(cls, 2))
    )
    return cls(resources=tuple(resources))


def appended_configs():
    cls = IncrementalAlterConfigsRequest
    change = cls.AlterableConfig(
        name="leader.replication.throttled.replicas", config_operation=2, value="0:101," * 5_000
    )
    resources = (
        cls.AlterConfigsResource(resource_type=2, resource_name=f"t{number}", configs=(change,))
        for number in range(500)
    )
    return cls(resources=tuple(resources))


def all_configs():
    cls = AlterConfigsRequest
    change = cls.AlterableConfig(name="retention.ms", value="5")
    resources = (
        cls.AlterConfigsResource(resource_type=2, resource_name=f"t{number}", configs=(change,))
        for number in range(largest(cls, 2))
    )
    return cls(resources=tuple(resources))


def described(kind, name):
    cls = DescribeConfigsRequest
    resources = (
        cls.DescribeConfigsResource(
            resource_type=kind, resource_name=name.format(number), configuration_keys=None
        )
        for number in range(largest(cls))
    )
    return cls(resources=tuple(resources), include_synonyms=True)


def in_sync_replicas(*, known=True):
    cls = AlterPartitionRequest
    members = tuple(cls.BrokerState(broker_id=one, broker_epoch=one) for one in BROKERS[:2])
    part = cls.PartitionData(partition_index=0, new_isr_with_epochs=members)
    first = 0 if known else TOPICS
    topics = (
        cls.TopicData(topic_id=topic_id(first + number), partitions=(part,))
        for number in range(largest(cls, 4))
    )
    return cls(broker_id=101, broker_epoch=101, topics=tuple(topics))


def moves(*, replicas):
    cls = AlterPartitionReassignmentsRequest
    part = cls.ReassignablePartition(partition_index=0, replicas=replicas)
    topics = (
        cls.ReassignableTopic(name=f"t{number}", partitions=(part,))
        for number in range(min(10_000, largest(cls, 2 + len(replicas))))
    )
    return cls(topics=tuple(topics))


def moves_to_many():
    """One partition with as many unknown replicas as fit."""
    cls = AlterPartitionReassignmentsRequest
    part = cls.ReassignablePartition(partition_index=0, replicas=tuple(range(largest(cls) - 2)))
    return cls(topics=(cls.ReassignableTopic(name="t0", partitions=(part,)),))


def assigned_directories():
    cls = AssignReplicasToDirsRequest
    part = cls.PartitionData(partition_index=0)
    topics = tuple(
        cls.TopicData(topic_id=topic_id(number), partitions=(part,))
        for number in range(largest(cls, 2) - 1)
    )
    unknown = cls.DirectoryData(id=Uuid(bytes([9]) * 16), topics=topics)
    return cls(broker_id=101, broker_epoch=101, directories=(unknown,))


def acls():
    cls = CreateAclsRequest
    made = (
        cls.AclCreation(**GOOD | {"resource_name": f"x{number}"}) for number in range(largest(cls))
    )
    return cls(creations=tuple(made))


def removed_acls():
    cls = DeleteAclsRequest
    made = (
        cls.DeleteAclsFilter(
            resource_type_filter=2,
            resource_name_filter=f"x{number}",
            pattern_type_filter=2,
            principal_filter=None,
            host_filter=None,
            operation=1,
            permission_type=1,
        )
        for number in range(largest(cls))
    )
    return cls(filters=tuple(made))


def quotas():
    cls = AlterClientQuotasRequest
    change = cls.OpData(key="producer_byte_rate", value=5.0, remove=False)
    entries = (
        cls.EntryData(
            entity=(cls.EntityData(entity_type="user", entity_name=f"u{number}"),), ops=(change,)
        )
        for number in range(largest(cls, 3))
    )
    return cls(entries=tuple(entries))


def users():
    cls = AlterUserScramCredentialsRequest
    made = (
        cls.ScramCredentialUpsertion(
            name=f"u{number}", mechanism=2, iterations=8192, salt=b"s" * 16, salted_password=b"p"
        )
        for number in range(largest(cls))
    )
    return cls(upsertions=tuple(made))


def features():
    cls = UpdateFeaturesRequest
    made = (
        cls.FeatureUpdateKey(feature=f"f{number}", max_version_level=1, upgrade_type=1)
        for number in range(largest(cls))
    )
    return cls(feature_updates=tuple(made))


def listed():
    cls = ListPartitionReassignmentsRequest
    made = (
        cls.ListPartitionReassignmentsTopics(name=f"t{number}", partition_indexes=(0,))
        for number in range(largest(cls, 2))
    )
    return cls(topics=tuple(made))


LARGEST = {
    "CreateTopics with the default count": creations,
    "CreateTopics without partitions": lambda: creations(num_partitions=0),
    "CreateTopics with too many partitions": lambda: creations(num_partitions=1 << 30),
    "CreateTopics by hand": creations_by_hand,
    "CreateTopics of one name": duplicates_of_topics,
    "CreatePartitions": more_partitions,
    "DeleteTopics": deletions,
    "IncrementalAlterConfigs": configs,
    "IncrementalAlterConfigs of unknown topics": lambda: configs(name="unknown{}"),
    "IncrementalAlterConfigs of one topic": lambda: configs(name="t0"),
    "IncrementalAlterConfigs that append": appended_configs,
    "AlterConfigs": all_configs,
    "DescribeConfigs of topics": lambda: described(2, "t{}"),
    "DescribeConfigs of this node": lambda: described(4, "1"),
    "AlterPartition": in_sync_replicas,
    "AlterPartition of unknown topics": lambda: in_sync_replicas(known=False),
    "AlterPartitionReassignments": lambda: moves(replicas=(102, 103, 101)),
    "AlterPartitionReassignments to unknown brokers": lambda: moves(replicas=(104, 105)),
    "AlterPartitionReassignments to many brokers": moves_to_many,
    "AssignReplicasToDirs": assigned_directories,
    "ElectLeaders of all partitions": lambda: ElectLeadersRequest(topic_partitions=None),
    "ListPartitionReassignments": listed,
    "CreateAcls": acls,
    "DeleteAcls": removed_acls,
    "DescribeAcls": lambda: DescribeAclsRequest(
        resource_type_filter=1,
        resource_name_filter=None,
        pattern_type_filter=1,
        principal_filter=None,
        host_filter=None,
        operation=1,
        permission_type=1,
    ),
    "AlterClientQuotas": quotas,
    "AlterUserScramCredentials": users,
    "UpdateFeatures": features,
}


@pytest.mark.parametrize("case", LARGEST)
def test_largest_request_is_decided_in_bounded_time(state, case):
    message = LARGEST[case]()
    version = type(message).schema().versions[1]
    payload = encode_request(message, version, 1, "c")
    LIMITS.check_frame(message.API_KEY, len(payload))
    LIMITS.check_elements(message.API_KEY, payload)
    decider = Decider(state)
    is_in_thread = size_of(state, message) > LARGE
    gc.disable()  # a collection takes as long as the state and all that other tests have left
    try:
        began_s = time.thread_time()
        decider.preview(message, Context(version))
        cpu_s = time.thread_time() - began_s
    finally:
        gc.enable()
    assert cpu_s < (CPU_S if is_in_thread else SHORT_CPU_S)


def test_size_of_quotas_counts_entities_and_their_values():
    cls = AlterClientQuotasRequest
    entries = [cls.EntryData(ops=(cls.OpData(key="k"),) * count) for count in (1, 2)]
    assert size_of(None, cls(entries=tuple(entries), validate_only=False)) == 5


def test_deleting_few_topics_of_many_partitions_is_large(state):
    image = state.image.copy()
    topic = image.topics[topic_id(0)]
    topic.partitions.update(dict.fromkeys(range(2_000), topic.partitions[0]))
    wide = ControllerState(state.settings, image, state.sessions, state.chance)
    cls = DeleteTopicsRequest
    by_id = cls(topics=(cls.DeleteTopicState(name=None, topic_id=topic_id(0)),))
    for message in (by_id, cls(topics=(cls.DeleteTopicState(name="t0"),))):
        assert size_of(wide, message) > LARGE
    assert size_of(wide, cls(topic_names=("t1", "unknown"))) < LARGE


def test_brokers_and_configs_are_gathered_once_for_all_topics_of_a_request(state, monkeypatch):
    gathered = []
    usable = topics.usable_brokers
    monkeypatch.setattr(topics, "usable_brokers", lambda of: gathered.append(of) or usable(of))
    cls = CreateTopicsRequest
    asked = tuple(
        cls.CreatableTopic(name=name, num_partitions=1, replication_factor=3) for name in "xyz"
    )
    decision = Decider(state).preview(cls(topics=asked), Context(7))
    first, *others = decision.answer.topics
    assert len(first.configs) == 37
    assert all(each.configs is first.configs for each in others)
    assert len(gathered) == 1


def test_describing_a_node_many_times_is_refused_in_little_memory(state):
    message = described(4, "1")
    tracemalloc.start()
    try:
        refusal = Decider(state).preview(message, Context(4))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(refusal, Refusal)
    assert refusal.code == ErrorCode.INVALID_REQUEST
    assert "name fewer resources" in refusal.text
    assert peak < 16 << 20
