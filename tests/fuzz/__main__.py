"""`python -m tests.fuzz`: mutated bytes against every decoder."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.fuzz.campaign import Campaign
from tests.fuzz.targets import all_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.fuzz.campaign import Tally

_PROGRESS_SECONDS = 5.0
_EPILOG = """examples:
  python -m tests.fuzz --seed 7 --count 100000
  python -m tests.fuzz --only 'message Fetch*' --count 20000
  python -m tests.fuzz --seed 7 --first 4711 --count 1
"""


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description="Try mutated bytes on every decoder; exit code 1 if one did not behave.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, help="what all inputs are made of (1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first input (0)")
    parser.add_argument("--count", type=int, default=200_000, help="how many inputs (200000)")
    parser.add_argument("--only", default="", metavar="GLOB", help="only targets of such names")
    parser.add_argument("--failures", type=int, default=10, help="stop after so many (10)")
    return parser.parse_args(given)


def _printer(count: int) -> Callable[[Tally], None]:
    begin = last = time.monotonic()

    def show(tally: Tally) -> None:
        nonlocal last
        now = time.monotonic()
        done = sum(tally.tried.values())
        if done == count or now - last > _PROGRESS_SECONDS:
            last = now
            print(
                f"{done}/{count} inputs, {done / max(now - begin, 1e-9):.0f}/s,"
                f" {sum(tally.accepted.values())} accepted, {len(tally.failures)} failures",
                file=sys.stderr,
                flush=True,
            )

    return show


def main(given: Sequence[str] | None = None) -> int:
    """Run the campaign; 1 for failures or nothing to do."""
    arguments = _arguments(given)
    only = arguments.only
    targets = [t for t in all_targets() if not only or fnmatchcase(t.name, only)]
    if not targets:
        print(f"no target is named like {only!r}", file=sys.stderr)
        return 1
    gc.freeze()
    tally = Campaign(targets, arguments.seed).run(
        range(arguments.first, arguments.first + arguments.count),
        failures_max=arguments.failures,
        progress=_printer(arguments.count),
    )
    for failure in tally.failures:
        print(failure.report(arguments.seed, only), flush=True)
    for kind, tried in sorted(tally.tried.items()):
        print(f"{kind}: {tried} inputs, {tally.accepted[kind]} accepted")
    print(
        f"{sum(tally.tried.values())} inputs for {len(tally.targets)} targets,"
        f" {tally.measured} of them measured for memory: {len(tally.failures)} failures"
    )
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
