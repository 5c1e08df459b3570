from __future__ import annotations

import threading
from dataclasses import dataclass

from kraft_spark.seeds.campaign import StageProgress


@dataclass
class Stage:
    numTasks: int  # noqa: N815
    numCompletedTasks: int  # noqa: N815


class Stages:
    """A tracker; None stands for a stage that Spark has forgotten."""

    def __init__(self, *stages):
        self.stages = stages
        self.asked = threading.Event()

    def getActiveStageIds(self):  # noqa: N802
        self.asked.set()
        return list(range(len(self.stages)))

    def getStageInfo(self, stageId):  # noqa: N802, N803
        return self.stages[stageId]


def test_seeds_are_reported_when_tasks_complete():
    told = []
    tracker = Stages()
    progress = StageProgress(tracker, 100, told.append)
    for stages in ((), (None,), (Stage(8, 0),), (Stage(8, 2),), (Stage(8, 2),), (Stage(8, 7),), ()):
        tracker.stages = stages
        progress.look()
    assert told == [25, 62]
    assert progress.reported == 87


def test_stage_progress_polls_until_the_job_is_over():
    told = []
    tracker = Stages(Stage(4, 3))
    with StageProgress(tracker, 8, told.append, every_s=0.001) as progress:
        assert tracker.asked.wait(60)
        thread = threading.enumerate()
        assert "stage-progress" in {one.name for one in thread}
    assert told == [6]
    assert progress.reported == 6
    assert "stage-progress" not in {one.name for one in threading.enumerate()}
