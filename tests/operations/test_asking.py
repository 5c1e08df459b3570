"""Reports over connections: what is asked of whom, and of which kind an error is."""

from __future__ import annotations

import ssl
import threading
from socket import EAI_AGAIN, gaierror

import pytest

from kraft_core.client.errors import (
    AuthenticationError,
    ConnectionLostError,
    CorruptAnswerError,
    connection_lost,
)
from kraft_core.client.metadata_log import TOPIC_ID
from kraft_core.client.settings import Endpoint
from kraft_core.config.process_keys import AUTO_JOIN
from kraft_core.net import addresses
from kraft_core.net.resolver import NameTimeoutError, Resolver
from kraft_core.operations.asking import (
    _ask_for_auto_join,
    _failure,
    _others,
    _pending_change,
    _refusal,
    observe,
    reports_of,
)
from kraft_core.operations.node_state import NODE_STATE_TAG, encode_node_state
from kraft_core.operations.reports import Failure, PendingChange, Reach
from kraft_core.raft.quorum_state import STATE_TAG
from kraft_wire.errors import ErrorCode, FrameError
from kraft_wire.framing import FrameReader
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeConfigsResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchResponse,
)
from tests.admin import pretended
from tests.operations.reports import described, leader, node, state
from tests.support.ports import free_ports
from tests.support.record_batches import FIRST_LEADER_BATCH, NO_OP_BATCH


def answering(response):
    """The view of a node that answers DescribeQuorum with this."""
    with pretended.node({DescribeQuorumRequest: response}) as server:
        return observe([server.endpoint], settings=pretended.HASTY)


def with_fields(*fields):
    return pretended.described([pretended.voter(1, 42)]).replace(unknown_tagged_fields=fields)


@pytest.mark.parametrize("number", ["1e999", "Infinity", "9" * 30])
@pytest.mark.parametrize("tag", [STATE_TAG, NODE_STATE_TAG])
def test_state_document_with_impossible_numbers_is_named(number, tag):
    entry = f'{{"id":1,"directoryId":"d","acknowledged":{number},"fetched":0,"atMs":0}}'
    document = f'{{"regressedVoters":[{entry}],"key":{{"node_id":{number}}}}}'.encode()
    found = answering(with_fields((tag, document)))
    assert found.leader_id == 1
    (finding,) = (each for each in found.findings if each.id == "unread-state")
    assert finding.error.startswith("state document: ")


def test_state_document_of_a_node_is_read():
    found = answering(with_fields(*encode_node_state(state(1, role="leader", free_bytes=7))))
    assert found.replica(1).own_role.value == "leader"
    assert found.replica(1).free_bytes.value == 7


def test_broker_is_asked_for_the_cluster_id_as_a_broker():
    answers = [
        DescribeClusterResponse(error_code=ErrorCode.MISMATCHED_ENDPOINT_TYPE),
        DescribeClusterResponse(cluster_id="C"),
    ]
    with pretended.node({DescribeClusterRequest: answers}) as server:
        (report,) = reports_of([server.endpoint], settings=pretended.HASTY)
    assert report.cluster_id == "C"
    assert not report.is_broker  # it serves Vote
    assert [each.endpoint_type for each in server.asked(DescribeClusterRequest)] == [2, 1]


def test_end_of_published_metadata_is_committed():
    with pretended.node() as server:
        (report,) = reports_of([server.endpoint], settings=pretended.HASTY)
    assert report.committed_end == 13  # the features are of the image up to offset 12
    fields = encode_node_state(state(1, high_watermark=40))
    with pretended.node({DescribeQuorumRequest: with_fields(*fields)}) as server:
        (report,) = reports_of([server.endpoint], settings=pretended.HASTY)
    assert report.committed_end == 40


@pytest.mark.parametrize("topics", [0, 1, 2])
def test_answer_that_is_not_about_the_metadata_log_is_an_error_of_the_node(topics):
    topic = DescribeQuorumResponse.TopicData(topic_name="__cluster_metadata")
    found = answering(DescribeQuorumResponse(topics=(topic,) * topics))
    (row,) = found.replicas
    assert row.failure.reach is Reach.ERROR
    assert row.failure.text == "the DescribeQuorum response does not contain the metadata log"


def test_a_port_where_nobody_listens_is_unreachable():
    (port,) = free_ports(1)
    found = observe([Endpoint("127.0.0.1", port)], settings=pretended.HASTY)
    assert [each.id for each in found.findings] == ["no-answer", "unreachable"]
    assert found.findings[1].error == "connection refused"


def test_a_name_without_an_address_is_unresolved():
    found = observe([Endpoint("no-such-host.invalid", 1)], settings=pretended.HASTY)
    (row,) = found.replicas
    # a machine without a name service answers later than a client waits
    assert row.failure.reach in {Reach.UNRESOLVED, Reach.UNREACHABLE}


def test_a_name_that_the_name_service_does_not_answer_is_unresolved(monkeypatch):
    """`unreachable: no answer in time` would mean that the node was asked."""
    answer = threading.Event()

    def hang(_):
        answer.wait(60)
        raise gaierror(EAI_AGAIN, "over")

    monkeypatch.setattr(addresses, "RESOLVER", Resolver(hang))
    try:
        found = observe([Endpoint("hanging.example", 9093)], settings=pretended.HASTY)
    finally:
        answer.set()
    (row,) = found.replicas
    assert row.failure == Failure(Reach.UNRESOLVED, "the name service does not answer")
    assert [each.id for each in found.findings] == ["no-answer", "unresolved"]
    error = connection_lost("hanging.example:9093", NameTimeoutError("the name 'x' was not"))
    assert str(error) == "hanging.example:9093: the name 'x' was not"


def frame_error(data):
    with pytest.raises(FrameError) as caught:
        FrameReader().feed(data)
    return caught.value


@pytest.mark.parametrize(
    ("error", "reach", "text"),
    [
        (ConnectionLostError("h:1: gone"), Reach.UNREACHABLE, "h:1: gone"),
        (ConnectionLostError("", TimeoutError()), Reach.UNREACHABLE, "no answer in time"),
        (ConnectionLostError("", OSError(5, "Some Error")), Reach.UNREACHABLE, "some error"),
        (ConnectionLostError("", ssl.SSLError(1, "unknown ca")), Reach.TLS_FAILED, None),
        (AuthenticationError("wrong password."), Reach.NOT_AUTHENTICATED, "wrong password"),
        (CorruptAnswerError("not an answer."), Reach.ERROR, "not an answer"),
    ],
)
def test_errors_have_a_kind(error, reach, text):
    failure = _failure(error)
    assert failure.reach is reach
    assert text is None or failure.text == text


@pytest.mark.parametrize(
    ("start", "reach"),
    [(b"\x15\x03\x03\x00", Reach.SPEAKS_TLS), (b"HTTP", Reach.NOT_KAFKA)],
)
def test_other_protocols_of_a_listener_have_a_kind(start, reach):
    assert _failure(ConnectionLostError("", frame_error(start))).reach is reach


@pytest.mark.parametrize(
    ("code", "reach", "name"),
    [
        (31, Reach.NO_RIGHT, "CLUSTER_AUTHORIZATION_FAILED"),
        (-1, Reach.NO_RIGHT, "UNKNOWN_SERVER_ERROR"),
        (104, Reach.OTHER_CLUSTER, "INCONSISTENT_CLUSTER_ID"),
        (3, Reach.ERROR, "UNKNOWN_TOPIC_OR_PARTITION"),
        (29999, Reach.ERROR, "UNKNOWN_29999"),
    ],
)
def test_error_codes_have_a_kind(code, reach, name):
    failure = _refusal(code)
    assert (failure.reach, failure.text) == (reach, name)


def test_voters_of_the_leader_and_the_leader_of_a_follower_are_asked_too():
    asked = [Endpoint("h", 9002)]
    follower = node(2, leader_address="h:9001")
    assert _others([follower], asked) == [Endpoint("h", 9001)]
    registered = node(2, leader_address="h:9001", registered={1: "other:1"})
    assert _others([registered], asked) == [Endpoint("other", 1)]
    assert _others([node(2, sees_leader=-1, leader_address="h:9001")], asked) == []
    leader = node(1, description=described())
    assert _others([leader, follower], asked) == [Endpoint("h", 9003)]
    assert _others([node(2, leader_address="not valid")], asked) == []


# -- what a plan needs -----------------------------------------------------------------------------


class Answering:
    """A session in which every request gets the next answer."""

    endpoint = Endpoint("h", 9001)

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def call(self, request):
        self.requests.append(request)
        yield from ()
        return self.answers.pop(0)


def performed(operation):
    with pytest.raises(StopIteration) as end:
        next(operation)
    return end.value.value


def log_of(records=b"", code=0):
    partition = FetchResponse.PartitionData(partition_index=0, error_code=code, records=records)
    topic = FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID, partitions=(partition,))
    return FetchResponse(responses=(topic,))


@pytest.mark.parametrize(
    ("committed", "end", "answers", "pending"),
    [
        (4, 4, (), PendingChange()),
        (3, 4, (log_of(NO_OP_BATCH),), PendingChange()),
        # Kafka's first batch of a leader has the voters
        (0, 4, (log_of(FIRST_LEADER_BATCH + NO_OP_BATCH),), PendingChange(offset=0)),
        (0, 4, (log_of(FIRST_LEADER_BATCH),), PendingChange(offset=0)),
        # committed up to offset 3: the answer begins with a batch before
        (3, 4, (log_of(FIRST_LEADER_BATCH + NO_OP_BATCH),), PendingChange()),
        (-1, 4, (), PendingChange(unknown="the leader has no high watermark yet")),
        (
            3,
            4,
            (log_of(code=31),),
            PendingChange(
                unknown="a Fetch of the leader's log is answered with CLUSTER_AUTHORIZATION_FAILED"
            ),
        ),
        (
            3,
            5,
            (log_of(NO_OP_BATCH), log_of()),
            PendingChange(unknown="the uncommitted end of the log was not read completely"),
        ),
    ],
)
def test_uncommitted_voters_are_found_in_the_log(committed, end, answers, pending):
    description = described(leader(end=end), high_watermark=committed)
    session = Answering(*answers)
    assert performed(_pending_change(session, pretended.HASTY, description)) == pending
    assert session.answers == []
    assert all(
        each.topics[0].partitions[0].last_fetched_epoch == description.epoch
        for each in session.requests
    )


@pytest.mark.parametrize(
    ("said", "value", "joins"),
    [
        ({"registered": {4: "h:9001"}}, "true", True),
        ({"registered": {4: "h:9001"}}, "false", False),
        ({"registered": {4: "h:9001"}}, None, False),
        ({"state": state(4)}, "true", True),
        ({"registered": {4: "h:9002"}}, "true", None),
        ({}, "true", None),
    ],
)
def test_a_controller_is_asked_whether_it_adds_itself(said, value, joins):
    entry = DescribeConfigsResponse.DescribeConfigsResourceResult(name=AUTO_JOIN, value=value)
    result = DescribeConfigsResponse.DescribeConfigsResult(
        configs=() if value is None else (entry,)
    )
    session = Answering(DescribeConfigsResponse(results=(result,)))
    performed(_ask_for_auto_join(session, said))
    assert said.get("joins_alone") is joins
    assert [each.resources[0].resource_name for each in session.requests] == (
        [] if joins is None else ["4"]
    )


def test_a_controller_that_denies_its_configuration_says_nothing():
    result = DescribeConfigsResponse.DescribeConfigsResult(error_code=31)
    said = {"state": state(4)}
    performed(_ask_for_auto_join(Answering(DescribeConfigsResponse(results=(result,))), said))
    assert "joins_alone" not in said
