"""Results that no cluster gave, for tests of what is made of results."""

from __future__ import annotations

from kraft_core.sim.quorum.result import Failure, SeedResult
from kraft_core.sim.quorum.scenarios import Step


def result(seed, *, failure=None, **fields):
    values = {
        "scenario": "default",
        "digest": f"digest-{seed}",
        "steps": 100,
        "messages": 10 * seed,
        "virtual_ms": 1000,
        "schedule": (Step(10, "crash", seed), Step(20, "restart", seed)),
        **fields,
    }
    return SeedResult(seed=seed, failure=failure, **values)


def failed(seed, invariant="SingleLeader", *, at_ms=15, detail="1 and 2 lead epoch 3", **fields):
    return result(seed, failure=Failure(invariant, 42, at_ms, detail), **fields)
