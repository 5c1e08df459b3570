"""`kraft tail`: follow the metadata log of a running quorum."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CONTROLLER_VARIABLE,
    client_options,
    given_addresses,
)
from kraft_core.cli.output import echo
from kraft_wire.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.client import Change

EXAMPLES = """\b
Examples:
  kraft tail localhost:9093
  kraft tail c1:9093,c2:9093 --from-start --until-current --json
  kraft tail c1:9093 --from 1042:7 --exclude NoOpRecord

--from continues after a record that was read before: after offset 1041 of
epoch 7 that is 1042:7. If the log was truncated there, the command fails with
exit code 1; without the epoch it cannot detect this.

KRAFT_BOOTSTRAP_CONTROLLER has the addresses if none are given.
"""


@click.command(epilog=EXAMPLES)
@click.argument(
    "controllers", metavar="HOST:PORT[,HOST:PORT...]", envvar=CONTROLLER_VARIABLE, required=False
)
@click.option(
    "--from-start", is_flag=True, help="Start with the newest snapshot, then read the log."
)
@click.option("--from", "position", metavar="OFFSET[:EPOCH]", help="Start at an offset of the log.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.option("--exclude", metavar="NAME", multiple=True, help="Leave out records of this type.")
@click.option("--until-current", is_flag=True, help="Stop at the high watermark seen at start-up.")
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@click.option("--include-secrets", is_flag=True, help="Show SCRAM, token and config secrets.")
def command(
    *,
    controllers: str | None,
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
    default only new ones. It does not join the quorum as an observer. It continues when controllers
    restart and leaders change.
    """
    from kraft_core.client import ClientError, tail  # --help needs no client

    if from_start and position is not None:
        raise click.UsageError("--from-start and --from exclude each other")
    try:
        changes = tail(
            given_addresses(controllers),
            from_start=from_start,
            position=None if position is None else parse_position(position),
            until_current=until_current,
            exclude=[name.strip() for names in exclude for name in names.split(",")],
            include_secrets=include_secrets,
            on_note=lambda text: echo(f"kraft: {text}", err=True),
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
        raise click.UsageError(f"invalid --from {text!r}: expected OFFSET or OFFSET:EPOCH")
    return int(offset), int(epoch) if colon else None


def print_changes(changes: Iterable[Change], *, as_json: bool) -> None:
    """Print each change on a line, and flush it."""
    lines = Lines(coloured=sys.stdout.isatty())
    for change in changes:
        if as_json:
            form = json.dumps(change.to_json(), ensure_ascii=False, separators=(",", ":"))
            line = printable(form)
        else:
            line = lines.of(change)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


_PLAIN_VALUE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/@*+()")
_NO_TIME = f"{'-':<24}"
_QUIET = frozenset(("NoOpRecord",))


class Lines:
    """Offset, epoch, time in UTC, name, fields; offsets inside a snapshot are marked with `s`."""

    def __init__(self, *, coloured: bool) -> None:
        self._coloured = coloured

    def of(self, change: Change) -> str:
        """Return the line of one change."""
        mark = "s" if change.source == "snapshot" else " "
        place = f"{change.offset:>9}{mark} {change.epoch:>4}  {_time(change.timestamp)}"
        name, fields = f"{printable(change.name):<30}", printable(_fields(change.fields()))
        if not self._coloured:
            return f"{place}  {name} {fields}".rstrip()
        quiet = change.name in _QUIET
        name = click.style(name, bold=not quiet, dim=quiet)
        return f"{click.style(place, dim=True)}  {name} {fields}".rstrip()


def _fields(fields: dict[str, Any] | str) -> str:
    if isinstance(fields, str):  # the record is newer than this release
        return fields
    return " ".join(f"{name}={_value(value)}" for name, value in fields.items())


def _time(timestamp: int) -> str:
    """Return ISO 8601 with milliseconds; a dash without a time."""
    seconds = _seconds(timestamp // 1000) if timestamp >= 0 else None
    return f"{seconds}.{timestamp % 1000:03}Z" if seconds else _NO_TIME


@lru_cache(maxsize=16)
def _seconds(seconds: int) -> str | None:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return None


def _value(value: Any) -> str:
    """Return plain texts without quotes, structures in braces, everything else as JSON."""
    if type(value) is int:
        return str(value)
    if isinstance(value, dict):
        return "{" + _fields(value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str) and value and _PLAIN_VALUE.issuperset(value):
        return value
    return json.dumps(value, ensure_ascii=False)
