"""Verdicts about what a state can leave, checked against what was committed in it.

`make verdicts` draws 1,000,000 states of five voters, in blocks with a seed each. So a run can be
divided, and one that was interrupted is continued with the blocks that are missing.

    python -m tests.operations.judged_states --blocks 0:50
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from kraft_core.operations.recovery.verdicts import Evidence, ReplicaLog, Verdict, judge
from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.sim.quorum.campaign import in_order
from tests.operations.quorum_histories import Bounds, common, drawn_states

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from kraft_core.operations.recovery.verdicts import Judgement, Range
    from tests.operations.quorum_histories import Log, State

FIVE: Final = Bounds(voters=5, epochs=5, records=7)
LOST_OF_FIVE: Final = (3, 4)
"""Numbers of voters that are lost: majorities of five."""

BLOCK: Final = 20_000
_STEPS: Final = 40
_TAKEN: Final = 0.25
"""The share of the states of a history that is taken: those next to each other differ little."""


def log_of(epochs: Log, name: str = "a", start: int = 0) -> ReplicaLog:
    """Return a log with records of these epochs, cut below `start`."""
    entries = LeaderEpochs()
    for offset, epoch in enumerate(epochs):
        entries = entries.with_batch(epoch, offset)
    return ReplicaLog(name, start, len(epochs), entries.above(start) if start else entries)


def known(offset: int, epoch: int, source: str = "the snapshot") -> Evidence:
    return Evidence(OffsetAndEpoch(offset, epoch), source)


def observations(state: State, lost_counts: Iterable[int]) -> Iterator[frozenset[Log]]:
    """Yield what can be left of a state: logs of voters, with and without the observer's."""
    count = len(state.voters)
    for lost in lost_counts:
        for left in combinations(state.voters, count - lost):
            logs = {each.log for each in left}
            yield frozenset(logs)
            yield frozenset({*logs, state.observer.log})


def points(logs: Iterable[Log], committed: Log) -> Iterator[int]:
    """Yield no evidence, and each committed prefix that one of the logs has."""
    yield 0
    longest = max(common(log, committed) for log in logs)
    yield from range(1, longest + 1)


def check(
    logs: Collection[Log],
    certain: Log,
    possible: Iterable[Log],
    change: Callable[[Judgement], Iterable[Range]] = lambda judgement: judgement.ranges,
) -> Judgement:
    """Check the verdicts about one observation against each history that can have left it."""
    names = {str(place): log for place, log in enumerate(sorted(logs))}
    evidence = [known(len(certain), certain[-1])] if certain else []
    judgement = judge([log_of(log, name) for name, log in names.items()], evidence)
    chosen = names[judgement.chosen.name]
    assert common(chosen, certain) == len(certain)
    judgement = replace(judgement, ranges=tuple(change(judgement)))
    reported = {
        (offset, names[each.log][offset])
        for each in judgement.ranges
        if each.verdict is Verdict.RIVAL
        for offset in range(each.start, each.end or 0)
    }
    unknown = next(each for each in judgement.ranges if each.verdict is Verdict.UNKNOWN_LOSS)
    for committed in possible:
        for offset in range(common(chosen, committed), len(committed)):
            is_left = any(common(log, committed) > offset for log in logs)
            if is_left:
                assert (offset, committed[offset]) in reported
            else:
                assert offset >= unknown.start
    for each in judgement.ranges:
        if not each.log:
            continue
        records = names[each.log]
        if each.verdict is Verdict.CERTAIN:
            assert all(common(one, records) >= (each.end or 0) for one in possible)
        elif each.verdict is Verdict.EXCLUDED:
            assert all(common(one, records) <= each.start for one in possible)
    return judgement


def check_drawn(
    states: int,
    seed: int,
    change: Callable[[Judgement], Iterable[Range]] = lambda judgement: judgement.ranges,
) -> Counter[str]:
    """Draw states of five voters, and check all that each can leave without a majority.

    Equal cases are checked once. The counter has the cases, the verdicts, and how often a rival had
    records that were committed and are not in the chosen log.
    """
    seen: set[tuple[frozenset[Log], int, Log]] = set()
    counts: Counter[str] = Counter()
    for state in islice(_drawn(random.Random(f"verdicts {seed}")), states):
        counts["states"] += 1
        committed = state.committed
        for logs in observations(state, LOST_OF_FIVE):
            for end in points(logs, committed):
                case = (logs, end, committed)
                if case in seen:
                    continue
                seen.add(case)
                judgement = check(logs, committed[:end], (committed,), change)
                counts["cases"] += 1
                counts.update({str(each.verdict) for each in judgement.ranges})
                counts["committed rival"] += _is_rival_committed(judgement, logs, committed)
    return counts


def _drawn(chance: random.Random) -> Iterator[State]:
    while True:
        for state in drawn_states(chance, FIVE, _STEPS):
            if chance.random() < _TAKEN:
                yield state


def _is_rival_committed(judgement: Judgement, logs: Collection[Log], committed: Log) -> bool:
    chosen = sorted(logs)[int(judgement.chosen.name)]
    return max(common(log, committed) for log in logs) > common(chosen, committed)


def _block(number: int) -> Counter[str]:
    return check_drawn(BLOCK, number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check blocks in processes, with a line for each one and a sum."""
    parser = argparse.ArgumentParser(prog="python -m tests.operations.judged_states")
    parser.add_argument("--blocks", default="0:50", help=f"A:B, of {BLOCK:,} states each (0:50)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args(arguments)
    first, _, end = options.blocks.partition(":")
    total: Counter[str] = Counter()
    for number, counts in enumerate(
        in_order(_block, range(int(first), int(end)), options.jobs), int(first)
    ):
        total += counts
        print(f"block {number}: {total['states']:,} states, {total['cases']:,} cases", flush=True)
    print(", ".join(f"{name} {count:,}" for name, count in sorted(total.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
