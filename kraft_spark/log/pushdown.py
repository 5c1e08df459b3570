"""Filters of a query turned into what is not read at all.

Every filter is still to be evaluated by Spark: only whole files and batches are skipped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.log.parts import Bounds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.files.log_file import LogFile

_FILE_COLUMNS: Final = {name: name for name in ("topic", "partition", "path")}
_RECORD_COLUMNS: Final = {**_FILE_COLUMNS, "offset": "offset", "timestamp": "timestamp"}
_LOG_COLUMNS: Final = {
    "logtopic": "topic",
    "logpartition": "partition",
    "recordoffset": "offset",
    "timestamp": "timestamp",
    "path": "path",
}
COLUMNS: Final = {
    "records": _RECORD_COLUMNS,
    "batches": {
        **_FILE_COLUMNS,
        "baseoffset": "offset",
        "lastoffset": "offset",
        "maxtimestamp": "timestamp",
    },
    "metadata": {name: name for name in ("offset", "timestamp", "path")},
    "control": _RECORD_COLUMNS,
    "offsets": _LOG_COLUMNS,
    "transactions": _LOG_COLUMNS,
    "files": _FILE_COLUMNS,
}
"""Which columns of a view say what of the log."""


@dataclass(slots=True)
class Pushed:
    """What the filters leave; None where they say nothing."""

    topics: set[str] | None = None
    partitions: set[int] | None = None
    paths: set[str] | None = None
    first: int | None = None
    end: int | None = None
    since: int | None = None
    _view: str = field(default="records")

    @classmethod
    def of(cls, filters: Iterable[Any], view: str) -> Pushed:
        """Take in filters of PySpark, all of which must hold."""
        pushed = cls(_view=view)
        for one in filters:
            pushed._take(one)
        return pushed

    def is_empty(self) -> bool:
        """Whether nothing is left out."""
        return self == Pushed(_view=self._view)

    def __str__(self) -> str:
        """What is read, for a log line."""
        parts = [
            f"{name} {', '.join(sorted(map(str, values)))}"
            for name, values in (
                ("topics", self.topics),
                ("partitions", self.partitions),
                ("paths", self.paths),
            )
            if values is not None
        ]
        bounds = (("offsets from", self.first), ("offsets below", self.end), ("since", self.since))
        parts += [f"{name} {value}" for name, value in bounds if value is not None]
        return "; ".join(parts)

    def wants(self, file: LogFile) -> bool:
        """Whether a file may hold rows that are left."""
        owner = file.owner
        if self.topics is not None and owner.topic not in self.topics:
            return False
        if self.paths is not None and file.uri not in self.paths:
            return False
        return self.partitions is None or owner.partition in self.partitions

    def bounds(self) -> Bounds:
        """What is left of the offsets and timestamps of a log."""
        return Bounds(self.first, self.end, self.since)

    def _take(self, one: Any) -> None:
        attribute: tuple[str, ...] = tuple(getattr(one, "attribute", ()))
        name = COLUMNS[self._view].get(attribute[0].lower()) if len(attribute) == 1 else None
        value = getattr(one, "value", None)
        if name is None or value is None:
            return
        kind = type(one).__name__
        if name in ("topic", "partition", "path"):
            values = {value} if kind == "EqualTo" else set(value) if kind == "In" else None
            if values is not None:
                self._narrow(name, values)
        elif name == "offset":
            self._offset(kind, value)
        elif isinstance(value, datetime) and kind in ("EqualTo", "GreaterThan", _AT_LEAST):
            since = math.floor(value.timestamp() * 1000)
            self.since = since if self.since is None else max(self.since, since)

    def _narrow(self, name: str, values: set[Any]) -> None:
        known = getattr(self, f"{name}s")
        setattr(self, f"{name}s", values if known is None else known & values)

    def _offset(self, kind: str, value: Any) -> None:
        if kind == "In":
            numbers = [one for one in value if one is not None]
            if numbers:
                self._between(min(numbers), max(numbers) + 1)
            return
        low = {"EqualTo": value, _AT_LEAST: value, "GreaterThan": value + 1}.get(kind)
        high = {"EqualTo": value + 1, "LessThan": value, "LessThanOrEqual": value + 1}.get(kind)
        self._between(low, high)

    def _between(self, low: int | None, high: int | None) -> None:
        if low is not None:
            self.first = low if self.first is None else max(self.first, low)
        if high is not None:
            self.end = high if self.end is None else min(self.end, high)


_AT_LEAST: Final = "GreaterThanOrEqual"
