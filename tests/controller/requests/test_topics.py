"""CreateTopics, DeleteTopics and CreatePartitions: each rule of ReplicationControlManager once."""

from __future__ import annotations

import pytest

from kraft_core.controller.context import Context
from kraft_core.controller.requests.topics import waits_in_queue
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import CreatePartitionsRequest, CreateTopicsRequest, DeleteTopicsRequest
from kraft_wire.primitives import ZERO_UUID
from tests.controller.requests.content import (
    broker,
    changes,
    cluster,
    decide,
    partition,
    refusal,
    topic,
    topic_id,
)

THREE = (broker(1), broker(2), broker(3))


def create(state, *topics, **context):
    validate_only = context.pop("validate_only", False)
    cls = CreateTopicsRequest
    asked = tuple(
        cls.CreatableTopic(**{"num_partitions": -1, "replication_factor": -1, **one})
        for one in topics
    )
    return decide(state, cls(topics=asked, validate_only=validate_only), **context)


def results_of(answer):
    return {one.name: (one.error_code, one.error_message) for one in answer.topics}


def assigned(*partitions, numbers=None):
    cls = CreateTopicsRequest.CreatableReplicaAssignment
    numbers = range(len(partitions)) if numbers is None else numbers
    return tuple(
        cls(partition_index=number, broker_ids=brokers)
        for number, brokers in zip(numbers, partitions, strict=True)
    )


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("present", "new"), [("a.b", "a_b"), ("a_b", "a.b"), ("a.b_c", "a_b.c")])
def test_name_that_differs_by_dot_and_underscore_only_collides(present, new):
    """Topic.hasCollision: metrics write "_" for "."."""
    state = cluster(*THREE, topic(present, partition(1)))
    answer, records = create(state, {"name": new})
    text = f"Topic '{new}' collides with existing topic: {present}"
    assert results_of(answer) == {new: (ErrorCode.INVALID_TOPIC_EXCEPTION, text)}
    assert records == []


def test_name_that_differs_otherwise_does_not_collide():
    state = cluster(*THREE, topic("a.b", partition(1)))
    answer, _ = create(state, {"name": "a-b"}, {"name": "a.c"}, {"name": "ab"})
    assert {code for code, _ in results_of(answer).values()} == {ErrorCode.NONE}


def test_name_of_a_topic_that_exists_is_refused():
    state = cluster(*THREE, topic("t", partition(1)))
    answer, records = create(state, {"name": "t"})
    expected = (ErrorCode.TOPIC_ALREADY_EXISTS, "Topic 't' already exists.")
    assert results_of(answer) == {"t": expected}
    assert records == []


@pytest.mark.parametrize("name", ["", ".", "..", "a b", "a/b", "x" * 250])
def test_name_that_topics_cannot_have_is_refused(name):
    """Topic.validate."""
    answer, records = create(cluster(*THREE), {"name": name})
    assert results_of(answer)[name][0] == ErrorCode.INVALID_TOPIC_EXCEPTION
    assert records == []


def test_longest_name_is_taken():
    answer, _ = create(cluster(*THREE), {"name": "x" * 249})
    assert results_of(answer)["x" * 249][0] == ErrorCode.NONE


def test_name_that_is_asked_twice_fails_and_the_others_succeed():
    """ControllerApis.createTopics."""
    answer, records = create(cluster(*THREE), {"name": "a"}, {"name": "b"}, {"name": "a"})
    assert results_of(answer) == {
        "a": (ErrorCode.INVALID_REQUEST, "Duplicate topic name."),
        "b": (ErrorCode.NONE, None),
    }
    assert [one.name for one in records if hasattr(one, "name")] == ["b"]


def test_metadata_log_is_not_created():
    name = "__cluster_metadata"
    answer, _ = create(cluster(*THREE), {"name": name})
    text = f"Creation of internal topic {name} is prohibited."
    assert results_of(answer) == {name: (ErrorCode.INVALID_REQUEST, text)}


def test_right_to_create_is_that_of_the_cluster_or_of_the_topic():
    """KIP-277: CREATE on CLUSTER or on TOPIC."""
    rights = {("CREATE", "TOPIC", "mine")}

    def allows(operation, kind, name):
        return (operation.name, kind.name, name) in rights

    answer, _ = create(cluster(*THREE), {"name": "mine"}, {"name": "other"}, allows=allows)
    assert results_of(answer) == {
        "mine": (ErrorCode.NONE, None),
        "other": (ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Authorization failed."),
    }
    rights = {("CREATE", "CLUSTER", "kafka-cluster")}
    answer, _ = create(cluster(*THREE), {"name": "other"}, allows=allows)
    assert results_of(answer) == {"other": (ErrorCode.NONE, None)}


def test_configs_are_shown_only_with_the_right_to_describe_them():
    """KIP-525: configs in the answer need DESCRIBE_CONFIGS."""
    state = cluster(*THREE)
    answer, _ = create(
        state, {"name": "t"}, allows=lambda operation, *_: operation.name != "DESCRIBE_CONFIGS"
    )
    (result,) = answer.topics
    assert result.topic_config_error_code == ErrorCode.TOPIC_AUTHORIZATION_FAILED
    assert (result.num_partitions, result.replication_factor, result.configs) == (-1, -1, ())
    answer, _ = create(state, {"name": "u"})
    (result,) = answer.topics
    assert (result.num_partitions, result.replication_factor) == (1, 1)
    shown = {one.name: one.value for one in result.configs}
    assert shown["retention.ms"] == "604800000"


# -- counts and factors --------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [0, -2])
def test_factor_that_is_not_positive_is_refused(factor):
    """ReplicationControlManager.createTopic: -1 alone stands for the default."""
    answer, records = create(cluster(*THREE), {"name": "t", "replication_factor": factor})
    text = "Replication factor must be larger than 0, or -1 to use the default value."
    assert results_of(answer) == {"t": (ErrorCode.INVALID_REPLICATION_FACTOR, text)}
    assert records == []


@pytest.mark.parametrize("count", [0, -2])
def test_count_that_is_not_positive_is_refused(count):
    answer, records = create(cluster(*THREE), {"name": "t", "num_partitions": count})
    text = "Number of partitions was set to an invalid non-positive value."
    assert results_of(answer) == {"t": (ErrorCode.INVALID_PARTITIONS, text)}
    assert records == []


def test_defaults_are_those_of_the_controllers_file():
    static = {"num.partitions": "2", "default.replication.factor": "3"}
    answer, records = create(cluster(*THREE, static=static), {"name": "t"})
    (result,) = answer.topics
    assert (result.num_partitions, result.replication_factor) == (2, 3)
    assert [sorted(one.replicas) for one in records[1:]] == [[1, 2, 3]] * 2


def test_factor_above_the_number_of_brokers_is_refused():
    answer, _ = create(cluster(*THREE), {"name": "t", "replication_factor": 4})
    code, text = results_of(answer)["t"]
    assert code == ErrorCode.INVALID_REPLICATION_FACTOR
    assert text == (
        "Unable to replicate the partition 4 time(s): The target replication factor of 4 cannot be"
        " reached because only 3 broker(s) are registered or some brokers have all their log"
        " directories cordoned."
    )


def test_request_for_10_000_partitions_is_taken_and_one_more_is_not():
    """ReplicationControlManager.validateTotalNumberOfPartitions (KAFKA-17877)."""
    most = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=9999, replication_factor=1)
    more = most.replace(num_partitions=10_001)
    _, records = decide(cluster(*THREE), CreateTopicsRequest(topics=(most,)))
    assert len(records) == 10_000
    code, text = refusal(cluster(*THREE), CreateTopicsRequest(topics=(more,)))
    assert code == ErrorCode.POLICY_VIOLATION
    assert text == "Excessively large number of partitions per request."


def test_records_of_a_request_fit_one_batch():
    """ReplicationControlManager.createTopics: 10,000 partitions and the topic are one too many."""
    all_of_a_batch = CreateTopicsRequest.CreatableTopic(
        name="t", num_partitions=10_000, replication_factor=1
    )
    code, text = refusal(cluster(*THREE), CreateTopicsRequest(topics=(all_of_a_batch,)))
    assert code == ErrorCode.POLICY_VIOLATION
    assert text == "Unable to perform excessively large batch operation."


def test_checked_topic_is_answered_and_not_written():
    answer, records = create(cluster(*THREE), {"name": "t"}, validate_only=True)
    assert results_of(answer) == {"t": (ErrorCode.NONE, None)}
    assert records == []


# -- assignments by hand -------------------------------------------------------------------------


def test_assignment_is_written_as_given():
    given = assigned((2, 1), (3, 2), numbers=(1, 0))
    _, records = create(cluster(*THREE), {"name": "t", "assignments": given})
    assert [(one.partition_id, one.replicas, one.isr, one.leader) for one in records[1:]] == [
        (0, (3, 2), (3, 2), 3),
        (1, (2, 1), (2, 1), 2),
    ]


@pytest.mark.parametrize("numbers", [(0, 2), (1, 2), (1,), (-1, 0)])
def test_gap_in_an_assignment_is_refused(numbers):
    """ReplicationControlManager.createTopic."""
    given = assigned(*[(1,)] * len(numbers), numbers=numbers)
    answer, records = create(cluster(*THREE), {"name": "t", "assignments": given})
    text = "partitions should be a consecutive 0-based integer sequence"
    assert results_of(answer) == {"t": (ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)}
    assert records == []


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            assigned((1,), (2,), numbers=(0, 0)),
            "Found multiple manual partition assignments for partition 0",
        ),
        (
            assigned((1, 1)),
            "The manual partition assignment includes the broker 1 more than once.",
        ),
        (
            assigned((1, 9)),
            "The manual partition assignment includes broker 9, but no such broker is registered.",
        ),
        (assigned(()), "The manual partition assignment includes an empty replica list."),
        (
            assigned((1, 2), (3,)),
            (
                "The manual partition assignment includes a partition with 1 replica(s), but this"
                " is not consistent with previous partitions, which have 2 replica(s)."
            ),
        ),
    ],
)
def test_wrong_assignment_is_refused(given, text):
    answer, records = create(cluster(*THREE), {"name": "t", "assignments": given})
    assert results_of(answer) == {"t": (ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)}
    assert records == []


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"replication_factor": 1}, "replication factor was not set to -1."),
        ({"num_partitions": 1}, "numPartitions was not set to -1."),
    ],
)
def test_assignment_with_a_count_or_factor_is_refused(more, text):
    asked = {"name": "t", "assignments": assigned((1,)), **more}
    answer, _ = create(cluster(*THREE), asked)
    text = f"A manual partition assignment was specified, but {text}"
    assert results_of(answer) == {"t": (ErrorCode.INVALID_REQUEST, text)}


def test_assignment_to_brokers_of_which_none_is_active_is_refused():
    state = cluster(broker(1), broker(2, fenced=True), broker(3, in_controlled_shutdown=True))
    answer, _ = create(state, {"name": "t", "assignments": assigned((2, 3))})
    text = (
        "All brokers specified in the manual partition assignment for partition 0 are fenced or in"
        " controlled shutdown."
    )
    assert results_of(answer) == {"t": (ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)}
    _, records = create(state, {"name": "t", "assignments": assigned((2, 1))})
    assert (records[1].isr, records[1].leader) == ((1,), 1)


# -- DeleteTopics --------------------------------------------------------------------------------


def delete(state, *asked, **context):
    cls = DeleteTopicsRequest.DeleteTopicState
    topics = tuple(cls(name=name, topic_id=found) for name, found in asked)
    return decide(state, DeleteTopicsRequest(topics=topics), **context)


def outcomes(answer):
    return sorted((one.name or "", one.error_code, one.error_message) for one in answer.responses)


def test_topics_are_deleted_by_name_and_by_id():
    state = cluster(*THREE, topic("a", partition(1)), topic("b", partition(2)))
    answer, records = delete(state, ("a", ZERO_UUID), (None, topic_id("b")))
    assert outcomes(answer) == [("a", 0, None), ("b", 0, None)]
    assert {one.topic_id for one in records} == {topic_id("a"), topic_id("b")}


def test_topic_that_does_not_exist_is_refused_by_name_and_by_id():
    answer, records = delete(cluster(*THREE), ("a", ZERO_UUID), (None, topic_id("b")))
    assert outcomes(answer) == [
        ("", 100, "This server does not host this topic ID."),
        ("a", 3, "This server does not host this topic-partition."),
    ]
    assert records == []


def test_topic_that_is_named_in_two_ways_is_not_deleted():
    """ControllerApis.deleteTopics."""
    state = cluster(*THREE, topic("a", partition(1)))
    answer, records = delete(state, ("a", ZERO_UUID), (None, topic_id("a")))
    text = "The provided topic name maps to an ID that was already supplied."
    assert outcomes(answer) == [("a", ErrorCode.INVALID_REQUEST, text)]
    assert records == []


def test_repeated_names_and_ids_are_refused():
    state = cluster(*THREE, topic("a", partition(1)), topic("b", partition(1)))
    asked = [("a", ZERO_UUID)] * 2 + [(None, topic_id("b"))] * 2
    answer, records = delete(state, *asked)
    assert outcomes(answer) == [
        ("", ErrorCode.INVALID_REQUEST, "Duplicate topic id."),
        ("a", ErrorCode.INVALID_REQUEST, "Duplicate topic name."),
    ]
    assert records == []


def test_name_and_id_at_once_and_neither_are_refused():
    state = cluster(*THREE, topic("a", partition(1)))
    answer, records = delete(state, ("a", topic_id("a")), (None, ZERO_UUID))
    assert outcomes(answer) == [
        ("", ErrorCode.INVALID_REQUEST, "Neither topic name nor id were specified."),
        ("a", ErrorCode.INVALID_REQUEST, "You may not specify both topic name and topic id."),
    ]
    assert records == []


def test_hidden_topic_does_not_reveal_its_name():
    """KIP-516: without DESCRIBE the answer to an id has no name, and one to a name no id."""
    state = cluster(*THREE, topic("a", partition(1)))
    answer, records = delete(state, (None, topic_id("a")), allows=lambda *_: False)
    assert outcomes(answer) == [("", 29, "Topic authorization failed.")]
    answer, records = delete(state, ("no", ZERO_UUID), allows=lambda *_: False)
    assert outcomes(answer) == [("no", 29, "Topic authorization failed.")]
    describes = {"allows": lambda operation, *_: operation.name == "DESCRIBE"}
    answer, records = delete(state, (None, topic_id("a")), **describes)
    assert outcomes(answer) == [("a", 29, "Topic authorization failed.")]
    assert records == []


@pytest.mark.parametrize(("version", "code"), [(2, ErrorCode.INVALID_REQUEST), (3, 73), (6, 73)])
def test_disabled_deletion_has_its_own_error_from_version_3(version, code):
    """KIP-322."""
    state = cluster(*THREE, static={"delete.topic.enable": " FALSE "})
    assert refusal(state, DeleteTopicsRequest(), version)[0] == code


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        ([("a", ZERO_UUID)], True),
        ([(None, topic_id("a"))], True),
        ([("a", ZERO_UUID)] * 2, False),
        ([(None, topic_id("a"))] * 2, False),
        ([("a", ZERO_UUID)] * 2 + [("b", ZERO_UUID)], True),
        ([("a", topic_id("a")), (None, ZERO_UUID)], False),
        ([], False),
    ],
)
def test_deletion_of_nothing_but_refused_topics_does_not_wait(asked, waits):
    """ControllerApis.deleteTopics answers them before the queue: no deadline counts for them."""
    cls = DeleteTopicsRequest.DeleteTopicState
    topics = tuple(cls(name=name, topic_id=found) for name, found in asked)
    assert waits_in_queue(DeleteTopicsRequest(topics=topics), Context(6)) is waits


# -- CreatePartitions ----------------------------------------------------------------------------


def add(state, name, count, assignments=None, **context):
    cls = CreatePartitionsRequest
    given = assignments and tuple(
        cls.CreatePartitionsAssignment(broker_ids=brokers) for brokers in assignments
    )
    asked = cls.CreatePartitionsTopic(name=name, count=count, assignments=given)
    answer, records = decide(state, cls(topics=(asked,)), **context)
    (result,) = answer.results
    return (result.error_code, result.error_message), records


def test_added_partitions_follow_those_there_are():
    state = cluster(*THREE, topic("t", partition(1, 2), partition(2, 3)))
    outcome, records = add(state, "t", 4, [(3, 1), (1, 2)])
    assert outcome == (ErrorCode.NONE, None)
    assert [(one.partition_id, one.replicas) for one in records] == [(2, (3, 1)), (3, (1, 2))]


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (2, "Topic already has 2 partition(s)."),
        (1, "The topic t currently has 2 partition(s); 1 would not be an increase."),
    ],
)
def test_count_that_is_no_increase_is_refused(count, text):
    state = cluster(*THREE, topic("t", partition(1), partition(2)))
    assert add(state, "t", count) == ((ErrorCode.INVALID_PARTITIONS, text), [])


def test_assignments_must_be_as_many_as_the_added_partitions():
    state = cluster(*THREE, topic("t", partition(1)))
    outcome, records = add(state, "t", 3, [(1,)])
    assert outcome[0] == ErrorCode.INVALID_REPLICA_ASSIGNMENT
    assert "only 1 assignment(s) were specified" in outcome[1]
    assert records == []


def test_factor_of_added_partitions_is_that_of_the_topic():
    state = cluster(*THREE, topic("t", partition(1, 2)))
    _, records = add(state, "t", 2)
    assert len(records[0].replicas) == 2
    outcome, _ = add(state, "t", 3, [(1,)])
    assert outcome[0] == ErrorCode.INVALID_REPLICA_ASSIGNMENT


def test_refusal_of_an_added_partition_names_its_number():
    state = cluster(broker(1), broker(2, fenced=True), topic("t", partition(1)))
    outcome, records = add(state, "t", 3, [(1,), (2,)])
    text = (
        "All brokers specified in the manual partition assignment for partition 2 are fenced or in"
        " controlled shutdown."
    )
    assert outcome == (ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
    assert records == []


def test_partitions_need_the_right_to_alter_and_a_topic():
    state = cluster(*THREE, topic("t", partition(1)))
    assert add(state, "t", 2, allows=lambda *_: False) == ((29, None), [])
    assert add(state, "no", 2)[0][0] == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


def test_records_of_a_topic_are_in_the_order_of_kafka():
    """Topic, configs, partitions: a partition needs its topic, and its min ISR the config."""
    cls = CreateTopicsRequest.CreatableTopicConfig
    configs = (cls(name="retention.ms", value="5"),)
    asked = {"name": "t", "assignments": assigned((1,)), "configs": configs}
    _, records = create(cluster(*THREE), asked)
    assert [name for name, _ in changes(records)] == [
        "TopicRecord",
        "ConfigRecord",
        "PartitionRecord",
    ]
