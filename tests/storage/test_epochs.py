"""Where leader epochs begin."""

from __future__ import annotations

from kraft_core.raft.consensus.log import LeaderEpochs

EPOCHS = LeaderEpochs(((2, 10), (5, 20), (6, 30)), 1)


def test_before_returns_epoch_of_last_record_below_offset():
    assert [EPOCHS.before(offset) for offset in (10, 11, 20, 21, 30, 31, 99)] == [
        1,
        2,
        2,
        5,
        5,
        6,
        6,
    ]
    assert EPOCHS.last == 6
    assert LeaderEpochs((), 4).last == 4
    assert LeaderEpochs((), 4).before(7) == 4


def test_batches_at_the_end():
    assert EPOCHS.with_batch(6, 40) is EPOCHS
    assert EPOCHS.with_batch(9, 40).entries == (*EPOCHS.entries, (9, 40))
    assert LeaderEpochs((), 4).with_batch(4, 50) == LeaderEpochs(((4, 50),), 4)


def test_above_an_offset_before_all_epochs_changes_nothing():
    assert EPOCHS.above(5) == EPOCHS
    assert LeaderEpochs((), 3).above(9) == LeaderEpochs((), 3)
