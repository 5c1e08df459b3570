from __future__ import annotations

from kraft_core.client.metadata_log import Position, SnapshotId, SnapshotNeeded, beyond_start


def test_the_epoch_of_a_position_may_be_unknown():
    assert Position(5).epoch is None
    assert Position(5, 2) == (5, 2)


def test_beyond_start_reports_where_the_log_begins():
    needed = SnapshotNeeded(SnapshotId(9, 1), 7)
    assert beyond_start(5, needed) == "offset 5 is no longer in the log, which begins at 7"
