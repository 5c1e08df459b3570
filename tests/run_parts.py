"""Run targets of the Makefile one after the other and print what each took: `make test`.

The budgets are minutes on two cores that do nothing else. A part above its budget is marked and
does not fail, because a busy machine is slower. A part whose tools are missing is skipped with one
sentence and counted at the end, unless KRAFT_REQUIRE names a missing tool.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import Final

from tests.support import tools

BUDGETS: Final = {
    "verify": 8,
    "against-kafka": 4,
    "slow": 4,
    "sanitize": 1,
    "seeds": 9,
    "conformance": 30,
    "kafka-tests": 10,
    "spark-test": 9,
    "mock-clients": 2,
}
"""Minutes by part."""

_JAVA: Final = ("java", "maven")
NEEDS: Final = {
    "against-kafka": _JAVA,
    "conformance": _JAVA,
    "kafka-tests": _JAVA,
    "spark-test": _JAVA,
    "sanitize": ("compiler",),
}
_COMMANDS: Final = {"java": "javac", "maven": "mvn", "git": "git"}


def missing(part: str) -> list[str]:
    """The tools that a part needs and this machine lacks."""
    return [tool for tool in NEEDS.get(part, ()) if shutil.which(_command_of(tool)) is None]


def _command_of(tool: str) -> str:
    if tool == "compiler":
        return os.environ.get("CC", "gcc").split()[0]
    return _COMMANDS[tool]


def row(part: str, seconds: float) -> str:
    """A line of the table."""
    budget = BUDGETS[part] * 60
    return f"{part:<14} {seconds:>7.0f} {budget:>7}{'  above' if seconds > budget else ''}"


def main(parts: list[str]) -> int:
    """Run each part until one fails; return the status of the last one."""
    table = [f"{'part':<14} {'seconds':>7} {'budget':>7}"]
    skipped = []
    status = 0
    begin = time.monotonic()
    for part in parts:
        if absent := missing(part):
            names = " and ".join(absent)
            if any(tools.is_required(tool) for tool in absent):
                print(f"{part} cannot run: {names} not found, and KRAFT_REQUIRE names it")
                return 1
            skipped.append(part)
            table.append(f"{part:<14} skipped: {names} not found")
            print(table[-1], flush=True)
            continue
        started = time.monotonic()
        status = subprocess.run(["make", "--no-print-directory", part], check=False).returncode
        table.append(row(part, time.monotonic() - started))
        print(table[-1], flush=True)
        if status:
            table.append(f"{part} failed with status {status}")
            break
    table.append(f"{'together':<14} {time.monotonic() - begin:>7.0f}")
    if skipped:
        table.append(f"{len(skipped)} of {len(parts)} parts were skipped: {', '.join(skipped)}")
    print("\n" + "\n".join(table), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
