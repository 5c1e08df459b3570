"""The proxy in front of mock clusters: addresses, versions, and rules carried out."""

from __future__ import annotations

import contextlib
import socket
import threading

import pytest

from kraft_core.testing import KafkaProxy, KafkaProxyError, MockCluster, UnfiredRuleError
from kraft_wire.connection import own_versions
from kraft_wire.endpoints import endpoints, has_endpoints
from kraft_wire.error_codes import ErrorCode
from kraft_wire.errors import WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response, peek_request
from kraft_wire.messages import (
    ApiVersionsRequest,
    DescribeClusterRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    ListGroupsRequest,
    MetadataResponse,
    SaslHandshakeRequest,
    kafka_messages,
)
from tests.testing.asking import (
    Asking,
    EndedError,
    Later,
    batch,
    fetch,
    fetched,
    metadata,
    produce,
    produce_all,
    produced,
)
from tests.wire.test_endpoints import with_addresses


@pytest.fixture
def mock():
    made = MockCluster(brokers=2)
    made.create_topic("t", 2)
    made.move_leader("t", 1, 1)
    yield made
    made.close()


@pytest.fixture
def proxy(mock):
    made = KafkaProxy(mock.bootstrap_servers)
    yield made
    made.close()


@pytest.fixture
def asking(proxy):
    with Asking(proxy) as made:
        yield made


class Upstream:
    """A server that answers every request with one payload, behind the correlation id."""

    def __init__(self, answer):
        self._answer = answer
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.received = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(30)

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                accepted, _ = self._listening.accept()
                with accepted:
                    while payload := read_frame(accepted):
                        self.received.append(payload)
                        accepted.sendall(frame(payload[4:8] + self._answer(payload)))


def read_frame(connected):
    front = read_exactly(connected, 4)
    return read_exactly(connected, int.from_bytes(front)) if front else b""


def read_exactly(connected, size):
    data = b""
    while len(data) < size:
        piece = connected.recv(size - len(data))
        if not piece:
            return b""
        data += piece
    return data


def connected_to(proxy):
    host, _, port = proxy.bootstrap_servers.split(",")[0].rpartition(":")
    return socket.create_connection((host, int(port)), 30)


# -- addresses -------------------------------------------------------------------------------------


def test_clients_are_told_addresses_of_the_proxy_and_reach_every_broker_through_it(mock, proxy):
    with Asking(proxy) as asking:
        brokers = asking.ask(metadata("t"), 12).brokers
    own = [f"{each.host}:{each.port}" for each in sorted(brokers, key=lambda each: each.node_id)]
    assert set(own) == set(proxy.bootstrap_servers.split(","))
    assert not set(own) & set(mock.bootstrap_servers.split(","))
    with Asking(proxy, 2) as asking:
        found = asking.ask(DescribeClusterRequest(), 1)
    assert {f"{each.host}:{each.port}" for each in found.brokers} == set(own)
    assert [each.node_id for each in proxy.requests()] == [-1, 2]
    assert len(mock.requests("DescribeCluster")) == 1


def test_address_that_a_response_names_gets_a_listener(mock):
    first, second = mock.bootstrap_servers.split(",")
    with KafkaProxy(first) as proxy:
        with Asking(proxy) as asking:
            brokers = asking.ask(metadata(), 12).brokers
        [other] = [each for each in brokers if each.node_id == 2]
        host, _, port = second.rpartition(":")
        assert proxy.addresses()[host, int(port)] == (other.host, other.port)
        with socket.create_connection((other.host, other.port), 30) as connected:
            connected.sendall(frame(encode_request(ListGroupsRequest(), 3, 7)))
            assert read_frame(connected)[:4] == b"\0\0\0\7"
    assert mock.requests("ListGroups")[0].node_id == 2


EVERY_VERSION = [
    (name, version)
    for name, entry in sorted(kafka_messages().entries.items())
    if entry.kind == "response" and has_endpoints(kafka_messages().message_class(name))
    for version in range(entry.lowest, entry.highest + 1)
]


def with_records(value, struct):
    """Put empty records where there are none: some versions do not allow null."""
    changes = {}
    for field in struct.fields:
        held = getattr(value, field.name)
        if field.type == "records" and held is None:
            changes[field.name] = b""
        elif field.struct is not None and held:
            each = [with_records(one, field.struct) for one in held] if field.is_array else None
            changes[field.name] = each or with_records(held, field.struct)
    return value.replace(**changes)


def test_no_address_of_the_cluster_is_in_the_bytes_of_any_response():
    """Hosts in every place of every version that has them; no byte string of one may pass."""
    answers, count, shown = {}, [], 0
    with (
        Upstream(lambda payload: answers[peek_request(payload)[:2]]) as upstream,
        KafkaProxy(upstream.address) as proxy,
        connected_to(proxy) as connected,
    ):
        for name, version in EVERY_VERSION:
            cls = kafka_messages().message_class(name)
            root = cls.schema().root
            message = with_records(cls(**with_addresses(root, cls, count)), root).fit(version)
            answers[cls.API_KEY, version] = encode_response(message, version, 0)[4:]
            request = kafka_messages().class_of("request", cls.API_KEY)()
            if name == "ProduceResponse":
                request = request.replace(acks=-1)
            try:
                payload = encode_request(request, version, 5)
            except WireError:  # it needs a value: only the front is looked at
                payload = encode_request(request.fit(version), version, 5)
            connected.sendall(frame(payload))
            received = read_frame(connected)
            assert received, (name, version, proxy.faults)
            assert b"host-" not in received, (name, version)
            shown += received.count(b"127.0.0.1")
        assert shown >= len(endpoints(message))
        assert shown > len(EVERY_VERSION) // 2
        assert not proxy.faults


def test_response_that_could_hide_an_address_ends_the_connection():
    with Upstream(lambda payload: b"\xff" * 30) as upstream, KafkaProxy(upstream.address) as proxy:
        with Asking(proxy) as asking, pytest.raises(EndedError):
            asking.ask(metadata(), 12)
        proxy.wait_for(lambda: proxy.faults, "the fault")
        assert f"connection 1 to {upstream.address}: " in proxy.faults[0]


def test_request_newer_than_kraft_ends_the_connection(proxy, mock):
    with connected_to(proxy) as connected:
        payload = bytearray(encode_request(metadata(), 13, 1))
        payload[3] = 99
        connected.sendall(frame(payload))
        assert not read_frame(connected)
    assert "Metadata 99 cannot pass: the proxy serves 0 to 13" in proxy.faults[0]
    assert not mock.requests("Metadata")


def test_unknown_api_passes_as_bytes():
    with Upstream(lambda payload: b"any bytes") as upstream, KafkaProxy(upstream.address) as proxy:
        request = b"\x27\x0f\0\1\0\0\0\x09more"
        with connected_to(proxy) as connected:
            connected.sendall(frame(request))
            assert read_frame(connected) == b"\0\0\0\x09any bytes"
        assert upstream.received == [request]
        assert [each.api for each in proxy.requests()] == ["API 9999"]
        assert "    request: " in "\n".join(proxy.trace())


def test_sasl_tokens_without_headers_are_refused(proxy):
    with Asking(proxy) as asking, pytest.raises(EndedError):
        asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    assert "SaslHandshake 0 cannot pass" in proxy.faults[0]


def test_bytes_of_another_protocol_end_the_connection(proxy):
    with connected_to(proxy) as connected:
        connected.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert not read_frame(connected)
    assert "not Kafka's protocol" in proxy.faults[0]


def test_unreachable_cluster_closes_connections_and_is_reported():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with KafkaProxy(f"127.0.0.1:{port}") as proxy:
        with Asking(proxy) as asking, pytest.raises(EndedError):
            asking.ask(metadata(), 12)
        assert f"Cannot connect to 127.0.0.1:{port}" in proxy.faults[0]


def test_end_of_the_cluster_ends_idle_connections(mock, proxy, asking):
    asking.ask(metadata(), 12)
    mock.close()
    with pytest.raises(EndedError):
        asking.answer()


# -- versions --------------------------------------------------------------------------------------


def ranges(answer):
    return {each.api_key: (each.min_version, each.max_version) for each in answer.api_keys}


def test_versions_are_capped_and_apis_left_out(mock):
    caps = {"Fetch": (4, 11), "InitProducerId": None}
    with KafkaProxy(mock.bootstrap_servers, versions=caps) as proxy:
        with Asking(proxy) as asking:
            found = ranges(asking.ask(ApiVersionsRequest(), 3))
            assert found[1] == (4, 11)
            assert 22 not in found
            asking.send(fetch("t", {0: 0}), 12)
            with pytest.raises(EndedError):
                asking.answer()
        assert "Fetch 12 cannot pass: the proxy serves 4 to 11" in proxy.faults[0]


def test_without_caps_the_cluster_decides_and_unknown_keys_stay():
    answer = kafka_messages().message_class("ApiVersionsResponse")
    keys = [(0, 3, 99), (1, 98, 99), (9999, 0, 4), (18, 0, 3)]
    offered = answer(
        api_keys=[
            answer.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, low, high in keys
        ],
        finalized_features_epoch=7,
    )
    body = encode_response(offered, 3, 0)[4:]
    with (
        Upstream(lambda payload: body) as upstream,
        KafkaProxy(upstream.address) as proxy,
        Asking(proxy) as asking,
    ):
        found = asking.ask(ApiVersionsRequest(), 3)
    newest = kafka_messages().entries["ProduceRequest"].highest
    assert ranges(found) == {0: (3, newest), 9999: (0, 4), 18: (0, 3)}
    assert found.finalized_features_epoch == 7


def test_unknown_version_of_api_versions_is_answered_as_brokers_do(proxy):
    payload = bytearray(encode_request(ApiVersionsRequest(client_software_name="a"), 3, 6))
    payload[3] = 77
    with connected_to(proxy) as connected:
        connected.sendall(frame(payload))
        received = read_frame(connected)
        assert received[:6] == b"\0\0\0\6\0\x23"
        connected.sendall(frame(encode_request(ListGroupsRequest(), 3, 7)))
        assert read_frame(connected)[:4] == b"\0\0\0\7"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"upstream": "nowhere"}, "'nowhere' is not a valid HOST:PORT"),
        ({"upstream": "a:1", "versions": {"Fetsch": None}}, "'Fetsch'; did you mean Fetch"),
        ({"upstream": "a:1", "versions": {"Fetch": (0, 99)}}, "Fetch has versions"),
        ({"upstream": "a:1", "port": 99_999}, "port 99999: expected 0 to 65535"),
        ({"upstream": "a:1", "host": "no.host.invalid."}, "Cannot listen on no.host.invalid."),
    ],
)
def test_proxy_that_cannot_be_is_refused(arguments, text):
    with pytest.raises(KafkaProxyError, match=text):
        KafkaProxy(**arguments)


# -- rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [9, 13])
def test_error_for_a_partition_keeps_it_from_the_cluster_and_the_rest_has_its_effect(
    mock, proxy, asking, version
):
    asking.ask(metadata("t"), 12)
    rule = proxy.on("Produce", topic="t", partition=1).times(1).error("NOT_LEADER_OR_FOLLOWER")
    request = produce_all({("t", 0): batch(b"a"), ("t", 1): batch(b"b")})
    if version == 13:
        [topic_id] = proxy._proxying.topic_names
        request = request.replace(
            topic_data=[each.replace(topic_id=topic_id, name="") for each in request.topic_data]
        )
    response = asking.ask(request, version)
    assert sorted(row[1:3] for row in produced(response)) == [(0, 0), (1, 6)]
    assert mock.records("t", 1) == []
    assert [each.value for each in mock.records("t", 0)] == [b"a"]
    asking.ask(request, version)
    assert [each.value for each in mock.records("t", 1)] == [b"b"]
    assert rule.fired == 1


def test_error_for_the_whole_request_does_not_reach_the_cluster(mock, proxy, asking):
    proxy.on("Heartbeat", group_id="g").error("REBALANCE_IN_PROGRESS")
    response = asking.ask(HeartbeatRequest(group_id="g", member_id="m"), 4)
    assert response.error_code == ErrorCode.REBALANCE_IN_PROGRESS
    assert not mock.requests()
    assert proxy.requests("Heartbeat")[0].message.group_id == "g"
    assert proxy.requests("Heartbeat")[0].response == response


def test_fetch_sessions_end_while_a_rule_for_fetch_needs_partitions(mock, proxy, asking):
    opened = asking.ask(fetch("t", {0: 0, 1: 0}, session_epoch=0), 12)
    assert opened.session_id
    proxy.on("Fetch", topic="t", partition=1).error("OFFSET_OUT_OF_RANGE")
    session = {"session_id": opened.session_id, "session_epoch": 1}
    ended = asking.ask(fetch("t", {}, **session), 12)
    assert ended.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    response = asking.ask(fetch("t", {0: 0, 1: 0}, session_epoch=0), 12)
    assert response.session_id == 0
    assert {index: row[0] for index, row in fetched(response).items()} == {0: 0, 1: 1}


def test_held_request_waits_and_later_ones_of_the_connection_too(proxy, asking):
    rule = proxy.on("ListGroups").hold()
    later = Later(asking, ListGroupsRequest(), 3)
    proxy.arrived(rule)
    assert proxy.requests("ListGroups")[0].response is None
    with Asking(proxy, 2) as other:
        other.ask(metadata(), 12)
    rule.release()
    assert later.result().error_code == 0


def test_reset_before_and_after_the_effect(mock, proxy):
    proxy.on("Produce", partition=0).reset("before")
    proxy.on("Produce", partition=1).reset("after")
    for partition in (0, 1):
        with Asking(proxy) as asking, pytest.raises(EndedError) as ended:
            asking.ask(produce("t", partition, batch(b"a")), 9)
        assert ended.value.rest == -1
    assert (len(mock.records("t", 0)), len(mock.records("t", 1))) == (0, 1)


def test_dropped_response_keeps_the_connection_without_any_more(mock, proxy, asking):
    proxy.on("ListGroups").drop()
    asking.send(ListGroupsRequest(), 3)
    asking.send(metadata(), 12)
    proxy.wait_for(lambda: len(mock.requests("Metadata")) == 1, "the second request")
    asking._socket.settimeout(0.2)
    with pytest.raises(TimeoutError):
        asking.answer()


def test_cut_ends_the_connection_after_bytes_of_the_response(proxy, asking):
    proxy.on("Metadata").cut(at=20)
    asking.send(metadata("t"), 12)
    with pytest.raises(EndedError) as ended:
        asking.answer()
    assert ended.value.rest == 20


def test_answers_are_given_in_place_of_the_cluster_s(mock, proxy, asking):
    proxy.on("Heartbeat").answer(HeartbeatResponse(error_code=27, throttle_time_ms=5))
    proxy.on("Metadata", direction="response").answer(lambda seen: seen.replace(controller_id=9))
    assert asking.ask(HeartbeatRequest(group_id="g"), 4).throttle_time_ms == 5
    answer = asking.ask(metadata("t"), 12)
    assert answer.controller_id == 9
    assert isinstance(answer, MetadataResponse)
    assert not mock.requests("Heartbeat")


def test_requests_in_flight_are_answered_in_order(proxy, asking):
    proxy.on("Heartbeat").error("NOT_COORDINATOR")
    for request, version in (
        (metadata("t"), 12),
        (HeartbeatRequest(group_id="g"), 4),
        (ListGroupsRequest(), 3),
    ) * 20:
        asking.send(request, version)
    names = [type(each).__name__ for each in asking.answers(60)]
    assert names == ["MetadataResponse", "HeartbeatResponse", "ListGroupsResponse"] * 20


def test_produce_without_acks_passes_and_an_error_ends_the_connection(mock, proxy, asking):
    asking.send(produce("t", 0, batch(b"a"), acks=0), 9)
    asking.ask(ListGroupsRequest(), 3)
    assert len(mock.records("t", 0)) == 1
    proxy.on("Produce").error("NOT_LEADER_OR_FOLLOWER")
    asking.send(produce("t", 0, batch(b"a"), acks=0), 9)
    with pytest.raises(EndedError):
        asking.answer()
    assert len(mock.records("t", 0)) == 1


def test_rule_that_never_fired_fails_with_its_near_misses(proxy, asking):
    proxy.on("Produce", partition=1).drop()
    proxy.on("Heartbeat").drop()
    asking.ask(produce("t", 0, batch(b"a")), 9)
    with pytest.raises(UnfiredRuleError) as unfired:
        proxy.check()
    assert str(unfired.value).splitlines() == [
        "on('Produce', partition=1) never fired: partition was 0, not 1",
        "on('Heartbeat') never fired: no Heartbeat request came; seen: Produce (1)",
    ]


def test_mistake_in_the_function_of_a_rule_fails_the_test(proxy, asking):
    proxy.on("Heartbeat").answer(lambda request: 1 // 0)
    with pytest.raises(EndedError):
        asking.ask(HeartbeatRequest(group_id="g"), 4)
    with pytest.raises(KafkaProxyError, match="ZeroDivisionError"):
        proxy.check()


@pytest.mark.parametrize("direction", ["request", "response"])
@pytest.mark.parametrize("answer", [MetadataResponse(), HeartbeatRequest(), None])
def test_answer_of_another_api_fails_the_test_and_is_not_sent(proxy, asking, direction, answer):
    proxy.on("Heartbeat", direction=direction).answer(lambda message: answer)
    with pytest.raises(EndedError) as ended:
        asking.ask(HeartbeatRequest(group_id="g"), 4)
    assert ended.value.rest <= 0
    with pytest.raises(KafkaProxyError, match="does not answer Heartbeat"):
        proxy.check()


def test_kept_bytes_are_bounded(mock, proxy, asking, monkeypatch):
    monkeypatch.setattr("kraft_core.testing.proxying.BYTES_KEPT", 5000)
    for _ in range(4):
        asking.ask(produce("t", 0, batch(bytes(2000))), 9)
    assert 1 <= len(proxy.requests()) <= 2
    monkeypatch.setattr("kraft_core.testing.proxying.FRAME_KEPT", 100)
    asking.ask(produce("t", 0, batch(bytes(2000))), 9)
    last = proxy.requests()[-1]
    with pytest.raises(WireError):
        _ = last.message
    assert any("bytes were kept" in line for line in proxy.trace())


def test_trace_has_the_exchanges_as_the_client_saw_them(proxy, asking):
    asking.ask(metadata("t"), 12)
    head, request, answer, response = proxy.trace()
    assert head.startswith("0.000000 #1 127.0.0.1:")
    assert " Metadata 12 id 0 client 'test'" in head
    assert "name='t'" in request
    assert answer.startswith("  < ")
    assert str(proxy.bootstrap_servers.split(",")[0].rpartition(":")[2]) in response


def test_every_known_version_is_served(proxy):
    assert {key: proxy._proxying.served(key) for key in own_versions()} == {
        key: kafka_messages().class_of("request", key).VERSIONS for key in own_versions()
    }
