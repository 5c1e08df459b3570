"""The core alone and the whole campaign: events, messages and seeds a second, on one core.

Seeds of the default campaign are run one after the other in this process, by processor time, the
quickest of a few runs of each: five nodes, faults, voter changes, bytes, storage, all invariants.
The core is timed inside the same simulated runs, `handle` alone, so its events are those of
clusters with faults.

The shares by package show the limits; they come from a profiler, which overstates small functions a
little.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter_ns, process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from benchmarks.report import Report, say, surroundings, table
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.sim.quorum.campaign import run_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.sim.quorum.result import SeedResult

SEEDS, QUICK_SEEDS = 100, 16
ROUNDS = 3
SCENARIO = "default"
GOALS = {"messages": 4000, "seeds": 8}
"""A second and core."""
COMMON_EVENTS = 8
PACKAGES = (
    "kraft_core/raft/consensus",
    "kraft_core/raft/replica",
    "kraft_core/raft/storage",
    "kraft_core/raft/batches",
    "kraft_core/sim/quorum/invariants",
    "kraft_core/sim/quorum",
    "kraft_wire",
)
ROOT = Path(__file__).parents[1].as_posix() + "/"


class Lives(NamedTuple):
    """Seeds and the processor time that they took together."""

    results: list[SeedResult]
    seconds: float

    def a_second(self, what: str) -> float:
        return float(sum(getattr(each, what) for each in self.results) / self.seconds)

    def median(self, what: str) -> float:
        """Return the median over the seeds."""
        return float(median(getattr(each, what) for each in self.results))


class Core(NamedTuple):
    """Time inside `handle` by kind of event, in nanoseconds, and the number of events."""

    nanoseconds: Counter[str]
    events: Counter[str]

    def a_second(self) -> float:
        """Return the events per second of all kinds."""
        return self.events.total() / self.nanoseconds.total() * 1e9


def run(*, is_quick: bool = False) -> Report:
    """Run seeds three times: as they are, with the core timed, under a profiler."""
    seeds = range(QUICK_SEEDS if is_quick else SEEDS)
    run_seed(seeds[0], SCENARIO)  # imports and caches
    lives = _live(seeds)
    say("consensus: the core alone")
    core = _timed_core(seeds[: len(seeds) // 2])
    say("consensus: where time goes")
    shares = _shares(seeds[: len(seeds) // 4])
    return Report("consensus", _text(lives, core, shares), _facts(lives, core, shares))


def _live(seeds: range) -> Lives:
    results = {}
    seconds = dict.fromkeys(seeds, float("inf"))
    for number in range(ROUNDS):
        say(f"consensus: {len(seeds)} seeds, round {number + 1} of {ROUNDS}")
        for seed in seeds:
            begin = process_time()
            results[seed] = run_seed(seed, SCENARIO)
            seconds[seed] = min(seconds[seed], process_time() - begin)
    return Lives(list(results.values()), sum(seconds.values()))


def _timed_core(seeds: range) -> Core:
    found = Core(Counter(), Counter())
    handle = RaftCore.handle

    def timed(core: RaftCore, event: Any, now_ms: int, wall_ms: int) -> Any:
        begin = perf_counter_ns()
        effects = handle(core, event, now_ms, wall_ms)
        found.nanoseconds[type(event).__name__] += perf_counter_ns() - begin
        found.events[type(event).__name__] += 1
        return effects

    with patch.object(RaftCore, "handle", timed):
        for seed in seeds:
            run_seed(seed, SCENARIO)
    return found


def _shares(seeds: range) -> dict[str, float]:
    """Return the share of each package; C functions count for their caller."""
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in seeds:
        run_seed(seed, SCENARIO)
    profiler.disable()
    found: dict[str, float] = {}
    for package, seconds in _own_times(pstats.Stats(profiler)):
        found[package] = found.get(package, 0.0) + seconds
    total = sum(found.values())
    names = sorted(found, key=lambda name: -found[name])
    return {name: found[name] / total for name in names}


def _own_times(stats: pstats.Stats) -> Iterator[tuple[str, float]]:
    entries: dict[Any, Any] = stats.stats  # type: ignore[attr-defined]
    for (path, _, _), (_, _, own, _, callers) in entries.items():
        if path != "~":
            yield _package(path), own
            continue
        for (caller, _, _), (_, _, its_own, _) in callers.items():
            yield _package(caller), its_own


def _package(path: str) -> str:
    name = Path(path).as_posix().removeprefix(ROOT)
    return next((each for each in PACKAGES if name.startswith(each)), "elsewhere")


def _text(lives: Lives, core: Core, shares: dict[str, float]) -> str:
    around = surroundings()
    first = f"{around['date']}, CPython {around['python']} (load {around['load']})"
    seeds = len(lives.results) / lives.seconds
    messages = lives.a_second("messages")
    campaign = [
        ["delivered messages", f"{messages:,.0f}", _verdict(messages, "messages")],
        ["seeds", f"{seeds:,.2f}", _verdict(seeds, "seeds")],
        ["events of cores", f"{lives.a_second('steps'):,.0f}", ""],
        ["core alone: events", f"{core.a_second():,.0f}", ""],
    ]
    medians = [
        [each.replace("_", " "), f"{lives.median(each):,.0f}"]
        for each in ("messages", "elections", "voter_changes", "appends", "virtual_ms")
    ]
    events = [
        [name, f"{count / core.events.total():.0%}", f"{core.nanoseconds[name] / count / 1000:.1f}"]
        for name, count in core.events.most_common(COMMON_EVENTS)
    ]
    parts = [[name, f"{share:.0%}"] for name, share in shares.items()]
    return "\n\n".join(
        (
            first,
            table(("a second and core", f"seeds 0 to {len(lives.results) - 1}", "goal"), campaign),
            table(("of a seed", "median"), medians),
            table(("event", "share", "core, µs each"), events),
            table(("package", "share of time"), parts),
        )
    )


def _verdict(reached: float, what: str) -> str:
    return f"{GOALS[what]:,} {'✓' if reached >= GOALS[what] else '✗'}"


def _facts(lives: Lives, core: Core, shares: dict[str, float]) -> dict[str, Any]:
    return {
        "seeds": len(lives.results),
        "failed": [each.seed for each in lives.results if each.failure is not None],
        "seeds_per_s": round(len(lives.results) / lives.seconds, 2),
        "messages_per_s": round(lives.a_second("messages")),
        "core_events_per_s": round(core.a_second()),
        "median": {name: lives.median(name) for name in ("messages", "elections", "voter_changes")},
        "shares": {name: round(share, 3) for name, share in shares.items()},
    }


if __name__ == "__main__":
    print(run(is_quick="--quick" in sys.argv).text)
