from __future__ import annotations

from types import SimpleNamespace

import pytest

from kraft_wire import headers, messages
from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    TrailingBytesError,
    TruncatedError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.framing import frame
from kraft_wire.limits import Limits
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchResponse,
    RequestHeader,
    VoteRequest,
    VoteResponse,
)
from kraft_wire.registry import Entry

# key, version, request header, response header: kraft-facts of Kafka's ApiMessageType
HEADER_VERSIONS = [
    (0, 8, 1, 0),  # Produce
    (0, 9, 2, 1),
    (1, 11, 1, 0),  # Fetch
    (1, 12, 2, 1),
    (18, 0, 1, 0),  # ApiVersions: its response header stays 0
    (18, 2, 1, 0),
    (18, 3, 2, 0),
    (18, 5, 2, 0),
    (17, 1, 1, 0),  # SaslHandshake: never flexible
    (52, 0, 2, 1),  # Vote: flexible from 0
    (53, 0, 1, 0),  # BeginQuorumEpoch
    (53, 1, 2, 1),
    (55, 2, 2, 1),
    (59, 1, 2, 1),
    (80, 0, 2, 1),
    (7, 0, 0, 0),  # ControlledShutdown 0: no client id
    (7, 1, 1, 0),
    (7, 3, 2, 1),
]


@pytest.mark.parametrize(
    ("api_key", "version", "request_header", "response_header"), HEADER_VERSIONS
)
def test_header_versions_equal_kafkas(api_key, version, request_header, response_header):
    assert headers.request_header_version(api_key, version) == request_header
    assert headers.response_header_version(api_key, version) == response_header


def test_header_versions_of_versions_that_are_not_known_follow_the_nearest():
    assert headers.request_header_version(18, 99) == 2
    assert headers.response_header_version(18, 99) == 0
    assert headers.request_header_version(18, -1) == 1
    assert headers.request_header_version(52, 99) == 2


def test_every_api_has_header_versions_by_the_flexibility_of_its_messages():
    assert len(messages.api_keys()) > 80
    for api_key in messages.api_keys():
        request, response = messages.request_class(api_key), messages.response_class(api_key)
        for version in range(request.VERSIONS[0], request.VERSIONS[1] + 1):
            flexible = request.schema().is_flexible(version)
            assert headers.request_header_version(api_key, version) == (
                2 if flexible else 0 if (api_key, version) == (7, 0) else 1
            )
            flexible = response.schema().is_flexible(version)
            assert headers.response_header_version(api_key, version) == int(
                flexible and api_key != 18
            )


def test_unknown_keys_are_refused():
    with pytest.raises(UnknownMessageError, match="unknown request with key 999"):
        headers.request_header_version(999, 0)
    with pytest.raises(UnknownMessageError, match="unknown response with key -1"):
        headers.response_header_version(-1, 0)


def test_stated_header_versions_win_over_flexibility():
    entry = Entry("odd", "request", 500, 0, 9, 0, ((0, 3, 1), (4, 9, 2)))
    own = SimpleNamespace(entries={"Odd": entry}, name_of=lambda kind, api_key: "Odd")
    versions = [headers.request_header_version(500, v, own) for v in (-1, 0, 3, 4, 9, 12)]
    assert versions == [1, 1, 1, 2, 2, 2]


def test_the_client_id_is_never_compact():
    request = VoteRequest(cluster_id=None, topics=())
    payload = headers.encode_request(request, 0, 7, "me")
    # key 52, version 0, correlation id 7, int16 length, client id, tags; then the body
    assert payload[:13] == bytes.fromhex("0034 0000 00000007 0002 6d65 00")
    header, start = headers.decode_request_header(payload)
    assert start == 13
    assert header == RequestHeader(
        request_api_key=52, request_api_version=0, correlation_id=7, client_id="me"
    )
    assert VoteRequest.decode(payload[start:], 0) == request


def test_null_client_id_round_trips():
    payload = headers.encode_request(ApiVersionsRequest(), 0, 1, None)
    assert payload == bytes.fromhex("0012 0000 00000001 ffff")
    assert headers.decode_request_header(payload)[0].client_id is None


def test_header_0_of_controlled_shutdown():
    payload = bytes.fromhex("0007 0000 00000009 0000002a")
    header, start = headers.decode_request_header(payload)
    assert (header.correlation_id, start) == (9, 8)
    request = messages.request_class(7).decode(payload[start:], 0)
    assert request.broker_id == 42
    assert headers.encode_request(request, 0, 9, "ignored") == payload


def test_response_headers_by_version():
    plain = headers.encode_response(FetchResponse(), 11, 3)
    flexible = headers.encode_response(FetchResponse(), 12, 3)
    assert plain[:4] == flexible[:4] == b"\0\0\0\3"
    assert headers.decode_response_header(plain, 1, 11)[1] == 4
    assert headers.decode_response_header(flexible, 1, 12)[1] == 5
    versions = headers.encode_response(ApiVersionsResponse(), 3, 3)
    header, start = headers.decode_response_header(versions, 18, 3)
    assert (header.correlation_id, start) == (3, 4)


def test_peeking_needs_no_known_key():
    payload = bytes.fromhex("7abc 0102 0000000b ffff")
    assert headers.peek_request(payload) == (0x7ABC, 0x0102, 11)
    assert headers.peek_correlation_id(b"\0\0\1\0rest") == 256
    with pytest.raises(TruncatedError):
        headers.peek_request(payload[:7])
    with pytest.raises(TruncatedError):
        headers.peek_correlation_id(b"\0\0\1")


def test_another_correlation_id_leaves_the_rest_alone():
    payload = bytes.fromhex("7abc 0102 0000000b ffff 0123")
    assert headers.request_with_correlation_id(payload, 1) == bytes.fromhex(
        "7abc 0102 00000001 ffff 0123"
    )
    assert headers.response_with_correlation_id(b"\0\0\0\1body", -1) == b"\xff\xff\xff\xffbody"
    with pytest.raises(TruncatedError):
        headers.request_with_correlation_id(b"\0\1", 1)
    with pytest.raises(TruncatedError):
        headers.response_with_correlation_id(b"\0\1", 1)


@pytest.mark.parametrize("cut", range(13))
def test_a_truncated_header_is_refused(cut):
    payload = headers.encode_request(VoteRequest(), 0, 7, "me")
    with pytest.raises(DecodeError):
        headers.decode_request_header(payload[:cut])


def test_only_requests_and_responses_have_headers():
    with pytest.raises(EncodeError, match="VoteResponse is not a request"):
        headers.encode_request(VoteResponse(), 0, 0)
    with pytest.raises(EncodeError, match="RequestHeader is not a response"):
        headers.encode_response(RequestHeader(), 0, 0)
    with pytest.raises(UnsupportedVersionError):
        headers.encode_request(VoteRequest(), 99, 0)


@pytest.mark.parametrize("asked", range(6))
def test_the_refusal_of_api_versions_is_read_in_version_0(asked):
    """KIP-511: error 35 in version 0, whatever was asked."""
    refusal = ApiVersionsResponse(error_code=35)
    payload = b"\0\0\0\7" + refusal.encode(0)
    assert headers.decode_body(ApiVersionsResponse, payload, 4, asked) == refusal
    assert headers.answered_version(ApiVersionsResponse, payload, 4, asked) == 0
    in_version = b"\0\0\0\7" + refusal.encode(asked)
    assert headers.decode_body(ApiVersionsResponse, in_version, 4, asked) == refusal
    assert headers.answered_version(ApiVersionsResponse, in_version, 4, asked) == asked
    vote = b"\0\0\0\7" + VoteResponse(error_code=35).encode(1)
    assert headers.answered_version(VoteResponse, vote, 4, 1) == 1


def test_fault_of_a_body_has_its_offset_in_the_frame():
    payload = headers.encode_request(VoteRequest(), 0, 7, "me")
    with pytest.raises(TruncatedError) as caught:
        headers.decode_body(VoteRequest, payload[:-1], 13, 0)
    assert caught.value.offset == len(payload) - 1
    with pytest.raises(TrailingBytesError) as caught:
        headers.decode_body(VoteRequest, payload + b"!", 13, 0)
    assert caught.value.offset == len(payload)
    kept = headers.decode_body(VoteRequest, payload + b"!", 13, 0, may_trail=True)
    assert kept == VoteRequest()


@pytest.mark.parametrize("item", ["B", "b", "c", "i"])
def test_headers_and_bodies_are_read_from_views_of_any_item(item):
    payload = headers.encode_request(VoteRequest(cluster_id="abcdefg"), 1, 7, "y")
    while len(payload) % 4:
        payload += b"\0"
    view = memoryview(payload).cast(item)
    assert headers.peek_request(view) == headers.peek_request(payload)
    assert headers.peek_correlation_id(view) == headers.peek_correlation_id(payload)
    assert headers.decode_request_header(view) == headers.decode_request_header(payload)
    other = headers.request_with_correlation_id(payload, 9)
    assert headers.request_with_correlation_id(view, 9) == other
    other = headers.response_with_correlation_id(payload, 9)
    assert headers.response_with_correlation_id(view, 9) == other
    _, start = headers.decode_request_header(payload)
    for limits in (Limits(), Limits(array_elements=5)):
        body = headers.decode_body(VoteRequest, view, start, 1, may_trail=True, limits=limits)
        assert body == VoteRequest(cluster_id="abcdefg")


@pytest.mark.parametrize("odd", [1 << 31, -(1 << 31) - 1, "7", None])
def test_a_correlation_id_is_an_int32(odd):
    payload = headers.encode_request(VoteRequest(), 2, 7)
    for change in (headers.request_with_correlation_id, headers.response_with_correlation_id):
        with pytest.raises(EncodeError, match="correlation id"):
            change(payload, odd)


@pytest.mark.parametrize("odd", [b"", memoryview(bytearray(100)), [], None])
def test_frames_are_written_to_a_bytearray_alone(odd):
    """`buffer += ...` would make a new object of bytes, and numbers of a list."""
    with pytest.raises(TypeError, match="bytearray"):
        headers.encode_request_into(odd, VoteRequest(), 2, 7)
    with pytest.raises(TypeError, match="bytearray"):
        headers.encode_response_into(odd, VoteResponse(), 2, 7)
    assert odd in (b"", bytes(100), [], None)


def test_a_buffer_that_is_in_use_keeps_what_it_holds():
    buffer = bytearray(b"before")
    with memoryview(buffer), pytest.raises(BufferError):
        headers.encode_request_into(buffer, VoteRequest(), 2, 7)
    assert buffer == b"before"
    headers.encode_request_into(buffer, VoteRequest(), 2, 7)
    assert bytes(buffer[6:]) == frame(headers.encode_request(VoteRequest(), 2, 7))


def test_frames_are_written_after_what_a_buffer_holds():
    buffer = bytearray(b"before")
    request, response = VoteRequest(cluster_id="c"), VoteResponse(error_code=3)
    headers.encode_request_into(buffer, request, 2, 7, "you")
    headers.encode_response_into(buffer, response, 2, 7)
    assert buffer == b"".join(
        (
            b"before",
            frame(headers.encode_request(request, 2, 7, "you")),
            frame(headers.encode_response(response, 2, 7)),
        )
    )
    for write, message in (
        (headers.encode_request_into, VoteRequest(voter_id=1 << 40)),
        (headers.encode_response_into, VoteResponse(error_code=1 << 40)),
        (headers.encode_request_into, VoteResponse()),
    ):
        held = bytes(buffer)
        with pytest.raises(EncodeError):
            write(buffer, message, 2, 7)
        assert buffer == held
