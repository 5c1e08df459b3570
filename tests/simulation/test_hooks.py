from __future__ import annotations

from typing import Any

from kraft_core.simulation.hooks import Hooks, Moment


def test_a_moment_is_told_in_the_order_of_registration():
    hooks, told = Hooks(), []
    node: Any = "a node"
    hooks.moments[Moment.STARTED].append(lambda node: told.append(("first", node)))
    hooks.moments[Moment.STARTED].append(lambda node: told.append(("second", node)))
    hooks.moments[Moment.STOPPED].append(lambda node: told.append(("stopped", node)))
    hooks.call(Moment.STARTED, node)
    assert told == [("first", node), ("second", node)]


def test_a_moment_that_nobody_registered_for_costs_nothing():
    node: Any = None
    Hooks().call(Moment.TURNED, node)
