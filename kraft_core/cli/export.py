"""`kraft export`: the records of log directories to Parquet, Delta or Iceberg, without Spark."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from kraft_core.cli.output import counted, echo, os_fault
from kraft_wire.extras import require

if TYPE_CHECKING:
    from kraft_spark.exporting.job import ExportJob, ExportResult

EXAMPLES = """\b
Examples:
  kraft export /var/kafka-logs --out /lake/kafka
  kraft export /var/kafka-logs --topics orders,payments --out /lake/kafka --partition-by topic,day
  kraft export s3://bucket/tiered --out /lake/orders --format delta --option includeHeaders=true

Run it again to add new records. Progress is committed with the data: each
record is in the table once, even if an export is killed.
"""

_NEEDS = {
    "parquet": "pyarrow",
    "delta": "deltalake",
    "iceberg": "pyiceberg",
}


class ExportCommand(click.Command):
    """Adds the options of `kafka_log` that apply to exports to the help, from their table."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the command, then those of kafka_log by section."""
        from kraft_spark.log.options import EXPORT, OPTIONS  # the command needs optional packages

        super().format_options(ctx, formatter)
        for title, options in OPTIONS.help(EXPORT, *_ARGUMENTS).items():
            with formatter.section(f"{title} (--option NAME=VALUE)"):
                formatter.write_dl(options, col_max=24)


_ARGUMENTS = ("path", "paths", "view")
"""Options of kafka_log that arguments of the command set."""


@click.command(
    cls=ExportCommand,
    epilog=EXAMPLES,
    short_help="append new records of log directories to a table",
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--out",
    required=True,
    metavar="TABLE",
    help="A folder; for Delta a path or URI; for Iceberg NAMESPACE.TABLE.",
)
@click.option(
    "--format",
    "table_format",
    type=click.Choice(list(_NEEDS)),
    default="parquet",
    help="The table format (default: parquet).",
)
@click.option("--topics", metavar="NAME[,NAME...]", help="Topics to export (default: all).")
@click.option("--view", metavar="NAME", default="records", help="View of kafka_log to export.")
@click.option(
    "--columns", metavar="NAME[,NAME...]", help="Columns to export (default: those of the view)."
)
@click.option("--partition-by", metavar="NAME[,NAME...]", help="Columns to partition by, or day.")
@click.option(
    "--compression", metavar="CODEC", default="zstd", help="Compression of files (default: zstd)."
)
@click.option(
    "--target-file-size",
    metavar="SIZE",
    help="File size, such as 256m (default: the table's property, else 1g).",
)
@click.option("--closed-segments", is_flag=True, help="Leave out active segments.")
@click.option("--ignore-data-loss", is_flag=True, help="Continue if records were deleted.")
@click.option(
    "--restart-from",
    metavar="OFFSETS",
    help='Discard the table\'s progress; start at earliest or {"topic": {"0": 23}}.',
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option; see the list below.",
)
@click.option(
    "--catalog", multiple=True, metavar="NAME=VALUE", help="A property of the Iceberg catalog."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of processes (default: one per core)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, table_format: str, jobs: int | None, as_json: bool, **given: object) -> None:
    """Add the records of log directories to a table.

    A path is a log directory, a partition's directory, a segment, a glob or a
    URI. Of several replicas, the one with the highest end offset is read. Columns
    and options are those of the format kafka_log (docs/spark-options.md).
    """
    try:
        require("kraft export", "pyarrow", "numpy", extra="export")
        require(f"--format {table_format}", _NEEDS[table_format])
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None
    result = _export(_job(table_format, given), jobs or len(os.sched_getaffinity(0)))
    if as_json:
        echo(json.dumps(asdict(result)))
        return
    if result.unproven:
        count = sum(result.unproven.values())
        echo(
            f"Left out: {counted(count, 'offset')} of {counted(len(result.unproven), 'partition')},"
            " since nothing says what is committed there (--option end=logEnd exports them)",
            err=True,
        )
    if result.version is None:
        echo("Nothing new.")
        return
    echo(
        f"{counted(result.rows, 'row')} in {counted(result.files, 'file')}, "
        f"{counted(result.bytes, 'byte')}; "
        f"version {result.version}"
    )


def _job(table_format: str, given: dict[str, object]) -> ExportJob:
    from kraft_spark.exporting.job import ExportJob  # --help needs none
    from kraft_spark.options import OptionError, with_arguments

    own = {"paths": json.dumps(list(_texts(given["paths"]))), "view": str(given["view"])}
    if given["topics"]:
        own["subscribe"] = str(given["topics"])
    try:
        options = with_arguments(pairs_of("--option", given["options"]), own, "path")
    except OptionError as error:
        raise click.UsageError(str(error)) from None
    return ExportJob(
        options=options,
        out=str(given["out"]),
        format=table_format,
        partition_by=_names(given["partition_by"]),
        columns=_names(given["columns"]) or None,
        catalog=pairs_of("--catalog", given["catalog"]),
        compression=str(given["compression"]),
        active_segment=False if given["closed_segments"] else None,
        fail_on_data_loss=not given["ignore_data_loss"],
        restart_from=None if given["restart_from"] is None else str(given["restart_from"]),
        target_file_size=None
        if given["target_file_size"] is None
        else str(given["target_file_size"]),
    )


def _export(job: ExportJob, jobs: int) -> ExportResult:
    from kraft_spark.exporting.job import ProcessEngine, run_export

    try:
        return run_export(job, ProcessEngine(jobs))
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(os_fault(error)) from None


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)


def _texts(values: object) -> tuple[str, ...]:
    return tuple(str(one) for one in values) if isinstance(values, tuple) else ()


def _names(text: object) -> tuple[str, ...]:
    return tuple(one.strip() for one in str(text).split(",") if one.strip()) if text else ()


def pairs_of(option: str, values: object) -> dict[str, str]:
    """Read NAME=VALUE, the values of an option; raises UsageError."""
    found = {}
    for one in _texts(values):
        name, equals, value = one.partition("=")
        if not name or not equals:
            raise click.UsageError(f"{option} {one}: expected NAME=VALUE")
        found[name] = value
    return found
