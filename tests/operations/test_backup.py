"""The order of a copy: what is asked next after each answer, and which answers are refused."""

from __future__ import annotations

import pytest

from kraft_core.client.metadata_log import Position, SnapshotId, SnapshotNeeded
from kraft_core.operations.backup import (
    ATTEMPTS_MAX,
    AskEnd,
    AskLog,
    AskSnapshot,
    BackupCopy,
    BackupError,
    Batches,
    CommittedEnd,
    Evidence,
    Restart,
    SnapshotGone,
    SnapshotStored,
    Stage,
    Write,
)
from kraft_wire.records.batch import RecordBatch
from tests.support.record_batches import topics

END = CommittedEnd(6, Evidence.LEADER)
DOUBLE = Batches([RecordBatch.parse(topics(0, 1, "a", "b"))])
SNAPSHOT = SnapshotNeeded(SnapshotId(3, 1), 3)


def batches(*starts, epoch=1):
    """Batches of one record each."""
    return Batches([RecordBatch.parse(topics(start, epoch, f"t{start}")) for start in starts])


def after(*answers):
    copy = BackupCopy()
    effects = [copy.answer(each) for each in answers]
    return copy, effects[-1]


def test_copy_asks_for_end_snapshot_and_log():
    copy = BackupCopy()
    assert copy.ask == AskEnd()
    copy.answer(END)
    assert copy.ask == AskLog(Position(0, 0))
    copy.answer(SNAPSHOT)
    assert copy.ask == AskSnapshot(SnapshotId(3, 1))
    copy.answer(SnapshotStored())
    assert copy.ask == AskLog(Position(3, 1))
    assert copy.answer(batches(3, 4)) == Write(list(batches(3, 4).batches))
    assert copy.ask == AskLog(Position(5, 1))
    copy.answer(batches(5, epoch=2))
    assert copy.ask is None
    assert (copy.position, copy.end_offset) == (Position(6, 2), 6)


def test_log_without_a_snapshot_is_copied_from_offset_0():
    copy, effect = after(END, batches(0, 1, 2, 3, 4, 5))
    assert copy.ask is None
    assert len(effect.batches) == 6


def test_batches_above_the_committed_end_are_left_out():
    copy, effect = after(END, batches(0, 1, 2, 3, 4, 5, 6, 7))
    assert copy.ask is None
    assert [each.base_offset for each in effect.batches] == [0, 1, 2, 3, 4, 5]


def test_batch_across_the_committed_end_is_left_out():
    across = Batches([RecordBatch.parse(topics(5, 1, "a", "b"))])
    copy, effect = after(END, batches(0, 1, 2, 3, 4), across)
    assert copy.ask is None
    assert effect is None
    assert copy.end_offset == 5


def test_snapshot_above_the_committed_end_is_the_whole_copy():
    copy, _ = after(END, SnapshotNeeded(SnapshotId(9, 2), 3), SnapshotStored())
    assert copy.ask is None
    assert copy.end_offset == 9


def test_empty_answer_asks_again():
    copy, effect = after(END, SNAPSHOT, SnapshotStored(), Batches([]))
    assert effect is None
    assert copy.ask == AskLog(Position(3, 1))


@pytest.mark.parametrize(
    "answers",
    [(END, SNAPSHOT, SnapshotGone("refused")), (END, SNAPSHOT, SnapshotStored(), SNAPSHOT)],
    ids=["snapshot deleted", "log begins later"],
)
def test_copy_begins_again_a_bounded_number_of_times(answers):
    copy = BackupCopy()
    for _ in range(ATTEMPTS_MAX - 1):
        assert [copy.answer(each) for each in answers][-1] == Restart()
        assert copy.ask == AskEnd()
    for each in answers[:-1]:
        copy.answer(each)
    with pytest.raises(BackupError, match="all 10 attempts failed"):
        copy.answer(answers[-1])


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((CommittedEnd(0, Evidence.LEADER),), "no committed records"),
        ((END, SnapshotNeeded(SnapshotId(0, 0), 0)), "reported 0+-0+ as its newest snapshot"),
        ((END, batches(1)), "offset 1 of epoch 1 after offset 0"),
        ((END, batches(0, 1), batches(1)), "offset 1 of epoch 1 after offset 2"),
        ((END, batches(0, epoch=2), batches(1)), "epoch 1 after offset 1 of epoch 2"),
        ((CommittedEnd(1, Evidence.GIVEN), DOUBLE), "no batch ends at or below"),
    ],
    ids=["empty", "0-0", "gap", "offset falls", "epoch falls", "nothing whole"],
)
def test_wrong_answers_are_refused(answers, message):
    with pytest.raises(BackupError, match=message):
        after(*answers)


def test_every_stage_refuses_answers_to_other_questions():
    ways = {
        Stage.END: (),
        Stage.START: (END,),
        Stage.SNAPSHOT: (END, SNAPSHOT),
        Stage.LOG: (END, SNAPSHOT, SnapshotStored()),
        Stage.DONE: (END, SnapshotNeeded(SnapshotId(9, 2), 3), SnapshotStored()),
    }
    taken = {
        Stage.END: {CommittedEnd},
        Stage.START: {SnapshotNeeded, Batches},
        Stage.SNAPSHOT: {SnapshotStored, SnapshotGone},
        Stage.LOG: {SnapshotNeeded, Batches},
        Stage.DONE: set(),
    }
    for stage in Stage:
        for answer in (END, SNAPSHOT, Batches([]), SnapshotStored(), SnapshotGone("refused")):
            copy = BackupCopy()
            for each in ways[stage]:
                copy.answer(each)
            assert copy.stage is stage
            if type(answer) not in taken[stage]:
                with pytest.raises(BackupError, match="the source answered"):
                    copy.answer(answer)
