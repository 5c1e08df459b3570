"""Output of `kraft simulate`: results as text for people, and the progress of a campaign."""

from __future__ import annotations

import contextlib
import sys
import time
from textwrap import indent
from typing import TYPE_CHECKING, Any, Self

import click

from kraft_core.cli.output import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.progress import Progress, TaskID

    from kraft_core.sim.cluster.injected_bugs import ClusterBug
    from kraft_core.sim.quorum.injected_bugs import InjectedBug
    from kraft_core.sim.quorum.invariants.invariant import Invariant
    from kraft_core.sim.quorum.result import SeedResult, Summary
    from kraft_core.sim.quorum.scenarios import Scenario

NAMES_MAX = 8
"""Number of names in a line; JSON contains all of them."""


def repeat_command(result: SeedResult, plant: str | None = None) -> str:
    """Return the command that runs a seed again with its trace."""
    words = ["kraft simulate --seed", str(result.seed)]
    if result.scenario != "default":
        words += ["--scenario", result.scenario]
    if plant is not None:
        words += ["--plant", plant]
    return " ".join([*words, "--trace"])


def failure_text(result: SeedResult, plant: str | None = None) -> str:
    """Describe the failure: what failed, where, and how to run it again."""
    failure = result.failure
    assert failure is not None  # noqa: S101 - the caller's promise
    when = f"event {failure.step}, {failure.at_ms / 1000:.3f} s"
    detail = indent(failure.detail.rstrip(), "    ")
    return (
        f"seed {result.seed} fails: {failure.invariant} at {when}\n{detail}\n"
        f"  repeat with: {repeat_command(result, plant)}"
    )


def seed_text(result: SeedResult) -> str:
    """Return the line of a seed that passed."""
    return (
        f"seed {result.seed} of {result.scenario} holds: {counted(result.messages, 'message')}, "
        f"{counted(result.elections, 'election')}, "
        f"{counted(result.voter_changes, 'voter change')}, "
        f"{counted(result.appends, 'append')} in {result.virtual_ms / 1000:.1f} virtual seconds\n"
        f"  digest {result.digest}"
    )


def summary_text(summary: Summary, scenario: str, seconds: float) -> str:
    """Format a campaign in a few lines."""
    facts = summary.facts(seconds)
    verdict = f"{len(summary.failed):,} failed" if summary.failed else "all hold"
    head = f"{counted(summary.seeds, 'seed')} of {scenario} in {seconds:,.1f} s"
    load = [
        f"{counted(summary.messages, 'message')} (median {facts['messages_per_seed']:,} a seed)",
        counted(facts["elections"], "election"),
        counted(facts["voter_changes"], "voter change"),
        counted(facts["appends"], "append"),
        counted(round(facts["virtual_ms"] / 1000), "virtual second"),
    ]
    checked = f"{counted(len(summary.evaluations), 'invariant')} checked"
    lines = [
        f"{head} ({facts['seeds_per_second']:,} a second): {verdict}",
        f"  {', '.join(load)}",
        f"  {checked} {counted(sum(summary.evaluations.values()), 'time')}"
        + _without_leader(facts["without_leader_ms"]),
    ]
    if summary.minority_seeds:
        lines.append(_minority_line(summary))
    missed = summary.not_reached
    if missed:
        names = ", ".join(missed[:NAMES_MAX]) + (" and more" if len(missed) > NAMES_MAX else "")
        lines.append(f"  {counted(len(missed), 'case')} never reached: {names}")
    lines.append(f"  digest {summary.digest}")
    return "\n".join(lines)


def _minority_line(summary: Summary) -> str:
    reasons = [f"{count:,} x {reason}" for reason, count in sorted(summary.excused.items())]
    share = 100 * summary.excused_seeds / summary.minority_seeds
    excused = f"{summary.excused_seeds:,} excused ({share:.1f} %)"
    return f"  a minority stayed broken in {counted(summary.minority_seeds, 'seed')}: " + "; ".join(
        [excused, *reasons]
    )


def _without_leader(times: dict[str, Any]) -> str:
    if not times:
        return ""
    return f"; without a leader {times['median']:,} ms at the median, 99 % below {times['p99']:,}"


# -- lists --------------------------------------------------------------------------------------


def plant_facts(plants: Iterable[InjectedBug | ClusterBug]) -> list[dict[str, Any]]:
    """Return the injected bugs as JSON objects."""
    return [
        {
            "name": plant.name,
            "invariants": list(plant.invariants),
            "seeds": plant.seeds,
            "scenario": plant.scenario,
            "about": plant.about,
        }
        for plant in plants
    ]


def invariant_facts(invariants: Iterable[type[Invariant]]) -> list[dict[str, Any]]:
    """Return the invariants as JSON objects."""
    return [
        {
            "name": each.name,
            "meaning": each.meaning,
            "coverage": each.coverage,
            "source": each.source,
        }
        for each in invariants
    ]


def scenario_facts(scenarios: Iterable[Scenario]) -> list[dict[str, Any]]:
    """Return the kinds of campaign as JSON objects."""
    return [{"name": each.name, "about": each.about} for each in scenarios]


def listed_text(facts: list[dict[str, Any]]) -> str:
    """Format a name and its meaning in each line, with details below."""
    return "\n".join(_listed(each) for each in facts)


def _listed(facts: dict[str, Any]) -> str:
    name = facts["name"]
    text = facts.get("about") or facts.get("meaning", "")
    lines = [f"{name}: {text}"]
    if "coverage" in facts:
        lines += [f"    reached: {facts['coverage']}", f"    source: {facts['source']}"]
    if "seeds" in facts:
        found = ", ".join(facts["invariants"])
        seeds = counted(facts["seeds"], "seed")
        lines.append(f"    found within {seeds} of {facts['scenario']} by {found}")
    return "\n".join(lines)


QUIET_SECONDS = 30.0
"""Without a terminal for a progress bar, a line is printed this often."""


class CampaignProgress:
    """Counts finished seeds; used as a context. `shown` is False where the screen is for output."""

    def __init__(self, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._done = self._failed = 0
        self._began = self._said = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        if shown and sys.stderr.isatty():
            self._bar = _bar()
            self._task = self._bar.add_task("", total=total, rate="", failed="")

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self._began

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def seed_done(self, *, failed: bool) -> None:
        """Count one more finished seed."""
        self.seeds_done(1, int(failed))

    def seeds_done(self, count: int, failed: int) -> None:
        """Add a number of finished seeds."""
        self._done += count
        self._failed += failed
        rate = f"{self._done / max(self.seconds, 0.001):.1f} a second"
        failures = f"{self._failed} failed" if self._failed else ""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self._done, rate=rate, failed=failures)
        elif time.monotonic() - self._said >= QUIET_SECONDS:
            self._said = time.monotonic()
            parts = [f"{self._done} of {counted(self._total, 'seed')}", rate, failures]
            click.echo(f"kraft: {', '.join(filter(None, parts))}", err=True)

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for lines on the screen."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()


def _bar() -> Progress:
    from rich.console import Console  # only where it is seen
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("seeds"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("[red]{task.fields[failed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # the output of the command keeps its redirection
        redirect_stdout=False,
        redirect_stderr=False,
    )
