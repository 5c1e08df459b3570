"""The options of writing `kafka_log`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_spark.options import FLAG, TEXT, Option, OptionError, Options, choice, number, size

if TYPE_CHECKING:
    from collections.abc import Mapping

_EPOCH_MAX: Final = (1 << 31) - 1
_OFFSET_MAX: Final = (1 << 63) - 1
_NAME_PARTS: Final = "the name of the snapshot; needed for `view=metadata`"

OPTIONS: Final = Options(
    "writing kafka_log",
    Option("path", TEXT, "what `save` is given"),
    Option(
        "view",
        choice("records", "metadata"),
        "`records`: log directories; `metadata`: a snapshot",
        "records",
    ),
    Option("topic", TEXT, "the topic of rows without column `topic`"),
    Option(
        "compression",
        choice("none", "gzip", "snappy", "lz4", "zstd"),
        "the codec of batches",
        "none",
    ),
    Option(
        "batchBytes", size(), "a batch ends with the record that reaches about this size", "16k"
    ),
    Option("segmentBytes", size(), "a segment has no more, unless one batch has", "1g"),
    Option("writeIndex", FLAG, "write `.index` and `.timeindex` too", "true"),
    Option("cleanup", FLAG, "finish or undo an interrupted overwrite first", "false"),
    Option("snapshotEndOffset", number(0, _OFFSET_MAX), _NAME_PARTS),
    Option("snapshotEpoch", number(0, _EPOCH_MAX), _NAME_PARTS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """The options of one write, checked; the names are those of the options, in snake case."""

    path: str
    view: str
    topic: str | None
    compression: str
    batch_bytes: int
    segment_bytes: int
    write_index: bool
    cleanup: bool
    snapshot_end_offset: int | None
    snapshot_epoch: int | None


def parse_write_options(options: Mapping[str, str]) -> WriteOptions:
    """Read the options as Spark hands them over; raises OptionError."""
    values = OPTIONS.parse(options)
    if not values["path"]:
        raise OptionError("option path is missing: name a directory in save()")
    parsed = WriteOptions(**values)
    if parsed.view == "metadata" and None in (parsed.snapshot_end_offset, parsed.snapshot_epoch):
        raise OptionError(
            "options snapshotEndOffset and snapshotEpoch are needed: they name the snapshot"
        )
    return parsed
