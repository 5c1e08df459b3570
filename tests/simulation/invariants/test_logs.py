"""Each rule about logs: a case that breaks it, and one that does not."""

from __future__ import annotations

from kraft_core.consensus.effects import TruncateLog
from kraft_core.simulation.invariants.logs import (
    ConsistentCommittedData,
    LeaderCompleteness,
    LogMatching,
    NoLogDivergence,
)
from tests.simulation.invariants.stage import Stage, broken


class TestLogMatching:
    def test_other_content_in_the_same_place(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1, content=1)
        stage.write(2, 1, content=1)
        with broken("LogMatching"):
            stage.write(3, 1, content=2)

    def test_another_epoch_below(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1)
        stage.write(2, 2)
        stage.write(1, 3)
        with broken("LogMatching"):
            stage.write(2, 3)

    def test_another_leader_may_write_something_else(self):
        stage = Stage()
        watching = stage.watched_by(LogMatching)
        stage.write(1, 1, content=1)
        stage.write(2, 2, content=2)
        stage.effect(1, TruncateLog(1, 0))
        stage.write(1, 2, content=2)
        assert watching.reached == 1

    def test_what_begins_after_a_snapshot_has_nothing_below(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1)
        stage.write(1, 3)
        stage.nodes[2].log.reset(1)
        stage.write(2, 3)


class TestLeaderCompleteness:
    def test_a_leader_that_lacks_something(self):
        stage = Stage()
        watching = stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1)
        stage.write(2, 1)
        stage.commit(1)
        stage.lead(2, 2)
        assert watching.reached == 1
        with broken("LeaderCompleteness"):
            stage.lead(3, 3)

    def test_a_leader_that_has_something_else(self):
        stage = Stage()
        stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1, content=1)
        stage.write(2, 1, content=2)
        stage.commit(1)
        with broken("LeaderCompleteness"):
            stage.lead(2, 2)

    def test_an_older_leader_commits_later(self):
        stage = Stage()
        stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1)
        stage.lead(2, 2)
        with broken("LeaderCompleteness"):
            stage.commit(1)


class TestNoLogDivergence:
    def test_something_else_is_committed(self):
        stage = Stage()
        watching = stage.watched_by(NoLogDivergence)
        for node_id, content in ((1, 1), (2, 1), (3, 2)):
            stage.write(node_id, 1, content)
        stage.commit(1)
        stage.commit(2)
        assert watching.reached == 1
        with broken("NoLogDivergence"):
            stage.commit(3)

    def test_the_committed_is_cut(self):
        stage = Stage()
        stage.watched_by(NoLogDivergence)
        stage.write(1, 1)
        stage.write(1, 1)
        stage.commit(1, 1)
        stage.effect(1, TruncateLog(1, 1))
        with broken("NoLogDivergence"):
            stage.effect(1, TruncateLog(2, 0))


class TestConsistentCommittedData:
    def test_two_states_at_one_offset(self):
        stage = Stage()
        watching = stage.watched_by(ConsistentCommittedData)
        stage.ledger.applied(stage.nodes[1], 5, 77)
        stage.ledger.applied(stage.nodes[2], 5, 77)
        stage.ledger.applied(stage.nodes[2], 6, 78)
        assert watching.reached == 1
        with broken("ConsistentCommittedData"):
            stage.ledger.applied(stage.nodes[3], 6, 77)
