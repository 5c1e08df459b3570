"""Run targets of the Makefile one after the other and print what each took: `make test`.

The budgets are minutes on two cores that do nothing else. A part above its budget is marked and
does not fail, because a busy machine is slower.
"""

from __future__ import annotations

import subprocess
import sys
import time

BUDGETS = {
    "verify": 8,
    "slow": 4,
    "sanitize": 1,
    "seeds": 8,
    "conformance": 36,
    "spark-test": 9,
}
"""Minutes by part."""


def row(part: str, seconds: float) -> str:
    budget = BUDGETS[part] * 60
    return f"{part:<12} {seconds:>7.0f} {budget:>7}{'  above' if seconds > budget else ''}"


def main(parts: list[str]) -> int:
    """Run each part until one fails; return the status of the last one."""
    table = [f"{'part':<12} {'seconds':>7} {'budget':>7}"]
    status = 0
    begin = time.monotonic()
    for part in parts:
        started = time.monotonic()
        status = subprocess.run(["make", "--no-print-directory", part], check=False).returncode
        table.append(row(part, time.monotonic() - started))
        print(table[-1], flush=True)
        if status:
            table.append(f"{part} failed with status {status}")
            break
    table.append(f"{'together':<12} {time.monotonic() - begin:>7.0f}")
    print("\n" + "\n".join(table), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
