"""`python -m tests.kafka_tests`: Kafka's own tests with kraft as controllers (docs/kafka-tests.md).

Without names it runs the classes of `slice.txt`. Ends with 1 if an outcome differs from
`expected.toml`, and with 0 and one sentence where Java or Maven is missing, unless KRAFT_REQUIRE
names one of them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path

from tests.conformance import kafka
from tests.kafka_tests import expected, jars, recorded, running

LISTS = {"slice": jars.HERE / "slice.txt", "all": jars.HERE / "classes.txt"}


def main() -> int:
    """Run what the arguments name; return the exit status."""
    wanted = _arguments()
    try:
        kafka.java()
        jars.class_path(own_controllers=wanted.own_controllers)
    except kafka.KafkaUnavailableError as reason:
        print(f"Kafka's own tests: {reason}")
        return 1 if kafka.is_required() else 0
    names = wanted.names or LISTS[wanted.list].read_text(encoding="utf-8").split()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    folder = Path(wanted.folder or tempfile.mkdtemp(prefix="kafka-tests-")).resolve()
    found = running.run(
        names,
        folder,
        jobs=wanted.jobs,
        times=wanted.times,
        own_controllers=wanted.own_controllers,
        say=lambda text: print(text, flush=True),
    )
    (folder / "outcomes.json").write_text(json.dumps([vars(each) for each in found], indent=1))
    lines = [] if wanted.own_controllers else expected.read()
    whole = [name for name in names if "#" not in name]
    problems = expected.problems(found, lines, whole)
    counts = recorded.by_class(found, lines)
    print(recorded.sentence(counts))
    for problem in problems:
        print(problem)
    if wanted.record and not problems:
        recorded.write(wanted.list, counts)
    if problems:
        print(
            f"{len(problems)} outcomes differ from tests/kafka_tests/expected.toml; logs: {folder}"
        )
        return 1
    if wanted.folder is None:
        shutil.rmtree(folder)
    return 0


def _stop(number: int, _: object) -> None:
    print(f"stopped by signal {number}", flush=True)
    running.end_all()
    os._exit(128 + number)  # threads still wait for the JVMs


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.kafka_tests")
    parser.add_argument("names", nargs="*", help="CLASS or CLASS#METHOD; the list without any")
    parser.add_argument("--list", choices=LISTS, default="slice", help="the classes of a list")
    parser.add_argument("--jobs", type=int, default=2, help="classes at a time")
    parser.add_argument("--times", type=int, default=1, help="how often each test is run")
    parser.add_argument("--folder", help="a new folder for logs, kept; a temporary one without it")
    parser.add_argument(
        "--record",
        action="store_true",
        help="write recorded.json after a run of a whole list without a difference",
    )
    parser.add_argument(
        "--own-controllers", action="store_true", help="run with Kafka's controllers, to compare"
    )
    wanted = parser.parse_args()
    if wanted.record and (wanted.names or wanted.times != 1 or wanted.own_controllers):
        parser.error("--record needs one run of a whole list with kraft's controllers")
    return wanted


if __name__ == "__main__":
    raise SystemExit(main())
