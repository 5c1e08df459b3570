"""Both sides of a connection, wired to each other, with every chunking in between."""

from __future__ import annotations

import random

import pytest

from kraft_wire import messages
from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    OpaqueRequestReceived,
    OpaqueResponseReceived,
    RequestReceived,
    ResponseReceived,
    Sent,
    ServerConnection,
    VersionsAgreed,
)
from kraft_wire.connection.versions import own_versions
from kraft_wire.errors import ProtocolError, UnknownMessageError
from kraft_wire.messages import (
    ApiVersionsResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchRequest,
    FetchResponse,
    VoteRequest,
    VoteResponse,
)


def pieces(data, size):
    return [data[begin : begin + size] for begin in range(0, len(data), size)]


def versions_answer(served):
    return ApiVersionsResponse(
        api_keys=tuple(
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in served.items()
        )
    )


def default_answer(served, request):
    if request.API_KEY == 18:
        return versions_answer(served)
    return messages.response_class(request.API_KEY)()


def exchange(client, server, size, answers=default_answer):
    """Carry bytes both ways until nothing moves; return the client's events."""
    events = []
    while True:
        outgoing = client.data_to_send()
        for piece in pieces(outgoing, size):
            for event in server.receive(piece):
                if isinstance(event, RequestReceived) and event.expects_response:
                    server.reply(event, answers(server.served, event.message))
        incoming = server.data_to_send()
        for piece in pieces(incoming, size):
            events += client.receive(piece)
        if not outgoing and not incoming:
            return events


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 10**6])
def test_an_older_server_is_understood_after_one_refusal(size):
    client, server = ClientConnection(), ServerConnection({18: (0, 4), 52: (0, 1), 1: (4, 17)})
    client.agree_on_versions()
    (agreed,) = exchange(client, server, size)
    assert isinstance(agreed, VersionsAgreed)
    assert agreed.version == 4
    assert client.versions == {18: (0, 4), 52: (0, 1), 1: (4, 17)}
    client.send(VoteRequest())
    client.send(FetchRequest())
    assert exchange(client, server, size) == [
        ResponseReceived(2, 1, VoteResponse()),
        ResponseReceived(3, 17, FetchResponse()),
    ]


def test_every_request_of_the_project_goes_both_ways():
    client, server = ClientConnection(versions=own_versions()), ServerConnection()
    for api_key in messages.api_keys():
        client.send(messages.request_class(api_key)())
    events = exchange(client, server, 4096)
    produce_without_acks = 0
    assert [produce_without_acks, *(event.message.API_KEY for event in events)] == (
        messages.api_keys()
    )
    assert client.in_flight == 0


@pytest.mark.parametrize("size", [1, 5, 64, 10**6])
def test_replies_out_of_order_arrive_in_order(size):
    rng = random.Random(size)
    client, server = ClientConnection(versions={52: (0, 2)}), ServerConnection()
    ids = [client.send(VoteRequest(cluster_id=str(i))).correlation_id for i in range(20)]
    requests = []
    for piece in pieces(client.data_to_send(), size):
        requests += server.receive(piece)
    rng.shuffle(requests)
    events = []
    for request in requests:
        server.reply(request, VoteResponse(error_code=int(request.message.cluster_id)))
        events += client.receive(server.data_to_send())
    assert [event.correlation_id for event in events] == ids
    assert [event.message.error_code for event in events] == list(range(20))


@pytest.mark.parametrize("size", [1, 3, 10**6])
def test_an_unknown_key_in_the_middle_drops_what_follows(size):
    client, server = ClientConnection(versions=own_versions()), ServerConnection({52: (0, 2)})
    for request in (VoteRequest(), DescribeQuorumRequest(), VoteRequest()):
        client.send(request)
    server_events = []
    for piece in pieces(client.data_to_send(), size):
        server_events += server.receive(piece)
    good, fault = server_events
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, UnknownMessageError)
    server.reply(good, VoteResponse())
    assert client.receive(server.data_to_send()) == [ResponseReceived(0, 2, VoteResponse())]
    assert server.is_finished
    (closed,) = client.receive_eof()
    assert isinstance(closed.error, ProtocolError)
    assert "did not come: 2" in str(closed.error)


@pytest.mark.parametrize("size", [1, 4, 10**6])
def test_a_proxy_between_both_changes_nothing_but_correlation_ids(size):
    client = ClientConnection(versions=own_versions())
    front, back = ServerConnection({}, is_opaque=True), ClientConnection(client_id="proxy")
    server = ServerConnection()
    back.forward(bytes.fromhex("0034 0000 00000000 ffff 00 00 01 00"))  # ids differ from now on
    server.receive(back.data_to_send())
    client.send(DescribeQuorumRequest(), version=1)
    client.send(VoteRequest(cluster_id="c"), version=2)
    waiting = {}
    for piece in pieces(client.data_to_send(), size):
        for event in front.receive(piece):
            assert isinstance(event, OpaqueRequestReceived)
            waiting[back.forward(event.payload)] = event
    server = ServerConnection()
    answers = []
    back._awaited.popleft()
    for piece in pieces(back.data_to_send(), size):
        for request in server.receive(piece):
            assert isinstance(request, RequestReceived)
            assert request.client_id == "kraft"
            server.reply(request, default_answer({}, request.message))
    for piece in pieces(server.data_to_send(), size):
        for event in back.receive(piece):
            assert isinstance(event, OpaqueResponseReceived)
            front.reply_opaque(waiting.pop(event.correlation_id), event.payload)
    for piece in pieces(front.data_to_send(), size):
        answers += client.receive(piece)
    assert answers == [
        ResponseReceived(0, 1, DescribeQuorumResponse()),
        ResponseReceived(1, 2, VoteResponse()),
    ]


def test_sent_finds_its_response_among_the_events():
    client, server = ClientConnection(versions=own_versions()), ServerConnection()
    sent = [client.send(VoteRequest(voter_id=i)) for i in range(2)]
    described = client.send(DescribeQuorumRequest())
    events = exchange(client, server, 7)
    assert sent[0].response(events[0]) is events[0].message
    assert sent[1].response(events[1]) is events[1].message
    assert sent[0].response(events[1]) is None
    assert described.response(events[1]) is None
    assert type(described.response(events[2])) is DescribeQuorumResponse
    assert described.response(ConnectionFault(ProtocolError("over"))) is None
    assert [event.request.API_KEY for event in events] == [52, 52, 55]


def test_a_response_of_another_api_is_not_that_of_the_request():
    response = ResponseReceived(5, 0, VoteResponse())
    assert Sent(5, 52, 0).response(response) is response.message
    assert Sent(5, 1, 0).response(response) is None


def test_each_of_two_requests_of_one_key_gets_its_own_response():
    client, server = ClientConnection(versions={74: (0, 1)}), ServerConnection()
    older = client.send(messages.ListClientMetricsResourcesRequest(), 0)
    newer = client.send(messages.ListConfigResourcesRequest())
    events = exchange(client, server, 100)
    assert type(older.response(events[0])) is messages.ListClientMetricsResourcesResponse
    assert type(newer.response(events[1])) is messages.ListConfigResourcesResponse
