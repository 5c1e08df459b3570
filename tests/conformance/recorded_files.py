"""Compressed files of what Kafka was asked and answered once: a first line, and a line a case.

`python -m tests.conformance.recorded_files` asks Kafka again and writes all of them anew.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).parents[1] / "data" / "recorded"
MOST_BYTES = 3_000_000
"""Of all files together."""


@cache
def read(name: str) -> tuple[dict[str, Any], list[str]]:
    """Return the first line, which names the release, and the others, each still as text."""
    data = lzma.decompress((DATA / f"{name}.jsonl.xz").read_bytes())
    first, *lines = data.decode().splitlines()
    return json.loads(first), lines


def write(name: str, first: dict[str, Any], cases: Iterable[Any]) -> None:
    """Write a file anew, and print its size."""
    begin = time.monotonic()
    lines = [json.dumps(each, separators=(",", ":")) for each in (first, *cases)]
    text = "".join(f"{line}\n" for line in lines).encode()
    path = DATA / f"{name}.jsonl.xz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    size, seconds = path.stat().st_size, time.monotonic() - begin
    print(f"{path.name}: {first}, {len(lines) - 1} cases, {size} bytes, {seconds:.0f} s")


def main() -> None:
    """Record what the options name."""
    from tests.conformance import recorded_decisions, recorded_verdicts, recorded_wire

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["decisions", "verdicts", "wire", "drawn"])
    parser.add_argument("--release", help="of all that is named, in place of what each follows")
    options = parser.parse_args()
    recorders = {
        "decisions": recorded_decisions.record,
        "verdicts": recorded_verdicts.record,
        "wire": recorded_wire.record_sequences,
        "drawn": recorded_wire.record_drawn,
    }
    for what in options.what:
        recorders[what](*([options.release] if options.release else []))


if __name__ == "__main__":
    main()
