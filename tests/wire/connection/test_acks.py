from __future__ import annotations

import pytest

from kraft_wire.connection.acks import expects_response, opaque_expects_response
from kraft_wire.headers import encode_request
from kraft_wire.messages import ProduceRequest, VoteRequest


@pytest.mark.parametrize(("acks", "expected"), [(0, False), (1, True), (-1, True)])
@pytest.mark.parametrize("version", range(3, 14))
def test_only_acks_0_has_no_response(acks, expected, version):
    request = ProduceRequest(acks=acks)
    assert expects_response(request) is expected
    assert opaque_expects_response(encode_request(request, version, 0, "you")) is expected


def test_other_requests_have_one():
    assert expects_response(VoteRequest())
    assert opaque_expects_response(encode_request(VoteRequest(), 0, 0))
    assert opaque_expects_response(bytes.fromhex("7abc 0000 00000000"))


def test_produce_that_cannot_be_read_is_taken_for_one_with_a_response():
    assert opaque_expects_response(bytes.fromhex("0000 0009 00000000 ffff 00"))
