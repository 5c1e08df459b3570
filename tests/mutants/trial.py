"""One change at a time in a copy of the tree, and what notices it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.mutants.mutations import Mutation

_MEMORY_BYTES: Final = 6 << 30
"""A loop that never ends must not take the machine's memory."""

_NO_TESTS: Final = 5
"""Pytest's exit code where nothing was run: that is not a verdict."""

KILLED: Final = "killed by a test"
SIMULATED: Final = "killed by the simulation"
TIMEOUT: Final = "killed by its time"
SURVIVED: Final = "survived"
EQUIVALENT: Final = "equivalent"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a change: one of the words above, and the test, seed or reason."""

    verdict: str
    by: str = ""


class Tree:
    """A copy of what is tracked by git, with the compiled engine, in a temporary folder."""

    def __init__(self, root: Path) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="mutants-")
        self.root = Path(self._temporary.name).resolve()
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\0")
        engines = (path.relative_to(root).as_posix() for path in root.glob("kraft_wire/**/*.so"))
        for name in (*filter(None, listed), *engines):
            if (root / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, self.root / name)

    def close(self) -> None:
        """Remove the copy."""
        self._temporary.cleanup()

    def run(self, command: Sequence[str], seconds: float, **extra: str) -> tuple[int | None, str]:
        """Exit code (None for a timeout) and standard output of a Python program in the copy."""
        environment = os.environ | {
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            **extra,
        }
        with subprocess.Popen(
            [sys.executable, *command],
            cwd=self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            preexec_fn=_limit_memory,  # noqa: PLW1509  # this program has one thread
        ) as process:
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.communicate()
                return None, ""
        return process.returncode, output


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


def attempt(tree: Tree, mutation: Mutation, tests: Mapping[str, float], seeds: int) -> Outcome:
    """Make the change, run its tests (the fastest first), then simulated runs; undo it."""
    path = tree.root / mutation.path
    source = path.read_text(encoding="utf-8")
    path.write_text(mutation.applied(source), encoding="utf-8")
    try:
        outcome = _test(tree, tests) if tests else None
        if outcome is None and mutation.path.startswith("kraft_wire/"):
            outcome = _test_in_python(tree)
        if outcome is None and seeds:
            outcome = _simulate(tree, seeds)
    finally:
        path.write_text(source, encoding="utf-8")
    return outcome or Outcome(SURVIVED, "" if tests else "no test covers it")


def _test(tree: Tree, tests: Mapping[str, float]) -> Outcome | None:
    names = sorted(tests, key=lambda name: (tests[name], name))
    files = sorted({name.split("::")[0] for name in names})
    wanted, failed = tree.root / ".wanted-tests", tree.root / ".failed-tests"
    wanted.write_text("\0".join(names), encoding="utf-8")
    failed.unlink(missing_ok=True)
    command = ["-m", "pytest", "-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider"]
    command += ["-p", "tests.mutants.selection", *files]
    seconds = 120 + 8 * sum(tests.values())
    code, _ = tree.run(command, seconds, KRAFT_TESTS=str(wanted), KRAFT_FAILED=str(failed))
    if code is None:
        return Outcome(TIMEOUT, "tests")
    if code == 0:
        return None
    if code == _NO_TESTS:
        raise LookupError(f"none of these tests is there: {', '.join(names)}")
    # without a name the interpreter itself ended, for want of memory for instance
    return Outcome(KILLED, failed.read_text(encoding="utf-8") if failed.exists() else "crash")


def _test_in_python(tree: Tree) -> Outcome | None:
    """The tests of the wire layer without the compiled engine, which `make verify` runs too."""
    command = ["-m", "pytest", "-q", "-x", "-n", "auto", "-p", "no:cacheprovider"]
    command += ["-m", "not kafka and not slow", "tests/wire"]
    code, _ = tree.run(command, 900, KRAFT_WIRE_ENGINE="python")
    if code is None:
        return Outcome(TIMEOUT, "tests")
    return Outcome(KILLED, "tests/wire in pure Python") if code else None


def _simulate(tree: Tree, seeds: int) -> Outcome | None:
    code, output = tree.run(["-m", "tests.mutants.seeds", str(seeds)], 120 + 3.0 * seeds)
    if code is None:
        return Outcome(TIMEOUT, "simulation")
    return Outcome(SIMULATED, output.strip() or "crash") if code else None
