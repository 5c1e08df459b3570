"""`make digests`: a digest for each scenario, to compare a restructuring commit with its parent.

A digest covers the effects, deadlines, messages and disk operations of all seeds of a scenario
(`kraft_core.sim.quorum.digest`), and what failed; seeds that fail are named. Blocks of seeds that
are done are in a file, so that a run that was interrupted is resumed; a file of other sources is
refused. `--seeds` is the total over all scenarios, rounded up to blocks of 20 for each of them.

    python -m tests.digests --seeds 2000 --out before.digests
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kraft_core.sim.quorum.campaign import run
from kraft_core.sim.quorum.scenarios import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
BLOCK = 20
"""Seeds that are written down together."""

Key = tuple[str, int, int]
"""Scenario, first seed, seed after the last."""


class Block(NamedTuple):
    """What some seeds gave: their digest, and which of them failed."""

    digest: str
    failed: list[int]


class OtherSourcesError(Exception):
    """The file has digests of other sources."""


class Progress:
    """The digests of blocks that are done, in a file of JSON lines; the first names the sources."""

    def __init__(self, path: Path, sources: str) -> None:
        self._path = path
        self.done: dict[Key, Block] = {}
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        if not lines:
            path.write_text(json.dumps({"sources": sources}) + "\n", encoding="utf-8")
            return
        if json.loads(lines[0])["sources"] != sources:
            raise OtherSourcesError(f"{path} has digests of other sources; name another file")
        # a run that was ended may have left half a line
        whole = [line for line in lines if line.endswith("\n")]
        path.write_text("".join(whole), encoding="utf-8")
        for line in whole[1:]:
            scenario, first, end, digest, failed = json.loads(line)
            self.done[scenario, first, end] = Block(digest, failed)

    def add(self, key: Key, block: Block) -> None:
        """Write down that a block is done."""
        self.done[key] = block
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([*key, *block]) + "\n")


def sources() -> str:
    """A digest of the files that decide a simulated run."""
    found = blake2b(digest_size=16)
    for package in ("kraft_core", "kraft_wire"):
        for path in sorted((ROOT / package).rglob("*.py")):
            found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def blocks(seeds: int, scenarios: Sequence[str]) -> Iterator[Key]:
    """So many seeds over all scenarios, each from 0 on, in blocks; rounded up to whole ones."""
    each = -(-seeds // len(scenarios))
    for scenario in scenarios:
        for first in range(0, each, BLOCK):
            yield scenario, first, first + BLOCK


def run_block(key: Key, jobs: int) -> Block:
    """Run a block."""
    scenario, first, end = key
    found, failures = blake2b(digest_size=16), list[int]()
    for result in run(range(first, end), scenario, jobs=jobs):
        failed = ""
        if result.failure is not None:
            failed = result.failure.invariant
            failures.append(result.seed)
        found.update(f"{result.seed} {result.digest} {result.steps} {failed}\n".encode())
    return Block(found.hexdigest(), failures)


def scenario_digest(progress: Progress, keys: Sequence[Key]) -> str:
    """Of all blocks of one scenario."""
    found = blake2b(digest_size=16)
    for key in keys:
        found.update(f"{progress.done[key].digest}\n".encode())
    return found.hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is not done, print a line for each scenario; 2 if the file cannot be continued."""
    parser = argparse.ArgumentParser(prog="python -m tests.digests")
    parser.add_argument(
        "--seeds",
        type=int,
        default=2000,
        help="total, divided evenly among the scenarios, in blocks of 20 each (2000)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--out", type=Path, required=True, help="file of blocks that are done")
    parser.add_argument("--scenario", action="append", choices=list(SCENARIOS), help="this only")
    options = parser.parse_args(arguments)
    try:
        progress = Progress(options.out, sources())
    except OtherSourcesError as error:
        print(error, file=sys.stderr)
        return 2
    scenarios = options.scenario or list(SCENARIOS)
    keys = list(blocks(options.seeds, scenarios))
    for key in keys:
        if key not in progress.done:
            progress.add(key, run_block(key, options.jobs))
    for scenario in scenarios:
        mine = [key for key in keys if key[0] == scenario]
        failed = [seed for key in mine for seed in progress.done[key].failed]
        told = f" failed: {failed}" if failed else ""
        print(f"{scenario} {mine[-1][2]} {scenario_digest(progress, mine)}{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
