from __future__ import annotations

import pytest

from kraft_wire.connection import (
    ConnectionFault,
    OpaqueRequestReceived,
    RequestReceived,
    ServerConnection,
)
from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    FrameError,
    ProtocolError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.framing import FrameReader, frame
from kraft_wire.headers import encode_request, peek_correlation_id
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    FetchResponse,
    ProduceRequest,
    ProduceResponse,
    VoteRequest,
    VoteResponse,
)

SERVED = {18: (0, 4), 52: (0, 1)}


def request(message, version, correlation_id=0, client_id="you"):
    return frame(encode_request(message, version, correlation_id, client_id))


def replies(connection):
    return FrameReader().feed(connection.data_to_send())


def test_requests_are_read():
    connection = ServerConnection(SERVED)
    (event,) = connection.receive(request(VoteRequest(cluster_id="c"), 1, 77))
    assert event == RequestReceived(0, 1, 77, "you", VoteRequest(cluster_id="c"))
    assert connection.unanswered == 1
    connection.reply(event, VoteResponse(error_code=3))
    (payload,) = replies(connection)
    assert payload[:5] == b"\0\0\0\x4d\0"
    assert VoteResponse.decode(payload[5:], 1) == VoteResponse(error_code=3)
    assert connection.unanswered == 0


def test_a_null_client_id_is_fine():
    (event,) = ServerConnection(SERVED).receive(request(VoteRequest(), 1, client_id=None))
    assert event.client_id is None


def test_bytes_after_a_body_are_ignored():
    payload = encode_request(VoteRequest(cluster_id="c"), 0, 1, "you") + b"more"
    (event,) = ServerConnection(SERVED).receive(frame(payload))
    assert event.message == VoteRequest(cluster_id="c")


def test_without_a_table_every_request_of_the_project_is_served():
    connection = ServerConnection()
    events = connection.receive(request(ProduceRequest(acks=1), 9) + request(VoteRequest(), 2))
    assert [type(event) for event in events] == [RequestReceived, RequestReceived]


def test_replies_leave_in_the_order_of_the_requests():
    connection = ServerConnection(SERVED)
    events = connection.receive(b"".join(request(VoteRequest(), 1, i) for i in (10, 11, 12)))
    connection.reply(events[2], VoteResponse())
    connection.reply(events[1], VoteResponse())
    assert connection.data_to_send() == b""
    assert connection.unanswered == 3
    connection.reply(events[0], VoteResponse())
    assert [peek_correlation_id(payload) for payload in replies(connection)] == [10, 11, 12]
    assert connection.unanswered == 0


def test_a_reply_must_fit_its_request_and_come_once():
    connection = ServerConnection(SERVED)
    (event,) = connection.receive(request(VoteRequest(), 1))
    with pytest.raises(ProtocolError, match="does not answer"):
        connection.reply(event, ApiVersionsResponse())
    with pytest.raises(ProtocolError, match="does not answer"):
        connection.reply(event, VoteRequest())
    connection.reply(event, VoteResponse())
    with pytest.raises(ProtocolError, match="is answered"):
        connection.reply(event, VoteResponse())
    with pytest.raises(ProtocolError, match="not of this connection"):
        connection.reply(RequestReceived(9, 1, 0, None, VoteRequest()), VoteResponse())


@pytest.mark.parametrize("turn", [0, 1])
def test_a_reply_that_cannot_be_written_leaves_its_turn_open(turn):
    connection = ServerConnection(SERVED)
    events = connection.receive(b"".join(request(VoteRequest(), 1, i) for i in (10, 11)))
    with pytest.raises(EncodeError):
        connection.reply(events[turn], VoteResponse(error_code=1 << 40))
    assert connection.data_to_send() == b""
    for event in reversed(events):
        connection.reply(event, VoteResponse())
    assert [peek_correlation_id(payload) for payload in replies(connection)] == [10, 11]


@pytest.mark.parametrize("version", [5, 99, -1, -32768])
def test_a_version_of_api_versions_that_is_not_served_gets_the_answer_of_version_0(version):
    connection = ServerConnection(SERVED)
    body = b"whatever is here is not read"
    header = b"\0\x12" + version.to_bytes(2, "big", signed=True) + b"\0\0\0\x09\xff\xff"
    if version > 0:
        header += b"\0"
    assert connection.receive(frame(header + body)) == []
    (payload,) = replies(connection)
    # correlation id, error 35, one entry: key 18, versions 0 to 4
    assert payload == bytes.fromhex("00000009 0023 00000001 0012 0000 0004")
    (event,) = connection.receive(request(ApiVersionsRequest(), 4, 10))
    assert event.api_version == 4


def test_the_answer_of_version_0_waits_for_its_turn():
    connection = ServerConnection(SERVED)
    refused = frame(bytes.fromhex("0012 0063 00000001 ffff 00"))
    (event,) = connection.receive(request(VoteRequest(), 0, 0) + refused)
    assert connection.data_to_send() == b""
    connection.reply(event, VoteResponse())
    assert [peek_correlation_id(payload) for payload in replies(connection)] == [0, 1]


@pytest.mark.parametrize(
    ("refused", "error"),
    [
        (frame(bytes.fromhex("0012 0063 00000001 0009")), DecodeError),
        (request(VoteRequest(), 2), UnsupportedVersionError),
        (frame(bytes.fromhex("0034 ffff 00000001 ffff 00")), UnsupportedVersionError),
        (request(ProduceRequest(acks=1), 9), UnknownMessageError),
        (frame(bytes.fromhex("7abc 0000 00000001 ffff 00")), UnknownMessageError),
        (
            request(VoteRequest(), 1)[:3]
            + b"\x0c"
            + bytes.fromhex("0034 0001 00000001 ffff 00 00"),
            DecodeError,
        ),
        (frame(b"\0\x34"), DecodeError),
        (b"\0\0\0\0", FrameError),
        (b"\xff\xff\xff\xff", FrameError),
        (b"GET / HTTP/1.1", FrameError),
        (frame(bytes.fromhex("0034 0001 00000001 ffff 00")), DecodeError),
    ],
)
def test_unserved_request_ends_the_connection_after_the_answers_before_it(refused, error):
    connection = ServerConnection(SERVED)
    stream = request(VoteRequest(), 1, 5) + refused + request(VoteRequest(), 1, 6)
    event, fault = connection.receive(stream)
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, error)
    assert connection.fault is fault.error
    assert not connection.is_finished
    assert connection.receive(request(VoteRequest(), 1, 7)) == []
    assert connection.receive_eof() == []
    connection.reply(event, VoteResponse())
    assert not connection.is_finished
    assert [peek_correlation_id(payload) for payload in replies(connection)] == [5]
    assert connection.is_finished


def test_a_proxy_gets_unread_what_is_not_served():
    connection = ServerConnection({18: (0, 4)}, is_opaque=True)
    unknown = bytes.fromhex("7abc 0009 00000007 0002 6d65 99")
    newer = bytes.fromhex("0034 0063 00000008 ffff 00")
    first, second = connection.receive(frame(unknown) + frame(newer))
    assert first == OpaqueRequestReceived(0, 0x7ABC, 9, 7, unknown)
    assert second == OpaqueRequestReceived(1, 52, 99, 8, newer)
    connection.reply_opaque(second, b"\0\0\1\1second")
    connection.reply_opaque(first, b"\0\0\1\0first")
    assert replies(connection) == [b"\0\0\0\x07first", b"\0\0\0\x08second"]


def test_a_proxy_that_does_not_serve_api_versions_passes_it_on():
    connection = ServerConnection({}, is_opaque=True)
    (event,) = connection.receive(request(ApiVersionsRequest(), 3))
    assert isinstance(event, OpaqueRequestReceived)


def test_produce_without_acks_takes_no_turn():
    connection = ServerConnection({0: (3, 9), 52: (0, 1)})
    first, second = connection.receive(
        request(ProduceRequest(acks=0), 9) + request(VoteRequest(), 1, 3)
    )
    assert not first.expects_response
    assert connection.unanswered == 1
    with pytest.raises(ProtocolError, match="acks 0"):
        connection.reply(first, ProduceResponse())
    connection.reply(second, VoteResponse())
    assert [peek_correlation_id(payload) for payload in replies(connection)] == [3]


def test_an_opaque_produce_without_acks_takes_no_turn():
    connection = ServerConnection({}, is_opaque=True)
    (event,) = connection.receive(request(ProduceRequest(acks=0), 9))
    assert not event.expects_response
    assert connection.unanswered == 0


def test_table_and_limit_can_be_widened_after_authentication():
    connection = ServerConnection({18: (0, 4)}, frame_bytes_max=64)
    assert connection.frame_bytes_max == 64
    assert len(connection.receive(request(ApiVersionsRequest(), 4))) == 1
    connection.served[52] = (0, 1)
    connection.frame_bytes_max = 1000
    (event,) = connection.receive(request(VoteRequest(cluster_id="x" * 200), 1))
    assert event.message.cluster_id == "x" * 200


def test_a_close_between_requests_is_none_but_inside_one_is_a_fault():
    connection = ServerConnection(SERVED)
    connection.receive(request(VoteRequest(), 1))
    assert connection.receive_eof() == []
    connection.receive(b"\0\0")
    (event,) = connection.receive_eof()
    assert isinstance(event.error, FrameError)


def test_a_payload_is_read_where_it_is():
    connection = ServerConnection(SERVED)
    data = bytearray(request(VoteRequest(cluster_id="c"), 1, 77))
    (event,) = connection.receive_payload(memoryview(data)[4:])
    assert event == RequestReceived(0, 1, 77, "you", VoteRequest(cluster_id="c"))
    connection.reply(event, VoteResponse(error_code=3))
    assert len(replies(connection)) == 1
    (fault,) = connection.receive_payload(memoryview(data)[4:10])
    assert isinstance(fault, ConnectionFault)
    assert connection.receive_payload(memoryview(data)[4:]) == []


def test_an_unknown_version_of_api_versions_is_answered_for_a_payload_too():
    connection = ServerConnection(SERVED)
    payload = bytes.fromhex("0012 0063 00000005 ffff 00")
    assert connection.receive_payload(memoryview(payload)) == []
    (payload,) = replies(connection)
    assert ApiVersionsResponse.decode(payload[4:], 0).error_code == 35


def test_a_reply_that_the_caller_writes_takes_its_turn():
    connection = ServerConnection(SERVED)
    first, second = connection.receive(2 * request(VoteRequest(), 1, 1))
    with pytest.raises(ProtocolError, match="not the next"):
        connection.reply_written(second)
    connection.reply_written(first)
    assert connection.data_to_send() == b""
    with pytest.raises(ProtocolError):
        connection.reply_written(first)
    connection.reply(second, VoteResponse())
    assert len(replies(connection)) == 1
    assert connection.unanswered == 0


def fetch_response(records):
    partition = FetchResponse.PartitionData(records=records)
    topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=(partition,))
    return FetchResponse(responses=(topic,))


@pytest.mark.parametrize("size", [0, 100, 4000, 4097, 1 << 20])
def test_large_records_of_a_reply_are_not_copied(size):
    records = bytes(size)
    response = fetch_response(records)
    one, other = ServerConnection({1: (0, 17)}), ServerConnection({1: (0, 17)})
    (event,) = one.receive(request(FetchRequest(), 12, 5))
    (same,) = other.receive(request(FetchRequest(), 12, 5))
    buffers = one.reply_buffers(event, response)
    other.reply(same, response)
    assert b"".join(buffers) == other.data_to_send()
    assert len(buffers) == (3 if size > 4096 else 1)
    assert any(buffer is records for buffer in buffers) == (size > 4096)
    assert one.unanswered == 0
    assert one.data_to_send() == b""


def test_buffers_of_a_reply_take_its_turn():
    connection = ServerConnection(SERVED)
    first, second, third = connection.receive(3 * request(VoteRequest(), 1, 1))
    with pytest.raises(ProtocolError, match="not the next"):
        connection.reply_buffers(second, VoteResponse())
    with pytest.raises(ProtocolError, match="does not answer"):
        connection.reply_buffers(first, ApiVersionsResponse())
    with pytest.raises(EncodeError):
        connection.reply_buffers(first, VoteResponse(error_code=1 << 20))
    connection.reply(second, VoteResponse())
    (payload,) = connection.reply_buffers(first, VoteResponse(error_code=3))
    assert len(FrameReader().feed(payload)) == 1
    with pytest.raises(ProtocolError, match="not the next"):  # the second one waits to be sent
        connection.reply_buffers(third, VoteResponse())
    assert len(replies(connection)) == 1
    connection.reply_buffers(third, VoteResponse())
    assert connection.unanswered == 0
