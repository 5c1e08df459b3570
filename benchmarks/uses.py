"""What the compiled engine gains where the wire layer is a part of the work: processor time.

Each job runs in a process of its own, with the engine and without it in turn. A ratio of 1.1 means
that the job takes 1.1 times the processor time without the engine.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.dump_log import segment
from benchmarks.quorum_controllers import Controller, filled, kraft
from benchmarks.race import Spread
from benchmarks.report import Goal, Report, cell, say, table, versions_line
from kraft_core.admin import Admin
from kraft_wire import __version__
from kraft_wire.native import VARIABLE
from kraft_wire.records import Compression
from tests.support.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENGINES: Final = ("native", "python")
GOALS: Final = {"simulation": Goal(1.1)}
_ROOT: Final = Path(__file__).parents[1]
_LOAD_S: Final = 6
_LOAD_RATE: Final = 10_000

Job = tuple[str, "Callable[[dict[str, str]], float]"]
"""A name, and what runs it with an environment and returns its processor seconds."""


def run(*, is_quick: bool = False) -> Report:
    """Time each job with both engines."""
    rounds = 1 if is_quick else 3
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, work in _jobs(Path(folder), is_quick=is_quick):
            times = found[name] = {engine: [] for engine in ENGINES}
            for number in range(rounds):
                say(f"uses: {name} {number + 1} of {rounds}")
                for engine in ENGINES:
                    times[engine].append(work(os.environ | {VARIABLE: engine}))
    rows = [_row(name, times) for name, times in found.items()]
    head = ["job", "native, CPU s", "python, CPU s", "x"]
    text = f"{versions_line({'kraft': __version__})}\n\n{table(head, rows)}"
    return Report("uses", text, {name: dict(times) for name, times in found.items()})


def _row(name: str, times: dict[str, list[float]]) -> list[str]:
    ratios = [
        python / native for native, python in zip(times["native"], times["python"], strict=True)
    ]
    spread = Spread(median(ratios), min(ratios), max(ratios))
    shown = [f"{median(times[engine]):.2f}" for engine in ENGINES]
    return [name, *shown, cell(spread, GOALS.get(name))]


def _jobs(root: Path, *, is_quick: bool) -> Iterator[Job]:
    seeds, records = (6, 8_000) if is_quick else (34, 160_000)
    simulate = kraft("simulate", "--seeds", f"0:{seeds}", "--scenario", "all", "--jobs", "1")
    yield "simulation", partial(_cpu_s, simulate)
    path = segment(root / "segment", Compression.NONE, 5 * records)
    for option in ("--deep-iteration", "--print-data-log"):
        dump = kraft("dump-log", option, "--files", str(path))
        yield f"dump-log {option}", partial(_cpu_s, dump)
    controllers = filled(root / "controllers", records)
    (one,) = controllers.each

    def start(environment: dict[str, str]) -> float:
        return _started_cpu_s(one, controllers.bootstrap, environment)

    yield "start until it leads", start
    os.environ.pop(VARIABLE, None)
    one.launch()
    try:
        one.wait_until_listening()
        tail = kraft("tail", controllers.bootstrap, "--from-start", "--until-current", "--json")
        yield "tail", lambda environment: _cpu_s(tail, environment)
    finally:
        one.stop()
    yield f"leader, {_LOAD_RATE:,} records/s", lambda environment: _load_cpu_s(root, environment)


def _cpu_s(command: list[str], environment: dict[str, str], end_s: float | None = None) -> float:
    """The processor time of a command, which is ended with SIGTERM after `end_s` seconds."""
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere, env=environment, cwd=_ROOT)
    if end_s is not None:
        time.sleep(end_s)
        process.terminate()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def _started_cpu_s(one: Controller, bootstrap: str, environment: dict[str, str]) -> float:
    """The processor time of a controller until it leads."""
    os.environ[VARIABLE] = environment[VARIABLE]
    try:
        one.launch()
        one.wait_until_listening()
        with Admin(bootstrap) as admin:
            admin.describe_quorum()
        return one.cpu_s
    finally:
        one.stop()
        del os.environ[VARIABLE]


def _load_cpu_s(root: Path, environment: dict[str, str]) -> float:
    """The processor time of a lone voter that appends at a fixed rate for some seconds."""
    (port,) = free_ports(1)
    folder = Path(tempfile.mkdtemp(dir=root))
    properties = folder / "server.properties"
    values = {
        "node.id": "1",
        "process.roles": "controller",
        "listeners": f"CONTROLLER://127.0.0.1:{port}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.voters": f"1@127.0.0.1:{port}",
        "log.dirs": str(folder / "data"),
    }
    properties.write_text("".join(f"{key}={value}\n" for key, value in values.items()))
    command = kraft("perf-server", "--config", str(properties))
    command += ["--replica-directory-id", "J8aAPcfLQt2bqs1JT_rMgQ"]
    command += ["--throughput", str(_LOAD_RATE)]
    return _cpu_s(command, environment, _LOAD_S)
