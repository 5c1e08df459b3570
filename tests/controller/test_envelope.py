"""What is taken out of an envelope, and how the answer goes back."""

from __future__ import annotations

import pytest

from kraft_core.controller.envelope import FORWARDABLE, Forwarded, open_envelope
from kraft_core.node.api_versions import SERVED
from kraft_wire.headers import decode_response_header, encode_request
from kraft_wire.messages import (
    CreateTopicsResponse,
    DefaultPrincipalData,
    DescribeQuorumRequest,
    EnvelopeRequest,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
    VoteRequest,
)

PRINCIPAL = b"\x00\x00" + DefaultPrincipalData(type="User", name="ANONYMOUS").encode(0)
GOOD = encode_request(DescribeQuorumRequest(), 1, 77, "a-client")


def envelope(data=GOOD, principal=PRINCIPAL, address=b"\x7f\x00\x00\x01"):
    return EnvelopeRequest(
        request_data=data, request_principal=principal, client_host_address=address
    )


def test_a_request_is_taken_out():
    found = open_envelope(envelope())
    assert isinstance(found.message, DescribeQuorumRequest)
    assert (found.api_version, found.correlation_id) == (1, 77)
    assert open_envelope(envelope(address=bytes(16))) == found


def test_everything_that_may_be_forwarded_is_served():
    assert set(SERVED) >= FORWARDABLE


def unknown_version(data):
    return data[:2] + b"\x00\x63" + data[4:]


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"principal": None}, 97),
        ({"principal": b""}, 97),
        ({"principal": b"\x00\x01" + PRINCIPAL[2:]}, 97),
        ({"principal": PRINCIPAL[:5]}, 97),
        ({"principal": None, "data": b""}, 97),
        ({"address": b"abc"}, 42),
        ({"data": encode_request(VoteRequest(), 0, 1, "c")}, 42),
        ({"data": unknown_version(GOOD)}, 35),
        ({"data": b""}, 35),
        ({"data": GOOD[:-1]}, 35),
        ({"data": b"\x7f\xff" + GOOD[2:]}, 35),
    ],
)
def test_what_cannot_be_taken_out(parts, code):
    assert open_envelope(envelope(**parts)) == code


def test_an_answer_goes_back_with_the_header_that_was_asked_with():
    asked = Forwarded(UpdateFeaturesRequest(), 2, 77)
    sealed = asked.sealed(UpdateFeaturesResponse(error_code=95, error_message="why"))
    assert sealed.error_code == 0
    header, start = decode_response_header(sealed.response_data, 57, 2)
    assert header.correlation_id == 77
    answer = UpdateFeaturesResponse.decode(sealed.response_data[start:], 2)
    assert (answer.error_code, answer.error_message) == (95, "why")


@pytest.mark.parametrize(
    "answer",
    [
        UpdateFeaturesResponse(error_code=41),
        CreateTopicsResponse(topics=(CreateTopicsResponse.CreatableTopicResult(error_code=41),)),
    ],
)
def test_who_is_not_the_controller_says_so_on_the_envelope(answer):
    sealed = Forwarded(UpdateFeaturesRequest(), 2, 77).sealed(answer)
    assert (sealed.error_code, sealed.response_data) == (41, None)
