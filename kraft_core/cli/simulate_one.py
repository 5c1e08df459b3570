"""`kraft simulate --seed N`: one life told, kept on disk, or cut down to what makes it fail."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli.simulate_asked import Asked, empty_folder, seed_object
from kraft_core.cli.simulate_text import failure_text, repeat_command, seed_text
from kraft_core.simulation import campaign
from kraft_core.simulation.schedule_text import parse_schedule, schedule_text
from kraft_core.simulation.shrink import NothingToShrinkError, Shrunk, shrink
from kraft_core.storage.disk_files import DiskFolder

if TYPE_CHECKING:
    from kraft_core.simulation.result import SeedResult
    from kraft_core.simulation.schedule import Schedule

RUNS_A_LINE = 25
"""Where nobody watches, shrinking tells after this many runs how far it is."""


@dataclass(frozen=True, slots=True)
class OneSeed:
    """A seed and what is wanted of it: its trace, other steps than its own, its directories."""

    seed: int
    asked: Asked
    trace: bool = False
    steps: str | None = None
    storage: str | None = None

    def run(self) -> int:
        """Run it once; the exit code."""
        if self.trace and self.asked.as_json:
            raise click.UsageError("a trace is text: leave out --json")
        place = None if self.storage is None else empty_folder(self.storage)
        result = self._life(
            self._given_steps(),
            on_line=click.echo if self.trace else None,
            storage=None if place is None else DiskFolder(place),
        )
        self._tell(result)
        if place is not None:
            click.echo(f"kraft: the directories of all nodes are in {place}", err=True)
        return 0 if result.failure is None else 1

    def shrink(self) -> int:
        """Look for the fewest steps that still fail; they are printed as a file of steps."""
        if self.trace or self.storage is not None:
            raise click.UsageError("--shrink prints steps: run them with --steps for anything else")
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
        return campaign.run_seed(
            self.seed, asked.scenario, asked.plant_name, schedule=schedule, **options
        )

    def _given_steps(self) -> Schedule | None:
        if self.steps is None:
            return None
        from kraft_core.simulation.steps import STEPS  # noqa: PLC0415 - only to check names

        try:
            return parse_schedule(Path(self.steps).read_text(encoding="utf-8"), STEPS)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"{self.steps}: {error}") from None

    def _tell(self, result: SeedResult) -> None:
        if self.asked.as_json:
            click.echo(json.dumps(seed_object(result, self.asked)))
        elif result.failure is None:
            click.echo(seed_text(result))
        else:
            click.echo(failure_text(result, self.asked.plant_name))

    def _tell_shrunk(self, found: Shrunk) -> None:
        if self.asked.as_json:
            steps = [
                {"at_ms": step.at_ms, "kind": step.kind, "draw": step.draw}
                for step in found.schedule
            ]
            told = {**seed_object(found.result, self.asked), "schedule": steps, "runs": found.runs}
            click.echo(json.dumps(told))
            return
        once_more = repeat_command(found.result, self.asked.plant_name)
        lines = failure_text(found.result, self.asked.plant_name).splitlines()[:-1]
        lines.append(f"{len(found.schedule)} steps are enough, after {found.runs} runs")
        lines.append("repeat with this text as FILE:")
        lines.append(f"  {once_more.removesuffix(' --trace')} --steps FILE --trace")
        click.echo(
            "".join(f"# {line}\n" for line in lines) + schedule_text(found.schedule), nl=False
        )


def _progress() -> Any:
    is_watched = sys.stderr.isatty()

    def tell(steps: int, runs: int) -> None:
        if is_watched:
            click.echo(f"\r\033[K{steps} steps left after {runs} runs", nl=False, err=True)
        elif runs % RUNS_A_LINE == 0:
            click.echo(f"kraft: {steps} steps left after {runs} runs", err=True)

    return tell
