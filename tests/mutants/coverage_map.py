"""Which tests run which lines: recorded once for each folder of tests, with coverage contexts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from coverage import CoverageData

_MARKERS: Final = "not kafka and not slow and not simulation and not spark"
"""The tests that `make verify` runs."""
_MARKERS_SPARK: Final = "not kafka and not slow"
"""Those of the pipeline that `make spark-test` runs besides: where PySpark is installed."""

_TESTS: Final = {
    "kraft_core/raft/consensus": ("consensus", "replica"),  # simulated runs follow
    "kraft_core/raft/replica": ("replica",),
    "kraft_core/raft/storage": ("storage",),
    "kraft_core/raft/topic.py": ("replica",),
    "kraft_core/raft/batches.py": ("replica", "storage"),
    "kraft_core/controller": ("controller",),  # those of tests/answers run in other processes
    "kraft_core/metadata": ("image", "controller"),
    "kraft_core/node": ("node", "security", "addresses"),
    "kraft_core/security": ("security", "client", "node"),
    "kraft_core/client": ("client",),
    "kraft_core/admin": ("admin", "cli"),
    "kraft_core/sim/quorum": ("simulation",),
    "kraft_core/sim/disaster": ("disaster_simulation",),
    "kraft_core/sim/pages/timeline_page.py": ("simulation",),
    "kraft_core/cli/dump": ("dump",),
    "codegen": ("codegen",),
    "kraft_wire": ("wire",),
    "kraft_spark": ("spark",),
}


def test_folders(path: str) -> tuple[str, ...]:
    """The folders of tests that are meant for a module."""
    for prefix, folders in _TESTS.items():
        if path == prefix or path.startswith(prefix + "/"):
            return folders
    return (path.split("/")[1].removesuffix(".py"),)


class CoverageMap:
    """The records of folders of tests in a directory, made when they are first wanted."""

    def __init__(self, root: Path, cache: Path) -> None:
        self._root = root
        self._cache = cache
        self._data: dict[str, tuple[CoverageData, dict[str, float]]] = {}
        self._lines: dict[tuple[str, str], dict[int, list[str]]] = {}

    def prepare(self, folders: set[str]) -> None:
        """Record what is missing."""
        self._cache.mkdir(parents=True, exist_ok=True)
        for folder in sorted(folders):
            if (self._root / "tests" / folder).is_dir() and not self._seconds(folder).exists():
                print(f"coverage of tests/{folder}", file=sys.stderr, flush=True)
                self._record(folder)

    def tests(self, path: str, first: int, last: int) -> dict[str, float]:
        """The tests that run any of these lines, with their seconds.

        Lines that run on import belong to every test that runs anything of the module.
        """
        found: dict[str, float] = {}
        for folder in test_folders(path):
            if not self._seconds(folder).exists():
                continue
            lines, seconds = self._of(folder, path)
            names = {name for line in range(first, last + 1) for name in lines.get(line, ())}
            if "" in names:
                names = {name for each in lines.values() for name in each}
            found |= {name: seconds[name] for name in names - {""} if name in seconds}
        return found

    def _seconds(self, folder: str) -> Path:
        return self._cache / f"{folder}.json"

    def _of(self, folder: str, path: str) -> tuple[dict[int, list[str]], dict[str, float]]:
        from coverage import CoverageData  # only `make mutants` installs it

        if folder not in self._data:
            data = CoverageData(str(self._cache / f"{folder}.coverage"))
            data.read()
            seconds = json.loads(self._seconds(folder).read_text(encoding="utf-8"))
            self._data[folder] = data, seconds
        data, seconds = self._data[folder]
        if (folder, path) not in self._lines:
            self._lines[folder, path] = data.contexts_by_lineno(str(self._root / path))
        return self._lines[folder, path], seconds

    def _record(self, folder: str) -> None:
        environment = os.environ | {
            "KRAFT_COVERAGE": str(self._cache / f"{folder}.coverage"),
            "KRAFT_SECONDS": str(self._seconds(folder)),
            "PYTHONPATH": str(self._root),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.recorder"]
        has_spark = folder == "spark" and find_spec("pyspark") is not None
        command += ["-p", "no:randomly", "-p", "no:cacheprovider"]
        command += ["-m", _MARKERS_SPARK if has_spark else _MARKERS]
        subprocess.run(
            [*command, f"tests/{folder}"],
            cwd=self._root,
            env=environment,
            stdout=subprocess.DEVNULL,
            check=False,  # a test that fails under coverage only is not recorded
        )
        if not self._seconds(folder).exists():
            raise RuntimeError(f"no coverage of tests/{folder} was recorded")
