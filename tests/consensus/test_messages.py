"""What goes in and out of the core: events, effects, notes, requests and responses."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import get_args

import pytest

import kraft_core.raft.consensus
from kraft_core.raft.consensus import effects, events, rpc
from kraft_core.raft.consensus.effects import Effect, Note, NoteKind
from kraft_core.raft.consensus.events import DeadlineReached, Event, TurnEnded
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    ApiVersionsResponse,
    DescribeQuorumResponse,
    IncomingResponse,
    OutgoingRequest,
    ReplicaStatus,
    Request,
    Response,
    UpdateRaftVoterResponse,
)
from kraft_core.raft.consensus.values import LeaderAndEpoch, VersionRange
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import endpoint, key

# -- the inputs: a closed union of frozen values ---------------------------------------------------


def dataclasses_of(module):
    found = vars(module).values()
    return {
        each
        for each in found
        if dataclasses.is_dataclass(each) and each.__module__ == module.__name__
    }


def test_the_union_has_every_event():
    assert set(get_args(Event)) == dataclasses_of(events)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_events_are_frozen(kind):
    assert kind.__dataclass_params__.frozen
    assert "__dict__" not in dir(kind)


def test_events_of_different_kinds_are_never_equal():
    assert DeadlineReached() != TurnEnded()
    assert DeadlineReached() == DeadlineReached()


# -- the outputs: a closed union of frozen values --------------------------------------------------


def test_the_union_has_every_effect():
    assert set(get_args(Effect)) == dataclasses_of(effects) | {Note}


@pytest.mark.parametrize("kind", get_args(Effect), ids=lambda kind: kind.__name__)
def test_effects_are_frozen(kind):
    assert kind.__dataclass_params__.frozen


# -- notes: every kind is put out somewhere --------------------------------------------------------


SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(kraft_core.raft.consensus.__file__).parent.glob("*.py"))
    if path.name != "notes.py"
)


def test_every_kind_is_used():
    assert [kind.name for kind in NoteKind if f"NoteKind.{kind.name}" not in SOURCES] == []


def test_value_of_a_note_kind_is_its_name_with_hyphens():
    assert all(kind.value == kind.name.lower().replace("_", "-") for kind in NoteKind)
    assert Note(NoteKind.VOTE_GRANTED).detail == ""


# -- the flat requests and responses ---------------------------------------------------------------


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
    sorted(dataclasses_of(rpc), key=lambda kind: kind.__name__),
    ids=lambda kind: kind.__name__,
)
def test_requests_and_responses_are_frozen(kind):
    assert kind.__dataclass_params__.frozen


def test_a_response_is_a_success_unless_it_says_otherwise():
    for kind in (*get_args(Response), *get_args(IncomingResponse)):
        response = kind()
        assert response.error is ErrorCode.NONE
        assert getattr(response, "top_error", ErrorCode.NONE) is ErrorCode.NONE


# -- defaults of the requests about the voter set --------------------------------------------------


def test_add_raft_voter_waits_for_the_commit_by_default():
    assert AddRaftVoter(None, key(4), (endpoint(4),)).ack_when_committed


def test_a_feature_that_is_not_named_has_level_0_only():
    assert ApiVersionsResponse().kraft_range == VersionRange(0, 0)


def test_an_error_description_is_all_zero():
    found = DescribeQuorumResponse()
    assert (found.leader_id, found.epoch, found.high_watermark, found.message) == (0, 0, 0, "")


def test_unknown_offsets_and_times_default_to_minus_one():
    assert ReplicaStatus(key(1)) == ReplicaStatus(key(1), -1, -1, -1)
    assert UpdateRaftVoterResponse().leader == LeaderAndEpoch(None, 0)
