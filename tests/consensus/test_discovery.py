"""Where to fetch when no leader is known."""

from __future__ import annotations

from kraft_core.consensus import effects as fx
from kraft_core.consensus.rpc import NO_REPLICA, Fetch, FetchResponse
from kraft_core.consensus.values import FailureReason, LeaderAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, history, key


def targets(**values):
    found = set()
    for seed in range(60):
        lone = LoneCore(seed=seed, **values)
        found.add((lone.awaiting(Fetch).to.id, lone.awaiting(Fetch).to.host))
    return found


def test_bootstrap_servers_have_ids_of_their_own_and_voters_theirs():
    assert targets() == {(-2, "boot1"), (-3, "boot2"), (2, "node2"), (3, "node3")}


def test_addresses_are_asked_once_and_never_our_own():
    servers = (("node1", 9001), ("node2", 9002))
    found = targets(changes={"bootstrap_servers": servers})
    assert found == {(-3, "node2"), (3, "node3")}


def test_one_fetch_at_a_time_and_another_server_after_a_failure():
    lone = LoneCore(node_id=9, voters=history())
    first = lone.awaiting(Fetch)
    lone.fail(first, FailureReason.REFUSED)
    second = lone.awaiting(Fetch)
    assert len(lone.sent) == 1
    assert second.to != first.to
    lone.fail(second, FailureReason.REFUSED)
    assert lone.sent == []
    lone.advance(20)
    assert len(lone.sent) == 1


def test_a_replica_without_id_reads_as_nobody():
    assert LoneCore(node_id=None).requests(Fetch)[0].replica == NO_REPLICA
    assert LoneCore(node_id=9).requests(Fetch)[0].replica == key(9)


def test_an_error_tells_who_leads():
    lone = LoneCore(node_id=9)
    answer = FetchResponse(
        error=ErrorCode.FENCED_LEADER_EPOCH,
        leader=LeaderAndEpoch(3, 7),
        leader_endpoint=endpoint(3),
    )
    lone.answer(lone.awaiting(Fetch), answer)
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 7)
    assert lone.awaiting(Fetch).to.id == 3


def test_without_a_claim_nothing_is_asked():
    lone = LoneCore(node_id=9)
    lone.effects.clear()
    lone.state.log.append(5, 1)
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    lone.advance(1000)
    assert not any(isinstance(each, fx.SendRequest) for each in lone.effects)
