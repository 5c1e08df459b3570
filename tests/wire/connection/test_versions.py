from __future__ import annotations

import pytest

from kraft_wire import messages
from kraft_wire.connection import (
    ClientConnection,
    ResponseReceived,
    ServerConnection,
    VersionsAgreed,
    versions,
)
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse


def test_own_versions_are_those_of_the_requests():
    own = versions.own_versions()
    assert sorted(own) == messages.api_keys()
    assert own[52] == messages.VoteRequest.VERSIONS
    assert own[18] == messages.ApiVersionsRequest.VERSIONS


def test_own_versions_end_before_the_one_that_may_change():
    """As Kafka without unstable.api.versions.enable (ApiMessageType.highestSupportedVersion)."""
    own, every = versions.own_versions(), versions.own_versions(with_unstable=True)
    differing = {key: (own.get(key), every[key]) for key in every if own.get(key) != every[key]}
    assert differing == {22: ((0, 5), (0, 6))}  # InitProducerId
    for key, (lowest, highest) in every.items():
        schema = messages.kafka_messages().class_of("request", key).schema()
        assert own[key] == (lowest, schema.newest_stable_version)
        assert every[key] == (lowest, highest) == schema.versions
    assert ServerConnection().served == own


@pytest.mark.parametrize(
    ("theirs", "common"), [((0, 1), 1), ((0, 99), 2), ((2, 2), 2), ((-5, 0), 0)]
)
def test_highest_common_version_is_in_both_ranges(theirs, common):
    assert versions.highest_common(52, {52: theirs}) == common


@pytest.mark.parametrize("theirs", [(3, 9), (-9, -1), (1, 0)])
def test_disjoint_versions_are_refused(theirs):
    with pytest.raises(UnsupportedVersionError):
        versions.highest_common(52, {52: theirs})


def test_the_refusal_is_readable_by_a_client_of_every_version():
    payload = versions.refusal((0, 4)).encode(0)
    for asked in range(6):
        answer, version = versions.decode_versions_answer(b"\0\0\0\0" + payload, 4, asked)
        assert version == 0
        assert answer == ApiVersionsResponse(
            error_code=35,
            api_keys=(ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=4),),
        )


@pytest.mark.parametrize("keys", [0, 1, 40])
@pytest.mark.parametrize("error_code", [0, 35, 42])
@pytest.mark.parametrize("asked", range(6))
def test_an_answer_in_the_version_asked_for_is_read_in_it_whatever_its_error(
    asked, error_code, keys
):
    key = ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=4)
    sent = ApiVersionsResponse(error_code=error_code, api_keys=(key,) * keys)
    payload = b"\0\0\0\0" + sent.encode(asked)
    assert versions.decode_versions_answer(payload, 4, asked) == (sent, asked)


def test_a_refusal_costs_no_search_for_what_is_wrong_with_it(monkeypatch):
    monkeypatch.setattr(ApiVersionsResponse, "schema", lambda: pytest.fail("looked for a fault"))
    payload = b"\0\0\0\0" + versions.refusal((0, 4)).encode(0)
    assert versions.decode_versions_answer(payload, 4, 5)[1] == 0


def test_the_answer_of_what_is_served():
    served = {52: (0, 2), 18: (0, 4), 1: (4, 17)}
    answer = versions.versions_answer(served, throttle_time_ms=7)
    assert [(k.api_key, k.min_version, k.max_version) for k in answer.api_keys] == [
        (1, 4, 17),
        (18, 0, 4),
        (52, 0, 2),
    ]
    assert (answer.error_code, answer.throttle_time_ms) == (0, 7)


def test_a_server_answers_with_what_it_serves():
    server, client = ServerConnection({18: (0, 4), 52: (0, 1)}), ClientConnection()
    client.agree_on_versions()
    assert server.receive(client.data_to_send()) == []  # version 5, which is not served
    assert client.receive(server.data_to_send()) == []
    (request,) = server.receive(client.data_to_send())
    server.reply_versions(request)
    (agreed,) = client.receive(server.data_to_send())
    assert agreed.version == 4
    assert client.versions == {18: (0, 4), 52: (0, 1)}


def test_agreement_begins_with_the_version_that_is_given():
    """A server that closes the connection for a version that it does not know, as before 2.4."""
    client = ClientConnection()
    client.agree_on_versions(first=3)
    assert client.data_to_send()[6:8] == b"\0\3"
    client = ClientConnection(versions={18: (0, 2)})
    client.agree_on_versions()
    assert client.data_to_send()[6:8] == b"\0\2"
    client = ClientConnection(versions={18: (0, 99)})
    client.agree_on_versions()
    assert int.from_bytes(client.data_to_send()[6:8]) == ApiVersionsRequest.VERSIONS[1]


@pytest.mark.parametrize("first", [-1, 99])
def test_agreement_in_an_unknown_version_is_refused(first):
    client = ClientConnection()
    with pytest.raises(UnsupportedVersionError, match=f"no version {first} of ApiVersions"):
        client.agree_on_versions(first=first)
    assert client.in_flight == 0


def test_known_versions_and_a_first_version_take_one_round_trip():
    client, server = ClientConnection(), ServerConnection({18: (0, 3), 60: (0, 1)})
    client.agree_on_versions(first=3)
    [request] = server.receive(client.data_to_send())
    server.reply_versions(request)
    [event] = client.receive(server.data_to_send())
    assert isinstance(event, VersionsAgreed)
    assert client.data_to_send() == b""
    assert client.versions == {18: (0, 3), 60: (0, 1)}


def test_versions_are_those_of_any_answer_without_an_error():
    client, server = ClientConnection(), ServerConnection({18: (0, 3), 60: (0, 1)})
    client.send(ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3)
    [request] = server.receive(client.data_to_send())
    server.reply_versions(request)
    [event] = client.receive(server.data_to_send())
    assert isinstance(event, ResponseReceived)
    assert client.versions == server.served
    client.send(ApiVersionsRequest(), 3)
    [request] = server.receive(client.data_to_send())
    server.reply(request, ApiVersionsResponse(error_code=42))
    client.receive(server.data_to_send())
    assert client.versions == server.served
