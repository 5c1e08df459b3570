from __future__ import annotations

import pytest

from kraft_wire.connection.versions import refusal
from kraft_wire.errors import (
    InvalidLengthError,
    TrailingBytesError,
    TruncatedError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.explain import (
    explain_request,
    explain_response,
    to_text,
)
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request, encode_response
from kraft_wire.messages import (
    ApiVersionsResponse,
    DescribeQuorumRequest,
    VoteRequest,
    VoteResponse,
    kafka_messages,
)
from tests.support.explained import nodes_by_path, nodes_of

QUORUM = DescribeQuorumRequest(
    topics=(
        DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata",
            partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
        ),
    )
)


def test_request_frame_is_explained_by_its_header():
    data = frame(encode_request(QUORUM, 2, 7, "me"))
    found = explain_request(data, kafka_messages())
    assert (found.subject, found.fault) == ("request frame of DescribeQuorumRequest 2", None)
    nodes = nodes_by_path(found)
    assert nodes["size"].value == len(data) - 4
    assert nodes["header.requestApiKey"].value == 55
    assert nodes["header.clientId"].value == "me"
    assert nodes["topics[0].topicName"].value == "__cluster_metadata"
    assert sum(node.own_length for node in nodes_of(found)) == len(data)


def test_every_beginning_of_a_frame_is_explained():
    data = frame(encode_request(QUORUM, 2, 7, "me"))
    for size in range(len(data)):
        found = explain_request(data[:size], kafka_messages())
        assert type(found.fault) is TruncatedError
        read = sum(node.own_length for node in nodes_of(found))
        assert read <= size
        assert to_text(found).startswith("request frame")
    assert read >= size - 1


@pytest.mark.parametrize(
    ("prefix", "kind", "offset"),
    [
        ("ffff 0000 00000001", UnknownMessageError, 4),
        ("0034 0009 00000001", UnsupportedVersionError, None),
        ("0034 ffff 00000001", UnsupportedVersionError, None),
    ],
)
def test_a_header_that_nothing_is_known_for_is_still_shown(prefix, kind, offset):
    found = explain_request(frame(bytes.fromhex(prefix) + b"rest"), kafka_messages())
    assert type(found.fault) is kind
    assert found.fault.offset == offset
    assert nodes_by_path(found)["header.correlationId"].value == 1
    assert "72 65 73 74" in to_text(found)


@pytest.mark.parametrize(
    ("size", "kind"),
    [(-1, InvalidLengthError), (500, TruncatedError), (3, TruncatedError)],
)
def test_frame_size_is_not_trusted(size, kind):
    payload = encode_request(QUORUM, 2, 7, "me")
    found = explain_request(size.to_bytes(4, signed=True) + payload, kafka_messages())
    assert type(found.fault) is kind
    assert found.nodes[0].value == size


def test_bytes_after_a_frame_are_not_its_body():
    data = frame(encode_request(QUORUM, 2, 7, None)) + b"next"
    found = explain_request(data, kafka_messages())
    assert type(found.fault) is TrailingBytesError
    assert found.fault.offset == len(data) - 4


def test_response_frame_is_explained_with_key_and_version():
    message = VoteResponse(error_code=3)
    found = explain_response(frame(encode_response(message, 1, 77)), VoteResponse, 1)
    assert found.fault is None
    nodes = nodes_by_path(found)
    assert (nodes["header.correlationId"].value, nodes["errorCode"].value) == (77, 3)
    assert nodes["header.taggedFields"].own_length == 1
    versions = ApiVersionsResponse()
    found = explain_response(frame(encode_response(versions, 3, 77)), ApiVersionsResponse, 3)
    assert found.fault is None
    assert "header.taggedFields" not in nodes_by_path(found)
    with pytest.raises(UnknownMessageError):
        explain_response(b"", VoteRequest, 0)


@pytest.mark.parametrize("asked", [1, 3, 4])
def test_a_refused_version_of_api_versions_is_explained_as_it_was_answered(asked):
    data = frame(encode_response(refusal((0, 3)), 0, 77))
    found = explain_response(data, ApiVersionsResponse, asked)
    assert found.fault is None
    assert found.subject.endswith(f"ApiVersionsResponse {asked}, answered in version 0 (KIP-511)")
    nodes = nodes_by_path(found)
    assert (nodes["errorCode"].value, nodes["apiKeys[0].maxVersion"].value) == (35, 3)


def test_damage_behind_a_refusal_is_explained_in_the_version_that_was_asked():
    data = frame(encode_response(refusal((0, 3)), 0, 77)[:-1])
    found = explain_response(data, ApiVersionsResponse, 3)
    assert found.fault is not None
    assert found.subject == "response frame of ApiVersionsResponse 3"
    with pytest.raises(UnknownMessageError):
        explain_response(b"", VoteRequest, 0)
    with pytest.raises(UnsupportedVersionError):
        explain_response(b"", VoteResponse, 9)
