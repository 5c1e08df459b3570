"""`kraft campaign`: many simulated runs of a quorum, by processes or Spark, as a table."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli.output import counted, os_fault
from kraft_wire.extras import missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.seeds.campaign import Campaign, CampaignSummary, CampaignTable, Engine, Ran

EXAMPLES = """\b
Examples:
  kraft campaign --seeds 0:100000 --out campaigns
  kraft campaign --seeds 0:100000 --out campaigns --scenario membership --traces
  kraft campaign --seeds 0:10000000 --out s3://bucket/campaigns --engine spark

Run it again with the same options to continue: seeds that the table has from
the same code are not run twice. The exit code is 1 if a seed failed, or if a
second run of the same seed gave a different result.
"""

OPTION_NAMES = {
    "name": "campaign",
    "max_steps": "maxSteps",
    "memory_limit_mib": "memoryLimitMiB",
    "scenario": "scenario",
    "seed_timeout_ms": "seedTimeoutMs",
    "seeds": "seeds",
}
"""Our options and those of the format kraft_simulation."""


@click.command(epilog=EXAMPLES, short_help="simulate many seeds in waves, into a table")
@click.option(
    "--seeds", required=True, metavar="A:B[,A:B...]", help="Range of seeds; B is excluded."
)
@click.option("--out", required=True, metavar="DIR", help="Folder of the table, as a path or URI.")
@click.option("--scenario", metavar="NAME", help="The kind of campaign (default: default).")
@click.option("--name", metavar="NAME", help="The campaign's name (default: the scenario's).")
@click.option("--plant", metavar="NAME", help="Inject the named bug; an invariant must detect it.")
@click.option(
    "--engine",
    type=click.Choice(["processes", "spark"]),
    default="processes",
    help="Engine that runs the seeds (default: local processes).",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of processes (default: one per core)."
)
@click.option(
    "--master", metavar="URL", help="With --engine spark: address of the cluster (default: local)."
)
@click.option(
    "--wave", type=click.IntRange(min=1), help="Number of seeds per wave (default: 100000)."
)
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    help="Number of seeds per wave that run twice (default: 2).",
)
@click.option(
    "--max-steps",
    type=click.IntRange(min=1),
    help="Limit on the events of a seed; a seed with more fails.",
)
@click.option("--seed-timeout-ms", type=click.IntRange(min=1), help="Timeout of one seed.")
@click.option(
    "--memory-limit-mib",
    type=click.IntRange(min=1),
    help="Limit on the address space of each process.",
)
@click.option("--traces", is_flag=True, help="Keep the trace of each seed that fails.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
def command(
    *,
    out: str,
    engine: str,
    jobs: int | None,
    master: str | None,
    wave: int | None,
    sample: int | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Run many seeds of `kraft simulate` and store one row per seed in Parquet files.

    The rows are those of the format kraft_simulation (docs/spark-quorum.md): status, invariant,
    step, digest, coverage, times, and the trace of a failed seed. Progress goes to standard error.
    """
    _require("pyarrow", "the table of kraft campaign")
    if engine == "spark":
        _require("pyspark", "--engine spark")
    elif master is not None:
        raise click.UsageError("--master requires --engine spark")
    from kraft_spark.seeds.campaign import CampaignTable  # --help needs none

    campaign = _campaign(given, wave, sample)
    table = CampaignTable(out)
    try:
        table.check_writable()
    except OSError as error:
        raise click.ClickException(f"--out {os_fault(error)}") from None
    with _engine(engine, jobs or _cores(), master) as chosen:
        ran, seconds = _run(campaign, table, chosen, shown=not (as_json and sys.stdout.isatty()))
    summary = _summary(campaign, table)
    _sum_up(campaign, summary, ran, seconds, as_json=as_json)
    return 0 if summary.is_good and not ran.differing else 1


def _require(package: str, why: str) -> None:
    if importlib.util.find_spec(package) is None:
        raise click.ClickException(missing(why, package))


def _campaign(given: dict[str, Any], wave: int | None, sample: int | None) -> Campaign:
    """Build the campaign, with the option checks of the format."""
    from kraft_spark.options import OptionError
    from kraft_spark.seeds.campaign import SAMPLE, WAVE, Campaign
    from kraft_spark.seeds.simulation import parse_simulation_options

    options = {
        theirs: str(given[ours]) for ours, theirs in OPTION_NAMES.items() if given[ours] is not None
    }
    if given["plant"] is not None:
        options["options"] = json.dumps({"plant": given["plant"]})
    options["traces"] = "failures" if given["traces"] else "none"
    try:
        parsed = parse_simulation_options(options)
    except OptionError as error:
        raise click.UsageError(str(error).replace("option seeds ", "--seeds ")) from None
    return Campaign(
        seeds=parsed.seeds,
        work=parsed.work,
        wave=WAVE if wave is None else wave,
        sample=SAMPLE if sample is None else sample,
    )


@contextmanager
def _engine(name: str, jobs: int, master: str | None) -> Iterator[Engine]:
    from kraft_spark.seeds.campaign import ProcessEngine, SparkEngine

    if name == "processes":
        yield ProcessEngine(jobs)
        return
    from kraft_spark import local_session

    # the campaign shows its progress itself
    conf = {"spark.ui.showConsoleProgress": "false"}
    spark = local_session(master or f"local[{jobs}]", conf=conf)
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield SparkEngine(spark)
    finally:
        spark.stop()


def _run(
    campaign: Campaign, table: CampaignTable, engine: Engine, *, shown: bool
) -> tuple[Ran, float]:
    from kraft_core.cli.simulate_text import CampaignProgress
    from kraft_spark.seeds.campaign import run_campaign
    from kraft_spark.seeds.simulation import SeedWorkerError, count_of

    with CampaignProgress(count_of(campaign.seeds), shown=shown) as progress:
        try:
            return run_campaign(campaign, table, engine, progress.seeds_done), progress.seconds
        except SeedWorkerError as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            raise click.ClickException(os_fault(error)) from None


def _summary(campaign: Campaign, table: CampaignTable) -> CampaignSummary:
    """Summarize the requested seeds, including those of earlier runs."""
    from kraft_spark.seeds.campaign import COLUMNS, CampaignSummary

    summary = CampaignSummary()
    for one in campaign.seeds:
        summary.add(table.rows(campaign.work, COLUMNS, one.start, one.stop))
    return summary


def _sum_up(
    campaign: Campaign, summary: CampaignSummary, ran: Ran, seconds: float, *, as_json: bool
) -> None:
    work = campaign.work
    facts = {
        "campaign": work.campaign,
        "scenario": work.scenario,
        "plant": work.plant,
        **summary.facts(),
        "resumed": ran.resumed,
        "repeated": ran.repeated,
        "differing": ran.differing,
        "seconds": round(seconds, 3),
    }
    if as_json:
        click.echo(json.dumps(facts))
        return

    click.echo(campaign_text(facts))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


NAMES_MAX = 8
"""Number of names in a line; JSON contains all of them."""


def campaign_text(facts: dict[str, Any]) -> str:
    """Format a campaign in a few lines, and one line for each invariant that failed."""
    counts = ", ".join(f"{count:,} {status}" for status, count in facts["statuses"].items())
    head = f"{counted(facts['seeds'], 'seed')} of {facts['scenario']}"
    head += f" in {facts['seconds']:,.1f} s: {counts}"
    if facts["resumed"]:
        head += f" ({facts['resumed']:,} were there already)"
    load = [
        counted(facts["events"], "event"),
        counted(facts["elections"], "election"),
        counted(facts["reconfigurations"], "voter change"),
        counted(facts["commits"], "append"),
        counted(round(facts["virtual_time_ms"] / 1000), "virtual second"),
    ]
    lines = [head, f"  {', '.join(load)}"]
    times = facts["without_leader_ms"]
    if times:
        lines.append(
            f"  without a leader {times['median']:,} ms at the median,"
            f" 99 % below {times['p99']:,}, {times['longest']:,} at most"
        )
    lines += [_failure(each, facts) for each in facts["failures"]]
    if facts["not_judged"]:
        lines.append(f"  not checked: {_named(facts['not_judged'])}")
    if facts["not_reached"]:
        lines.append(f"  cases never reached: {_named(facts['not_reached'])}")
    lines.append(_repeated(facts))
    return "\n".join(lines)


def _failure(failure: dict[str, Any], facts: dict[str, Any]) -> str:
    words = ["kraft simulate --seed", str(failure["first_seed"])]
    if facts["scenario"] != "default":
        words += ["--scenario", facts["scenario"]]
    if facts["plant"] is not None:
        words += ["--plant", facts["plant"]]
    return (
        f"  {failure['invariant']}: {counted(failure['seeds'], 'seed')}, first at event "
        f"{failure['step']:,} of: {' '.join(words)} --trace"
    )


def _repeated(facts: dict[str, Any]) -> str:
    if facts["differing"]:
        return f"  different result when run again: {_named(facts['differing'])}"
    return f"  {facts['repeated']:,} run a second time in another process: the same results"


def _named(names: list[Any]) -> str:
    listed = ", ".join(map(str, names[:NAMES_MAX]))
    return listed + (" and more" if len(names) > NAMES_MAX else "")
