"""Files that released Kafka wrote, with what Kafka's own classes read in them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent / "data" / "kafka"


def cases(name: str) -> list[Path]:
    """Return the folders of all releases that contain this file."""
    return sorted(path.parent for path in ROOT.glob(f"*/*/{name}"))


def segment(case: str) -> bytes:
    """Return the first segment of a partition."""
    return (ROOT / case / "00000000000000000000.log").read_bytes()


def case_id(case: Path) -> str:
    return f"{case.parent.name}-{case.name}"


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Return the JSON lines of a compressed file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)
