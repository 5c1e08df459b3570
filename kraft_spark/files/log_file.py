"""A segment or snapshot: where it lies, how large it is, and whose it is by name and neighbours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_spark.files.names import FileName, PartitionName
    from kraft_spark.files.store import Store


@dataclass(frozen=True, slots=True)
class PreviousSegment:
    """The segment with the next lower base offset in the same directory."""

    path: str
    size: int
    name: FileName
    sidecars: frozenset[str]


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file to read, and all that names and neighbours say of it.

    `modified` is microseconds since the epoch. `sidecars` are the endings of the files that
    stand beside it: indexes, the manifest of a tier.
    """

    store: Store
    path: str
    size: int
    modified: int | None
    name: FileName
    owner: PartitionName
    is_last_segment: bool
    sidecars: frozenset[str]
    previous: PreviousSegment | None = None

    @property
    def uri(self) -> str:
        """The path as Spark spells it."""
        return self.store.uri(self.path)

    @property
    def folder(self) -> str:
        """The directory that holds it."""
        return self.path.rpartition("/")[0] or "/"

    @property
    def is_log(self) -> bool:
        """Whether it is a segment, and no checkpoint."""
        return self.name.kind == "segment"

    @property
    def source(self) -> str:
        """Where its records come from: log, snapshot or bootstrap."""
        return "log" if self.is_log else self.name.kind

    def previous_file(self) -> LogFile | None:
        """The segment before this one, None for the first and for checkpoints."""
        one = self.previous
        if one is None:
            return None
        return replace(
            self,
            path=one.path,
            size=one.size,
            modified=None,
            name=one.name,
            is_last_segment=False,
            sidecars=one.sidecars,
            previous=None,
        )

    def sidecar(self, ending: str) -> str:
        """The path of a file beside it: `.index` and so on."""
        return self.path.removesuffix(".log") + ending
