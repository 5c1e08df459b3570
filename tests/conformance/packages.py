"""Codecs of a release exactly as it is: a package made by the project's own generator from jars."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

from kraft_wire.registry import MessageSet
from tests.conformance import kafka

_ROOT = Path(__file__).parents[2]


def make_package(version: str, folder: Path) -> MessageSet:
    """Run `codegen import` and `codegen generate` as a user would; import what came out."""
    name = "kafka_" + version.replace(".", "_")
    specs = folder / f"specs-{version}"
    _codegen("import", str(kafka.jars(version)), "--into", str(specs))
    _codegen("generate", "--specs", str(specs), "--out", str(folder), "--package", name)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return MessageSet(name)


def _codegen(*arguments: str) -> None:
    command = [sys.executable, "-m", "codegen", *arguments]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
