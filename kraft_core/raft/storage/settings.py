"""Settings of a log. Defaults are Kafka's, by the names of its configuration where it has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEGMENT_BYTES_MAX: Final = (1 << 31) - 1
"""Positions in an index have 32 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSettings:
    """Sizes in bytes, times in milliseconds; a negative retention means that it does not apply."""

    segment_bytes: int = 1 << 30
    """`metadata.log.segment.bytes`: a segment is rolled rather than grow beyond it."""
    segment_ms: int = 604_800_000
    """`metadata.log.segment.ms`: how far timestamps in one segment may lie apart."""
    retention_bytes: int = 104_857_600
    """`metadata.max.retention.bytes`: log and snapshots; above it old ones are deleted."""
    retention_ms: int = 604_800_000
    """`metadata.max.retention.ms`: the age of a snapshot above which it is deleted."""
    delete_delay_ms: int = 60_000
    """Time for which a file marked for deletion is kept for its readers."""
    mark_interval_ms: int = 5_000
    """How often the durable mark and the index files are brought up to date."""
    recent_bytes: int = 8 << 20
    """Flushed batches that are kept in memory for the followers that are about to fetch them."""

    def __post_init__(self) -> None:
        if not 0 < self.segment_bytes <= SEGMENT_BYTES_MAX:
            raise ValueError(f"segments of {self.segment_bytes} bytes")
