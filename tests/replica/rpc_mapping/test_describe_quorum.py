"""DescribeQuorum by version, and its answers to questions about other partitions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.contested import ContestedVoter
from kraft_core.raft.consensus.progress import Regression
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.quorum_state import (
    STATE_TAG,
    ContestedEntry,
    QuorumState,
    RegressedEntry,
    decode_state,
)
from kraft_core.raft.replica.rpc_mapping import request_from_wire
from kraft_core.raft.replica.rpc_mapping.voters import describe_quorum_response_to_wire
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import DescribeQuorumRequest, DescribeQuorumResponse
from kraft_wire.primitives import ZERO_UUID, Uuid

ID = bytes(range(16))
ANSWER = rpc.DescribeQuorumResponse(
    leader_id=1,
    epoch=5,
    high_watermark=-1,
    voters=(rpc.ReplicaStatus(ReplicaKey(1, ID), 10, 1_000, 2_000),),
    observers=(rpc.ReplicaStatus(ReplicaKey(9)),),
    nodes=VoterSet.of([Voter(ReplicaKey(1, ID), (Endpoint("C", "host", 9093),))]),
)


def written(response, version):
    data = describe_quorum_response_to_wire(response, version, KAFKAS_TOPIC).encode(version)
    return DescribeQuorumResponse.decode(data, version)


def test_version_2_has_every_field():
    message = written(ANSWER, 2)
    (partition,) = message.topics[0].partitions
    assert (partition.leader_id, partition.leader_epoch, partition.high_watermark) == (1, 5, -1)
    (voter,) = partition.current_voters
    assert (voter.replica_id, voter.replica_directory_id) == (1, Uuid(ID))
    assert (voter.log_end_offset, voter.last_fetch_timestamp) == (10, 1_000)
    assert voter.last_caught_up_timestamp == 2_000
    (observer,) = partition.observers
    assert (observer.replica_id, observer.replica_directory_id) == (9, ZERO_UUID)
    assert (observer.log_end_offset, observer.last_fetch_timestamp) == (-1, -1)
    (node,) = message.nodes
    assert [(each.name, each.host, each.port) for each in node.listeners] == [("C", "host", 9093)]
    assert (message.error_message, partition.error_message) == ("", "")


@pytest.mark.parametrize("version", [0, 1])
def test_older_versions_have_no_ids_and_no_nodes(version):
    message = written(ANSWER, version)
    (voter,) = message.topics[0].partitions[0].current_voters
    assert (voter.replica_id, voter.replica_directory_id) == (1, ZERO_UUID)
    assert voter.last_fetch_timestamp == (1_000 if version else -1)
    assert message.nodes == ()


def test_an_error_is_of_the_partition_and_leaves_the_rest_at_zero():
    response = rpc.DescribeQuorumResponse(ErrorCode.NOT_LEADER_OR_FOLLOWER, "elsewhere")
    message = written(response, 2)
    (partition,) = message.topics[0].partitions
    assert (message.error_code, partition.error_code, partition.error_message) == (
        0,
        6,
        "elsewhere",
    )
    assert (partition.leader_id, partition.leader_epoch, partition.high_watermark) == (0, 0, 0)
    assert (partition.current_voters, partition.observers, message.nodes) == ((), (), ())


def test_contested_voters_are_in_a_tagged_field_and_in_no_other_answer():
    """Divergence N54."""
    claims = tuple((Endpoint("C", host, 9093),) for host in ("here", "there"))
    contested = (ContestedVoter(ReplicaKey(1, ID), claims),)
    for version in range(3):
        plain = written(ANSWER, version)
        message = written(replace(ANSWER, contested=contested), version)
        assert plain.unknown_tagged_fields == ()
        entry = ContestedEntry(1, str(Uuid(ID)), ("here:9093", "there:9093"))
        assert decode_state(message.unknown_tagged_fields) == QuorumState((entry,))
        assert message.replace(unknown_tagged_fields=()) == plain


def test_regressed_voters_are_in_the_same_document():
    """Divergence C59."""
    regressions = (Regression(ReplicaKey(1, ID), 120, 50, 1_700_000_000_000),)
    message = written(replace(ANSWER, regressions=regressions), 2)
    entry = RegressedEntry(1, str(Uuid(ID)), 120, 50, 1_700_000_000_000)
    assert decode_state(message.unknown_tagged_fields) == QuorumState(regressed=(entry,))


REGRESSED = (
    b'{"regressedVoters":[{"id":1,"directoryId":"d","acknowledged":1,"fetched":0,"atMs":%s}]}'
)
NO_INTEGERS = (
    *(b"1e999", b"Infinity", b"-Infinity", b"NaN", b"1.5", b"true", b'"7"', b"null"),
    *(b"9223372036854775808", b"-9223372036854775809", b"9" * 5000),
)


@pytest.mark.parametrize("number", [(1 << 63) - 1, -(1 << 63), 0])
def test_state_document_has_integers_of_64_bits(number):
    entry = RegressedEntry(1, "d", 1, 0, number)
    document = REGRESSED % str(number).encode()
    assert decode_state(((STATE_TAG, document),)) == QuorumState(regressed=(entry,))


@pytest.mark.parametrize(
    "document",
    [
        *(b"", b"[]", b"{", b"\xff", b'{"contestedVoters":[1]}', b'{"contestedVoters":7}'),
        *(b'{"contestedVoters":[{}]}', b"[" * 60_000, b" " * 70_000),
        *(b'{"regressedVoters":[{"id":1}]}', b'{"regressedVoters":{"id":1}}'),
        *(REGRESSED % number for number in NO_INTEGERS),
        b'{"contestedVoters":[{"id":1e999,"directoryId":"d","addresses":[]}]}',
        b'{"contestedVoters":[{"id":1,"directoryId":7,"addresses":[]}]}',
        b'{"contestedVoters":[{"id":1,"directoryId":"d","addresses":[{}]}]}',
    ],
    ids=lambda document: str(document[:24] + document[-24:]),
)
def test_state_document_of_another_form_is_refused(document):
    with pytest.raises(ValueError, match=r"^state document: "):
        decode_state(((STATE_TAG, document),))


def test_state_document_may_have_names_of_later_releases():
    assert decode_state(((STATE_TAG, b'{"later":1}'), (1, b"x"))) == QuorumState()


def asked(topics):
    cls = DescribeQuorumRequest
    made = tuple(
        cls.TopicData(
            topic_name=name,
            partitions=tuple(cls.PartitionData(partition_index=each) for each in numbers),
        )
        for name, numbers in topics
    )
    return request_from_wire(cls(topics=made), 2, "c")


def test_request_for_the_metadata_partition_is_accepted():
    assert asked([(KAFKAS_TOPIC.name, [0])]) == rpc.DescribeQuorum()


@pytest.mark.parametrize(
    "topics",
    [
        [(KAFKAS_TOPIC.name, [1])],
        [("other", [0])],
        [(KAFKAS_TOPIC.name, [0, 1])],
        [(KAFKAS_TOPIC.name, [0]), ("other", [3, 4])],
        [],
        [(KAFKAS_TOPIC.name, [])],
    ],
    ids=repr,
)
def test_each_partition_of_a_wrong_question_gets_3(topics):
    answer = asked(topics)
    assert (answer.error_code, answer.error_message) == (0, "")
    told = [
        (each.topic_name, [p.partition_index for p in each.partitions]) for each in answer.topics
    ]
    assert told == topics
    partitions = [each for topic in answer.topics for each in topic.partitions]
    assert all(each.error_code == 3 and each.leader_id == 0 for each in partitions)
    for version in range(3):
        assert answer.encode(version)
