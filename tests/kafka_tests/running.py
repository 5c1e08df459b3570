"""Run classes of Kafka's tests, each in a JVM of its own, and collect what their tests came to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.conformance import kafka
from tests.kafka_tests import jars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

CLASS_S: Final = 2400
"""Seconds for a class; what has not ended by then has failed."""

COMBINED: Final = "kraft cannot share a process with a broker"
"""The start of what `ControllerServer.java` says of a test in combined mode."""

_RUNNING: Final[set[subprocess.Popen[bytes]]] = set()
_OPENED: Final = (
    "java.base/java.io",
    "java.base/java.lang",
    "java.base/java.nio",
    "java.base/java.nio.file",
    "java.base/java.text",
    "java.base/java.time",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.regex",
    "java.base/java.util.stream",
    "java.security.jgss/sun.security.krb5",
)
"""The packages that Kafka's build opens to its tests."""


@dataclass(frozen=True)
class Outcome:
    """Result of one test. `status` is passed, failed, combined (not possible) or skipped."""

    name: str
    status: str
    seconds: float
    reason: str = ""
    trace: str = ""


def run(
    names: Sequence[str],
    folder: Path,
    *,
    jobs: int = 1,
    times: int = 1,
    own_controllers: bool = False,
    say: Callable[[str], None] = print,
) -> list[Outcome]:
    """Run classes (or CLASS#METHOD), some at a time; return the outcome of each test."""
    class_path = jars.class_path(own_controllers=own_controllers)

    def run_one(name: str) -> list[Outcome]:
        begin = time.monotonic()
        found = _run_class(name, folder / name.replace("#", "."), class_path, times)
        counts = ", ".join(f"{count} {status}" for status, count in tally(found).items() if count)
        say(f"{time.monotonic() - begin:6.0f} s  {name}: {counts or 'no tests'}")
        return found

    with ThreadPoolExecutor(jobs) as at_once:
        return [each for found in at_once.map(run_one, names) for each in found]


def tally(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The number of tests by status."""
    counts = {"passed": 0, "failed": 0, "combined": 0, "skipped": 0}
    for each in outcomes:
        counts[each.status] += 1
    return counts


def _run_class(name: str, folder: Path, class_path: str, times: int) -> list[Outcome]:
    folder.mkdir(parents=True)
    lines = folder / "outcomes.jsonl"
    command = [sys.executable, "-m", "kraft_core.cli"]
    jvm = [
        "-XX:+UseSerialGC",
        f"-Dkraft.tests.folder={folder}",
        "-Dkraft.tests.command=" + "\n".join(command),
        f"-Djava.io.tmpdir={folder}",
        f"-Dlog4j2.configurationFile={jars.HERE / 'log4j2.properties'}",
        *(f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED),
    ]
    arguments = [str(lines), str(times), name]
    with (folder / "output.txt").open("w") as output:
        process = subprocess.Popen(
            kafka.java_command(class_path, "kraft.Runner", arguments, heap="2g", jvm=jvm),
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=folder,  # some tests write below their working directory
            env={**os.environ, "PYTHONPATH": str(jars.HERE.parents[1])},
            start_new_session=True,
        )
        _RUNNING.add(process)
        try:
            status: int | None = process.wait(CLASS_S * times)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _end_group(process)
            _RUNNING.discard(process)
    found = list(outcomes(name, lines.read_text().splitlines() if lines.is_file() else ()))
    if status != 0:
        reason = f"no end within {CLASS_S} s" if status is None else f"the JVM ended with {status}"
        found.append(Outcome(name, "failed", 0, reason))
    return found


def end_all() -> None:
    """End every JVM and node, for a program that is told to stop."""
    for process in tuple(_RUNNING):
        _end_group(process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End the JVM and the nodes that it started: they are in the process group that it leads."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def outcomes(name: str, lines: Iterable[str]) -> Iterable[Outcome]:
    """The outcomes in what `Runner.java` writes while it runs a class."""
    class_name = name.partition("#")[0]
    for line in lines:
        read = json.loads(line)
        reason = read["reason"] or ""
        status = {"successful": "passed", "aborted": "skipped"}.get(read["status"], read["status"])
        if status == "skipped" and COMBINED in reason:
            status = "combined"
        yield Outcome(
            f"{class_name}#{read['test']}", status, read["seconds"], reason, read.get("trace", "")
        )
