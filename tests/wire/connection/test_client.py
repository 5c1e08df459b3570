from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import kraft_wire
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    OpaqueResponseReceived,
    ResponseReceived,
    Sent,
    VersionsAgreed,
)
from kraft_wire.connection.client import SOFTWARE
from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    FrameError,
    ProtocolError,
    UnsupportedVersionError,
)
from kraft_wire.framing import FrameReader, frame
from kraft_wire.headers import decode_request_header, encode_request, encode_response, peek_request
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    ProduceRequest,
    VoteRequest,
    VoteResponse,
)

NEWEST = ApiVersionsRequest.VERSIONS[1]


def keys(*ranges):
    return tuple(
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
        for key, low, high in ranges
    )


def sent(connection):
    """The requests that the connection wants to send, as (key, version, correlation id)."""
    return [
        tuple(peek_request(payload)) for payload in FrameReader().feed(connection.data_to_send())
    ]


def agreed(*ranges):
    return ClientConnection(versions={key: (low, high) for key, low, high in ranges})


def answer(response, version, correlation_id):
    return frame(encode_response(response, version, correlation_id))


def test_versions_request_uses_the_newest_version_and_names_the_software():
    connection = ClientConnection(client_id="me", software=("tool", "1.2"))
    connection.agree_on_versions()
    (payload,) = FrameReader().feed(connection.data_to_send())
    header, start = decode_request_header(payload)
    assert (header.request_api_key, header.request_api_version) == (18, NEWEST)
    assert header.client_id == "me"
    request = ApiVersionsRequest.decode(payload[start:], NEWEST)
    assert (request.client_software_name, request.client_software_version) == ("tool", "1.2")
    assert connection.in_flight == 1
    assert connection.data_to_send() == b""


def test_the_software_version_is_that_of_the_package():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert (project["name"], kraft_wire.__version__) == SOFTWARE
    assert project["dynamic"] == ["version"]


def test_versions_are_chosen_from_the_answer():
    connection = ClientConnection()
    connection.agree_on_versions()
    connection.data_to_send()
    response = ApiVersionsResponse(api_keys=keys((18, 0, 4), (52, 0, 1), (1, 4, 99)))
    events = connection.receive(answer(response, NEWEST, 0))
    assert events == [VersionsAgreed(response, NEWEST)]
    assert connection.version_for(52) == 1
    assert connection.version_for(1) == 18
    with pytest.raises(UnsupportedVersionError, match="does not serve DescribeQuorumRequest"):
        connection.version_for(55)
    assert connection.send(VoteRequest()) == Sent(1, 52, 1)
    assert sent(connection) == [(52, 1, 1)]


def test_request_without_common_version_is_refused():
    connection = agreed((52, 90, 99))
    with pytest.raises(UnsupportedVersionError, match="no common version of VoteRequest"):
        connection.send(VoteRequest())
    assert connection.in_flight == 0
    assert connection.data_to_send() == b""


def test_versions_must_be_known_or_given():
    connection = ClientConnection()
    with pytest.raises(ProtocolError, match="not known yet"):
        connection.send(VoteRequest())
    assert connection.send(VoteRequest(), version=0) == Sent(0, 52, 0)
    assert sent(connection) == [(52, 0, 0)]
    with pytest.raises(ProtocolError, match="VoteResponse is not a request"):
        connection.send(VoteResponse())


@pytest.mark.parametrize(
    ("offered", "attempt"),
    [(keys((18, 0, 3)), 3), ((), 0), (keys((52, 0, 1)), 0), (keys((18, 0, 0)), 0)],
)
def test_error_35_in_version_0_leads_to_a_second_attempt(offered, attempt):
    connection = ClientConnection()
    connection.agree_on_versions()
    assert sent(connection) == [(18, NEWEST, 0)]
    refused = ApiVersionsResponse(error_code=35, api_keys=offered)
    assert connection.receive(answer(refused, 0, 0)) == []
    assert sent(connection) == [(18, attempt, 1)]
    fine = ApiVersionsResponse(api_keys=keys((52, 0, 0)))
    assert connection.receive(answer(fine, attempt, 1)) == [VersionsAgreed(fine, attempt)]
    assert connection.version_for(52) == 0


@pytest.mark.parametrize("offered", [keys((18, 90, 99)), keys((18, 0, 99)), keys((18, 0, NEWEST))])
def test_error_35_without_a_way_out_is_a_fault(offered):
    connection = ClientConnection()
    connection.agree_on_versions()
    refused = ApiVersionsResponse(error_code=35, api_keys=offered)
    (event,) = connection.receive(answer(refused, 0, 0))
    assert isinstance(event.error, UnsupportedVersionError)


def test_error_35_twice_ends():
    connection = ClientConnection()
    connection.agree_on_versions()
    refused = ApiVersionsResponse(error_code=35, api_keys=keys((18, 0, 3)))
    assert connection.receive(answer(refused, 0, 0)) == []
    (event,) = connection.receive(answer(refused, 0, 1))
    assert isinstance(event.error, UnsupportedVersionError)


def test_another_error_of_api_versions_is_a_fault():
    connection = ClientConnection()
    connection.agree_on_versions()
    (event,) = connection.receive(answer(ApiVersionsResponse(error_code=42), NEWEST, 0))
    assert isinstance(event.error, ProtocolError)
    assert "error 42" in str(event.error)


def test_versions_asked_for_by_hand_are_an_ordinary_response_with_the_same_way_back():
    connection = ClientConnection()
    connection.send(ApiVersionsRequest(), version=3)
    refused = ApiVersionsResponse(error_code=35, api_keys=keys((18, 0, 2)))
    assert connection.receive(answer(refused, 0, 0)) == [ResponseReceived(0, 0, refused)]


def test_unreadable_answer_has_the_error_of_the_requested_version():
    connection = ClientConnection()
    connection.agree_on_versions()
    (event,) = connection.receive(frame(b"\0\0\0\0" + b"\0\0"))
    assert isinstance(event.error, DecodeError)
    assert event.error.offset == 6


def test_responses_come_in_order_with_their_versions():
    connection = agreed((52, 0, 2), (55, 0, 2))
    requests = VoteRequest(), DescribeQuorumRequest()
    assert [connection.send(request).correlation_id for request in requests] == [0, 1]
    assert connection.in_flight == 2
    stream = answer(VoteResponse(error_code=3), 2, 0) + answer(DescribeQuorumResponse(), 2, 1)
    assert connection.receive(stream) == [
        ResponseReceived(0, 2, VoteResponse(error_code=3)),
        ResponseReceived(1, 2, DescribeQuorumResponse()),
    ]
    assert connection.in_flight == 0
    assert connection.receive_eof() == []


def test_another_correlation_id_is_a_fault_after_the_responses_before_it():
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    connection.send(VoteRequest())
    stream = answer(VoteResponse(), 2, 0) + answer(VoteResponse(), 2, 5)
    first, fault = connection.receive(stream)
    assert first == ResponseReceived(0, 2, VoteResponse())
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, ProtocolError)
    assert "5 in place of 1" in str(fault.error)
    assert connection.fault is fault.error
    assert connection.receive(stream) == []
    assert connection.receive_eof() == []
    with pytest.raises(ProtocolError, match="the connection has ended"):
        connection.send(VoteRequest())


def test_unexpected_response_is_a_protocol_error():
    (event,) = ClientConnection().receive(answer(VoteResponse(), 2, 0))
    assert isinstance(event.error, ProtocolError)


@pytest.mark.parametrize(
    "payload", [b"\0\0\0", b"\0\0\0\0", b"\0\0\0\0\0\0\0", b"\0\0\0\0\0" + b"\xff" * 9]
)
def test_a_damaged_response_is_a_fault(payload):
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    (event,) = connection.receive(frame(payload))
    assert isinstance(event.error, DecodeError)


def test_bytes_after_a_response_are_refused():
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    (event,) = connection.receive(frame(encode_response(VoteResponse(), 2, 0) + b"!"))
    assert isinstance(event.error, DecodeError)


def test_a_response_longer_than_allowed_is_a_fault():
    connection = ClientConnection(frame_bytes_max=100)
    (event,) = connection.receive(b"\x15\x03\x03\x00")
    assert isinstance(event.error, FrameError)
    assert "TLS" in str(event.error)


def test_a_close_with_unanswered_requests_is_a_fault():
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    (event,) = connection.receive_eof()
    assert isinstance(event.error, ProtocolError)
    assert "did not come: 1" in str(event.error)


def test_a_close_inside_a_response_is_a_fault():
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    assert connection.receive(answer(VoteResponse(), 2, 0)[:-1]) == []
    (event,) = connection.receive_eof()
    assert isinstance(event.error, FrameError)


def test_produce_without_acks_has_no_response():
    connection = agreed((0, 3, 11), (52, 0, 2))
    assert connection.send(ProduceRequest(acks=0)) == Sent(0, 0, 11, expects_response=False)
    assert connection.in_flight == 0
    connection.send(ProduceRequest(acks=-1))
    connection.send(VoteRequest())
    assert connection.in_flight == 2
    assert [correlation_id for _, _, correlation_id in sent(connection)] == [0, 1, 2]


def test_a_response_comes_with_its_request_and_api_key():
    connection = agreed((52, 0, 2))
    request = VoteRequest(cluster_id="c")
    sent_request = connection.send(request)
    (event,) = connection.receive(answer(VoteResponse(), 2, sent_request.correlation_id))
    assert event.request is request
    assert event.api_key == 52


def test_request_that_cannot_be_written_sends_nothing():
    connection = agreed((52, 0, 2))
    with pytest.raises(EncodeError):
        connection.send(VoteRequest(voter_id=1 << 40))
    assert connection.data_to_send() == b""
    assert connection.in_flight == 0


def test_forwarded_requests_get_ids_of_this_connection_and_stay_unread():
    connection = agreed((52, 0, 2))
    connection.send(VoteRequest())
    unknown = bytes.fromhex("7abc 0009 0000ffff 0002 6d65 99")
    assert connection.forward(unknown) == 1
    assert connection.in_flight == 2
    first, second = FrameReader().feed(connection.data_to_send())
    assert peek_request(first).correlation_id == 0
    assert second == bytes.fromhex("7abc 0009 00000001 0002 6d65 99")
    events = connection.receive(answer(VoteResponse(), 2, 0) + frame(b"\0\0\0\1what ever"))
    assert events[1] == OpaqueResponseReceived(1, 0x7ABC, 9, b"\0\0\0\1what ever")


def test_a_forwarded_produce_without_acks_has_no_response():
    connection = ClientConnection()
    connection.forward(encode_request(ProduceRequest(acks=0), 9, 5, "them"))
    assert connection.in_flight == 0
    connection.forward(encode_request(ProduceRequest(acks=1), 9, 5, "them"))
    assert connection.in_flight == 1
    connection.forward(bytes.fromhex("0000 7fff 00000000 00"))
    assert connection.in_flight == 2


def test_correlation_ids_start_again_after_the_highest():
    connection = agreed((52, 0, 2))
    connection._next_id = 0x7FFFFFFF
    ids = [connection.send(VoteRequest()).correlation_id for _ in range(2)]
    assert ids == [0x7FFFFFFF, 0]
    stream = answer(VoteResponse(), 2, 0x7FFFFFFF) + answer(VoteResponse(), 2, 0)
    assert [event.correlation_id for event in connection.receive(stream)] == [0x7FFFFFFF, 0]
