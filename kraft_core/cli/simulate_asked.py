"""What was asked of `kraft simulate`, for one seed as for many, and what both tell of a seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kraft_core.simulation.plants import Plant
    from kraft_core.simulation.result import SeedResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to run and how to tell it."""

    scenario: str
    plant: Plant | None
    jobs: int
    as_json: bool
    until_failure: bool
    require_reached: bool

    @property
    def plant_name(self) -> str | None:
        """The name of the planted bug, if there is one."""
        return None if self.plant is None else self.plant.name


def seed_object(result: SeedResult, asked: Asked) -> dict[str, Any]:
    """One seed for programs; a failure has the command that repeats it."""
    from kraft_core.cli.simulate_text import repeat_command  # noqa: PLC0415
    from kraft_core.simulation.summary import seed_facts  # noqa: PLC0415

    facts = seed_facts(result)
    if result.failure is not None:
        facts["failure"]["repeat"] = repeat_command(result, asked.plant_name)
    return facts


def empty_folder(text: str) -> Path:
    """A folder for directories; refuses one in which something stands already."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise click.UsageError(f"{text} is there already and not an empty folder")
    path.mkdir(parents=True, exist_ok=True)
    return path
