"""Each rule about claims: a case that breaks it, and one that does not."""

from __future__ import annotations

from kraft_core.consensus.rpc import Fetch
from kraft_core.simulation.invariants.claims import ClaimOnlyDurable, FlushBeforeFetch
from tests.simulation.invariants.stage import Stage, broken, key, vote_for


def fetch(offset):
    return Fetch("cluster", key(1), 1, offset, 1)


class TestFlushBeforeFetch:
    def test_a_fetch_from_what_is_not_durable(self):
        stage = Stage()
        watching = stage.watched_by(FlushBeforeFetch)
        stage.write(1, 1)
        stage.flush()
        stage.send(1, fetch(1))
        assert watching.reached == 1
        stage.write(1, 1)
        with broken("FlushBeforeFetch"):
            stage.send(1, fetch(2))

    def test_a_fetch_from_elsewhere(self):
        stage = Stage()
        stage.watched_by(FlushBeforeFetch)
        stage.write(1, 1)
        stage.flush()
        with broken("FlushBeforeFetch"):
            stage.send(1, fetch(0))


class TestClaimOnlyDurable:
    def test_an_end_that_is_not_durable(self):
        stage = Stage()
        watching = stage.watched_by(ClaimOnlyDurable)
        stage.write(1, 1)
        stage.flush()
        stage.send(1, vote_for(key(1), 2, (1, 1)))
        assert watching.reached == 1
        stage.write(1, 1)
        with broken("ClaimOnlyDurable"):
            stage.send(1, vote_for(key(1), 2, (1, 2)))

    def test_an_epoch_that_is_not_there(self):
        stage = Stage()
        stage.watched_by(ClaimOnlyDurable)
        stage.write(1, 1)
        stage.flush()
        with broken("ClaimOnlyDurable"):
            stage.send(1, vote_for(key(1), 3, (2, 1)))
