"""Traces: the words for each effect, and a whole run described without changing it."""

from __future__ import annotations

import re

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Election,
    KRaftVersion,
    LeaderChange,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.campaign import run_seed
from kraft_core.sim.quorum.trace import described, effect_line, request_line
from kraft_wire.errors import ErrorCode

AT = OffsetAndEpoch(7, 2)
CONTROLS = (LeaderChange(1, (), ()), KRaftVersion(1), Voters(VoterSet()))


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        (Note(NoteKind.BECAME_LEADER, "epoch=2"), "became-leader epoch=2"),
        (Note(NoteKind.FETCH_PARKED, "from=2"), ""),
        (
            fx.StoreElection(Election(2, 1, ReplicaKey(1)), 1, ()),
            "stores election epoch=2 leader=1 voted=1",
        ),
        (fx.AppendRecords(0, 3, 2, (BatchSummary(3, 5, 2, 9),), b""), "appends 3..5 epoch=2"),
        (
            fx.AppendControlRecords(0, 3, 2, CONTROLS, 0),
            "appends 3 epoch=2: LeaderChange(1), KRaftVersion(1), Voters()",
        ),
        (fx.TruncateLog(1, 4), "truncates to 4"),
        (fx.ResetLog(1, AT), "resets its log to 7@2"),
        (fx.AdvanceHighWatermark(4), "commits up to 4"),
        (
            fx.RejectAppend(3, ErrorCode.NOT_LEADER_OR_FOLLOWER),
            "rejects append 3: NOT_LEADER_OR_FOLLOWER",
        ),
        (fx.WriteSnapshot(AT, 1, None), "writes snapshot 7@2"),
        (fx.DeleteLogPrefix(7), "deletes its log below 7"),
        (fx.ShutdownCompleted(), "is shut down"),
        (fx.SendResponse(1, rpc.FetchResponse(diverging=AT)), "answers Fetch: diverges at 7@2"),
        (fx.SendResponse(1, rpc.FetchResponse(snapshot_id=AT)), "answers Fetch: snapshot 7@2"),
        (fx.SendResponse(1, rpc.FetchResponse()), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_trace_describes_each_effect(effect, line):
    assert effect_line(effect) == line


ME = ReplicaKey(1)


@pytest.mark.parametrize(
    ("request_", "line"),
    [
        (rpc.Vote("c", 2, None, ME, 3, 2, 7), "Vote epoch=3 end=7@2"),
        (rpc.Vote("c", 2, None, ME, 3, 2, 7, pre_vote=True), "PreVote epoch=3 end=7@2"),
        (rpc.Fetch("c", ME, 3, 7, 2), "Fetch 7@2"),
        (rpc.FetchSnapshot("c", ME, 3, AT, 10), "FetchSnapshot 7@2 from 10"),
        (rpc.EndQuorumEpoch("c", 1, 3, (ME,)), "EndQuorumEpoch epoch=3 preferred=1"),
        (rpc.BeginQuorumEpoch("c", 2, None, 1, 3), "BeginQuorumEpoch epoch=3"),
        (rpc.ApiVersions(), "ApiVersions"),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
def test_trace_describes_each_request(request_, line):
    assert request_line(request_) == line


def test_trace_shows_votes_with_their_answer():
    vote = rpc.Vote("c", 2, None, ME, 3, 2, 7)
    event = ev.RequestReceived(9, "CONTROLLER", vote)

    def told(*effects):
        return list(described(2, event, effects))

    assert told(fx.SendResponse(9, rpc.VoteResponse(vote_granted=True))) == [
        "2 grants 1 Vote epoch=3"
    ]
    refusal = rpc.VoteResponse(error=ErrorCode.FENCED_LEADER_EPOCH)
    assert told(fx.SendResponse(9, refusal)) == ["2 refuses 1 Vote epoch=3 (FENCED_LEADER_EPOCH)"]
    assert told() == ["2 does not answer 1 Vote epoch=3"]


def test_same_request_to_many_nodes_is_printed_in_one_line():
    begin = rpc.BeginQuorumEpoch("c", 2, None, 1, 3)
    sent = [fx.SendRequest(n, Node(n, "localhost", 9000), begin) for n in (2, 3)]
    lines = list(described(1, ev.DeadlineReached(), sent))
    assert lines == ["1 sends BeginQuorumEpoch epoch=3 to 2,3"]


def test_trace_of_a_whole_run_does_not_change_it():
    lines = []
    told = run_seed(2, "default", on_line=lines.append)
    assert told == run_seed(2, "default")
    assert all(re.fullmatch(r" *\d+\.\d{3}  (\d+|\*) .+", line) for line in lines)
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times)
    text = "\n".join(lines)
    for words in ("1 is up directory=", "became-leader", "commits up to", " grants "):
        assert words in text
    for step in told.schedule:
        assert f"{step.at_ms // 1000:5}.{step.at_ms % 1000:03}  * {step.kind}" in lines
