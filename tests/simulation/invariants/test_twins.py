"""Twins are made once a cluster, and are up to date before those who asked for them are called."""

from __future__ import annotations

from kraft_core.consensus.events import TurnEnded
from kraft_core.simulation.invariants.twins import twin
from tests.simulation.invariants.stage import Stage


class Counting:
    def __init__(self, cluster):
        self.count = 0
        cluster.hooks.events[TurnEnded].append(self._ended)

    def _ended(self, _node, _event):
        self.count += 1


def test_one_of_a_kind():
    stage, other = Stage(), Stage()
    assert twin(stage, Counting) is twin(stage, Counting)
    assert twin(stage, Counting) is not twin(other, Counting)


def test_it_is_called_first():
    stage = Stage()
    seen = []
    counting = twin(stage, Counting)
    stage.hooks.events[TurnEnded].append(lambda *_: seen.append(counting.count))
    stage.event(1, TurnEnded())
    assert seen == [1]
