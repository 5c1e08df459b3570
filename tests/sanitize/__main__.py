"""Build the engine with sanitizers and give it mutated bytes and odd values.

First a build with an injected over-read: unless the sanitizer reports it, the run proves nothing
and fails. Exit status 0: nothing was reported, and the engines agree.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import hatch_build

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = Path(__file__).parents[2]
_FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1")
_INJECTED = "-DKRAFT_INJECTED_OVER_READ"
_INJECTED_COUNT = 20_000


def _libraries() -> str:
    """What must be loaded before Python is."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        command = [os.environ.get("CC", "gcc"), f"-print-file-name={name}"]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        found.append(str(Path(shown).resolve()))
    return " ".join(found)


def _run(module: Path, seed: int, count: int, *, is_quiet: bool) -> subprocess.CompletedProcess:
    environment = os.environ | {
        "LD_PRELOAD": _libraries(),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
        "KRAFT_WIRE_ENGINE": "native",
    }
    return subprocess.run(
        [sys.executable, "-m", "tests.sanitize.inputs", str(module), str(seed), str(count)],
        env=environment,
        cwd=_ROOT,
        check=False,
        text=True,
        stderr=subprocess.PIPE if is_quiet else None,
        stdout=subprocess.DEVNULL if is_quiet else None,
    )


def main(given: Sequence[str] | None = None) -> int:
    """Run both builds."""
    parser = argparse.ArgumentParser(prog="python -m tests.sanitize", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what all inputs are made of (1)")
    parser.add_argument("--count", type=int, default=100_000, help="how many inputs (100000)")
    arguments = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        broken = hatch_build.compile_engine(folder, (*_FLAGS, _INJECTED))
        result = _run(broken, arguments.seed, _INJECTED_COUNT, is_quiet=True)
        if result.returncode == 0 or "heap-buffer-overflow" not in result.stderr:
            print(f"the injected over-read was not reported:\n{result.stderr}", file=sys.stderr)
            return 1
        print("the injected over-read is reported", flush=True)
        sound = hatch_build.compile_engine(folder, _FLAGS)
        status = _run(sound, arguments.seed, arguments.count, is_quiet=False).returncode
        print(f"the run ended with status {status}", flush=True)
        return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
