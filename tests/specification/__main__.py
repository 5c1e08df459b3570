"""`python -m tests.specification`: check the TLA+ specification, and simulated runs against it."""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.specification import controls, tlc
from tests.specification.traces import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.specification.traces import Trace

_BATCH = 12
_EPILOG = """examples:
  python -m tests.specification check three
  python -m tests.specification reduction
  python -m tests.specification walk beyond --minutes 30
  python -m tests.specification traces --seeds 0:500
  python -m tests.specification controls
"""


def main(given: Sequence[str] | None = None) -> int:
    """Run one part; 0 if everything is as it must be, 1 if not, 2 if it cannot run."""
    arguments = _arguments(given)
    try:
        match arguments.part:
            case "check":
                return _check(arguments.names)
            case "walk":
                return _walk(arguments.name, arguments.minutes)
            case "traces":
                return _traces(arguments.seeds)
            case "reduction":
                return _reduction()
            case _:
                return _controls()
    except tlc.SpecificationError as error:
        _say(str(error))
        return 2


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.specification",
        description="Check docs/spec with TLC, and simulated runs against it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = parser.add_subparsers(dest="part", required=True)
    check = parts.add_parser("check", help="explore all states of a configuration in docs/spec")
    check.add_argument("names", nargs="+", metavar="NAME", help="of a file NAME.cfg")
    parts.add_parser("reduction", help="see that the exhaustive check misses no view or outcome")
    walk = parts.add_parser("walk", help="take random walks through the states of a configuration")
    walk.add_argument("name", metavar="NAME", help="of a file NAME.cfg")
    walk.add_argument("--minutes", type=float, default=30, help="how long (30)")
    traces = parts.add_parser("traces", help="validate runs of the scenario spec")
    traces.add_argument("--seeds", default="0:500", metavar="A:B", help="first and end (0:500)")
    parts.add_parser("controls", help="see that broken rules and injected bugs are noticed")
    return parser.parse_args(given)


def _check(names: Sequence[str]) -> int:
    status = 0
    for name in names:
        begin = time.monotonic()
        found = tlc.check(tlc.SPEC / f"{Path(name).stem}.cfg")
        _say(
            f"{name}: {found.distinct:,} states of {found.generated:,} generated,"
            f" {found.violated or 'no invariant'} violated,"
            f" {time.monotonic() - begin:.0f} s"
        )
        status |= found.violated is not None
    return int(status)


def _walk(name: str, minutes: float) -> int:
    violated = tlc.walk(tlc.SPEC / f"{Path(name).stem}.cfg", seconds=60 * minutes)
    _say(f"{name}: {minutes:g} minutes of random walks, {violated or 'no invariant'} violated")
    return int(violated is not None)


def _traces(seeds: str) -> int:
    first, end = (int(each) for each in seeds.split(":"))
    begin, count, lines, rejected = time.monotonic(), 0, 0, []
    for batch in _batches(range(first, end)):
        count, lines = count + len(batch), lines + sum(len(each.lines) for each in batch)
        rejected += tlc.rejected(batch)
        _say(f"{count}/{end - first} runs, {lines:,} lines, {len(rejected)} rejected")
    for trace in rejected:
        at = tlc.stopped_at(trace)
        _say(f"seed {trace.seed}: rejected at line {at}: {trace.lines[at - 1]}")
    _say(f"{time.monotonic() - begin:.0f} s")
    return int(bool(rejected))


def _batches(seeds: Sequence[int]) -> Iterator[list[Trace]]:
    """Runs with the same first voters, some at a time."""
    waiting: dict[tuple[int, ...], list[Trace]] = defaultdict(list)
    for seed in seeds:
        trace = record(seed)
        batch = waiting[trace.voters]
        batch.append(trace)
        if len(batch) == _BATCH:
            yield waiting.pop(trace.voters)
    yield from waiting.values()


def _controls() -> int:
    missed = 0
    for name in controls.RULES:
        violated = controls.violated_rule(name)
        _say(f"without {name}: {violated or 'NOTHING'} violated")
        missed += violated is None
    for control in controls.CONTROLS:
        trace = controls.rejected_control(control)
        if trace is None:
            _say(f"{control.bug}: NO SEED rejected")
        else:
            failure = trace.failure or "no invariant"
            _say(f"{control.bug}: seed {trace.seed} rejected; {failure} of the simulator failed")
        missed += trace is None
    return int(missed > 0)


def _reduction() -> int:
    failed = 0
    for bounds in controls.SMALL:
        outcomes, views = controls.missed_by_reduction(bounds)
        _say(f"{bounds}: misses {outcomes} outcomes and {views} views")
        failed += outcomes != 0 or views != 0
    for broken in controls.REDUCTIONS:
        outcomes, views = controls.missed_by_reduction(controls.SMALL[0], broken)
        is_noticed = outcomes != 0 or views != 0
        _say(f"{broken}: {'noticed' if is_noticed else 'NOT NOTICED'}")
        failed += not is_noticed
    return int(failed > 0)


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
