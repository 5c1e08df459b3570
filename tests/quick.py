"""Check what changed, in under a minute: `make quick`, `make quick SINCE=commit`.

Lint and types of the whole tree (both keep caches), then the tests of the folders that changed
since a commit, with what is not committed. A source belongs to the test folder of its room, or to
the folder of its package's name in there; a change that belongs to none runs the tests of the
architecture alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).parents[1]
BUDGET_S: Final = 60

_WITHOUT: Final = "not kafka and not slow and not simulation and not spark and not browser"
_HOMES: Final = {
    "codegen": "codegen",
    "kraft_wire": "wire",
    "kraft_core/raft/consensus": "consensus",
    "kraft_core/raft/replica": "replica",
    "kraft_core/raft/storage": "storage",
    "kraft_core/raft": "replica",
    "kraft_core/metadata": "image",
    "kraft_core/config": "node",
    "kraft_core/net": "addresses",
    "kraft_core/sim/quorum": "simulation",
    "kraft_core/sim/cluster": "cluster_simulation",
    "kraft_core/sim/disaster": "disaster_simulation",
    "kraft_core/sim": "simulation",
    "kraft_core/cli/dump": "dump",
    "kraft_core/cli/story_events.py": "story",
    "kraft_spark": "spark",
    "benchmarks": "benchmarks",
    "examples": "examples",
    "message-specs": "codegen",
}
"""The test folder of a source, by the longest prefix; other rooms have a folder of their name."""


def changed(since: str) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet.

    Ends the program without git, outside a repository, and for an unknown commit.
    """
    names: list[str] = []
    for command in (
        ["git", "diff", "--name-only", "--diff-filter=d", since],
        ["git", "ls-files", "--others", "--exclude-standard"],
    ):
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        except FileNotFoundError:
            sys.exit("make quick: git is not installed; run make test instead")
        except subprocess.CalledProcessError as error:
            reason = error.stderr.strip().partition("\n")[0]
            sys.exit(f"make quick: git cannot list what changed: {reason}; run make test instead")
        names += done.stdout.splitlines()
    return names


def tests_of(files: Iterable[str]) -> list[str]:
    """The test folders and files to run, without those that lie in another one of them."""
    found = {"tests/architecture"}
    for name in files:
        parts = name.split("/")
        if parts[0] == "tests":
            if len(parts) == 2 or parts[1] in ("support", "data"):
                continue  # shared by many folders: make test
            is_test = parts[-1].startswith("test_") and parts[-1].endswith(".py")
            found.add(name if is_test else f"tests/{parts[1]}")
        elif home := _home(name, parts):
            found.add(f"tests/{home}")
    return sorted(
        each for each in found if not any(str(above) in found for above in Path(each).parents)
    )


def _home(name: str, parts: list[str]) -> str | None:
    for prefix in sorted(_HOMES, key=len, reverse=True):
        if name == prefix or name.startswith(f"{prefix}/"):
            inner = f"{_HOMES[prefix]}/{name.removeprefix(f'{prefix}/').split('/')[0]}"
            return inner if (ROOT / "tests" / inner).is_dir() else _HOMES[prefix]
    room = parts[1] if parts[0] == "kraft_core" and len(parts) > 2 else None
    return room if room and (ROOT / "tests" / room).is_dir() else None


def main(given: list[str] | None = None) -> int:
    """Run the steps until one fails; return its status."""
    parser = argparse.ArgumentParser(prog="make quick", description=__doc__)
    parser.add_argument("--since", default="HEAD", help="Commit to compare with (HEAD).")
    arguments = parser.parse_args(given)
    folder = Path(sys.executable).parent
    tests = tests_of(changed(arguments.since))
    steps = [
        [str(folder / "ruff"), "check", "--quiet", "."],
        [str(folder / "ruff"), "format", "--quiet", "--check", "."],
        [str(folder / "mypy")],
        [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", _WITHOUT, *tests],
    ]
    begin = time.monotonic()
    for step in steps:
        print("+", *step[:1], *step[1:], flush=True)
        status = subprocess.run(step, cwd=ROOT, check=False).returncode
        if status not in (0, 5):  # 5: the folders have no test of this kind
            return status
    seconds = time.monotonic() - begin
    print(f"make quick: {seconds:.0f} s of {BUDGET_S}, {len(tests)} test folders and files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
