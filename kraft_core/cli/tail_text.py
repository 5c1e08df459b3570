"""Changes as lines for people: aligned columns, then the fields of the record."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kraft_core.client import Change

_PLAIN_VALUE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/@*+()")
_NO_TIME = f"{'-':<24}"
_QUIET = frozenset(("NoOpRecord",))


class Lines:
    """Offset, epoch, time in UTC, name, fields; offsets inside a snapshot are marked with `s`."""

    def __init__(self, *, coloured: bool) -> None:
        self._coloured = coloured

    def of(self, change: Change) -> str:
        """Lay out one change."""
        mark = "s" if change.source == "snapshot" else " "
        place = f"{change.offset:>9}{mark} {change.epoch:>4}  {_time(change.timestamp)}"
        fields = _fields(change.fields())
        if not self._coloured:
            return f"{place}  {change.name:<30} {fields}".rstrip()
        quiet = change.name in _QUIET
        name = click.style(f"{change.name:<30}", bold=not quiet, dim=quiet)
        return f"{click.style(place, dim=True)}  {name} {fields}".rstrip()


def _fields(fields: dict[str, Any] | str) -> str:
    if isinstance(fields, str):  # of a record that is newer than this release
        return fields
    return " ".join(f"{name}={_value(value)}" for name, value in fields.items())


def _time(timestamp: int) -> str:
    """ISO 8601 with milliseconds; a dash where there is no time."""
    seconds = _seconds(timestamp // 1000) if timestamp >= 0 else None
    return f"{seconds}.{timestamp % 1000:03}Z" if seconds else _NO_TIME


@lru_cache(maxsize=16)
def _seconds(seconds: int) -> str | None:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
    except (ValueError, OverflowError, OSError):
        return None


def _value(value: Any) -> str:
    """Texts bare where they are plain, structures in braces, all else as JSON."""
    if type(value) is int:
        return str(value)
    if isinstance(value, dict):
        return "{" + _fields(value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str) and value and _PLAIN_VALUE.issuperset(value):
        return value
    return json.dumps(value, ensure_ascii=False)
