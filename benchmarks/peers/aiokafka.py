"""aiokafka: its reader and its builder of records are Cython."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any

from benchmarks.peers import default_records

if TYPE_CHECKING:
    from benchmarks.worker import Operation


def version() -> str:
    return metadata.version("aiokafka")


def records(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, checksum included, and build it, with the codecs it has."""
    return default_records.records("aiokafka", cases)
