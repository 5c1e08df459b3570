"""Simulated runs over all scenarios in turn, until one fails: `python -m tests.mutants.seeds N`.

Prints the scenario, the seed and the invariant of the first failure, and ends with 1.
"""

from __future__ import annotations

import sys
from itertools import count

from kraft_core.sim.quorum.campaign import run
from kraft_core.sim.quorum.scenarios import SCENARIOS

_BLOCK = 2
"""Seeds of a scenario before the next one has its turn."""


def main(seeds: int) -> int:
    """Run so many seeds."""
    done = 0
    for first in count(0, _BLOCK):
        for scenario in SCENARIOS:
            for result in run(range(first, first + _BLOCK), scenario, jobs=1):
                if result.failure is not None:
                    print(f"{scenario} {result.seed} {result.failure.invariant}")
                    return 1
            done += _BLOCK
            if done >= seeds:
                return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
