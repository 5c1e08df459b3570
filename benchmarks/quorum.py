"""A quorum of ours beside a quorum of Apache Kafka's: commits, failover, voters, rest, starts.

Both run on this machine, on the disk of the current folder, with Kafka's default time-outs, and
take turns; what is compared are the ratios of one run. Kafka's voters are JVMs with their raft
layer alone for the load (peers/QuorumBench.java), and whole controllers for everything else.

`python -m benchmarks.quorum [--quick] [--part failover ...]`; `python -m benchmarks quorum`
does all of it. Without Java ours is measured alone.
"""

from __future__ import annotations

import argparse
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks import quorum_controllers as controllers
from benchmarks.bytecode import keep_bytecode
from benchmarks.quorum_failover import trials
from benchmarks.quorum_load import CLOSED, OPEN, OPEN_SIZE, Cell, Loaded, Rounds, Times, measure
from benchmarks.quorum_voters import JAVA, OURS, RELEASE, Quorum, command
from benchmarks.report import Goal, Report, cell, say, surroundings, table
from kraft_core.security.tls import client_context
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request
from kraft_wire.messages import ApiVersionsRequest
from tests.conformance import kafka
from tests.node.security_keys import secured
from tests.support.certificates import Authority

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, Mapping, Sequence

NO_WORSE: Final = Goal(1)
HALF: Final = Goal(0.5)
FAILOVER: Final = Goal(4)
COMMANDS: Final = Goal(10)
THIRD: Final = Goal(3)
HANDSHAKES: Final = 200
RECORDS: Final = (0, 100_000, 1_000_000)

Table = tuple[tuple[str, ...], list[list[str]]]


class Scale(NamedTuple):
    """Sizes and durations of the benchmark."""

    times: Times
    warm_up_s: float
    rounds: int
    failovers: int
    changes: int
    starts: int
    rest_s: float


FULL: Final = Scale(Times(1.0, 3.0), 6.0, 3, 20, 5, 3, 10.0)
QUICK: Final = Scale(Times(0.5, 1.0), 2.0, 1, 2, 1, 1, 3.0)


class Result(NamedTuple):
    """The figures of one comparison, side by side, and what they are to reach."""

    what: str
    unit: str
    rounds: Rounds
    goal: Goal | None

    def row(self) -> list[str]:
        """Return a line of the table."""
        shown = [_shown(self.rounds.median(side)) for side in (OURS, JAVA)]
        return [self.what, self.unit, *shown, cell(self.rounds.ratio(), self.goal)]

    def facts(self) -> dict[str, Any]:
        return {"unit": self.unit, "ratio": self.rounds.ratio(), **self.rounds.values}


def _shown(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def run(*, is_quick: bool = False, parts: Sequence[str] = ()) -> Report:
    """Measure the parts that are asked for, or all."""
    scale = QUICK if is_quick else FULL
    sides, reason = _sides()
    found: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="kraft-quorum.", dir=Path.cwd()) as folder:
        for name in parts or PARTS:
            found += PARTS[name](sides, Path(folder) / name, scale)
    facts = {"release": RELEASE, "results": {each.what: each.facts() for each in found}}
    return Report("quorum", f"{_head()}{reason}\n\n{_text(found)}", facts)


def _sides() -> tuple[tuple[str, ...], str]:
    try:
        command(JAVA, Path("none"), "")
    except kafka.KafkaUnavailableError as missing:
        return (OURS,), f"\n\nKafka was not measured: {missing}"
    return (OURS, JAVA), ""


def _head() -> str:
    around = surroundings()
    return (
        f"{around['date']}, CPython {around['python']}, {around['processors']} processors"
        f" (load {around['load']}): kraft beside Apache Kafka {RELEASE}"
    )


def _text(found: Sequence[Result]) -> str:
    head = ("what", "unit", "kraft", "Kafka", "kraft is x times as good")
    return table(head, [each.row() for each in found])


# -- the parts ------------------------------------------------------------------------------------


def lingering(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure closed and open loop with Kafka's own linger."""
    return _load(sides, root, 25, scale)


def prompt(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure closed and open loop without linger."""
    return _load(sides, root, 0, scale)


def _load(sides: Sequence[str], root: Path, linger: int, scale: Scale) -> list[Result]:
    measured = _loaded(sides, root, linger, (*CLOSED, *OPEN), scale)
    return [_load_result(each, linger, rounds) for each, rounds in measured.items()]


def busy(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure 5000 records a second without linger, alongside two busy loops."""
    measured = _loaded(sides, root, 0, OPEN[-1:], scale, loops=2)
    results = [_load_result(each, 0, rounds) for each, rounds in measured.items()]
    return [each._replace(what=f"{each.what}, two busy loops") for each in results]


def _loaded(
    sides: Sequence[str],
    root: Path,
    linger: int,
    cells: Sequence[Cell],
    scale: Scale,
    *,
    loops: int = 0,
    more: Mapping[str, str] | None = None,
) -> dict[tuple[Cell, str], Rounds]:
    keys = {"controller.quorum.append.linger.ms": str(linger), **(more or {})}
    with ExitStack() as stack:
        loaded = []
        for side in sides:
            quorum = stack.enter_context(Quorum((side,) * 3, root / side, keys))
            loaded.append(Loaded(side, quorum, quorum.leader()))
        time.sleep(1)
        for each in loaded:
            say(f"quorum: warming up {each.side}, linger {linger}")
            each.run(Cell(0, OPEN_SIZE), scale.warm_up_s)
        stack.enter_context(busy_loops(loops))
        return measure(loaded, cells, scale.times, scale.rounds, f"linger {linger}")


def _load_result(key: tuple[Cell, str], linger: int, rounds: Rounds) -> Result:
    (rate, size), name = key
    if not rate:
        goal = HALF if (size, linger) == (64, 25) else NO_WORSE
        return Result(f"{size} bytes, linger {linger}", "commits/s", rounds, goal)
    return Result(f"{rate} a second, linger {linger}: {name}", "ms", rounds, NO_WORSE)


def failover(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Kill or stop the leader, again and again; last with one voter of ours among Kafka's."""
    killed, stopped = Rounds(more_is_better=False), Rounds(more_is_better=False)
    for side in sides:
        with Quorum((side,) * 3, root / side, {}) as quorum:
            killed.values[side] = trials(quorum, signal.SIGKILL, scale.failovers, side)
        with Quorum((side,) * 3, root / f"{side}-stopped", {}) as quorum:
            count = max(scale.failovers // 4, 1)
            stopped.values[side] = trials(quorum, signal.SIGTERM, count, side)
    found = [
        Result("without a leader after kill -9", "s", killed, FAILOVER),
        Result("without a leader after SIGTERM", "s", stopped, NO_WORSE),
    ]
    if JAVA in sides:
        mixed = Rounds(more_is_better=False)
        with Quorum((OURS, JAVA, JAVA), root / "mixed", {}) as quorum:
            mixed.values[OURS] = trials(quorum, signal.SIGKILL, scale.failovers, "one of ours")
        mixed.values[JAVA] = killed.values[JAVA]
        found.append(Result("kill -9, one of ours among two of Kafka's", "s", mixed, NO_WORSE))
    return found


def secure(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure commits, latency, failover and a handshake with TLS certificates on both sides."""
    root.mkdir(parents=True)
    authority = Authority(root)
    keys = secured("ssl", authority)
    measured = _loaded(sides, root / "load", 0, (CLOSED[1], OPEN[1]), scale, more=keys)
    found = [_load_result(each, 0, rounds) for each, rounds in measured.items()]
    killed, shaken = Rounds(more_is_better=False), Rounds(more_is_better=False)
    context = client_context(authority.stores("client"))
    for side in sides:
        with Quorum((side,) * 3, root / f"{side}-killed", keys) as quorum:
            killed.values[side] = trials(quorum, signal.SIGKILL, scale.failovers, side)
            port = next(iter(quorum.voters.values())).port
            shaken.values[side] = [handshake_ms(port, context) for _ in range(HANDSHAKES)]
    found += [
        Result("without a leader after kill -9", "s", killed, FAILOVER),
        Result("connection, handshake, first answer", "ms", shaken, NO_WORSE),
    ]
    return [each._replace(what=f"TLS: {each.what}") for each in found]


def handshake_ms(port: int, context: ssl.SSLContext) -> float:
    """Measure from the connection to the ApiVersions response, with a client certificate."""
    asked = frame(encode_request(ApiVersionsRequest(), 0, 1, "bench"))
    begin = time.perf_counter()
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        context.wrap_socket(plain, server_hostname="127.0.0.1") as secured_socket,
    ):
        # as Kafka's clients do: else the request waits for a delayed acknowledgement of the
        # handshake where the server sends no session ticket
        secured_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        secured_socket.sendall(asked)
        if not secured_socket.recv(1 << 16):
            raise ConnectionError(f"no answer at port {port}")
        return (time.perf_counter() - begin) * 1e3


def operations(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure voter changes by RPC, commands, and CPU time and memory of an idle quorum."""
    figures: dict[str, Rounds] = {}

    def note(side: str, what: str, values: Sequence[float]) -> None:
        rounds = figures.setdefault(what, Rounds(more_is_better=False))
        rounds.values[side] = list(values)
        say(f"quorum: {side}, {what}: {_shown(rounds.median(side))}")

    for side in sides:
        say(f"quorum: controllers of {side}")
        with controllers.Controllers(side, 3, root / side) as quorum:
            quorum.start()
            for what, values in quorum.changes_by_rpc(scale.changes).items():
                note(side, f"{what} a voter by RPC", values)
            for what, values in quorum.commands(scale.changes).items():
                note(side, what, values)
            for who, rest in zip(("leader", "follower"), quorum.resting(scale.rest_s), strict=True):
                note(side, f"idle {who}: processor", [rest.cpu_percent])
                note(side, f"idle {who}: memory", [rest.memory_mib])
    return [_operation(what, rounds) for what, rounds in figures.items()]


def _operation(what: str, rounds: Rounds) -> Result:
    if what.startswith("idle"):
        is_memory = what.endswith("memory")
        return Result(
            what, "MiB" if is_memory else "% core", rounds, THIRD if is_memory else NO_WORSE
        )
    return Result(what, "ms", rounds, NO_WORSE if what.endswith("RPC") else COMMANDS)


def starts(sides: Sequence[str], root: Path, scale: Scale) -> list[Result]:
    """Measure from the start of a lone voter's process until it listens, and until it leads."""
    found = []
    for records in RECORDS[: 2 if scale is QUICK else None]:
        filled = controllers.filled(root / f"filled-{records}", records)
        figures = {name: Rounds(more_is_better=False) for name in controllers.Started._fields}
        for number in range(scale.starts):
            for side in sides if number % 2 == 0 else sides[::-1]:
                say(f"quorum: start of {side}, {records} records")
                started = controllers.start(side, filled, root / "started")
                for name, value in started._asdict().items():
                    figures[name].values[side].append(value)
        what = f"start with {records:,} records"
        found += [
            Result(f"{what}: listens", "s", figures["listens_s"], THIRD),
            Result(f"{what}: leads", "s", figures["leads_s"], THIRD),
            Result(f"{what}: memory", "MiB", figures["memory_mib"], THIRD),
        ]
    return found


PARTS: Final[dict[str, Callable[[Sequence[str], Path, Scale], list[Result]]]] = {
    "linger-25": lingering,
    "linger-0": prompt,
    "busy": busy,
    "failover": failover,
    "tls": secure,
    "operations": operations,
    "starts": starts,
}


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Run `count` processes that use as much CPU as they get."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quorum", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds: rough figures")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="default: all")
    arguments = parser.parse_args()
    keep_bytecode()
    print(run(is_quick=arguments.quick, parts=arguments.part or ()).text)


if __name__ == "__main__":
    main()
