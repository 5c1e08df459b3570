"""`kraft wire bench`: how fast both engines read and write messages on this machine."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.output import echo
from kraft_wire import native
from kraft_wire.errors import UnknownMessageError, WireError
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet
    from kraft_wire.schema import FieldSchema, StructSchema

USUAL: Final = (
    "ApiVersionsResponse",
    "MetadataResponse",
    "ProduceRequest",
    "FetchRequest",
    "FetchResponse",
    "VoteRequest",
    "DescribeQuorumResponse",
)

_ENTRIES: Final = (10, 5, 3)
"""Entries of arrays at the top, in those, and in all others."""

_BYTES: Final = 256
_ROUNDS: Final = 5
_VALUES: Final[dict[str, Any]] = {
    "bool": True,
    "float64": 0.5,
    "string": "a name of some length",
    "uuid": Uuid(bytes(range(16))),
    "bytes": bytes(_BYTES),
    "records": bytes(_BYTES),
}
_NUMBER: Final = 100


def print_bench(
    names: tuple[str, ...],
    version: int | None,
    messages: MessageSet,
    *,
    sample_ms: int,
    as_json: bool,
) -> None:
    """Time messages and print the results; raises UsageError for an unknown message or version."""
    chosen = names or tuple(each for each in USUAL if each in messages.entries)
    if not chosen:
        raise click.ClickException(
            f"{messages.package} has none of the messages that are timed by default; specify "
            "MESSAGE."
        )
    rows: list[dict[str, Any]] = []
    for name in chosen:
        message, used = _message(name, version, messages)
        rows += _timed(message, used, sample_ms / 1000)
    if as_json:
        echo(*(json.dumps(row) for row in rows))
    else:
        echo(*_table(rows))


def _message(name: str, version: int | None, messages: MessageSet) -> tuple[Message, int]:
    """Make a message with a value in each field that the version has."""
    try:
        cls = messages.message_class(name)
    except UnknownMessageError as error:
        raise click.ClickException(str(error)) from None
    schema = cls.schema()
    used = schema.newest_stable_version if version is None else version
    if version is None and used < 0:
        used = schema.versions[1]
    if not schema.versions[0] <= used <= schema.versions[1]:
        lowest, highest = schema.versions
        raise click.ClickException(f"{name} has versions {lowest} to {highest}, not {used}.")
    message = _filled(cls, cls, schema.root, used, 0)
    try:
        message.encode(used)
    except WireError as error:
        raise click.ClickException(
            f"{name} {used} cannot be filled from its schema: {error}"
        ) from None
    return message, used


def _filled(cls: Any, top: Any, struct: StructSchema, version: int, depth: int) -> Any:
    fields = {
        field.name: _value(field, top, version, depth)
        for field in struct.fields
        if field.is_present(version)
    }
    return cls(**fields)


def _value(field: FieldSchema, top: Any, version: int, depth: int) -> Any:
    count = _ENTRIES[min(depth, len(_ENTRIES) - 1)]
    if field.struct is None:
        value = _VALUES.get(field.type, _NUMBER)
        return [value] * count if field.is_array else value
    make = partial(_filled, getattr(top, field.struct.name), top, field.struct, version, depth + 1)
    return [make() for _ in range(count)] if field.is_array else make()


def _structures(value: Any, struct: StructSchema) -> int:
    """Count the structures of a message, itself included."""
    count = 1
    for field in struct.fields:
        held = getattr(value, field.name)
        if field.struct is not None and held is not None:
            for each in held if field.is_array else (held,):
                count += _structures(each, field.struct)
    return count


def _timed(message: Message, version: int, sample_s: float) -> Iterable[dict[str, Any]]:
    cls, data = type(message), message.encode(version)
    structures = _structures(message, cls.schema().root)
    engines: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {}
    if native.ENGINE == "native":
        engines["native"] = (partial(message.encode, version), partial(cls.decode, data, version))
    engines["python"] = (
        partial(native.PYTHON["encode"], message, version),
        partial(native.PYTHON["decode"], cls, data, version),
    )
    for engine, (encode, decode) in engines.items():
        row: dict[str, Any] = {
            "message": cls.__name__,
            "version": version,
            "bytes": len(data),
            "structures": structures,
            "engine": engine,
        }
        for verb, call in (("encode", encode), ("decode", decode)):
            taken_s = _best_s(call, sample_s)
            row[f"{verb}PerSecond"] = round(1 / taken_s)
            row[f"{verb}MBPerSecond"] = round(len(data) / taken_s / 1e6, 1)
            row[f"{verb}NsPerStructure"] = round(taken_s * 1e9 / structures, 1)
        yield row


def _best_s(call: Callable[[], Any], sample_s: float) -> float:
    """Return the seconds of one call: the best of several samples of this length."""
    call()
    count, taken = 1, 0.0
    while taken < sample_s / 4:
        count *= 2
        taken = _sample(call, count)
    count = max(1, round(count * sample_s / taken))
    return min(_sample(call, count) for _ in range(_ROUNDS)) / count


def _sample(call: Callable[[], Any], count: int) -> float:
    began = time.perf_counter()
    for _ in range(count):
        call()
    return max(time.perf_counter() - began, 1e-9)


def _table(rows: list[dict[str, Any]]) -> Iterable[str]:
    titles = [
        *("MESSAGE", "VERSION", "BYTES", "STRUCTURES", "ENGINE"),
        *("ENCODE/S", "MB/S", "NS/STRUCT", "DECODE/S", "MB/S", "NS/STRUCT"),
    ]
    cells = [titles]
    for row in rows:
        verbs = (
            (
                f"{row[f'{verb}PerSecond']:,}",
                row[f"{verb}MBPerSecond"],
                row[f"{verb}NsPerStructure"],
            )
            for verb in ("encode", "decode")
        )
        front = [row[key] for key in ("message", "version", "bytes", "structures", "engine")]
        cells.append([str(cell) for cell in (*front, *(each for verb in verbs for each in verb))])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        named, *numbers = zip(line, widths, strict=True)
        yield "  ".join([named[0].ljust(named[1]), *(cell.rjust(width) for cell, width in numbers)])
