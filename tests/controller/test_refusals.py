"""Refusals of single resources, in the words of Kafka 4.4.0."""

import math

import pytest

from kraft_core.controller.context import Context, Refusal
from kraft_core.controller.requests.configs import BROKER_LOGGER, incremental_alter_configs
from kraft_core.controller.requests.quotas import alter_client_quotas
from kraft_core.controller.requests.reassignments import alter_reassignments, check_assignment
from kraft_core.controller.requests.topics import delete_topics
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterPartitionReassignmentsRequest,
    DeleteTopicsRequest,
    IncrementalAlterConfigsRequest,
    RegisterBrokerRecord,
)
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, state_of


@pytest.fixture
def state():
    return state_of()


def test_topic_that_does_not_exist_is_not_deleted(state):
    topic = DeleteTopicsRequest.DeleteTopicState(name="gone")
    decision = delete_topics(state, DeleteTopicsRequest(topics=(topic,)), Context(6))
    (refused,) = decision.answer.responses
    assert (refused.name, refused.error_code) == ("gone", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    assert decision.records == ()


@pytest.mark.parametrize(
    ("operation", "code", "text"),
    [
        (0, ErrorCode.INVALID_CONFIG, "Logger kafka.server does not exist!"),
        (1, ErrorCode.INVALID_CONFIG, "Logger kafka.server does not exist!"),
        (
            2,
            ErrorCode.INVALID_REQUEST,
            "APPEND operation is not allowed for the BROKER_LOGGER resource",
        ),
        (
            3,
            ErrorCode.INVALID_REQUEST,
            "SUBTRACT operation is not allowed for the BROKER_LOGGER resource",
        ),
        (
            9,
            ErrorCode.INVALID_REQUEST,
            "Unknown operation type 9 is not allowed for the BROKER_LOGGER resource",
        ),
    ],
)
def test_level_of_a_logger_is_not_changed(state, operation, code, text):
    cls = IncrementalAlterConfigsRequest
    config = cls.AlterableConfig(name="kafka.server", config_operation=operation, value="INFO")
    resource = cls.AlterConfigsResource(
        resource_type=BROKER_LOGGER, resource_name="1", configs=(config,)
    )
    decision = incremental_alter_configs(state, cls(resources=(resource,)), Context(1))
    (refused,) = decision.answer.responses
    assert (refused.error_code, refused.error_message) == (code, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("2147483647", "Unexpected node id. Expected 1, but received 2147483647"),
        ("2147483648", "Node id must be an integer, but it is: 2147483648"),
        ("-2147483648", "Unexpected node id. Expected 1, but received -2147483648"),
        ("-2147483649", "Node id must be an integer, but it is: -2147483649"),
    ],
)
def test_node_of_a_logger_is_an_integer_of_java(state, name, text):
    """RuntimeLoggerManager.validateResourceNameIsNodeId: Integer.parseInt."""
    cls = IncrementalAlterConfigsRequest
    resource = cls.AlterConfigsResource(resource_type=BROKER_LOGGER, resource_name=name)
    decision = incremental_alter_configs(state, cls(resources=(resource,)), Context(1))
    (refused,) = decision.answer.responses
    assert (refused.error_code, refused.error_message) == (ErrorCode.INVALID_REQUEST, text)


def test_partition_of_a_topic_that_does_not_exist_is_not_reassigned(state):
    cls = AlterPartitionReassignmentsRequest
    partition = cls.ReassignablePartition(partition_index=0, replicas=(1,))
    request = cls(topics=(cls.ReassignableTopic(name="gone", partitions=(partition,)),))
    decision = alter_reassignments(state, request, Context(1))
    (topic,) = decision.answer.responses
    (refused,) = topic.partitions
    assert topic.name == "gone"
    assert refused.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert refused.error_message == "Unable to find a topic named gone."


@pytest.mark.parametrize("level", [7, 33])
def test_topic_is_not_assigned_to_a_broker_with_cordoned_directories_only(level):
    """ReplicationControlManager.validateManualPartitionAssignment since 4.4.0, at every level."""
    directories = (Uuid(bytes(15) + b"\7"), Uuid(bytes(15) + b"\10"))
    broker = RegisterBrokerRecord(
        broker_id=1, broker_epoch=0, log_dirs=directories, cordoned_log_dirs=directories[::-1]
    )
    state = state_of(feature("metadata.version", level), broker)
    with pytest.raises(Refusal, match="broker 1, but all its log directories are cordoned"):
        check_assignment(state, (1,))
    uncordoned = broker.replace(cordoned_log_dirs=directories[:1])
    check_assignment(state_of(feature("metadata.version", level), uncordoned), (1,))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_quota_is_a_finite_number(state, value):
    """ClientQuotaControlManager.validateQuotaKeyValue since 4.4.0."""
    cls = AlterClientQuotasRequest
    entry = cls.EntryData(
        entity=(cls.EntityData(entity_type="user", entity_name="a"),),
        ops=(cls.OpData(key="producer_byte_rate", value=value, remove=False),),
    )
    decision = alter_client_quotas(state, cls(entries=(entry,)), Context(1))
    (refused,) = decision.answer.entries
    assert refused.error_code == ErrorCode.INVALID_REQUEST
    assert refused.error_message == "Quota producer_byte_rate must be a finite number"


def test_refusal_shows_its_text_or_the_name_of_its_code():
    assert str(Refusal(ErrorCode.INVALID_REQUEST, "why")) == "why"
    assert str(Refusal(ErrorCode.INVALID_REQUEST)) == "INVALID_REQUEST"
