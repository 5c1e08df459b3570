"""The catalog, and where a fetching replica is sent."""

from __future__ import annotations

import pytest

from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.snapshots import SnapshotCatalog, StoredSnapshot, Valid
from kraft_core.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch


def stored(offset, epoch):
    return StoredSnapshot(OffsetAndEpoch(offset, epoch), 100)


def test_the_bootstrap_snapshot_is_no_snapshot():
    catalog = SnapshotCatalog([StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 10)])
    assert (len(catalog), catalog.latest, catalog.earliest) == (0, None, None)
    assert catalog.get(BOOTSTRAP_SNAPSHOT_ID) is None


def test_order_and_dropping():
    catalog = SnapshotCatalog([stored(20, 2), stored(10, 1), stored(30, 2)])
    assert catalog.earliest == stored(10, 1)
    assert catalog.latest == stored(30, 2)
    assert catalog.end_offset == 30
    assert not catalog.drop_before(OffsetAndEpoch(10, 1))
    assert catalog.drop_before(OffsetAndEpoch(30, 2))
    assert catalog.earliest == catalog.latest == stored(30, 2)


def log():
    """Epoch 1 from 0, epoch 3 from 10, epoch 5 from 20, end 30."""
    return LogView(0, 30, [(1, 0), (3, 10), (5, 20)])


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
def test_validation_without_snapshots(offset, epoch, found):
    assert SnapshotCatalog().validate(log(), offset, epoch) == found


def shortened():
    return LogView(10, 30, [(3, 10), (5, 20)], start_epoch=1)


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
