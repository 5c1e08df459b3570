from __future__ import annotations

import pytest

from kraft_wire.connection.side import expects_response, opaque_expects_response
from kraft_wire.headers import encode_request
from kraft_wire.messages import ProduceRequest, VoteRequest


@pytest.mark.parametrize(("acks", "expected"), [(0, False), (1, True), (-1, True)])
@pytest.mark.parametrize("version", range(3, 14))
def test_only_acks_0_has_no_response(acks, expected, version):
    request = ProduceRequest(acks=acks)
    assert expects_response(request) is expected
    assert opaque_expects_response(encode_request(request, version, 0, "you")) is expected


def test_requests_other_than_produce_expect_a_response():
    assert expects_response(VoteRequest())
    assert opaque_expects_response(encode_request(VoteRequest(), 0, 0))
    assert opaque_expects_response(bytes.fromhex("7abc 0000 00000000"))


@pytest.mark.parametrize("version", [3, 8, 9, 13])
def test_only_the_front_of_produce_is_read(version):
    request = ProduceRequest(transactional_id="t" * 300, acks=0)
    payload = encode_request(request, version, 0, "you")
    end = payload.index(b"t" * 300) + 300 + 2
    for size in range(8, end):
        assert opaque_expects_response(payload[:size])
    assert not opaque_expects_response(payload[:end])
    assert not opaque_expects_response(payload[:end] + b"bytes that no request has")
    null = encode_request(ProduceRequest(acks=0), version, 0, None)
    assert not opaque_expects_response(null)


def test_unknown_version_is_read_like_the_newest():
    payload = bytearray(encode_request(ProduceRequest(acks=0), 13, 0, "you"))
    payload[3] = 99
    assert not opaque_expects_response(bytes(payload))
    oldest = bytes.fromhex("0000 0000 00000000 ffff")  # version 0 begins with acks
    assert not opaque_expects_response(oldest + bytes(2))
    assert opaque_expects_response(oldest + b"\0\1")


def test_produce_that_cannot_be_read_is_taken_for_one_with_a_response():
    assert opaque_expects_response(bytes.fromhex("0000 0009 00000000 ffff 00"))
