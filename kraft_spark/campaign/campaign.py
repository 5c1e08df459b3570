"""Campaigns: very many seeds in waves, resumed where they ended, and sampled for determinism.

A wave is what may be lost: Spark writes the rows of a job all or not at all. Seeds that have a row
by the same work and the same code are not run again. Of each wave some seeds are run a second time,
in another task and with another hash seed; the digests must be the same.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_spark.simulation.seed_ranges import Ranges, count_of, in_parts, seeds_of, without

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_spark.campaign.engines import Engine
    from kraft_spark.campaign.table import CampaignTable
    from kraft_spark.simulation.seed_runs import SeedWork

WAVE: Final = 100_000
SAMPLE: Final = 2

_HASH_SEEDS: Final = (1, (1 << 32) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What to run: `sample` seeds of each wave twice."""

    seeds: Ranges
    work: SeedWork
    wave: int = WAVE
    sample: int = SAMPLE


@dataclass(slots=True)
class Ran:
    """What became of a campaign: how many seeds were run now, and which lives were not the same."""

    seeds: int = 0
    resumed: int = 0
    repeated: int = 0
    differing: list[int] = field(default_factory=list)


def run_campaign(
    campaign: Campaign,
    table: CampaignTable,
    engine: Engine,
    done: Callable[[int, int], None] = lambda _seeds, _failed: None,
) -> Ran:
    """Run what the table lacks; `done` is told how many seeds more there are, and failed."""
    ran = Ran()
    work = campaign.work
    for wave in in_parts(campaign.seeds, campaign.wave):
        finished = table.finished(work, wave[0].start, wave[-1].stop)
        left = without(wave, finished)
        resumed = count_of(wave) - count_of(left)
        ran.resumed += resumed
        done(resumed, 0)
        if not left:
            continue
        engine.run(work, left, table, done)
        ran.seeds += count_of(left)
        _repeat(campaign, left, table, engine, ran)
    return ran


def _repeat(
    campaign: Campaign, wave: Ranges, table: CampaignTable, engine: Engine, ran: Ran
) -> None:
    """Run a sample of a wave once more."""
    work = campaign.work
    rng = random.Random(f"{work.campaign} {work.scenario} {wave[0].start}")  # noqa: S311
    seeds = sorted(rng.sample(list(seeds_of(wave)), min(campaign.sample, count_of(wave))))
    if not seeds:
        return
    first = table.digests(work, seeds[0], seeds[-1] + 1)
    second = engine.repeat(work, seeds, rng.randint(*_HASH_SEEDS))
    ran.repeated += len(seeds)
    ran.differing += [
        seed
        for seed in seeds
        if None not in (first[seed], second[seed])
        if first[seed] != second[seed]
    ]
