"""What `kafka-storage info` tells of log directories: which there are, whose, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.errors import StorageError
from kraft_core.storage.meta_properties import MetaProperties, encode_id, read_meta_properties

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class DirectoryReport:
    """The directories that are there, what the first formatted one says, and all problems."""

    directories: tuple[str, ...]
    meta: MetaProperties | None
    problems: tuple[str, ...]

    @classmethod
    def of(cls, paths: Sequence[str]) -> Self:
        """Look at directories."""
        found: list[str] = []
        problems: list[str] = []
        first: MetaProperties | None = None
        for path in map(str, map(Path, paths)):
            meta, problem = _look_at(path)
            if meta is not None and first is not None:
                problem = _mismatch(first, meta)
            if problem is not None:
                problems.append(problem)
            if Path(path).is_dir():
                found.append(path)
            first = first or meta
        return cls(tuple(found), first, tuple(problems))

    def fields(self) -> dict[str, str]:
        """The lines of meta.properties, by key and sorted; empty without one."""
        if self.meta is None:
            return {}
        fields = {"cluster.id": self.meta.cluster_id}
        if self.meta.directory_id is not None:
            fields["directory.id"] = encode_id(self.meta.directory_id)
        return fields | {"node.id": str(self.meta.node_id), "version": "1"}

    def to_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "directories": list(self.directories),
            "metadata": self.fields(),
            "problems": list(self.problems),
        }


def _look_at(path: str) -> tuple[MetaProperties | None, str | None]:
    if not Path(path).exists():
        return None, f"{path} does not exist"
    if not Path(path).is_dir():
        return None, f"{path} is not a directory"
    try:
        meta = read_meta_properties(DiskFolder(path))
    except (OSError, StorageError) as error:
        return None, f"Error loading {path}/meta.properties: {error}"
    return meta, None if meta is not None else f"{path} is not formatted."


def _mismatch(first: MetaProperties, other: MetaProperties) -> str | None:
    if other.cluster_id != first.cluster_id:
        return "Mismatched cluster IDs between storage directories."
    if other.node_id != first.node_id:
        return "Mismatched node IDs between storage directories."
    return None


def report_text(report: DirectoryReport) -> str:
    """The report as Kafka's tool prints it."""
    blocks = []
    if report.directories:
        word = "directory" if len(report.directories) == 1 else "directories"
        blocks.append([f"Found log {word}:", *(f"  {each}" for each in report.directories)])
    if report.meta is not None:
        fields = ", ".join(f"{key}={value}" for key, value in report.fields().items())
        blocks.append([f"Found metadata: {{{fields}}}"])
    if report.problems:
        word = "problem" if len(report.problems) == 1 else "problems"
        blocks.append([f"Found {word}:", *(f"  {each}" for each in report.problems)])
    return "".join("\n".join(block) + "\n\n" for block in blocks)
