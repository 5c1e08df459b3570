"""The view of the log and the catalog of snapshots."""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.consensus.log import (
    LeaderEpochs,
    LogView,
    SnapshotCatalog,
    StoredSnapshot,
    Valid,
)
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch

# -- offsets and epochs of the local log -----------------------------------------------------------


def view():
    """Epoch 2 from 0, epoch 4 from 10, epoch 5 from 15, end 20."""
    return LogView(0, 20, LeaderEpochs(((2, 0), (4, 10), (5, 15))))


@pytest.mark.parametrize(
    ("epoch", "end"),
    [
        (5, OffsetAndEpoch(20, 5)),
        (9, OffsetAndEpoch(20, 5)),
        (4, OffsetAndEpoch(15, 4)),
        (3, OffsetAndEpoch(10, 2)),
        (2, OffsetAndEpoch(10, 2)),
        (1, OffsetAndEpoch(0, 1)),
        (0, OffsetAndEpoch(0, 0)),
    ],
)
def test_epoch_end_uses_the_highest_epoch_up_to_the_given_one(epoch, end):
    assert view().end_of_epoch(epoch) == end


def test_an_empty_log_ends_with_the_epoch_of_its_snapshot():
    assert LogView().end == OffsetAndEpoch(0, 0)
    assert LogView(30, 30, LeaderEpochs((), 3)).end == OffsetAndEpoch(30, 3)
    assert LogView(30, 30, LeaderEpochs((), 3)).end_of_epoch(3) == OffsetAndEpoch(30, 3)


@pytest.mark.parametrize(("offset", "epoch"), [(0, 2), (9, 2), (10, 4), (14, 4), (19, 5)])
def test_epoch_at_returns_epoch_of_record(offset, epoch):
    assert view().epoch_at(offset) == epoch


def test_point_before_returns_preceding_epoch():
    assert view().point_before(15) == OffsetAndEpoch(15, 4)
    assert view().point_before(16) == OffsetAndEpoch(16, 5)
    assert view().point_before(0) == OffsetAndEpoch(0, 0)
    assert LogView(30, 40, LeaderEpochs(((4, 30),), 3)).point_before(12) == OffsetAndEpoch(30, 3)


def test_appends_are_claimed_when_they_are_flushed():
    log = view()
    log.append(25, 5)
    assert not log.is_durable
    assert not log.flushed(log.generation, 20)
    assert log.flushed(log.generation, 25)
    assert log.is_durable


@pytest.mark.parametrize(("end", "epoch"), [(20, 5), (19, 5), (25, 4)])
def test_gaps_backward_and_falling_epochs_are_refused(end, epoch):
    with pytest.raises(ValueError, match="cannot append"):
        view().append(end, epoch)


def test_a_truncation_ends_a_generation():
    log = view()
    log.append(30, 6)
    log.truncate(12)
    assert log.end == OffsetAndEpoch(12, 4)
    assert (log.generation, log.is_durable) == (1, False)
    assert not log.flushed(0, 30)
    with pytest.raises(ValueError, match="cannot append"):
        log.append(13, 6)
    assert not log.truncated(0, 12)
    assert log.truncated(1, 12)
    assert log.is_durable
    log.append(13, 6)
    assert log.epochs.entries == ((2, 0), (4, 10), (6, 12))


def test_storage_may_truncate_more_than_was_asked_for():
    log = view()
    log.truncate(17)
    assert log.truncated(1, 14)
    assert log.end == OffsetAndEpoch(14, 4)
    assert log.is_durable


def test_truncation_below_the_start_is_refused():
    with pytest.raises(ValueError, match="cannot truncate"):
        LogView(10, 20, LeaderEpochs(((1, 10),))).truncate(9)


def test_a_reset_begins_where_the_snapshot_ends():
    log = view()
    log.reset(OffsetAndEpoch(100, 7))
    assert (log.start_offset, log.end, log.is_durable) == (100, OffsetAndEpoch(100, 7), False)
    assert not log.was_reset(0)
    assert log.was_reset(1)
    assert log.is_durable
    log.append(101, 7)
    assert log.epochs.entries == ((7, 100),)


def test_a_prefix_goes_with_its_epochs():
    log = view()
    log.delete_prefix(OffsetAndEpoch(12, 4))
    assert (log.start_offset, log.epochs) == (12, LeaderEpochs(((4, 12), (5, 15)), 4))
    log.delete_prefix(OffsetAndEpoch(20, 5))
    assert (log.epochs, log.end) == (LeaderEpochs((), 5), OffsetAndEpoch(20, 5))


def test_views_are_independent_copies():
    log = view()
    copy = log.copy()
    copy.truncate(0)
    assert log == view()


def test_log_view_agrees_with_a_naive_model():
    """The same as a list with one epoch a record, over random histories."""
    rng = random.Random(5)
    for _ in range(300):
        log, twin, epoch = LogView(), list[int](), 1
        for _ in range(30):
            if rng.random() < 0.6:
                epoch += rng.choice((0, 0, 1, 3))
                epoch = max(epoch, log.last_epoch)
                count = rng.randint(1, 4)
                log.append(log.end_offset + count, epoch)
                twin += [epoch] * count
            elif twin:
                end = rng.randint(0, len(twin))
                log.truncate(end)
                log.truncated(log.generation, end)
                del twin[end:]
            assert log.end == OffsetAndEpoch(len(twin), twin[-1] if twin else 0)
            for offset, known in enumerate(twin):
                assert log.epoch_at(offset) == known
            for asked in range(epoch + 2):
                below = [offset for offset, each in enumerate(twin) if each <= asked]
                if below:
                    end = OffsetAndEpoch(below[-1] + 1, twin[below[-1]])
                    assert log.end_of_epoch(asked) == end


# -- the catalog, and where a fetching replica is sent ---------------------------------------------


def stored(offset, epoch):
    return StoredSnapshot(OffsetAndEpoch(offset, epoch), 100)


def test_bootstrap_snapshot_is_listed_and_never_served():
    bootstrap = StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 10)
    catalog = SnapshotCatalog([bootstrap])
    assert (catalog.latest, catalog.earliest, catalog.end_offset) == (None, None, 0)
    assert catalog.get(BOOTSTRAP_SNAPSHOT_ID) is None
    assert catalog.stored == (bootstrap,)
    catalog.add(stored(10, 1))
    assert (catalog.earliest, catalog.stored) == (stored(10, 1), (bootstrap, stored(10, 1)))
    assert catalog.drop_before(OffsetAndEpoch(10, 1))
    assert catalog.stored == (stored(10, 1),)


def test_snapshots_are_in_order_and_older_ones_are_dropped():
    catalog = SnapshotCatalog([stored(20, 2), stored(10, 1), stored(30, 2)])
    assert catalog.earliest == stored(10, 1)
    assert catalog.latest == stored(30, 2)
    assert catalog.end_offset == 30
    assert not catalog.drop_before(OffsetAndEpoch(10, 1))
    assert catalog.drop_before(OffsetAndEpoch(30, 2))
    assert catalog.earliest == catalog.latest == stored(30, 2)


def log():
    """Epoch 1 from 0, epoch 3 from 10, epoch 5 from 20, end 30."""
    return LogView(0, 30, LeaderEpochs(((1, 0), (3, 10), (5, 20))))


@pytest.mark.parametrize(
    ("offset", "epoch", "found"),
    [
        (0, 0, Valid()),
        (0, 9, Valid()),
        (10, 1, Valid()),
        (5, 1, Valid()),
        (30, 5, Valid()),
        (31, 5, OffsetAndEpoch(30, 5)),
        (11, 1, OffsetAndEpoch(10, 1)),
        (15, 2, OffsetAndEpoch(10, 1)),
        (15, 4, OffsetAndEpoch(20, 3)),
        (15, 9, OffsetAndEpoch(30, 5)),
        (1, 0, OffsetAndEpoch(0, 0)),
    ],
)
def test_fetch_position_is_validated_without_snapshots(offset, epoch, found):
    assert SnapshotCatalog().validate(log(), offset, epoch) == found


def shortened():
    return LogView(10, 30, LeaderEpochs(((3, 10), (5, 20)), 1))


@pytest.mark.parametrize(
    ("offset", "epoch", "found"),
    [
        (0, 0, stored(25, 5)),
        (9, 1, stored(25, 5)),
        (10, 1, Valid()),
        (10, 0, stored(25, 5)),
        (10, 3, stored(25, 5)),
        (12, 0, stored(25, 5)),
        (12, 3, Valid()),
        (22, 3, OffsetAndEpoch(20, 3)),
    ],
)
def test_validation_of_a_log_that_begins_at_a_snapshot(offset, epoch, found):
    catalog = SnapshotCatalog([stored(10, 1), stored(25, 5)])
    assert catalog.validate(shortened(), offset, epoch) == found
