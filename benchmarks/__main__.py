"""`python -m benchmarks`: run comparisons, print their tables."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.bytecode import keep_bytecode
from benchmarks.report import surroundings
from tests.conformance.kafka import KafkaUnavailableError

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODULES = {
    "wire": "wire",
    "records": "records",
    "dump-log": "dump_log",
    "import": "imports",
    "consensus": "consensus",
    "storage": "storage",
    "quorum": "quorum",
    "active": "active",
    "spark": "spark",
}


def main(given: Sequence[str] | None = None) -> int:
    """Run what was asked for, or everything."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Compare the speed of kraft with that of its peers.",
        epilog="example: python -m benchmarks wire records --quick",
    )
    parser.add_argument("which", nargs="*", metavar="|".join(_MODULES), help="default: all")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.add_argument("--quick", action="store_true", help="few rounds: rough figures")
    arguments = parser.parse_args(given)
    if unknown := set(arguments.which) - set(_MODULES):
        parser.exit(1, f"there is no benchmark {', '.join(sorted(unknown))}\n")
    keep_bytecode()
    facts = {"at": surroundings()}
    failed = 0
    for name in arguments.which or _MODULES:
        try:
            report = import_module(f"benchmarks.{_MODULES[name]}").run(is_quick=arguments.quick)
        except (KafkaUnavailableError, OSError, ImportError, RuntimeError) as error:
            # a peer, Java, Maven or a compiler is missing: the other parts can run
            lines = str(error).strip().splitlines() or [type(error).__name__]
            print(f"{name} was not measured: {lines[-1]}", file=sys.stderr, flush=True)
            failed = 1
            continue
        facts[report.name] = report.facts
        if not arguments.json:
            print(f"\n## {report.name}\n\n{report.text}", flush=True)
    if arguments.json:
        print(json.dumps(facts, indent=1))
    return failed


if __name__ == "__main__":
    sys.exit(main())
