"""`kraft wire explain`: what each byte of a message, a frame or a batch means."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from kraft_wire.errors import WireError
from kraft_wire.explain import (
    Explanation,
    explain_batches,
    explain_message,
    explain_request,
    explain_response,
    to_json,
    to_text,
)

if TYPE_CHECKING:
    from kraft_wire.registry import MessageSet


@dataclass(frozen=True)
class Question:
    """What the user says the bytes are; raises UsageError for what does not go together."""

    message: str | None
    version: int | None
    frame: str | None
    is_batch: bool

    def __post_init__(self) -> None:
        named = (self.message is not None, self.version is not None)
        if self.is_batch and self.frame:
            raise click.UsageError("--batch and --frame exclude each other.")
        if self.is_batch or self.frame == "request":
            if any(named):
                what = "--batch" if self.is_batch else "--frame request"
                raise click.UsageError(f"{what} needs neither --message nor --version.")
        elif not all(named):
            raise click.UsageError("--message and --version say what the bytes are: give both.")


def answer(asked: Question, text: str, messages: MessageSet, *, as_json: bool) -> bool:
    """Print the explanation; say whether the bytes are good."""
    data = _bytes(sys.stdin.buffer.read().decode("ascii", "replace") if text == "-" else text)
    try:
        found = _explanation(asked, data, messages)
    except WireError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(to_json(found)))
    else:
        click.echo(to_text(found))
    return found.fault is None


def _explanation(asked: Question, data: bytes, messages: MessageSet) -> Explanation:
    if asked.is_batch:
        return explain_batches(data, messages)
    if asked.message is None or asked.version is None:
        return explain_request(data, messages)
    cls = messages.message_class(asked.message)
    if asked.frame:
        return explain_response(data, cls, asked.version, messages)
    return explain_message(cls, data, asked.version, messages)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise click.ClickException("The bytes must be pairs of hexadecimal digits.") from None
