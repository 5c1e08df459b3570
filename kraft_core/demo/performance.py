"""One performance: a temporary folder, the acts, and the verdict as the last line."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.demo.acts import perform
from kraft_core.demo.stage import Stage
from kraft_core.demo.view import Mood
from kraft_core.node.running import runner

if TYPE_CHECKING:
    from kraft_core.demo.audit import Verdict
    from kraft_core.demo.screens import Screen


def perform_on(screen: Screen, pace: float) -> Verdict:
    """Play the demo; raises DemoError. Leaves no process and no file, also after Ctrl-C."""
    with (
        tempfile.TemporaryDirectory(prefix="kraft-demo-", ignore_cleanup_errors=True) as root,
        screen,
    ):
        return runner()(_play(Stage(Path(root), screen, pace)))


async def _play(stage: Stage) -> Verdict:
    verdict = await perform(stage)
    if verdict.others:
        stage.say(
            "doubtful",
            f"Beside them all nodes have {verdict.others:,} records that the killed leader had"
            " taken and not yet acknowledged.",
            records=verdict.others,
        )
    stage.conclude(
        "verdict",
        verdict.sentence,
        Mood.GOOD if verdict.is_good else Mood.BAD,
        good=verdict.is_good,
        records=verdict.acknowledged,
        faults=verdict.faults,
    )
    return verdict
