"""Both directions of a connection as somebody else sees them."""

from __future__ import annotations

import random as randoms

import pytest

from kraft_wire.connection import (
    ClientConnection,
    Exchange,
    ObservedFault,
    Observer,
    ServerConnection,
    error_counts,
    own_versions,
)
from kraft_wire.connection.observer import BYTES_AWAITED
from kraft_wire.errors import ErrorCode, TruncatedError, UnknownMessageError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeClusterRequest,
    DescribeClusterResponse,
    FetchResponse,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
    request_class,
    response_class,
)
from tests.fuzz.content import random_message

APIS = (1, 3, 10, 18, 52, 55, 60)


def asked(request, version, number, client_id="client"):
    return frame(encode_request(request, version, number, client_id))


def answered(response, version, number):
    return frame(encode_response(response, version, number))


def conversation(random, count=20):
    """Random exchanges: pairs of bytes with the messages that are in them."""
    found = []
    for number in range(count):
        key = random.choice(APIS)
        version = random.randint(*own_versions()[key])
        request = random_message(request_class(key), version, random)
        response = random_message(response_class(key), version, random)
        if key == 18:
            response = response.replace(error_code=0)
        there = asked(request, version, number, random.choice((None, "", "a client")))
        found.append((there, answered(response, version, number), request, response))
    return found


def exchanges(events):
    return [event for event in events if isinstance(event, Exchange)]


def faults(events):
    return [event.detail for event in events if isinstance(event, ObservedFault)]


def test_request_and_response_are_paired():
    observer = Observer()
    there = asked(DescribeClusterRequest(), 1, 7)
    back = answered(DescribeClusterResponse(cluster_id="c1", error_code=31), 1, 7)
    assert observer.client_bytes(there[:9], 1.0) == []
    assert observer.client_bytes(there[9:], 1.5) == []
    assert observer.in_flight == 1
    assert observer.server_bytes(back[:5], 2.0) == []
    [found] = observer.server_bytes(back[5:], 4.0)
    assert (found.name, found.api_version, found.correlation_id) == ("DescribeCluster", 1, 7)
    assert (found.client_id, found.number, found.latency_s) == ("client", 0, 0.5)
    assert (found.request.began_s, found.response.ended_s) == (1.0, 4.0)
    assert found.request_message() == DescribeClusterRequest()
    response = found.response_message()
    assert response.cluster_id == "c1"
    assert error_counts(response) == {ErrorCode.CLUSTER_AUTHORIZATION_FAILED: 1}
    assert observer.finish(5.0) == []


def test_errors_are_counted_in_every_structure():
    partitions = [
        FetchResponse.PartitionData(partition_index=index, error_code=code)
        for index, code in enumerate((0, 6, 6, 3))
    ]
    topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=partitions)
    message = FetchResponse(error_code=71, responses=[topic])
    assert error_counts(message) == {ErrorCode(6): 2, ErrorCode(3): 1, ErrorCode(71): 1}
    assert not error_counts(DescribeClusterRequest())


@pytest.mark.parametrize("seed", range(20))
def test_random_conversation_in_random_chunks(seed):
    random = randoms.Random(seed)
    pairs = conversation(random)
    observer, events = Observer(), []
    there, back = (b"".join(pair[side] for pair in pairs) for side in (0, 1))
    while there:
        size = random.choice((1, 3, 50, 5000))
        events += observer.client_bytes(there[:size], 1.0)
        there = there[size:]
    while back:
        size = random.choice((1, 3, 50, 5000))
        events += observer.server_bytes(back[:size], 2.0)
        back = back[size:]
    assert len(events) == len(pairs)
    for event, (_, _, request, response) in zip(events, pairs, strict=True):
        assert event.request_message() == request
        assert event.response_message() == response


@pytest.mark.parametrize("seed", range(40))
def test_start_in_the_middle(seed):
    random = randoms.Random(seed)
    pairs = conversation(random, 30)
    observer = Observer(is_from_start=False)
    first = pairs[0][0] + pairs[1][0]
    events = observer.client_bytes(first[random.randrange(1, len(pairs[0][0])) :], 1.0)
    events += observer.server_bytes(pairs[0][1][random.randrange(len(pairs[0][1])) :], 1.0)
    for there, back, *_ in pairs[2:]:
        events += observer.client_bytes(there, 1.0)
        events += observer.server_bytes(back, 1.0)
    events += observer.finish(2.0)
    check_pairs(events, pairs, at_least=20)


def check_pairs(events, pairs, at_least):
    """Every complete exchange is one of the conversation; the others are few."""
    complete = [each for each in exchanges(events) if each.request and each.response]
    assert len(complete) >= at_least
    for each in complete:
        _, _, request, response = pairs[each.correlation_id]
        if each.request.is_whole:
            assert each.request_message() == request
        if each.response.is_whole:
            assert each.response_message() == response


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("is_known", [True, False])
def test_lost_bytes_in_both_directions(seed, is_known):
    random = randoms.Random(seed)
    pairs = conversation(random, 40)
    observer, events = Observer(), []
    for there, back, *_ in pairs:
        sides = (
            (there, observer.client_bytes, observer.client_lost),
            (back, observer.server_bytes, observer.server_lost),
        )
        for data, feed, lose in sides:
            if random.random() < 0.06:
                begin = random.randrange(len(data))
                end = random.randrange(begin + 1, len(data) + 1)
                events += feed(data[:begin], 1.0)
                events += lose(end - begin if is_known else None, 1.0)
                events += feed(data[end:], 1.0)
            else:
                events += feed(data, 1.0)
    events += observer.finish(2.0)
    check_pairs(events, pairs, at_least=20)
    numbers = [each.correlation_id for each in exchanges(events) if each.request and each.response]
    assert len(set(numbers)) == len(numbers)


def test_loss_inside_a_frame_keeps_the_next_one():
    observer = Observer()
    there = asked(MetadataRequest(), 12, 1) + asked(DescribeClusterRequest(), 1, 2)
    brokers = [MetadataResponse.MetadataResponseBroker(host="a" * 900, port=1)]
    back = answered(MetadataResponse(brokers=brokers), 12, 1)
    observer.client_bytes(there, 1.0)
    assert observer.server_bytes(back[:100], 2.0) == []
    assert observer.server_lost(500, 2.0) == []
    events = observer.server_bytes(back[600:] + answered(DescribeClusterResponse(), 1, 2), 3.0)
    first, second = exchanges(events)
    assert (first.response.size, len(first.response.payload)) == (len(back) - 4, 96)
    with pytest.raises(TruncatedError, match=f"96 of its {len(back) - 4} bytes were kept"):
        first.response_message()
    assert second.response_message() == DescribeClusterResponse()
    assert faults(events) == []


def test_lost_response_leaves_its_request_without_one():
    observer = Observer()
    for number in range(3):
        observer.client_bytes(asked(DescribeClusterRequest(), 1, number), 1.0)
    lost = answered(DescribeClusterResponse(cluster_id="x" * 50), 1, 0)
    assert faults(observer.server_lost(len(lost), 1.0)) == [f"{len(lost)} bytes were lost"]
    events = observer.server_bytes(answered(DescribeClusterResponse(), 1, 1), 1.0)
    assert [(each.correlation_id, each.response is None) for each in events] == [
        (0, True),
        (1, False),
    ]
    [last] = observer.finish(2.0)
    assert (last.correlation_id, last.response, last.latency_s) == (2, None, None)


def test_response_without_request_has_no_message():
    [found] = Observer().server_bytes(answered(DescribeClusterResponse(), 1, 5), 1.0)
    assert (found.name, found.correlation_id, found.request) == ("?", 5, None)
    with pytest.raises(UnknownMessageError):
        found.response_message()


def test_produce_without_acks_expects_nothing():
    observer = Observer()
    [found] = observer.client_bytes(asked(ProduceRequest(acks=0), 9, 1), 1.0)
    assert not found.expects_response
    assert (observer.in_flight, found.name) == (0, "Produce")


def test_versions_are_learned_and_a_refusal_is_read_in_version_0():
    observer = Observer()
    observer.client_bytes(asked(ApiVersionsRequest(), 4, 0), 1.0)
    key = ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=3)
    refusal = ApiVersionsResponse(error_code=35, api_keys=[key])
    [found] = observer.server_bytes(answered(refusal, 0, 0), 1.0)
    assert error_counts(found.response_message()) == {ErrorCode.UNSUPPORTED_VERSION: 1}
    assert observer.versions == {}
    observer.client_bytes(asked(ApiVersionsRequest(), 3, 1), 1.0)
    observer.server_bytes(answered(ApiVersionsResponse(api_keys=[key]), 3, 1), 1.0)
    assert observer.versions == {18: (0, 3)}


def test_unknown_api_passes():
    observer = Observer()
    there = bytearray(asked(DescribeClusterRequest(), 1, 3))
    there[4:6] = (9999).to_bytes(2)
    observer.client_bytes(there, 1.0)
    [found] = observer.server_bytes(frame((3).to_bytes(4) + b"anything"), 1.0)
    assert (found.name, found.response.size) == ("API 9999", 12)
    with pytest.raises(UnknownMessageError):
        found.request_message()
    with pytest.raises(UnknownMessageError):
        found.response_message()


def test_tokens_after_handshake_0_and_requests_after_them():
    client, server, observer = ClientConnection(), ServerConnection({17: (0, 1)}), Observer()
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    observer.client_bytes(client.data_to_send(), 1.0)
    handshake = SaslHandshakeResponse(mechanisms=["PLAIN"])
    [first] = observer.server_bytes(answered(handshake, 0, 0), 1.0)
    assert first.name == "SaslHandshake"
    observer.client_bytes(frame(b"\0alice\0word"), 1.0)
    [token] = observer.server_bytes(frame(b""), 1.0)
    assert (token.name, token.is_sasl_token, token.response.size) == ("SASL token", True, 0)
    assert b"word" not in repr(token).encode()
    with pytest.raises(UnknownMessageError):
        token.request_message()
    observer.client_bytes(asked(DescribeClusterRequest(), 1, 1), 1.0)
    [after] = observer.server_bytes(answered(DescribeClusterResponse(), 1, 1), 1.0)
    assert after.response_message() == DescribeClusterResponse()
    del server


def test_refused_handshake_0_has_no_tokens():
    observer = Observer()
    observer.client_bytes(asked(SaslHandshakeRequest(mechanism="X"), 0, 0), 1.0)
    observer.server_bytes(answered(SaslHandshakeResponse(error_code=33), 0, 0), 1.0)
    observer.client_bytes(asked(DescribeClusterRequest(), 1, 1), 1.0)
    [after] = observer.server_bytes(answered(DescribeClusterResponse(), 1, 1), 1.0)
    assert after.name == "DescribeCluster"


@pytest.mark.parametrize("is_from_start", [True, False])
def test_tls_is_not_searched(is_from_start):
    observer = Observer(is_from_start=is_from_start)
    hello = bytes.fromhex("160301") + (200).to_bytes(2) + bytes(200)
    found = observer.client_bytes(hello[:2], 1.0) + observer.client_bytes(hello[2:], 1.0)
    assert faults(found) == ["the connection is encrypted (TLS)"]
    assert observer.client_bytes(asked(DescribeClusterRequest(), 1, 1), 1.0) == []
    assert observer.client_lost(5, 1.0) == []
    assert not observer.has_found_requests


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 20,
        bytes.fromhex("0000002900030000") + b"user\0me\0database\0x\0\0" + bytes(20),  # PostgreSQL
        bytes(5000),
        b"\xff" * 5000,
    ],
)
def test_another_protocol_is_not_taken_for_kafkas(data):
    observer = Observer()
    events = observer.client_bytes(data, 1.0) + observer.finish(1.0)
    assert exchanges(events) == []
    assert len(faults(events)) == 1
    assert not observer.has_found_requests


def test_long_frames_are_kept_in_part():
    observer = Observer(frame_bytes_kept=1000)
    there = asked(DescribeClusterRequest(), 1, 1)
    back = answered(DescribeClusterResponse(cluster_id="x" * 9000), 1, 1)
    for number in (1, 2):
        observer.client_bytes(there[:8] + number.to_bytes(4) + there[12:], 1.0)
    events = []
    for at in range(0, len(back), 700):
        events += observer.server_bytes(back[at : at + 700], 1.0)
        assert len(observer._server._buffer) <= 1004
    [found] = events
    assert (found.response.size, len(found.response.payload)) == (len(back) - 4, 1000)
    [found] = observer.server_bytes(answered(DescribeClusterResponse(), 1, 2), 1.0)
    assert found.response_message() == DescribeClusterResponse()


def test_requests_that_wait_are_bounded():
    observer = Observer(in_flight_max=10)
    events = []
    for number in range(25):
        events += observer.client_bytes(asked(DescribeClusterRequest(), 1, number), 1.0)
    assert (observer.in_flight, len(events)) == (10, 15)
    assert {event.response for event in events} == {None}


def test_bytes_that_wait_are_bounded():
    observer = Observer()
    topics = [MetadataRequest.MetadataRequestTopic(name="x" * 30_000) for _ in range(30)]
    big = asked(MetadataRequest(topics=topics), 12, 0)
    for number in range(30):
        observer.client_bytes(big[:8] + number.to_bytes(4) + big[12:], 1.0)
    assert sum(len(each.frame.payload) for each in observer._awaited) < BYTES_AWAITED + 30 * 1024
    assert observer._awaited_bytes == sum(len(each.frame.payload) for each in observer._awaited)
    events = observer.finish(1.0)
    assert [event.request.is_whole for event in (events[0], events[-1])] == [True, False]
    assert observer._awaited_bytes == 0


def test_a_search_in_bytes_that_look_like_requests_ends():
    """Each eighth byte could be the front of a long request."""
    observer = Observer(is_from_start=False, frame_bytes_kept=1 << 16)
    hostile = (bytes.fromhex("0000ffff0012000000000000") + b"\xff\xff") * 20_000
    assert exchanges(observer.client_bytes(hostile, 1.0)) == []
    there = asked(DescribeClusterRequest(), 1, 1)
    assert observer.client_bytes(bytes(20) + there * 3, 1.0) == []
    assert observer.in_flight <= 3
