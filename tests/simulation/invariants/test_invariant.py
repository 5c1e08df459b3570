"""What all invariants share."""

from __future__ import annotations

import pytest

from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.result import InvariantFailed
from tests.simulation.invariants.stage import Stage


class Always(Invariant):
    name, meaning, source, twin = "Always", "It holds.", "Us", "It came up."

    def watch(self):
        self.seen = self.cluster


def test_judgements_are_counted():
    stage = Stage()
    always = Always(stage)
    assert always.seen is stage
    always.ensure(holds=True, detail="")
    with pytest.raises(InvariantFailed, match="Always: the reason"):
        always.ensure(holds=False, detail="the reason")
    assert (always.evaluations, always.reached) == (2, 0)
