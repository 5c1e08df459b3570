"""The options of `kraft_simulation`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.options import (
    POSITIVE,
    TEXT,
    Kind,
    Option,
    OptionError,
    Options,
    choice,
    json_of,
    number,
)
from kraft_spark.simulation.seed_ranges import Ranges, parse_ranges, ranges_text
from kraft_spark.simulation.seed_runs import SeedWork, plant_names, scenario_names

if TYPE_CHECKING:
    from collections.abc import Mapping

TRACES: Final = ("none", "failures")
HASH_SEED_MOST: Final = (1 << 32) - 1
_LIMITS: Final = "what a seed may take; no limit without"


def _plant(form: Any) -> str | None:
    if not isinstance(form, dict) or not set(form) <= {"plant"}:
        raise ValueError
    plant: str | None = form.get("plant")
    if plant is not None and plant not in plant_names():
        raise OptionError(f"there is no plant {plant!r}: see kraft simulate --list plants")
    return plant


@cache
def simulation_options() -> Options:
    """Every option; made when it is asked for, since the scenarios are the simulation's."""
    return Options(
        "kraft_simulation",
        Option(
            "seeds",
            Kind("A:B[,A:B...] of seeds, B excluded", parse_ranges),
            "`A:B[,A:B...]`, B excluded; needed",
        ),
        Option("scenario", choice(*scenario_names()), "the kind", "default"),
        Option("campaign", TEXT, "a name for the rows; without it the scenario's"),
        Option(
            "seedsPerPartition",
            POSITIVE,
            "seeds of a task; without it the first three are timed: tasks of eight seconds, at "
            "least 16",
        ),
        Option("maxSteps", POSITIVE, "more events are a failure, `no-runaway`; 200,000 without"),
        Option("seedTimeoutMs", POSITIVE, _LIMITS),
        Option("memoryLimitMiB", POSITIVE, _LIMITS, field="memory_mib"),
        Option("traces", choice(*TRACES), "`none` or `failures`", "none"),
        Option(
            "options",
            json_of('JSON like {"plant": "NAME"}', _plant),
            'JSON: `{"plant": "NAME"}` injects a bug',
            field="plant",
        ),
        Option(
            "hashSeed",
            number(0, HASH_SEED_MOST),
            "run seeds in processes of their own with this `PYTHONHASHSEED`",
        ),
    )


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """What to run: the work for each seed, and which seeds.

    `seeds_per_partition` None means that the first seeds are timed. With a `hash_seed` they are run
    in processes of their own that have it.
    """

    seeds: Ranges
    work: SeedWork
    seeds_per_partition: int | None = None
    hash_seed: int | None = None

    def texts(self) -> dict[str, str]:
        """The options as Spark takes them."""
        work = self.work
        given: dict[str, Any] = {
            "campaign": work.campaign,
            "scenario": work.scenario,
            "seeds": ranges_text(self.seeds),
            "maxSteps": work.max_steps,
            "memoryLimitMiB": work.memory_mib,
            "seedTimeoutMs": work.timeout_ms,
            "traces": TRACES[work.traces],
            "seedsPerPartition": self.seeds_per_partition,
            "hashSeed": self.hash_seed,
        }
        if work.plant is not None:
            given["options"] = f'{{"plant": "{work.plant}"}}'
        return {name: str(value) for name, value in given.items() if value is not None}


def parse_simulation_options(options: Mapping[str, str]) -> SimulationOptions:
    """Read the options as Spark hands them over; raises OptionError."""
    values = simulation_options().parse(options)
    if values["seeds"] is None:
        raise OptionError("option seeds is missing: A:B, B excluded")
    work = SeedWork(
        campaign=values["scenario"] if values["campaign"] is None else values["campaign"],
        scenario=values["scenario"],
        plant=values["plant"],
        max_steps=values["max_steps"],
        timeout_ms=values["seed_timeout_ms"],
        memory_mib=values["memory_mib"],
        traces=values["traces"] == "failures",
    )
    return SimulationOptions(
        values["seeds"], work, values["seeds_per_partition"], values["hash_seed"]
    )
