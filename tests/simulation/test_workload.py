"""Tests of clients and of the check of their history."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.sim.quorum.hooks import Hooks
from kraft_core.sim.quorum.ledger import Entry, Ledger, ShadowLog
from kraft_core.sim.quorum.machine import FEATURE, FEATURE_LEVEL, digest_of
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_core.sim.quorum.workload import History, Kind, check_history
from tests.support.simulated import led_cluster, run_for
from tests.support.tickets import LoneTicket


def test_clients_append_and_read_and_are_answered():
    cluster = led_cluster()
    workload = cluster.workload
    workload.begin()
    run_for(cluster, 15_000)
    outcomes = Counter(each.outcome for each in workload.history.operations)
    assert outcomes[AppendOutcome.COMMITTED] > 10
    kinds = {each.kind for each in workload.history.committed}
    assert kinds == {Kind.WRITE, Kind.READ}
    assert workload.appends == outcomes[AppendOutcome.COMMITTED]
    check_history(workload.history, cluster.ledger)


def test_the_values_written_are_unique_and_reads_see_them():
    cluster = led_cluster()
    workload = cluster.workload
    workload.burst(40)
    run_for(cluster, 1000)
    written = [each.value for each in workload.history.committed if each.kind is Kind.WRITE]
    assert len(written) == len(set(written)) > 15
    seen = [each.value for each in workload.history.committed if each.kind is Kind.READ]
    assert any(value in written for value in seen)
    check_history(workload.history, cluster.ledger)


def test_a_burst_shares_batches():
    cluster = led_cluster()
    before = cluster.leader().log.end_offset
    entries = len(cluster.leader().log.entries)
    for _ in range(8):  # the client may ask the wrong node at first
        cluster.workload.burst(5)
    run_for(cluster, 2000)
    records = cluster.leader().log.end_offset - before
    assert records >= 40
    assert len(cluster.leader().log.entries) - entries < records / 2


def test_rejected_write_is_retried_elsewhere_with_the_same_value():
    cluster = led_cluster()
    workload, leader = cluster.workload, cluster.leader()
    client = workload._clients[0]
    client.believed = next(each for each in cluster.nodes if each != leader.node_id)
    client.want(Kind.WRITE)
    run_for(cluster, 5000)
    outcomes = [each.outcome for each in workload.history.operations]
    assert outcomes[0] is AppendOutcome.REJECTED
    assert outcomes[-1] is AppendOutcome.COMMITTED
    assert len({each.value for each in workload.history.operations}) == 1


def test_append_with_unknown_outcome_is_not_retried():
    cluster = led_cluster()
    workload, leader = cluster.workload, cluster.leader()
    workload.append_fresh()
    leader.crash()
    run_for(cluster, 100)
    leader.start()
    run_for(cluster, 5000)
    outcomes = [each.outcome for each in workload.history.operations]
    assert AppendOutcome.COMMITTED not in outcomes or outcomes[0] is AppendOutcome.REJECTED
    assert not workload.undecided


def test_clients_send_nothing_once_the_cluster_is_repaired():
    cluster = led_cluster()
    cluster.is_repaired = True
    cluster.workload.begin()
    run_for(cluster, 10_000)
    assert len(cluster.workload.history) == 0


def test_fresh_operations_are_distinguished():
    cluster = led_cluster()
    cluster.workload.burst(3)
    assert cluster.workload.fresh_committed == []
    cluster.workload.append_fresh()
    run_for(cluster, 500)
    assert [each.kind for each in cluster.workload.fresh_committed] == [Kind.WRITE, Kind.READ]


FEATURE_DIGEST = digest_of(FEATURE, str(FEATURE_LEVEL))
NAME = "alpha"


class Told:
    """A history, operation by operation, and the log that it is compared with."""

    def __init__(self) -> None:
        self.history = History()
        self.ledger = Ledger(Hooks())
        core = SimpleNamespace(role=SimpleNamespace(epoch=1))
        self._node = SimpleNamespace(node_id=1, core=core, log=ShadowLog())
        self._values: dict[str, str] = {}

    def log(self, *epochs: int) -> None:
        """Commit a batch of one record for each epoch given."""
        for epoch in epochs:
            offset = self.ledger.end_offset
            self._node.log.append(Entry(offset, offset, epoch, 0))
            self.ledger.advance(self._node, offset + 1)

    def began(self, kind=Kind.WRITE, value=None, epoch=1):
        operation = self.history.begin(1, kind, NAME, value, node_id=1, now_ms=0)
        operation.ticket = LoneTicket(1, epoch)
        return operation

    def ended(self, operation, outcome, offset=None, seen_end=None):
        if offset is not None:
            operation.ticket.place(offset)
        operation.ticket.end(outcome)
        if seen_end is not None:
            operation.seen_end = seen_end
        self.history.end(operation, 0)

    def wrote(self, value, offset, epoch=1):
        operation = self.began(value=value, epoch=epoch)
        self.ended(operation, AppendOutcome.COMMITTED, offset)
        self._state(value, offset)

    def _state(self, value, offset):
        self._values[NAME] = value
        digest = FEATURE_DIGEST + sum(digest_of(*pair) for pair in self._values.items())
        self.ledger.state_digests[offset + 1] = digest & ((1 << 64) - 1)

    def read(self, value, offset, seen_end=None):
        operation = self.began(Kind.READ, value)
        self.ended(operation, AppendOutcome.COMMITTED, offset, seen_end or offset + 1)

    def check_history(self) -> int:
        return check_history(self.history, self.ledger)

    def fails(self, text):
        with pytest.raises(InvariantFailed, match=text) as caught:
            self.check_history()
        assert caught.value.invariant == "linearizable"


@pytest.fixture
def told():
    return Told()


def test_writes_and_reads_in_order(told):
    told.log(1, 1, 1, 1)
    told.wrote("a", 0)
    told.read("a", 1)
    told.wrote("b", 2)
    told.read("b", 3)
    assert told.check_history() > 4


def test_an_acknowledged_write_that_is_not_in_the_log(told):
    told.log(1)
    told.wrote("a", 0)
    told.wrote("b", 1)
    told.fails("was acknowledged and is not in the committed log")


def test_an_acknowledged_write_whose_place_another_leader_took(told):
    told.log(2)
    told.wrote("a", 0, epoch=1)
    told.fails("was acknowledged and is not in the committed log")


def test_stale_read_fails_the_history(told):
    told.log(1, 1, 1)
    told.wrote("a", 0)
    told.wrote("b", 1)
    told.read("a", 2)
    told.fails("should be b")


def test_read_of_an_empty_log_is_valid(told):
    told.log(1)
    told.read(None, 0)
    told.check_history()


def test_read_of_a_value_never_written_fails_the_history(told):
    told.log(1)
    told.read("never written", 0)
    told.fails("should be None")


def test_an_order_that_contradicts_time(told):
    told.log(1, 1)
    told.wrote("b", 1)
    told.wrote("a", 0)
    told.fails("began after 2 was seen")


def test_overlapping_writes_may_commit_in_any_order(told):
    told.log(1, 1)
    first, second = told.began(value="a"), told.began(value="b")
    told.ended(first, AppendOutcome.COMMITTED, 1)
    told.ended(second, AppendOutcome.COMMITTED, 0)
    told.check_history()


def test_a_rejected_write_has_no_place(told):
    told.log(1)
    operation = told.began(value="a")
    told.ended(operation, AppendOutcome.REJECTED, 0)
    told.fails("was rejected and has an offset")


def test_a_rejected_write_that_was_applied_all_the_same(told):
    told.log(1)
    told.ended(told.began(value="a"), AppendOutcome.REJECTED)
    told._state("a", 0)
    told.fails("differs from what clients have written below it")


def test_an_unknown_write_may_be_in_the_log(told):
    told.log(1, 1)
    told.ended(told.began(value="a"), AppendOutcome.UNKNOWN, 0)
    told.read("a", 1)
    told.check_history()


def test_an_unknown_write_may_be_nowhere(told):
    told.log(2, 1)
    told.ended(told.began(value="a", epoch=1), AppendOutcome.UNKNOWN, 0)
    told.read(None, 1)
    told.check_history()


def test_unknown_write_in_the_log_keeps_real_time_order(told):
    told.log(1, 1)
    told.wrote("b", 1)
    told.ended(told.began(value="a"), AppendOutcome.UNKNOWN, 0)
    told.fails("began after 2 was seen")


def test_two_operations_cannot_share_a_place(told):
    told.log(1)
    told.wrote("a", 0)
    told.wrote("b", 0)
    told.fails("shares its offset")


def test_a_read_may_have_seen_more_than_its_own_place(told):
    """A leader that lost its place answers when it has caught up, from a snapshot for one."""
    told.log(1, 1, 2)
    read = told.began(Kind.READ, "a")
    told.ended(told.began(value="a", epoch=2), AppendOutcome.COMMITTED, 2)
    told.ended(read, AppendOutcome.COMMITTED, 1, seen_end=3)
    told.check_history()


def test_a_read_must_have_seen_its_own_place(told):
    told.log(1, 1)
    told.read(None, 1, seen_end=1)
    told.fails("read below its own place")


def test_write_that_begins_after_a_read_commits_after_what_it_saw(told):
    told.log(1, 1, 1)
    write, read = told.began(value="a"), told.began(Kind.READ, "a")
    told.ended(write, AppendOutcome.COMMITTED, 1)
    told.ended(read, AppendOutcome.COMMITTED, 0, seen_end=2)
    late = told.began(value="b")
    told.ended(late, AppendOutcome.COMMITTED, 2)
    told.check_history()
    late.ticket.place(1)
    told.history.operations.remove(write)
    told.fails("began after 2 was seen")


def test_wrong_state_digest_is_found(told):
    told.log(1, 1)
    told.wrote("a", 0)
    told.wrote("b", 1)
    told.ledger.state_digests[2] += 1
    told.fails("the state at 2")


def test_a_state_before_any_write(told):
    told.log(1, 1)
    told.ledger.state_digests[1] = 0
    told.ledger.state_digests[2] = FEATURE_DIGEST
    told.check_history()
    told.ledger.state_digests[2] = 5
    told.fails("the state at 2")
