"""`kraft restore plan`: what a restore of logs does not copy, as commands of Kafka's tools."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.export import pairs_of
from kraft_core.cli.output import echo
from kraft_wire.extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.writing.restore_plan import RestorePlan

EXAMPLES: Final = """\b
Example:
  kraft restore plan /backup/kafka-logs --topics orders,payments
"""
PLAN: Final = """\b
Examples:
  kraft restore plan /backup/kafka-logs --topics orders,payments
  kraft restore plan s3://bucket/tiered --metadata /backup/controller --json
  kraft restore plan /backup/kafka-logs --option endingTimestamp=1764064800000

Lines that begin with # are comments, all others commands for a shell.
"""


@click.group(epilog=EXAMPLES, short_help="print the commands that a restore of logs needs")
def command() -> None:
    """Plan what a restore of logs (kraft_spark.restore) does not do itself."""


@command.command(epilog=PLAN)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--topics", metavar="NAME[,NAME...]", help="Only these topics.")
@click.option(
    "--metadata", metavar="PATH", help="The metadata log (default: the one under the paths)."
)
@click.option(
    "--metadata-offset",
    type=click.IntRange(min=0),
    metavar="OFFSET",
    help="Read the metadata below this offset (default: all).",
)
@click.option("--uncommitted", is_flag=True, help="Plan for a copy with open transactions.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the restore."
)
@click.option(
    "--bootstrap-server",
    metavar="HOST:PORT",
    default="localhost:9092",
    show_default=True,
    help="The address in the commands.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def plan(
    *,
    paths: tuple[str, ...],
    topics: str | None,
    metadata: str | None,
    metadata_offset: int | None,
    uncommitted: bool,
    options: tuple[str, ...],
    bootstrap_server: str,
    as_json: bool,
) -> None:
    """Print commands that create the topics and reset consumer groups.

    A restore copies records only. Topics and configs come from the metadata
    log under the paths, groups from __consumer_offsets. Nothing is written.
    """
    try:
        require("kraft restore", "pyarrow", "numpy", extra="export")
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None
    from kraft_spark.writing.restore_plan import plan_restore  # --help needs none

    try:
        made = plan_restore(
            list(paths),
            topics=[name.strip() for name in topics.split(",")] if topics else (),
            metadata=metadata,
            at=metadata_offset,
            committed=not uncommitted,
            options=pairs_of("--option", options),
        )
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        commands = [*made.create_commands(bootstrap_server), *made.reset_commands(bootstrap_server)]
        echo(json.dumps({**asdict(made), "commands": commands}))
        return
    echo(*_lines(made, bootstrap_server))


def _lines(made: RestorePlan, bootstrap_server: str) -> Iterator[str]:
    cluster = made.cluster_id or "unknown"
    yield f"# Metadata of cluster {cluster} up to offset {made.metadata_offset}"
    yield from made.create_commands(bootstrap_server)
    for topic, names in made.unwritable().items():
        yield f"# {topic}: set by a file (--add-config-file): {', '.join(names)}"
    for one in made.topics:
        if one.missing:
            yield f"# {one.name}: no log of partition {', '.join(map(str, one.missing))}"
    for topic, reason in made.unknown.items():
        yield f"# {topic}: not planned, {reason}"
    if made.groups is None:
        yield "# Committed offsets are unknown: no log of __consumer_offsets under the paths"
    elif made.groups:
        yield "# Committed offsets after the end of the copies; stop these groups first"
        yield from made.reset_commands(bootstrap_server)
    else:
        yield "# No committed offset is after the end of a copy"
    if made.not_planned:
        left = ", ".join(f"{count:,} {name}" for name, count in made.not_planned.items())
        yield f"# Also in the metadata, not planned: {left}"
