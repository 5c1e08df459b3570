"""The options of a dump, and what it reports besides the content: gaps, wrong entries, damage.

Kafka's tool prints its findings on standard error and mostly ends with success. Here damage is
reported separately: each damaged file gets one sentence with position and reason, and the command
fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from kraft_core.cli.dump.java_values import INT_MAX

STRING_DECODER: Final = "org.apache.kafka.tools.api.StringDecoder"

Topic = Literal[
    "offsets", "transaction-log", "cluster-metadata", "remote-log-metadata", "share-group-state"
]
"""An internal topic whose records one of the `--*-decoder` options reads."""

BATCH_BYTES_MAX: Final = 64 << 20
"""Bytes of a batch after decompression, unless another bound is given."""

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
"""All of them; of several decoders that are asked for, Kafka takes the first in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DumpOptions:
    """The options, with the defaults of Kafka's tool; sizes are bytes.

    `max_batch_bytes` bounds a batch after decompression (divergence N57).

    `topic` is the internal topic whose decoder was asked for. `records_as_json` prints JSON Lines
    in place of text. `redact` hides secrets of metadata records.
    """

    print_data_log: bool = False
    deep_iteration: bool = False
    skip_record_metadata: bool = False
    verify_index_only: bool = False
    index_sanity_check: bool = False
    max_message_size: int = 5 * 1024 * 1024
    max_bytes: int = INT_MAX
    max_batch_bytes: int = BATCH_BYTES_MAX
    topic: Topic | None = None
    key_decoder_class: str = STRING_DECODER
    value_decoder_class: str = STRING_DECODER
    records_as_json: bool = False
    redact: bool = False


class StoppedError(Exception):
    """Kafka's tool stops here, with files left: `reason` says why, `position` where.

    `position` is a byte of the file, None where the file as a whole is meant.
    """

    def __init__(self, reason: str, position: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position

    def at(self, position: int) -> StoppedError:
        """Return the same error with a position, unless it has one."""
        return self if self.position is not None else StoppedError(self.reason, position)


def unreadable(error: OSError | ValueError) -> StoppedError:
    """Return why the operating system cannot read a file."""
    reason = getattr(error, "strerror", None) or str(error)
    return StoppedError(f"the file cannot be read ({reason})")


@dataclass(slots=True)
class Report:
    """The findings of one run, by file name as it was given, in the order of discovery."""

    gaps: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Offset and the one that follows it, where that is not the next."""
    index_mismatches: dict[str, dict[int, int]] = field(default_factory=dict)
    """Offset of an index entry and the last offset of the batch that it points to."""
    wrong_timestamps: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Timestamp of a time index entry and the largest of the batch that it points to."""
    unordered_timestamps: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Timestamp of a time index entry and that of the entry before it."""
    missing_offsets: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Offset of a time index entry and the one found in its place, -1 for none."""
    unknown_files: list[str] = field(default_factory=list)
    """Files whose names end like no file of a log directory."""
    files_without_records: list[str] = field(default_factory=list)
    """Other files of a log directory, where records alone were asked for."""
    damage: dict[str, str] = field(default_factory=dict)
    """Faults of a file: one sentence for the first damage of each."""

    def damaged(self, file: str, reason: str, position: int | None = None) -> None:
        """Note damage of a file, unless an earlier one is known."""
        place = "" if position is None else f" at position {position}"
        self.damage.setdefault(file, f"{file}: {reason}{place}")

    def lines(self) -> list[str]:
        """Return everything except damage in the words of Kafka's tool."""
        lines = [f"Ignoring unknown file {file}" for file in self.unknown_files]
        lines += [f"Ignoring {file}: it holds no records" for file in self.files_without_records]
        for file, mismatches in self.index_mismatches.items():
            lines.append(f"Mismatches in :{file}")
            lines += [
                f"  Index offset: {entry}, log offset: {mismatches[entry]}"
                for entry in sorted(mismatches, reverse=True)
            ]
        for findings, title, form in (
            (
                self.wrong_timestamps,
                "Found timestamp mismatch in :",
                "  Index timestamp: {}, log timestamp: {}",
            ),
            (
                self.unordered_timestamps,
                "Found out of order timestamp in :",
                "  Index timestamp: {}, Previously indexed timestamp: {}",
            ),
            (
                self.missing_offsets,
                "The following indexed offsets are not found in :",
                "Indexed offset: {}, found log offset: {}",
            ),
            (self.gaps, "Non-consecutive offsets in ", "  {} is followed by {}"),
        ):
            for file, pairs in findings.items():
                lines.append(f"{title}{file}")
                lines += [form.format(*pair) for pair in pairs]
        return lines
