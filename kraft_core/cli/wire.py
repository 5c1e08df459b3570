"""`kraft wire`: list the messages of Kafka's protocol, convert them, explain their bytes."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from typing import TYPE_CHECKING

import click

from kraft_wire.errors import UnknownMessageError
from kraft_wire.registry import MessageSet

if TYPE_CHECKING:
    from collections.abc import Iterable

OWN_PACKAGE = "kraft_wire.generated"

PACKAGE = click.option(
    "--package",
    metavar="NAME",
    default=OWN_PACKAGE,
    show_default=True,
    help="The generated package to use; its folder is looked for on PYTHONPATH.",
)


@click.group(epilog="Example: kraft wire list --json")
def command() -> None:
    """List, convert and explain messages of Kafka's protocol."""


@command.command(name="list", epilog="Example: kraft wire list | grep -i quorum")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@PACKAGE
def list_(as_json: bool, package: str) -> None:
    """List every message: name, kind, key, versions, first flexible version."""
    rows = listing(message_set(package))
    if as_json:
        lines = ",\n".join(json.dumps(row) for row in rows)
        click.echo(f"[\n{lines}\n]")
        return
    titles = ["NAME", "KIND", "KEY", "VERSIONS", "FLEXIBLE"]
    click.echo("\n".join(_table(titles, rows)))


@command.command(
    epilog="""Example: echo '{"message": "VoteResponse", "version": 0, "hex": "00000100"}' """
    "| kraft wire convert"
)
@PACKAGE
@click.pass_context
def convert(context: click.Context, package: str) -> None:
    """Turn bytes into Kafka's JSON form and back, line by line.

    Standard input holds JSON Lines: {"message": NAME, "version": N} with either "hex" (the body
    alone, no header and no frame) or "json". Each line is printed again with the other one added.
    A line that is refused gets "error" instead: {"type", "detail", "offset", "path"}. Tagged
    fields that the message does not know are counted as "unknown".

    The exit code is 1 if a line was refused.
    """
    from kraft_core.cli.wire_convert import convert_stream  # noqa: PLC0415  # starts fast

    source = sys.stdin.buffer if sys.stdin else BytesIO()  # None where it was closed
    if not convert_stream(message_set(package), source, sys.stdout.buffer):
        context.exit(1)


@command.command(epilog="Example: kraft wire explain --message VoteResponse --version 0 00000100")
@click.argument("text", metavar="[HEX | -]", default="-")
@click.option("--message", metavar="NAME", help="The message whose body the bytes are.")
@click.option("--version", metavar="N", type=int, help="Its version.")
@click.option(
    "--frame",
    type=click.Choice(["request", "response"]),
    help="The bytes are a frame: size, header and body. A response needs --message and --version.",
)
@click.option("--batch", is_flag=True, help="The bytes are record batches.")
@click.option("--json", "as_json", is_flag=True, help="Print the tree as JSON.")
@PACKAGE
@click.pass_context
def explain(
    context: click.Context,
    text: str,
    *,
    message: str | None,
    version: int | None,
    frame: str | None,
    batch: bool,
    as_json: bool,
    package: str,
) -> None:
    """Show what each byte means: offset, bytes, path, type and value.

    HEX may hold white space; without it, or with -, standard input is read. Of bad bytes all is
    shown that could be read, then the reason, and the exit code is 1.
    """
    from kraft_core.cli import wire_explain  # noqa: PLC0415  # starts fast

    asked = wire_explain.Question(message, version, frame, is_batch=batch)
    if not wire_explain.answer(asked, text, message_set(package), as_json=as_json):
        context.exit(1)


def message_set(package: str) -> MessageSet:
    """Open a generated package, or end the command with the reason."""
    try:
        return MessageSet(package)
    except UnknownMessageError as error:
        raise click.ClickException(error.detail) from None


def listing(messages: MessageSet) -> list[dict[str, object]]:
    """Tell name, kind, key, versions ("0-4") and flexible versions ("3+") of every message."""
    return [
        {
            "name": name,
            "kind": entry.kind,
            "key": entry.api_key,
            "versions": str(entry.lowest)
            if entry.lowest == entry.highest
            else f"{entry.lowest}-{entry.highest}",
            "flexible": None if entry.flexible_lowest is None else f"{entry.flexible_lowest}+",
        }
        for name, entry in messages.entries.items()
    ]


def _table(titles: list[str], rows: list[dict[str, object]]) -> Iterable[str]:
    cells = [["-" if cell is None else str(cell) for cell in row.values()] for row in rows]
    cells.insert(0, titles)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()
