"""The state document of a node (divergence N60): round trip, bounds, damage."""

from __future__ import annotations

import json

import pytest

from kraft_core.operations.node_state import (
    NODE_STATE_TAG,
    StatedFinding,
    decode_node_state,
    encode_node_state,
)
from kraft_wire.messages import DescribeQuorumResponse
from tests.operations.reports import key, state, trouble

FULL = state(
    3,
    leader_id=None,
    static_voters=(key(1, None),),
    is_witness=True,
    witness_reasons=("disk",),
    obstacle="why",
    free_bytes=1,
    lacks_room=True,
    peers=(trouble("unreachable", 2),),
    findings=(StatedFinding("disk-slow", "warning", "It is.", {"queue": "kraft-log", "n": 2}),),
)


@pytest.mark.parametrize("document", [state(1), FULL])
def test_document_of_an_answer_is_read_as_it_was_written(document):
    answer = DescribeQuorumResponse(unknown_tagged_fields=encode_node_state(document))
    read = DescribeQuorumResponse.decode(answer.encode(2), 2)
    assert decode_node_state(read.unknown_tagged_fields) == document


def test_answer_without_a_document_is_that_of_kafka():
    assert decode_node_state(()) is None
    assert decode_node_state(((10_000, b"{}"),)) is None


def changed(**more):
    ((tag, data),) = encode_node_state(FULL)
    return ((tag, json.dumps(json.loads(data) | more).encode()),)


def test_unknown_names_are_skipped():
    assert decode_node_state(changed(of_later=[1])) == FULL


@pytest.mark.parametrize(
    "more",
    [
        {"epoch": "5"},
        {"epoch": 1.0},
        {"epoch": True},
        {"epoch": 1 << 63},
        {"key": 3},
        {"voters": [3]},
        {"voters": {}},
        {"witness_reasons": [1]},
        {"peers": [{"node_id": 1}]},
        {"role": None},
        {"findings": [{"id": "a", "severity": "b", "text": "c", "arguments": {"n": 1.5}}]},
    ],
)
def test_document_of_another_form_is_refused(more):
    with pytest.raises(ValueError, match=r"^state document: "):
        decode_node_state(changed(**more))


@pytest.mark.parametrize("data", [b"", b"[" * 60_000, b"3", b" " * 300_000])
def test_document_that_is_not_an_object_of_the_size_is_refused(data):
    with pytest.raises(ValueError, match=r"^state document: "):
        decode_node_state(((NODE_STATE_TAG, data),))


def test_lists_and_texts_of_a_document_have_a_bound():
    peers = (trouble("error", error="x" * 9_999),) * 9_999
    ((_, data),) = encode_node_state(state(1, peers=peers))
    read = decode_node_state(((NODE_STATE_TAG, data),))
    assert len(read.peers) == 100
    assert len(read.peers[0].error) == 500
