"""Ask a controller of Kafka's and one of ours the same drawn requests; tell where they differ.

`python -m tests.answers.differential --seed 1 --count 3000 [--state unattached]`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kraft_wire.messages import FetchSnapshotRequest
from tests.answers.drawing import Drawing
from tests.answers.record import RELEASE, changes
from tests.answers.scenes.states import STILL
from tests.answers.stage import Stage, staged
from tests.answers.target import FIRST, STANDALONE, Layout

if TYPE_CHECKING:
    from kraft_wire.message import Message

LAYOUTS = {"leading": Layout(STANDALONE), "unattached": Layout(FIRST, STILL)}


def is_allowed(message: Message, kafka: Any) -> bool:
    """docs/divergence.md: Java has no partition errors of FetchSnapshot, ours has."""
    is_error = isinstance(kafka, dict) and kafka.get("errorCode") == -1
    return isinstance(message, FetchSnapshotRequest) and is_error


async def answer_of(stage: Stage, message: Message, version: int) -> Any:
    found = await stage.asked(message, version)
    return found if isinstance(found, str) else stage.names.message(found, version)


async def differences(seed: int, count: int, state: str, root: Path) -> list[str]:
    """Ask both; a paragraph for each answer in which they differ."""
    async with AsyncExitStack() as stack:
        stages = []
        for name, release in (("kafka", RELEASE), ("ours", None)):
            folder = root / name
            folder.mkdir()
            made = await stack.enter_async_context(staged(folder, LAYOUTS[state], release))
            stages.append(made)
        drawing = await drawing_for(stages, state, seed)
        found = []
        for number in range(count):
            message, version = drawing.request()
            kafka, ours = [await answer_of(each, message, version) for each in stages]
            if kafka != ours and not is_allowed(message, kafka):
                told = "\n    ".join(changes(kafka, ours))
                found.append(f"{number}: {message} v{version}\n    {told}")
            if not all(each.target.is_running for each in stages):
                found.append(f"{number}: {message} v{version} ended one of them")
                break
        return found


async def drawing_for(stages: list[Stage], state: str, seed: int) -> Drawing:
    """Draw requests for processes that are in a state."""
    epoch, end = await _beginning(stages, state)
    return Drawing(random.Random(seed), epoch, end, leads=state == "leading")


async def _beginning(stages: list[Stage], state: str) -> tuple[int, int]:
    """The epoch and the end of both logs, which are the same."""
    if state != "leading":
        return 1, 0
    ends = {await each.until_led() for each in stages}
    epochs = {(await each.described()).leader_epoch for each in stages}
    (end,), (epoch,) = ends, epochs
    return epoch, end


def main() -> None:
    """Ask, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--state", choices=LAYOUTS, default="leading")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        asked = differences(options.seed, options.count, options.state, Path(root))
        found = asyncio.run(asked)
    print(*found, sep="\n")
    print(f"{options.count} requests, {len(found)} answers differ")


if __name__ == "__main__":
    main()
