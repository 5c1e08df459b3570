"""The options of writing `kafka_log`: names, defaults, and refusals that name the option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_spark.option_values import (
    OptionError,
    choice_option,
    flag_option,
    known_options,
    size_option,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

VIEWS: Final = ("records", "metadata")
CODECS: Final = ("none", "gzip", "snappy", "lz4", "zstd")
NAMES: Final = (
    "batchBytes",
    "cleanup",
    "compression",
    "path",
    "segmentBytes",
    "snapshotEndOffset",
    "snapshotEpoch",
    "topic",
    "view",
    "writeIndex",
)
_EPOCH_MAX: Final = (1 << 31) - 1
_OFFSET_MAX: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """The options of one write, checked; the names are those of the options, in snake case."""

    path: str
    view: str = "records"
    topic: str | None = None
    compression: str = "none"
    batch_bytes: int = 16_384
    segment_bytes: int = 1 << 30
    write_index: bool = True
    cleanup: bool = False
    snapshot_end_offset: int | None = None
    snapshot_epoch: int | None = None


def parse_write_options(options: Mapping[str, str]) -> WriteOptions:
    """Read the options as Spark hands them over; raises OptionError."""
    given = known_options(options, NAMES, "writing kafka_log")
    if not given.get("path"):
        raise OptionError("option path is missing: name a directory in save()")
    view = choice_option("view", given, VIEWS)
    parsed = WriteOptions(
        path=given["path"],
        view=view,
        topic=given.get("topic"),
        compression=choice_option("compression", given, CODECS),
        batch_bytes=size_option("batchBytes", given, 16_384),
        segment_bytes=size_option("segmentBytes", given, 1 << 30),
        write_index=flag_option("writeIndex", given, default=True),
        cleanup=flag_option("cleanup", given, default=False),
        snapshot_end_offset=_bounded("snapshotEndOffset", given, _OFFSET_MAX),
        snapshot_epoch=_bounded("snapshotEpoch", given, _EPOCH_MAX),
    )
    if view == "metadata" and None in (parsed.snapshot_end_offset, parsed.snapshot_epoch):
        raise OptionError(
            "options snapshotEndOffset and snapshotEpoch are needed: they name the snapshot"
        )
    return parsed


def _bounded(name: str, given: Mapping[str, str], most: int) -> int | None:
    number = whole_number(name, given)
    if number is not None and not 0 <= number <= most:
        raise OptionError(f"option {name} cannot be {number}; allowed: 0 to {most}")
    return number
