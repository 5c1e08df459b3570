"""The options of `kraft_simulation`: names, defaults, and refusals that name the option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.option_values import (
    OptionError,
    choice_option,
    json_option,
    known_options,
    number_above,
    whole_number,
)
from kraft_spark.simulation.seed_ranges import Ranges, parse_ranges, ranges_text
from kraft_spark.simulation.seed_runs import SeedWork, plant_names, scenario_names

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Final = (
    "campaign",
    "hashSeed",
    "maxSteps",
    "memoryLimitMiB",
    "options",
    "scenario",
    "seedTimeoutMs",
    "seeds",
    "seedsPerPartition",
    "traces",
)
"""Every option."""

TRACES: Final = ("none", "failures")
HASH_SEED_MOST: Final = (1 << 32) - 1


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
    given = known_options(options, NAMES, "kraft_simulation")
    scenario = choice_option("scenario", {"scenario": "default", **given}, scenario_names())
    work = SeedWork(
        campaign=given.get("campaign", scenario),
        scenario=scenario,
        plant=_plant(given),
        max_steps=number_above("maxSteps", given),
        timeout_ms=number_above("seedTimeoutMs", given),
        memory_mib=number_above("memoryLimitMiB", given),
        traces=choice_option("traces", given, TRACES) == "failures",
    )
    return SimulationOptions(
        _seeds(given), work, number_above("seedsPerPartition", given), _hash_seed(given)
    )


def _seeds(given: Mapping[str, str]) -> Ranges:
    text = given.get("seeds")
    if text is None:
        raise OptionError("option seeds is missing: A:B, B excluded")
    try:
        return parse_ranges(text)
    except ValueError as error:
        raise OptionError(f"option seeds: {error}") from None


def _plant(given: Mapping[str, str]) -> str | None:
    form = json_option("options", given.get("options", "{}"))
    if not isinstance(form, dict) or not set(form) <= {"plant"}:
        raise OptionError('option options must be JSON like {"plant": "NAME"}')
    plant = form.get("plant")
    if plant is not None and plant not in plant_names():
        raise OptionError(f"there is no plant {plant!r}: see kraft simulate --list plants")
    return plant


def _hash_seed(given: Mapping[str, str]) -> int | None:
    number = whole_number("hashSeed", given)
    if number is not None and not 0 <= number <= HASH_SEED_MOST:
        raise OptionError(f"option hashSeed cannot be {number}; allowed: 0 to {HASH_SEED_MOST}")
    return number
