"""Three processes; the leader is killed without warning, and nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from tests.faults.list_quorum import ListQuorum
from tests.faults.tally import Tally
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.timeout(300)]


def test_acknowledged_values_survive_killed_leaders(tmp_path):
    with ListQuorum(tmp_path, seed=1) as quorum:
        for node in quorum.nodes:
            node.start()
        clients = quorum.clients
        clients.start(3)
        for _ in range(3):
            _wait_for_more(clients)
            leader = quorum.nodes[clients.leader - 1]
            assert leader.kill() == -9
            _wait_for_more(clients)
            assert clients.leader != leader.node_id
            leader.start()
        clients.finish()
        tally = Tally()
        quorum.judge(tally)
        assert clients.leaders >= 4
        assert clients.history.check() > clients.acknowledged > 100
        assert tally.batches > 100


def _wait_for_more(clients):
    want = clients.acknowledged + 20
    wait_until(lambda: clients.acknowledged > want and clients.leader, "more commits")
