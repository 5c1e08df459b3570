"""What all parts share."""

from __future__ import annotations

from kraft_core.consensus import effects as fx
from kraft_core.consensus.notes import Note, NoteKind
from kraft_core.consensus.rpc import ApiVersions, VoteResponse
from kraft_core.consensus.values import Election, LeaderAndEpoch, Node
from tests.support.lone_core import LoneCore, endpoint, history, log


def test_who_we_are():
    lone = LoneCore(voters=history(1))
    assert lone.state.is_voter
    assert lone.state.is_sole_voter
    assert not LoneCore().state.is_sole_voter
    assert not LoneCore(node_id=None).state.is_voter


def test_a_candidate_names_no_leader():
    lone = LoneCore()
    lone.stand()
    assert lone.state.leader_and_epoch == LeaderAndEpoch(None, 1)
    assert lone.state.leader_endpoint("CONTROLLER") is None


def test_the_leaders_endpoint_is_that_of_the_listener_asked():
    lone = LoneCore()
    lone.follow(2, 3)
    assert lone.state.leader_endpoint("controller") == endpoint(2)
    assert lone.state.leader_endpoint("OTHER") is None
    lone = LoneCore(election=Election(4, 8))
    assert lone.state.leader_endpoint("CONTROLLER") is None


def test_the_high_watermark_only_rises():
    lone = LoneCore()
    for offset in (0, 3, 2, 3, 4):
        lone.state.raise_high_watermark(offset)
    offsets = [each.offset for each in lone.state.take_effects()]
    assert offsets == [0, 3, 4]


def test_what_is_committed_is_known_by_watermark_or_snapshot():
    lone = LoneCore(log=log(10, 1))
    assert lone.state.committed_end == 0
    lone.state.raise_high_watermark(4)
    assert lone.state.committed_end == 4


def test_chance_is_bounded_and_repeatable():
    first, second = LoneCore(seed=4).state, LoneCore(seed=4).state
    drawn = [first.random_election_deadline_ms() for _ in range(100)]
    assert drawn == [second.random_election_deadline_ms() for _ in range(100)]
    assert all(2000 <= each < 3000 for each in drawn)
    assert first.random_below(0) == 0
    lone = LoneCore(changes={"election_timeout_ms": 0})
    assert lone.state.random_election_deadline_ms() > lone.state.now_ms


def test_effects_leave_in_order():
    state = LoneCore().state
    request_id = state.send(Node(7, "h", 1), ApiVersions())
    state.note(NoteKind.PEER_ERROR, node=7, error="X")
    state.reply(3, VoteResponse())
    found = state.take_effects()
    assert found == [
        fx.SendRequest(request_id, Node(7, "h", 1), ApiVersions()),
        Note(NoteKind.PEER_ERROR, "node=7 error=X"),
        fx.SendResponse(3, VoteResponse()),
    ]
    assert state.take_effects() == []
