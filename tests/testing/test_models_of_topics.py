"""Metadata, topics, configs and the quorum of the mock cluster, over TCP."""

from __future__ import annotations

import pytest

from kraft_core.testing import MockCluster, MockClusterError
from kraft_wire.messages import (
    AlterConfigsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DescribeConfigsRequest,
    DescribeQuorumRequest,
    IncrementalAlterConfigsRequest,
    MetadataRequest,
)
from kraft_wire.primitives import ZERO_UUID
from tests.testing.asking import Asking, metadata


@pytest.fixture
def mock():
    with MockCluster(brokers=3) as made:
        yield made


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


def test_metadata_has_the_addresses_of_all_brokers(mock, asking):
    mock.create_topic("t", 4, 2)
    response = asking.ask(metadata("t"), 12)
    addresses = [f"{each.host}:{each.port}" for each in response.brokers]
    assert ",".join(addresses) == mock.bootstrap_servers
    [topic] = response.topics
    assert [each.leader_id for each in topic.partitions] == [1, 2, 3, 1]
    assert topic.partitions[2].replica_nodes == (3, 1)


def test_topic_is_created_when_a_client_asks_for_it_if_that_is_allowed(asking):
    assert asking.ask(metadata("t", allow_auto_topic_creation=False), 12).topics[0].error_code == 3
    assert asking.ask(metadata("t"), 12).topics[0].error_code == 3
    assert asking.ask(metadata("t"), 12).topics[0].error_code == 0
    assert asking.ask(metadata("a b"), 12).topics[0].error_code == 17
    with MockCluster(auto_create=False) as other, Asking(other) as each:
        assert each.ask(metadata("t"), 12).topics[0].error_code == 3


def test_all_topics_or_none_or_one_by_its_id(mock, asking):
    mock.create_topic("t")
    assert [each.name for each in asking.ask(MetadataRequest(topics=None), 12).topics] == ["t"]
    assert [each.name for each in asking.ask(MetadataRequest(topics=[]), 0).topics] == ["t"]
    [topic] = asking.ask(metadata("t"), 12).topics
    wanted = MetadataRequest.MetadataRequestTopic(topic_id=topic.topic_id, name=None)
    assert asking.ask(MetadataRequest(topics=[wanted]), 12).topics[0].name == "t"
    unknown = wanted.replace(topic_id=type(ZERO_UUID)(b"x" * 16))
    assert asking.ask(MetadataRequest(topics=[unknown]), 12).topics[0].error_code == 100


def test_leader_that_was_moved_is_in_a_new_epoch(mock, asking):
    mock.create_topic("t")
    mock.move_leader("t", 0, 3)
    [partition] = asking.ask(metadata("t"), 12).topics[0].partitions
    assert (partition.leader_id, partition.leader_epoch, partition.replica_nodes) == (3, 1, (1, 3))
    with pytest.raises(MockClusterError, match="no broker 9"):
        mock.move_leader("t", 0, 9)
    with pytest.raises(MockClusterError, match="no partition t-1"):
        mock.move_leader("t", 1, 1)


def create(name, partitions=1, factor=1, *, validate_only=False, **more):
    cls = CreateTopicsRequest
    topic = cls.CreatableTopic(
        name=name, num_partitions=partitions, replication_factor=factor, **more
    )
    return cls(topics=[topic], validate_only=validate_only)


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (create("t"), 36),
        (create("a/b"), 17),
        (create("u", 0), 37),
        (create("u", 1, 4), 38),
        (create("u").replace(topics=create("u").topics * 2), 42),
        (create("u", 2, 3), 0),
        (create("u", -1, -1), 0),
    ],
)
def test_topics_are_created_or_refused_as_kafka_does(mock, asking, request_, error):
    mock.create_topic("t")
    assert asking.ask(request_, 7).topics[0].error_code == error
    assert (metadata_of(asking, "u") is not None) == (not error)


def metadata_of(asking, name):
    topics = asking.ask(MetadataRequest(topics=None), 12).topics
    return next((each for each in topics if each.name == name), None)


def test_topic_is_placed_as_the_request_says_and_only_validated_on_request(asking):
    replicas = CreateTopicsRequest.CreatableReplicaAssignment
    given = [replicas(partition_index=0, broker_ids=[2, 3])]
    made = asking.ask(create("u", -1, -1, assignments=given, validate_only=True), 7)
    assert made.topics[0].error_code == 0
    assert metadata_of(asking, "u") is None
    asking.ask(create("u", -1, -1, assignments=given), 7)
    assert metadata_of(asking, "u").partitions[0].replica_nodes == (2, 3)
    wrong = [replicas(partition_index=0, broker_ids=[9])]
    assert asking.ask(create("v", -1, -1, assignments=wrong), 7).topics[0].error_code == 39


def test_topics_are_deleted_by_name_or_id(mock, asking):
    mock.create_topic("t")
    mock.create_topic("u")
    response = asking.ask(DeleteTopicsRequest(topic_names=["t", "x"]), 5)
    assert [each.error_code for each in response.responses] == [0, 3]
    topic_id = metadata_of(asking, "u").topic_id
    state = DeleteTopicsRequest.DeleteTopicState
    request = DeleteTopicsRequest(topics=[state(name=None, topic_id=topic_id)])
    twice = request.replace(topics=[*request.topics] * 2)
    found = [asking.ask(each, 6).responses for each in (twice, request, request)]
    assert [[one.error_code for one in each] for each in found] == [[42], [0], [100]]
    assert asking.ask(MetadataRequest(topics=None), 12).topics == ()


def test_partitions_are_added(mock, asking):
    mock.create_topic("t", 1, 2)
    topic = CreatePartitionsRequest.CreatePartitionsTopic

    def grow(name, count):
        request = CreatePartitionsRequest(topics=[topic(name=name, count=count, assignments=None)])
        return asking.ask(request, 3).results[0].error_code

    assert [grow("t", 3), grow("t", 3), grow("x", 1)] == [0, 37, 3]
    partitions = metadata_of(asking, "t").partitions
    assert [each.replica_nodes for each in partitions] == [(1, 2), (2, 3), (3, 1)]


def described(asking, name, kind=2, keys=None):
    resource = DescribeConfigsRequest.DescribeConfigsResource
    wanted = resource(resource_type=kind, resource_name=name, configuration_keys=keys)
    [result] = asking.ask(DescribeConfigsRequest(resources=[wanted]), 4).results
    return result.error_code, {
        each.name: (each.value, each.config_source) for each in result.configs
    }


def test_configs_are_set_appended_subtracted_and_deleted(mock, asking):
    mock.create_topic("t", configs={"retention.ms": "5"})
    cls = IncrementalAlterConfigsRequest

    def alter(operation, value):
        config = cls.AlterableConfig(name="cleanup.policy", config_operation=operation, value=value)
        resource = cls.AlterConfigsResource(resource_type=2, resource_name="t", configs=[config])
        assert asking.ask(cls(resources=[resource]), 1).responses[0].error_code == 0
        return described(asking, "t", keys=["cleanup.policy"])[1]["cleanup.policy"]

    assert described(asking, "t", keys=["retention.ms"]) == (0, {"retention.ms": ("5", 1)})
    assert alter(2, "compact") == ("delete,compact", 1)
    assert alter(3, "delete") == ("compact", 1)
    assert alter(0, "delete") == ("delete", 1)
    assert alter(1, None) == ("delete", 5)


def test_configs_are_replaced_by_the_old_request_and_refused_for_unknown_things(mock, asking):
    mock.create_topic("t", configs={"retention.ms": "5"})
    cls = AlterConfigsRequest

    def replace(value):
        config = cls.AlterableConfig(name="segment.bytes", value=value)
        resource = cls.AlterConfigsResource(resource_type=2, resource_name="t", configs=[config])
        return asking.ask(cls(resources=[resource]), 2).responses[0].error_code

    assert [replace("7"), replace("x"), replace("2000000")] == [40, 40, 0]
    found = described(asking, "t", keys=["retention.ms", "segment.bytes"])[1]
    assert found == {"retention.ms": ("604800000", 5), "segment.bytes": ("2000000", 1)}
    assert described(asking, "x") == (3, {})
    assert described(asking, "9", kind=4) == (42, {})
    assert described(asking, "1", kind=4) == (0, {})


def test_quorum_has_the_first_broker_as_its_voter(asking):
    cls = DescribeQuorumRequest
    topics = [
        cls.TopicData(
            topic_name="__cluster_metadata", partitions=[cls.PartitionData(partition_index=0)]
        )
    ]
    response = asking.ask(cls(topics=topics), 2)
    [partition] = response.topics[0].partitions
    assert (response.error_code, partition.leader_id) == (0, 1)
    assert [each.replica_id for each in partition.current_voters] == [1]
    assert [each.replica_id for each in partition.observers] == [2, 3]
    other = cls(topics=[topics[0].replace(topic_name="t")])
    assert asking.ask(other, 2).topics[0].partitions[0].error_code == 3
