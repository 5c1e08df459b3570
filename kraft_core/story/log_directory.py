"""The records of a metadata log directory, batch by batch, for telling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kraft_core.client.changes import changes_of
from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_wire.errors import WireError
from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kraft_core.client.changes import Change


class UnreadableLogError(Exception):
    """A directory that holds no metadata log, or one that is damaged; one sentence."""


class BatchOfChanges(NamedTuple):
    """One batch: the size in bytes and the records, control records too."""

    size: int
    changes: list[Change]


def segments(directory: Path) -> list[Path]:
    """The segments of the metadata log in or below a directory, in order of their offsets."""
    for place in (directory, directory / KAFKAS_TOPIC.folder):
        found = sorted(place.glob("[0-9]*.log"))
        if found:
            return found
    raise UnreadableLogError(f"{directory} holds no segment of a metadata log")


def batches(directory: Path) -> Iterator[BatchOfChanges]:
    """Read all batches; secrets are redacted. Raises UnreadableLogError where one is damaged."""
    for segment in segments(directory):
        data = segment.read_bytes()
        position = 0
        while position < len(data):
            try:
                batch = RecordBatch.parse(data, position)
                batch.validate()
                changes = list(changes_of(batch, "log", include_secrets=False))
            except WireError as error:
                raise UnreadableLogError(f"{segment.name}: {error}") from None
            yield BatchOfChanges(batch.size, changes)
            position += batch.size
