"""`kraft tail`: follow the metadata log of a running quorum."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from kraft_core.cli.admin_connection import CONFIG_HELP, CONTROLLER_VARIABLE, client_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.client import Change

EXAMPLES = """\b
Examples:
  kraft tail localhost:9093
  kraft tail c1:9093,c2:9093 --from-start --until-current --json
  kraft tail c1:9093 --from 1042:7 --exclude NoOpRecord

--from goes on behind a record that was read before: behind offset 1041 of
epoch 7 that is 1042:7. Should the log have been truncated there, the command
says so and ends with exit code 1; without the epoch it cannot know.

KRAFT_BOOTSTRAP_CONTROLLER has the addresses if none are given.
"""


@click.command(epilog=EXAMPLES)
@click.argument("controllers", metavar="HOST:PORT[,HOST:PORT...]", envvar=CONTROLLER_VARIABLE)
@click.option("--from-start", is_flag=True, help="Begin with the newest snapshot, then the log.")
@click.option("--from", "position", metavar="OFFSET[:EPOCH]", help="Begin at an offset of the log.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--exclude", metavar="NAME", multiple=True, help="Leave out such records.")
@click.option("--until-current", is_flag=True, help="End at the high watermark of the start.")
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@click.option("--include-secrets", is_flag=True, help="Show SCRAM, token and config secrets.")
def command(
    *,
    controllers: str,
    from_start: bool,
    position: str | None,
    as_json: bool,
    exclude: tuple[str, ...],
    until_current: bool,
    command_config: str | None,
    include_secrets: bool,
) -> None:
    """Follow the metadata log of a running quorum.

    Finds the leader among the controllers at HOST:PORT and prints every committed record, by
    default from now on. It is no observer of the quorum, and goes on when controllers restart and
    leaders change.
    """
    from kraft_core.client import ClientError, tail  # noqa: PLC0415  # --help needs no client

    if from_start and position is not None:
        raise click.UsageError("--from-start and --from exclude each other")
    try:
        changes = tail(
            controllers,
            from_start=from_start,
            position=None if position is None else parse_position(position),
            until_current=until_current,
            exclude=[name.strip() for names in exclude for name in names.split(",")],
            include_secrets=include_secrets,
            on_note=lambda text: click.echo(f"kraft: {text}", err=True),
            **client_options(command_config),
        )
        print_changes(changes, as_json=as_json)
    except (ClientError, ValueError) as error:
        raise click.ClickException(str(error)) from None


def parse_position(text: str) -> tuple[int, int | None]:
    """Read OFFSET[:EPOCH]."""
    offset, colon, epoch = text.partition(":")
    numbers = [offset, epoch] if colon else [offset]
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise click.UsageError(f"--from wants OFFSET or OFFSET:EPOCH, not {text!r}")
    return int(offset), int(epoch) if colon else None


def print_changes(changes: Iterable[Change], *, as_json: bool) -> None:
    """Print each change on a line, and let it be seen at once."""
    from kraft_core.cli.tail_text import Lines  # noqa: PLC0415

    lines = Lines(coloured=sys.stdout.isatty())
    for change in changes:
        if as_json:
            line = json.dumps(change.to_json(), ensure_ascii=False, separators=(",", ":"))
        else:
            line = lines.of(change)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
