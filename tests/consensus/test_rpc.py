"""The flat requests and responses."""

from __future__ import annotations

from typing import get_args

import pytest

from kraft_core.consensus import membership_rpc, rpc
from kraft_core.consensus.rpc import IncomingResponse, OutgoingRequest, Request, Response
from kraft_wire.errors import ErrorCode
from tests.consensus.test_events import dataclasses_of


def test_every_request_has_its_response():
    requests = {each.__name__ for each in (*get_args(Request), *get_args(OutgoingRequest))}
    responses = {each.__name__ for each in (*get_args(Response), *get_args(IncomingResponse))}
    assert {f"{name}Response" for name in requests} == responses


def test_the_probe_is_only_sent_and_the_description_only_answered():
    assert rpc.ApiVersions in get_args(OutgoingRequest)
    assert rpc.ApiVersions not in get_args(Request)
    assert rpc.DescribeQuorum in get_args(Request)
    assert rpc.DescribeQuorum not in get_args(OutgoingRequest)


@pytest.mark.parametrize(
    "kind",
    sorted(dataclasses_of(rpc) | dataclasses_of(membership_rpc), key=lambda kind: kind.__name__),
    ids=lambda kind: kind.__name__,
)
def test_messages_are_frozen_and_explained(kind):
    assert kind.__dataclass_params__.frozen
    assert kind.__doc__


def test_a_response_is_a_success_unless_it_says_otherwise():
    for kind in (*get_args(Response), *get_args(IncomingResponse)):
        response = kind()
        assert response.error is ErrorCode.NONE
        assert getattr(response, "top_error", ErrorCode.NONE) is ErrorCode.NONE


def test_everything_is_exported():
    known = {each.__name__ for each in dataclasses_of(rpc) | dataclasses_of(membership_rpc)}
    assert known <= set(rpc.__all__)
