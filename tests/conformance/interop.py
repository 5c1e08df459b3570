"""The interop table: its rows, what their tests came to, and the table as Markdown.

A test belongs to a row by `@pytest.mark.interop("voter")` and takes the fixture `release`, which
gives it one release after the other. It may name the release that its matter begins with,
`interop("auto join", since="4.2", before="a controller joins by hand only")`, or the one that it is
about (`only="4.3.1", elsewhere="why"`): for others it is not started, and where a table is made
its cell says `n/a` with the reason. A test that finds out on its way calls `not_applicable`. A test
without `release` counts for each one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.conformance import releases

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROWS = {
    "observer": (
        "a directory formatted by kraft or by Kafka's tool follows a Java quorum while a broker"
        " creates topics; its segments are byte-identical to the leader's; it starts from a"
        " snapshot; Kafka's describe lists it with lag 0; its log is cleaned"
    ),
    "voter": (
        "`kafka-metadata-quorum add-controller` adds kraft to a dynamic Java quorum; one Java voter"
        " of {Java, Java, kraft} is killed, and commits continue with kraft's acknowledgement;"
        " kraft is removed; kraft is replaced after losing its disk"
    ),
    "witness": (
        "the cluster recovers under a Java leader if a witness is the only surviving peer of one"
        " Java controller, with the longer log on either side; two witnesses without Java still"
        " process voter changes"
    ),
    "leader": (
        "kraft leads two Java TestRaftServers: election, replication, failover in both directions"
        " under kill -9, no loss of acknowledged records, identical logs; kraft leads two Java"
        " controllers without brokers: they follow and keep running"
    ),
    "upgrade": (
        "a static Java quorum with a kraft voter is upgraded from kraft.version 0 to 1;"
        " UpdateRaftVoter is observed"
    ),
    "discovery": (
        "kraft starts with only bootstrap servers; the leader changes; kraft's endpoint changes"
        " and is rediscovered; both sides refuse a wrong cluster id"
    ),
    "auto join": "kraft joins a Java quorum by itself, and Java joins a kraft quorum by itself",
    "tools": (
        "kraft's commands on Java's quorums and files, and Kafka's tools on kraft's, have the same"
        " output and exit codes"
    ),
    "directories": (
        "kraft starts on the directory of a Java controller that was stopped or killed, and the"
        " reverse; for the quorum it is only a restart"
    ),
    "brokers": (
        "three brokers of the release use three kraft controllers under load: kill -9 of the active"
        " controller, of a broker and of both, controlled shutdown, full restart; every"
        " acknowledged record is read back once; Kafka's tools on such a cluster; leadership moves"
        " between Java's controllers and kraft"
    ),
    "answers": "a kraft node responds to recorded requests as the released controllers did",
}
"""The checks of each row."""

NOT_APPLICABLE = "n/a: "


def not_applicable(reason: str) -> NoReturn:
    """End a test of something that this release cannot do: a cell of the table, with its reason."""
    # only where the table is made: elsewhere `leave_out` does not select such a test
    pytest.skip(NOT_APPLICABLE + reason)


def rows_of(item: pytest.Item) -> list[str]:
    """The rows that a test belongs to."""
    named = [mark.args[0] for mark in item.iter_markers("interop")]
    unknown = set(named) - set(ROWS)
    if unknown:
        raise pytest.UsageError(f"{item.nodeid}: the interop table has no row {unknown}")
    return named


def release_of(item: pytest.Item) -> str | None:
    """The release that a test asks; None where it asks for all."""
    callspec = getattr(item, "callspec", None)
    found = callspec.params.get("release") if callspec else None
    return found if isinstance(found, str) else None


def why_not(item: pytest.Item) -> str | None:
    """Why a test does not apply to its release: its matter is that of others. None if it does."""
    release = release_of(item)
    for mark in item.iter_markers("interop"):
        since, only = mark.kwargs.get("since"), mark.kwargs.get("only")
        if since and release and releases.number(release) < releases.number(since):
            return f"before {since} {mark.kwargs['before']}"
        if only and release and release != only:
            return str(mark.kwargs["elsewhere"])
    return None


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where no table is made nothing is told of tests that do not apply: they are not selected."""
    if config.getoption("--interop", None) is None:
        without = [item for item in items if why_not(item)]
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What one test came to in one row: `passed`, `failed`, or `n/a` with its reason.

    `revision` is the commit of kraft that ran, and `date` the day, if they are known.
    """

    row: str
    release: str | None
    test: str
    state: str
    reason: str = ""
    revision: str = ""
    date: str = ""


@dataclass(frozen=True)
class Cell:
    """What a row came to for a release."""

    state: str
    reasons: tuple[str, ...] = ()
    passed: int = 0

    @property
    def is_good(self) -> bool:
        """Whether nothing is left to mend."""
        return self.state in ("ok", "n/a")


def cell_of(outcomes: Iterable[Outcome]) -> Cell:
    """`ok` if a test ran and all that ran passed; `n/a` if all said so; else `failed`."""
    found = list(outcomes)
    count = Counter(each.state for each in found)
    reasons = tuple(sorted({each.reason for each in found if each.state == "n/a"}))
    if not found:
        return Cell("failed", ("no test ran",))
    if count["passed"] + count["n/a"] < len(found) or not all(reasons):
        bad = sorted(
            f"{each.test}: {each.reason}" for each in found if each.state not in ("passed", "n/a")
        )
        return Cell("failed", tuple(bad) or ("n/a without a reason",), count["passed"])
    return Cell("ok" if count["passed"] else "n/a", reasons, count["passed"])


def table_of(outcomes: Sequence[Outcome], shown: Sequence[str]) -> dict[str, dict[str, Cell]]:
    """Every row with its cell for each release."""
    found: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for each in outcomes:
        for release in (each.release,) if each.release else shown:
            found[each.row, release].append(each)
    return {row: {release: cell_of(found[row, release]) for release in shown} for row in ROWS}


def runs_of(outcomes: Iterable[Outcome], release: str) -> str:
    """Return the day and the commit of a column, and those of each row that was run again."""
    runs: dict[str, set[str]] = defaultdict(set)
    for each in outcomes:
        if each.release in (release, None):
            runs[each.row].add(f"{each.date or 'day unknown'}, {each.revision or 'commit unknown'}")
    count = Counter(run for found in runs.values() for run in found)
    if not count:
        return "not run"
    usual = max(count, key=lambda run: (count[run], run))
    again = [f"{row}: {' and '.join(sorted(runs[row]))}" for row in ROWS if runs[row] - {usual}]
    return "; ".join([usual, *again])


def markdown(
    table: dict[str, dict[str, Cell]], shown: Sequence[str], runs: Sequence[str] = ()
) -> str:
    """The table, and under it what its cells leave open. `runs` has a text for each column."""
    notes: dict[str, int] = {}
    heads = " | ".join(f"{each} at {releases.metadata_version(each)}" for each in shown)
    lines = [f"| Row | {heads} | What is checked |", "|---" * (len(shown) + 2) + "|"]
    for row, cells in table.items():
        told = [_told(cells[release], notes) for release in shown]
        lines.append(f"| {row} | {' | '.join(told)} | {ROWS[row]} |")
    if runs:
        lines.append(
            f"| run | {' | '.join(runs)} | day and commit of the column, and of rows run again |"
        )
    lines += ["", *(f"{number}. {reason}" for reason, number in notes.items())]
    return "\n".join(lines).rstrip() + "\n"


def _told(cell: Cell, notes: dict[str, int]) -> str:
    numbers = [notes.setdefault(reason, len(notes) + 1) for reason in cell.reasons]
    passed = f" ({cell.passed})" if cell.passed else ""
    return cell.state + passed + "".join(f" [{number}]" for number in numbers)
