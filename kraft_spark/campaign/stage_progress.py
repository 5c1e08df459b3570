"""How far a job of Spark has come, task by task, while it runs: its rows appear only at its end."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

EVERY_S = 1.0


class Stage(Protocol):
    """What Spark tells of a stage."""

    numTasks: int  # noqa: N815 - PySpark's name
    numCompletedTasks: int  # noqa: N815


class Tracker(Protocol):
    """`SparkContext.statusTracker()`."""

    def getActiveStageIds(self) -> Iterable[int]:  # noqa: N802
        """The stages that run."""

    def getStageInfo(self, stageId: int) -> Stage | None:  # noqa: N802, N803
        """What is known of one."""


class StageProgress:
    """A context manager around a job of `seeds` seeds, which tells `done` how many more are done.

    All tasks but the last one have the same number of seeds. `told` is how many were told of.
    """

    def __init__(
        self, tracker: Tracker, seeds: int, done: Callable[[int], None], every_s: float = EVERY_S
    ) -> None:
        self.told = 0
        self._tracker = tracker
        self._seeds = seeds
        self._done = done
        self._every_s = every_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="stage-progress", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def look(self) -> None:
        """Ask once."""
        stages = [self._tracker.getStageInfo(each) for each in self._tracker.getActiveStageIds()]
        tasks = sum(stage.numTasks for stage in stages if stage is not None)
        completed = sum(stage.numCompletedTasks for stage in stages if stage is not None)
        reached = self._seeds * completed // tasks if tasks else 0
        if reached > self.told:
            self._done(reached - self.told)
            self.told = reached

    def _watch(self) -> None:
        while not self._is_over.wait(self._every_s):
            self.look()
