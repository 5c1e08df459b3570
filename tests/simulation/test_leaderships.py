"""Elections and times without a leader."""

from __future__ import annotations

from types import SimpleNamespace

from kraft_core.consensus.roles import Follower, Leader
from kraft_core.simulation.hooks import Hooks, Moment
from kraft_core.simulation.leaderships import Leaderships

LEADS = Leader.__new__(Leader)
FOLLOWS = Follower.__new__(Follower)


def test_times_without_a_leader():
    cluster = SimpleNamespace(hooks=Hooks(), now_ms=0)
    one, two = (SimpleNamespace(node_id=n) for n in (1, 2))
    found = Leaderships(cluster)

    def role(node, before, after):
        for callback in cluster.hooks.roles:
            callback(node, before, after)

    cluster.now_ms = 1000
    role(one, FOLLOWS, LEADS)
    cluster.now_ms = 2000
    role(two, FOLLOWS, LEADS)  # the first does not know yet
    cluster.now_ms = 2500
    role(one, LEADS, FOLLOWS)
    cluster.now_ms = 3000
    cluster.hooks.call(Moment.STOPPED, two)
    cluster.hooks.call(Moment.STOPPED, one)
    cluster.now_ms = 3300
    role(one, FOLLOWS, LEADS)
    assert found.elections == 3
    assert found.without_ms == [1000, 300]
