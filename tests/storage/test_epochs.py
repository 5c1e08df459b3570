"""Where leader epochs begin."""

from __future__ import annotations

import pytest

from kraft_core.consensus.log import LogView
from kraft_core.storage.epochs import Epochs
from tests.storage.content import snapshot_id

EPOCHS = Epochs(((2, 10), (5, 20), (6, 30)), 1)


def test_the_epoch_of_the_last_record_below_an_offset():
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
    assert Epochs((), 4).last == 4
    assert Epochs((), 4).before(7) == 4


def test_batches_at_the_end():
    assert EPOCHS.with_batch(6, 40) is EPOCHS
    assert EPOCHS.with_batch(9, 40).entries == (*EPOCHS.entries, (9, 40))
    assert Epochs((), 4).with_batch(4, 50) == Epochs(((4, 50),), 4)


@pytest.mark.parametrize("offset", range(10, 45))
def test_cuts_agree_with_what_consensus_does(offset):
    def view():
        return LogView(10, 45, list(EPOCHS.entries), 1)

    cut = view()
    cut.truncate(offset)
    assert EPOCHS.below(offset) == Epochs(tuple(cut.epochs), cut.start_epoch)
    epoch = EPOCHS.before(offset)
    raised = view()
    raised.delete_prefix(snapshot_id(offset, epoch))
    assert EPOCHS.above(offset) == Epochs(tuple(raised.epochs), raised.start_epoch)


def test_nothing_lies_above_what_was_never_there():
    assert EPOCHS.above(5) == EPOCHS
    assert Epochs((), 3).above(9) == Epochs((), 3)
