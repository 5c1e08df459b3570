"""`python -m tests.conformance.campaign --count N`: as many random messages as one has time for.

The same comparison as in test_oracle.py, over every message version of 3.9.2 and 4.4.0, in rounds
with new seeds until N contents were compared in each release; prints what was counted. A difference
is printed with its place: `message version seed.number` is all that it takes to make it again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from kraft_wire.messages import kafka_messages
from tests.conformance import kafka, oracle
from tests.conformance.comparison import Comparison
from tests.conformance.packages import make_package
from tests.conformance.schemas import read_jars


def main() -> int:
    """Run the campaign; the exit status is 1 if anything differed."""
    options = _options()
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for release in options.release or oracle.RELEASES:
            differences += _campaign(release, Path(folder), options)
    return 1 if differences else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.campaign")
    parser.add_argument("--count", type=int, default=100_000, help="contents for each release")
    parser.add_argument("--seed", default="1", help="the first seed; rounds go on from it")
    parser.add_argument("--release", action="append", choices=oracle.RELEASES)
    parser.add_argument("--message", action="append", help="only these messages")
    return parser.parse_args()


def _campaign(release: str, folder: Path, options: argparse.Namespace) -> int:
    newest = release == oracle.RELEASES[-1]
    messages = kafka_messages() if newest else make_package(release, folder)
    schemas = read_jars(kafka.jars(release), release)
    if options.message:
        schemas = {name: schemas[name] for name in options.message if name in schemas}
    started = time.monotonic()
    with oracle.Oracle(release) as process:
        comparison = Comparison(process, schemas, messages)
        round_number = 0
        while schemas and comparison.tally["contents"] < options.count:
            for schema in schemas.values():
                comparison.all_ways(schema, 4, f"{options.seed}.{round_number}")
            round_number += 1
            _progress(release, comparison, time.monotonic() - started)
    _report(release, comparison)
    return comparison.tally["differences"]


def _progress(release: str, comparison: Comparison, seconds: float) -> None:
    tally = comparison.tally
    sys.stdout.write(
        f"{release}: {tally['contents']} contents, {tally['damaged bytes']} damaged,"
        f" {tally['differences']} differences, {seconds:.0f} s\n"
    )
    sys.stdout.flush()


def _report(release: str, comparison: Comparison) -> None:
    sys.stdout.write(
        f"{release}: {len(comparison.schemas)} messages, {comparison.message_versions()} versions\n"
    )
    for what, count in sorted(comparison.tally.items()):
        sys.stdout.write(f"{count:12} {what}\n")
    for difference in comparison.differences:
        sys.stdout.write(difference + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
