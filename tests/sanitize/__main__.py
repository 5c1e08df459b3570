"""Build the engine with sanitizers and give it mutated bytes and odd values.

First a build with an injected over-read: unless the sanitizer reports it, the run proves nothing
and fails. Exit status 0: nothing was reported, and the engines agree. However the run ends, the
last line says how: by itself, by a signal (its own, or one to this command) or cut short.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import hatch_build

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

_ROOT = Path(__file__).parents[2]
_FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1")
_INJECTED = "-DKRAFT_INJECTED_OVER_READ"
_INJECTED_COUNT = 20_000
_DONE = re.compile(r"(\d+) inputs, ")


def _compiler() -> str:
    return os.environ.get("CC", "gcc")


def _libraries() -> str:
    """What must be loaded before Python is."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        command = [_compiler(), f"-print-file-name={name}"]
        shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        found.append(str(Path(shown).resolve()))
    return " ".join(found)


def _environment() -> dict[str, str]:
    return os.environ | {
        "LD_PRELOAD": _libraries(),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
        "KRAFT_WIRE_ENGINE": "native",
    }


def _command(module: Path, seed: int, count: int) -> list[str]:
    arguments = [str(module), str(seed), str(count)]
    return [sys.executable, "-m", "tests.sanitize.inputs", *arguments]


def _reports_over_read(module: Path, seed: int) -> str:
    """Run the build with the injected over-read; "" if it was reported, else what was said."""
    done = subprocess.run(
        _command(module, seed, _INJECTED_COUNT),
        env=_environment(),
        cwd=_ROOT,
        check=False,
        text=True,
        capture_output=True,
    )
    is_reported = done.returncode != 0 and "heap-buffer-overflow" in done.stderr
    return "" if is_reported else f"{ending(done.returncode)}\n{done.stderr}"


def follow(command: Sequence[str], count: int, environment: dict[str, str] | None = None) -> int:
    """Run a command that says how many inputs are done; pass its lines on, then say how it ended.

    Exit status 0: it ended by itself with status 0, after `count` inputs. A signal that ends this
    process ends the command first.
    """
    done = 0
    with (
        subprocess.Popen(
            command, env=environment, cwd=_ROOT, stdout=subprocess.PIPE, text=True
        ) as process,
        _signals_to(process) as received,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if (match := _DONE.match(line)) is not None:
                done = int(match[1])
        status = process.wait()
    shown = ending(status)
    if received:
        shown = f"{received[0].name} to this command ended it"
    print(f"the run: {shown}; at least {done} of {count} inputs are done", flush=True)
    return int(bool(received) or status != 0 or done < count)


def ending(status: int) -> str:
    """How a process ended, in words."""
    if status >= 0:
        return f"it ended with status {status}"
    name = signal.Signals(-status).name
    reason = " (the machine had no memory left, or somebody sent it)" if name == "SIGKILL" else ""
    return f"{name} ended it{reason}"


@contextmanager
def _signals_to(process: subprocess.Popen[str]) -> Iterator[list[signal.Signals]]:
    """Meanwhile end the process when this one is to end; the list says by which signals."""
    received: list[signal.Signals] = []

    def end(number: int, _: FrameType | None) -> None:
        received.append(signal.Signals(number))
        process.kill()

    ends = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    before = {number: signal.signal(number, end) for number in ends}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def main(given: Sequence[str] | None = None) -> int:
    """Run both builds."""
    parser = argparse.ArgumentParser(prog="python -m tests.sanitize", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what all inputs are made of (1)")
    parser.add_argument("--count", type=int, default=100_000, help="how many inputs (100000)")
    arguments = parser.parse_args(given)
    if shutil.which(_compiler()) is None:
        print(f"make sanitize needs a C compiler: {_compiler()} not found", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        broken = hatch_build.compile_engine(folder, (*_FLAGS, _INJECTED))
        if missed := _reports_over_read(broken, arguments.seed):
            print(f"the injected over-read was not reported: {missed}", file=sys.stderr)
            return 1
        print("the injected over-read is reported", flush=True)
        sound = hatch_build.compile_engine(folder, _FLAGS)
        command = _command(sound, arguments.seed, arguments.count)
        return follow(command, arguments.count, _environment())


if __name__ == "__main__":
    sys.exit(main())
