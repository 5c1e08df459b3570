"""Drawn requests over TCP, asked of Kafka once; a running kraft controller is asked them again.

`sequences` are those of `wire_sequences`, at an active controller; `drawn` those of
`tests.answers.differential`, at a controller in two states.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.answers.differential import LAYOUTS, answer_of, drawing_for, is_allowed
from tests.answers.record import RELEASE
from tests.answers.stage import staged
from tests.answers.target import STANDALONE, Layout
from tests.conformance.recorded_files import write
from tests.conformance.wire_sequences import KEYS, Side, WireSequence
from tests.conformance.wire_sequences import RELEASE as ACTIVE_RELEASE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEQUENCES = 200
STEPS = 15
SEED, DRAWN = 20261128, 400


class RecordingSequence(WireSequence):
    """Asks both, and notes what both answered."""

    def __init__(self, sides: list[Side], seed: int) -> None:
        super().__init__(sides, seed)
        self.answers: list[str] = []

    def _both(self, found: list[str]) -> list[str]:
        self.answers.append(found[0])
        return found


class RecordedSequence(WireSequence):
    """Asks kraft; what Kafka answered was recorded."""

    def __init__(self, sides: list[Side], seed: int, answers: list[str]) -> None:
        super().__init__(sides, seed)
        self._answers = iter(answers)

    def _both(self, found: list[str]) -> list[str]:
        return [next(self._answers), *found]

    async def _until_published(self) -> None:
        """kraft decides by ACLs as soon as it answers that they are committed."""


async def with_sides(
    root: Path, releases: dict[str, str | None], run: Callable[[list[Side]], Any]
) -> Any:
    """Run with active controllers, by the name of their folder; None is kraft."""
    async with AsyncExitStack() as stack:
        sides = []
        for name, release in releases.items():
            folder = root / name
            folder.mkdir()
            layout = Layout(STANDALONE, KEYS)
            stage = await stack.enter_async_context(staged(folder, layout, release))
            await stage.until_led()
            sides.append(Side(stage.port))
            stack.callback(sides[-1].close)
        return await run(sides)


def record_sequences(release: str = ACTIVE_RELEASE) -> None:
    """Ask Kafka and kraft, and write the file."""

    async def run(sides: list[Side]) -> list[list[str]]:
        lines = []
        for seed in range(SEQUENCES):
            sequence = RecordingSequence(sides, seed)
            await sequence.run(STEPS)
            lines.append(sequence.answers)
        return lines

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
        both = {"kafka": release, "kraft": None}
        lines = asyncio.run(with_sides(Path(root), both, run))
    write("wire", {"release": release, "seeds": [0, SEQUENCES]}, lines)


async def drawn_answers(state: str, root: Path, release: str | None) -> list[Any]:
    """Return [request, version, answer, whether kraft may answer otherwise] for each request."""
    async with staged(root, LAYOUTS[state], release) as stage:
        drawing = await drawing_for([stage], state, SEED)
        found = []
        for _ in range(DRAWN):
            message, version = drawing.request()
            answer = await answer_of(stage, message, version)
            found.append([type(message).__name__, version, answer, is_allowed(message, answer)])
        return found


def record_drawn(release: str = RELEASE) -> None:
    """Ask Kafka, and write the file."""

    def cases() -> Iterator[list[Any]]:
        for state in LAYOUTS:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as root:
                yield asyncio.run(drawn_answers(state, Path(root), release))

    write("drawn", {"release": release, "seed": SEED, "states": list(LAYOUTS)}, cases())
