"""`kraft restore`: copies of logs, and commands of Kafka's tools for the rest."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.export import pairs_of
from kraft_core.cli.output import counted, echo, os_fault
from kraft_wire.extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.writing.restore import RestoredPartition
    from kraft_spark.writing.restore_plan import RestorePlan

EXAMPLES: Final = """\b
Examples:
  kraft restore plan /backup/kafka-logs --topics orders,payments
  kraft restore copy /backup/kafka-logs --out /var/kafka-logs --topics orders,payments
"""
COPY: Final = """\b
Examples:
  kraft restore copy /backup/kafka-logs --out /var/kafka-logs
  kraft restore copy s3://bucket/tiered --out /mnt/orders --topic-id orders=lvGpo8-pSwW1DAaWrZ-jaA
  kraft restore copy /backup/kafka-logs --out /mnt/then --option endingTimestamp=1764064800000

Directories get their names when all copies are complete.
"""
PLAN: Final = """\b
Examples:
  kraft restore plan /backup/kafka-logs --topics orders,payments
  kraft restore plan s3://bucket/tiered --metadata /backup/controller --json
  kraft restore plan /backup/kafka-logs --option endingTimestamp=1764064800000

Lines that begin with # are comments, all others commands for a shell.
"""


@click.group(epilog=EXAMPLES, short_help="copy logs for a broker, print commands for the rest")
def command() -> None:
    """Copy logs into a log directory that a broker adopts."""


@command.command(epilog=COPY)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--out",
    required=True,
    metavar="FOLDER",
    help="Log directory to write to; no broker may use it.",
)
@click.option("--topics", metavar="NAME[,NAME...]", help="Topics to restore (default: all).")
@click.option(
    "--topic-id",
    "topic_ids",
    multiple=True,
    metavar="TOPIC=ID",
    help="The id of a topic in the cluster that adopts it (default: that of the source).",
)
@click.option("--uncommitted", is_flag=True, help="Copy open transactions at the end too.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the restore."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of processes (default: one per core)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def copy(
    *,
    paths: tuple[str, ...],
    out: str,
    topics: str | None,
    topic_ids: tuple[str, ...],
    uncommitted: bool,
    options: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Copy the valid batches of logs and compare them with their source.

    PATH is a log directory, a partition's directory, a tier or a URI. A
    partition that exists in FOLDER is refused.
    """
    _require()
    from kraft_spark.writing.restore_job import ProcessEngine, restore_logs  # --help needs none

    try:
        found = restore_logs(
            list(paths),
            out,
            topics=_names(topics),
            topic_ids=pairs_of("--topic-id", topic_ids),
            committed=not uncommitted,
            options=pairs_of("--option", options),
            engine=ProcessEngine(jobs or len(os.sched_getaffinity(0))),
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(os_fault(error)) from None
    if as_json:
        echo(json.dumps([_object(one) for one in found]))
        return
    echo(*map(_sentence, found))


def _object(one: RestoredPartition) -> dict[str, object]:
    return {name: value for name, value in asdict(one).items() if not name.startswith("_")}


def _sentence(one: RestoredPartition) -> str:
    left_out = {
        "damaged byte": one.dropped_bytes,
        "torn byte": one.torn_bytes,
        "batch out of order": one.out_of_order,
    }
    words = [
        counted(one.records, "record"),
        counted(one.bytes, "byte"),
        f"end offset {one.end_offset or 0}",
    ]
    if one.open_transaction is not None:
        words.append(f"before the transaction open at offset {one.open_transaction}")
    words += [
        "left out: " + counted(count, noun, "batches out of order" if "batch" in noun else "")
        for noun, count in left_out.items()
        if count
    ]
    return f"{one.topic}-{one.partition}: {', '.join(words)}"


@command.command(epilog=PLAN)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--topics", metavar="NAME[,NAME...]", help="Topics to plan for (default: all).")
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
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the restore."
)
@click.option(
    "--bootstrap-server",
    metavar="HOST:PORT",
    default="localhost:9092",
    show_default=True,
    help="Address to use in the commands.",
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
    _require()
    from kraft_spark.writing.restore_plan import plan_restore  # --help needs none

    try:
        made = plan_restore(
            list(paths),
            topics=_names(topics),
            metadata=metadata,
            at=metadata_offset,
            committed=not uncommitted,
            options=pairs_of("--option", options),
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(os_fault(error)) from None
    if as_json:
        commands = [*made.create_commands(bootstrap_server), *made.reset_commands(bootstrap_server)]
        echo(json.dumps({**asdict(made), "commands": commands}))
        return
    echo(*_lines(made, bootstrap_server))


def _require() -> None:
    try:
        require("kraft restore", "pyarrow", "numpy", extra="export")
    except ModuleNotFoundError as error:
        raise click.ClickException(str(error)) from None


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in text.split(",")] if text else []


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
