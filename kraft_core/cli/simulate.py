"""`kraft simulate`: runs of a quorum in virtual time, with injected faults and checked invariants.

`--seeds` runs a campaign over worker processes; `--seed` runs one seed, prints its trace, keeps its
directories or shrinks its steps. `simulate_text` has what is printed.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli import simulate_text as text
from kraft_core.cli.output import check_output, counted
from kraft_core.cli.simulate_text import CampaignProgress
from kraft_core.sim.cluster import CLUSTER, WITH_BROKERS
from kraft_core.sim.disaster import DISASTER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.sim.cluster.injected_bugs import ClusterBug
    from kraft_core.sim.quorum.injected_bugs import InjectedBug
    from kraft_core.sim.quorum.invariants.invariant import Invariant
    from kraft_core.sim.quorum.result import SeedResult, Summary
    from kraft_core.sim.quorum.scenarios import Schedule
    from kraft_core.sim.quorum.shrink import Shrunk

EXAMPLES = """\b
Examples:
  kraft simulate --seeds 0:1000
  kraft simulate --seeds 1000:2000 --scenario membership --until-failure
  kraft simulate --seed 17 --trace
  kraft simulate --seed 17 --html seed-17.html
  kraft simulate --seed 17 --shrink > seed-17.steps
  kraft simulate --seed 17 --steps seed-17.steps --trace
  kraft simulate --seeds 0:100 --scenario cluster
  kraft simulate --seeds 0:100 --scenario disaster
  kraft simulate --list plants

Seeds do not depend on each other: a campaign is resumed and divided by its
range. The exit code is 1 if a seed failed, or if more than 5 % of the seeds
with a broken minority were excused (from 100 such seeds on).
"""


@click.command(epilog=EXAMPLES, short_help="inject faults into a simulated quorum, many times")
@click.option("--seeds", metavar="A:B", help="Range of seeds; B is excluded.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Run a single seed.")
@click.option("--scenario", metavar="NAME", help="The kind of campaign, or all (default: default).")
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of processes (default: one per core)."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per seed, then a summary object."
)
@click.option("--until-failure", is_flag=True, help="Stop at the first seed that fails.")
@click.option(
    "--require-reached", is_flag=True, help="Fail if a coverage condition was not reached."
)
@click.option("--plant", metavar="NAME", help="Inject the named bug; an invariant must detect it.")
@click.option("--trace", is_flag=True, help="With --seed: print one line per event.")
@click.option(
    "--shrink",
    is_flag=True,
    help="With --seed: reduce the run to the fewest steps that still fail.",
)
@click.option(
    "--steps", metavar="FILE", help="With --seed: run these steps, as --shrink prints them."
)
@click.option(
    "--html", metavar="FILE", help="With --seed: write the run as one self-contained page."
)
@click.option(
    "--storage", metavar="DIR", help="With --seed: leave the log directories of all nodes in DIR."
)
@click.option(
    "--list",
    "listed",
    type=click.Choice(["plants", "invariants", "scenarios"]),
    help="List plants, invariants or scenarios.",
)
def command(
    *,
    seeds: str | None,
    seed: int | None,
    listed: str | None,
    jobs: int | None,
    trace: bool,
    shrink: bool,
    steps: str | None,
    html: str | None,
    storage: str | None,
    scenario: str | None,
    plant: str | None,
    **flags: bool,
) -> int:
    """Run a whole quorum in virtual time, with the production replica and storage.

    A seed is one simulated run of a randomly drawn cluster. Crashes, power losses, networks, disks
    and operators cause faults; then the cluster is repaired. All invariants are checked. The same
    seed gives the same run on every machine. Progress goes to standard error.

    The scenario cluster runs production controllers with kraft.controller=active instead of a plain
    state machine, and simulated brokers that send them requests. So do month and year, which run
    for minutes without faults. The scenario disaster loses disks permanently and checks what kraft
    recover reports about the others. The value "all" does not include them.
    """
    if listed is not None:
        print_list(listed, as_json=flags["as_json"])
        return 0
    found = _plant(plant)
    asked = Asked(
        scenario=_scenario(scenario, found, one_seed=seed is not None),
        plant=found,
        jobs=jobs or _cores(),
        **flags,
    )
    if seed is None:
        if trace or shrink or any(each is not None for each in (steps, html, storage)):
            raise click.UsageError(
                "--trace, --shrink, --steps, --html and --storage require --seed N"
            )
        return run_campaign(_range(seeds, found), asked, searches=seeds is None)
    if seeds is not None:
        raise click.UsageError("--seed and --seeds exclude each other")
    if asked.scenario in _WITHOUT_STEPS and (
        shrink or any(each is not None for each in (steps, html, storage))
    ):
        raise click.UsageError(
            f"--shrink, --steps, --html and --storage do not support --scenario {asked.scenario}"
        )
    one = OneSeed(seed, asked, trace=trace, steps=steps, html=html, storage=storage)
    return one.shrink() if shrink else one.run()


_WITHOUT_STEPS = WITH_BROKERS | {DISASTER}
"""Scenarios with a simulator of their own, which runs no other steps than those of the seed."""


def print_list(what: str, *, as_json: bool) -> None:
    """Print the plants, invariants or scenarios."""
    if what == "plants":
        facts = text.plant_facts(_plants().values())
    elif what == "invariants":
        scenarios = ("default", CLUSTER, DISASTER)
        facts = text.invariant_facts([one for each in scenarios for one in _invariants(each)])
    else:
        from kraft_core.sim.cluster import simulator as clusters
        from kraft_core.sim.cluster.long import LONG_SCENARIOS
        from kraft_core.sim.disaster import simulator as disasters
        from kraft_core.sim.quorum.scenarios import SCENARIOS

        long = LONG_SCENARIOS.values()
        own = (clusters.SCENARIO, disasters.SCENARIO)
        facts = text.scenario_facts([*SCENARIOS.values(), *long, *own])
    click.echo(json.dumps(facts) if as_json else text.listed_text(facts))


def run_campaign(seeds: range, asked: Asked, *, searches: bool = False) -> int:
    """Run seeds, report failures and a summary; return the exit code.

    Who `searches` for an injected bug wants no more than the first seed that finds it.
    """
    from kraft_core.sim.quorum import campaign
    from kraft_core.sim.quorum.result import Summary

    summary = Summary(each.name for each in _invariants(asked.scenario))
    results = _results(seeds, asked, until_failure=asked.until_failure or searches)
    shown = not (asked.as_json and sys.stdout.isatty())
    try:
        with CampaignProgress(len(seeds), shown=shown) as progress:
            for result in results:
                summary.add(result)
                progress.seed_done(failed=result.failure is not None)
                _tell(result, asked, progress)
    except campaign.WorkerError as error:
        raise click.ClickException(str(error)) from None
    _sum_up(summary, asked, progress.seconds)
    _judge(summary, asked)
    return 1 if summary.failed else 0


def _invariants(scenario: str) -> tuple[type[Invariant], ...]:
    if scenario == CLUSTER:
        from kraft_core.sim.cluster.invariants import CLUSTER_INVARIANTS

        return CLUSTER_INVARIANTS
    if scenario in WITH_BROKERS:
        from kraft_core.sim.cluster.long import LONG_INVARIANTS

        return LONG_INVARIANTS
    if scenario == DISASTER:
        from kraft_core.sim.disaster.invariants import DISASTER_INVARIANTS

        return DISASTER_INVARIANTS
    from kraft_core.sim.quorum.invariants.registry import INVARIANTS

    return INVARIANTS


def _results(seeds: range, asked: Asked, *, until_failure: bool) -> Iterator[SeedResult]:
    if asked.scenario in _WITHOUT_STEPS:
        results: Iterator[SeedResult] = _campaign(asked.scenario).run(
            seeds,
            jobs=asked.jobs,
            until_failure=until_failure,
            plant=asked.plant_name,
            **_named(asked.scenario),
        )
        return results
    from kraft_core.sim.quorum import campaign

    return campaign.run(
        seeds,
        asked.scenario,
        jobs=asked.jobs,
        until_failure=until_failure,
        plant=asked.plant_name,
    )


def _campaign(scenario: str) -> Any:
    """Return the module that runs the seeds of a scenario in `_WITHOUT_STEPS`."""
    if scenario in WITH_BROKERS:
        from kraft_core.sim.cluster import campaign as clusters

        return clusters
    from kraft_core.sim.disaster import campaign as disasters

    return disasters


def _named(scenario: str) -> dict[str, str]:
    """Return the argument of a campaign of several scenarios."""
    return {"scenario": scenario} if scenario in WITH_BROKERS else {}


def _tell(result: SeedResult, asked: Asked, progress: CampaignProgress) -> None:
    if asked.as_json:
        click.echo(json.dumps(seed_object(result, asked)))
    elif result.failure is not None:
        with progress.aside():
            click.echo(text.failure_text(result, asked.plant_name))


def _sum_up(summary: Summary, asked: Asked, seconds: float) -> None:
    if asked.as_json:
        click.echo(json.dumps({"scenario": asked.scenario, **summary.facts(seconds)}))
    else:
        click.echo(text.summary_text(summary, asked.scenario, seconds))


def _judge(summary: Summary, asked: Asked) -> None:
    """Refuse a run in which an expected bug or state was not found."""
    if asked.plant is not None:
        if not summary.failed:
            raise click.ClickException(f"no seed finds the injected bug {asked.plant.name}")
        others = {
            result.failure.invariant
            for result in summary.failed
            if result.failure is not None
            if result.failure.invariant not in asked.plant.invariants
        }
        if others:
            names = ", ".join(sorted(others))
            raise click.ClickException(
                f"{asked.plant.name} was found by {names}, which it does not list"
            )
        return
    if summary.is_excused_too_often:
        raise click.ClickException(
            f"{summary.excused_seeds} of {summary.minority_seeds} seeds with a broken minority "
            "are excused, the limit is 5 %"
        )
    if asked.require_reached and summary.not_reached:
        names = ", ".join(summary.not_reached)
        raise click.ClickException(f"no seed reached the coverage condition of {names}")


def _range(text: str | None, plant: InjectedBug | ClusterBug | None) -> range:
    if text is None:
        if plant is None:
            raise click.UsageError("specify one of --seeds A:B, --seed N, --plant NAME and --list")
        return range(plant.seeds)
    first, colon, end = text.partition(":")
    numbers = [first, end]
    if not colon or not all(number.isascii() and number.isdigit() for number in numbers):
        raise click.UsageError(f"invalid --seeds {text!r}: expected A:B")
    seeds = range(int(first), int(end))
    if not seeds:
        raise click.UsageError(f"{text} contains no seed: B is excluded")
    return seeds


def _plants() -> dict[str, InjectedBug | ClusterBug]:
    from kraft_core.sim.cluster.injected_bugs import CLUSTER_BUGS
    from kraft_core.sim.disaster.injected_bugs import DISASTER_BUGS
    from kraft_core.sim.quorum.injected_bugs import INJECTED_BUGS

    return {**INJECTED_BUGS, **CLUSTER_BUGS, **DISASTER_BUGS}


def _plant(name: str | None) -> InjectedBug | ClusterBug | None:
    if name is None:
        return None
    plants = _plants()
    if name not in plants:
        raise click.UsageError(f"unknown plant {name!r}: see --list plants")
    return plants[name]


def _scenario(name: str | None, plant: InjectedBug | ClusterBug | None, *, one_seed: bool) -> str:
    """Return the requested scenario, else the one of the injected bug."""
    from kraft_core.sim.quorum.scenarios import ALL, SCENARIOS

    name = name or (plant.scenario if plant is not None else "default")
    if _WITHOUT_STEPS & {name, "" if plant is None else plant.scenario}:
        if plant is not None and plant.scenario != name:
            raise click.UsageError(f"{plant.name} is not a bug of the scenario {name}")
        return name
    if name not in SCENARIOS and (name != ALL or one_seed):
        raise click.UsageError(f"unknown scenario {name!r}: see --list scenarios")
    return name


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The requested run and its output format."""

    scenario: str
    plant: InjectedBug | ClusterBug | None
    jobs: int
    as_json: bool
    until_failure: bool
    require_reached: bool

    @property
    def plant_name(self) -> str | None:
        """The name of the injected bug, if there is one."""
        return None if self.plant is None else self.plant.name


def seed_object(result: SeedResult, asked: Asked) -> dict[str, Any]:
    """Return one seed as JSON; a failure has the command that repeats it."""
    from kraft_core.sim.quorum.result import seed_facts

    facts = seed_facts(result)
    if result.failure is not None:
        facts["failure"]["repeat"] = text.repeat_command(result, asked.plant_name)
    return facts


def empty_folder(text: str) -> Path:
    """Return a folder for directories. Refuse a folder that is not empty."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise click.UsageError(f"{text} exists and is not an empty folder")
    path.mkdir(parents=True, exist_ok=True)
    return path


RUNS_A_LINE = 25
"""Without a terminal, shrinking reports its progress after this many runs."""


@dataclass(frozen=True, slots=True)
class OneSeed:
    """A seed and the requested outputs: trace, replaced steps, directories."""

    seed: int
    asked: Asked
    trace: bool = False
    steps: str | None = None
    html: str | None = None
    storage: str | None = None

    def run(self) -> int:
        """Run it once; return the exit code."""
        from kraft_core.raft.storage.disk_files import DiskFolder  # campaigns need none

        if self.trace and self.asked.as_json:
            raise click.UsageError("--trace prints text: drop --json")
        if self.html is not None:
            check_output(self.html)
        place = None if self.storage is None else empty_folder(self.storage)
        steps = self._given_steps()
        try:
            result = self._life(
                steps,
                on_line=click.echo if self.trace else None,
                on_page=None if self.html is None else self._write_page,
                storage=None if place is None else DiskFolder(place),
            )
        except OSError as error:
            if place is None:
                raise
            path = error.filename or str(place)  # the error of a full disk has none
            raise OSError(error.errno, error.strerror, path) from None
        self._tell(result)
        if place is not None:
            click.echo(f"kraft: the directories of all nodes are in {place}", err=True)
        return 0 if result.failure is None else 1

    def shrink(self) -> int:
        """Search for the fewest steps that still fail; they are printed as a file of steps."""
        from kraft_core.sim.quorum.shrink import NothingToShrinkError, shrink

        if self.trace or self.html is not None or self.storage is not None:
            raise click.UsageError(
                "--shrink prints only steps: run them with --steps for a trace or a page"
            )
        own = self._given_steps()
        try:
            found = shrink(lambda steps: self._life(own if steps is None else steps), _progress())
        except NothingToShrinkError as error:
            raise click.ClickException(str(error)) from None
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)
        self._tell_shrunk(found)
        return 1

    def _life(self, schedule: Schedule | None, **options: Any) -> SeedResult:
        asked = self.asked
        if asked.scenario in _WITHOUT_STEPS:
            result: SeedResult = _campaign(asked.scenario).run_seed(
                self.seed,
                asked.plant_name,
                on_line=options.get("on_line"),
                **_named(asked.scenario),
            )
            return result
        from kraft_core.sim.quorum import campaign

        return campaign.run_seed(
            self.seed, asked.scenario, asked.plant_name, schedule=schedule, **options
        )

    def _write_page(self, page: str) -> None:
        try:
            Path(self.html or "").write_text(page, encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{self.html}: {error.strerror or error}") from None
        click.echo(f"kraft: the run is in {self.html}", err=True)

    def _given_steps(self) -> Schedule | None:
        if self.steps is None:
            return None
        from kraft_core.sim.quorum.scenarios import parse_schedule
        from kraft_core.sim.quorum.steps import STEPS  # only to check names

        try:
            return parse_schedule(Path(self.steps).read_text(encoding="utf-8"), STEPS)
        except ValueError as error:
            raise click.ClickException(f"{self.steps}: {error}") from None

    def _tell(self, result: SeedResult) -> None:
        if self.asked.as_json:
            click.echo(json.dumps(seed_object(result, self.asked)))
        elif result.failure is None:
            click.echo(text.seed_text(result))
        else:
            click.echo(text.failure_text(result, self.asked.plant_name))

    def _tell_shrunk(self, found: Shrunk) -> None:
        from kraft_core.sim.quorum.scenarios import schedule_text

        if self.asked.as_json:
            steps = [
                {"at_ms": step.at_ms, "kind": step.kind, "draw": step.draw}
                for step in found.schedule
            ]
            facts = {**seed_object(found.result, self.asked), "schedule": steps, "runs": found.runs}
            click.echo(json.dumps(facts))
            return
        once_more = text.repeat_command(found.result, self.asked.plant_name)
        lines = text.failure_text(found.result, self.asked.plant_name).splitlines()[:-1]
        count = len(found.schedule)
        enough = f"{counted(count, 'step')} {'is' if count == 1 else 'are'} enough"
        lines.append(f"{enough}, after {counted(found.runs, 'run')}")
        lines.append("repeat with this text as FILE:")
        lines.append(f"  {once_more.removesuffix(' --trace')} --steps FILE --trace")
        click.echo(
            "".join(f"# {line}\n" for line in lines) + schedule_text(found.schedule), nl=False
        )


def _progress() -> Any:
    is_watched = sys.stderr.isatty()

    def tell(steps: int, runs: int) -> None:
        line = f"{counted(steps, 'step')} left after {counted(runs, 'run')}"
        if is_watched:
            click.echo(f"\r\033[K{line}", nl=False, err=True)
        elif runs % RUNS_A_LINE == 0:
            click.echo(f"kraft: {line}", err=True)

    return tell
