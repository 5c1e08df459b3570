"""`continues` compares a log with a position; `allowed_end` limits what can be read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from kraft_spark.log.position import (
    KEY,
    AllowedEnd,
    BatchSpan,
    EndFacts,
    LogPosition,
    Outcome,
    PositionError,
    allowed_end,
    continues,
    offsets_of,
    positions_of,
    read_offset_checkpoint,
)

ID, OTHER_ID = "lvGpo8-pSwW1DAaWrZ-jaA", "AAAAAAAAAAAAAAAAAAAAAQ"
CONTINUES, TRUNCATED, ANOTHER, GONE, UNKNOWN = (
    Outcome.CONTINUES,
    Outcome.TRUNCATED,
    Outcome.ANOTHER_LOG,
    Outcome.GONE,
    Outcome.UNKNOWN,
)


@dataclass
class Batches:
    """A replica by its batches: base offset, end and epoch of each."""

    batches: list[tuple[int, int, int | None]]
    replica: str = "/a"
    topic_id: str | None = ID
    cluster_id: str | None = None
    begin: int = 0
    least_end: int = 0
    epochs: list[tuple[int, int]] = field(default_factory=list)

    @property
    def end(self):
        return max([self.least_end, *(end for _, end, _ in self.batches)])

    def batch_before(self, offset):
        found = [one for one in self.batches if one[0] < offset]
        return BatchSpan(*found[-1]) if found else None

    def batch_from(self, offset):
        found = [one for one in self.batches if one[0] >= offset]
        return BatchSpan(*found[0]) if found else None

    def first_above(self, epoch):
        return next((first for first, _, one in self.batches if (one or -1) > epoch), None)

    def lineage(self):
        return self.epochs


def at(offset, epoch=None, **changed):
    known = {"name": "orders-0", "topic_id": ID, "replica": "/a", **changed}
    return LogPosition(offset=offset, epoch=epoch, **known)


LOG = Batches([(0, 3, 1), (3, 6, 1), (6, 9, 2)])
OTHER = replace(LOG, replica="/b")
HOLE = Batches([(0, 3, 1), (9, 12, 3)])
EMPTY = Batches([])


@pytest.mark.parametrize(
    ("position", "log", "outcome", "place"),
    [
        (at(9, 2), LOG, CONTINUES, None),
        (at(6, 1), LOG, CONTINUES, None),
        (at(5, 1), LOG, CONTINUES, None),
        (at(0), LOG, CONTINUES, None),
        (at(0), EMPTY, CONTINUES, None),
        (at(9, 2), OTHER, CONTINUES, None),
        # truncated and longer again: the record before the position has another epoch
        (at(9, 1), LOG, TRUNCATED, 6),
        (at(9, 1), OTHER, TRUNCATED, 6),
        (at(6, 2), LOG, TRUNCATED, None),
        # truncated: only the replica that was read can say so by its end
        (at(12, 2), LOG, TRUNCATED, 9),
        (at(12, 2), OTHER, UNKNOWN, None),
        (at(12, 1), OTHER, TRUNCATED, 6),
        (at(12, 2, replica=None), LOG, TRUNCATED, 9),
        (at(3, 1), EMPTY, TRUNCATED, 0),
        # another topic of the same name, another cluster
        (at(3, 1, topic_id=OTHER_ID), LOG, ANOTHER, 0),
        (at(3, 1, topic_id=None), LOG, CONTINUES, None),
        (at(3, 1, cluster_id="x"), replace(LOG, cluster_id="y"), ANOTHER, 0),
        (at(3, 1, cluster_id="x"), LOG, CONTINUES, None),
        (at(3, 1), None, GONE, None),
        (at(3, 1), replace(LOG, begin=5), GONE, 5),
        # progress without an epoch
        (at(6, replica=None), LOG, UNKNOWN, None),
        (at(6, replica=None, topic_id=None), LOG, UNKNOWN, None),
        (at(0, replica=None), LOG, CONTINUES, None),
        (at(12, replica=None), LOG, TRUNCATED, 9),
        (at(6), Batches([(6, 9, 2)], begin=6), CONTINUES, None),
        # the batch before the position is of message format 0 or 1
        (at(3, 1), Batches([(0, 3, None)]), UNKNOWN, None),
        (at(3), Batches([(0, 3, None)]), UNKNOWN, None),
        # compaction or retention took the record before the position
        (at(8, 3), HOLE, CONTINUES, None),
        (at(8, 2), replace(HOLE, epochs=[(1, 0), (2, 5), (3, 9)]), CONTINUES, None),
        (at(8, 1), replace(HOLE, epochs=[(1, 0), (2, 5), (3, 9)]), TRUNCATED, 5),
        (at(8, 2), replace(HOLE, epochs=[(1, 0), (3, 9)]), TRUNCATED, None),
        (at(8, 2), HOLE, UNKNOWN, None),
        (at(8, 0), HOLE, TRUNCATED, 0),
        (at(8, 4), HOLE, TRUNCATED, None),
        (at(9, 2), Batches([(9, 12, 2)], begin=9), CONTINUES, None),
        (at(9, 1), Batches([(9, 12, 2)], begin=9), UNKNOWN, None),
        (at(9, 2), Batches([(0, 3, 1)], least_end=9), UNKNOWN, None),
        (at(9, 2), Batches([(0, 3, 1)], least_end=9, epochs=[(1, 0), (2, 4)]), CONTINUES, None),
    ],
)
def test_position_is_checked_against_the_epochs_of_the_log(position, log, outcome, place):
    found = continues(position, log)
    assert (found.outcome, found.at) == (outcome, place)
    assert bool(found.reason) == (outcome is not CONTINUES)
    assert found.is_loss == (outcome in (TRUNCATED, ANOTHER, GONE))


@pytest.mark.parametrize(
    ("position", "log", "lost"),
    [
        (at(9, 1), LOG, 3),
        (at(3, 1), replace(LOG, begin=5), 2),
        (at(3, 1), None, 0),
        (at(3, 1, topic_id=OTHER_ID), LOG, 0),
        (at(6, 1), LOG, 0),
    ],
)
def test_the_number_of_offsets_that_are_known_to_be_lost(position, log, lost):
    assert continues(position, log).lost(position) == lost


def test_an_error_names_expected_and_found():
    reason = continues(at(9, 1), LOG).reason
    assert reason == (
        "read up to offset 9 in epoch 1, and the log has epoch 2 there now: it was truncated after "
        "it was read, it differs from offset 6 on"
    )
    reason = continues(at(3, 1, topic_id=OTHER_ID), LOG).reason
    assert ID in reason
    assert OTHER_ID in reason


@pytest.mark.parametrize(
    ("end", "facts", "found"),
    [
        ("logEnd", {}, AllowedEnd(12)),
        ("closedSegments", {}, AllowedEnd(6)),
        ("highWatermark", {"high_watermark": 9}, AllowedEnd(9)),
        ("highWatermark", {"high_watermark": 20}, AllowedEnd(12)),
        ("highWatermark", {"high_watermark": 0}, AllowedEnd(0)),
        ("highWatermark", {}, AllowedEnd(6, 6)),
        ("highWatermark", {"tier_end": 8}, AllowedEnd(8)),
        ("highWatermark", {"tier_end": 8, "high_watermark": 9}, AllowedEnd(9)),
        ("highWatermark", {"snapshot_end": 10}, AllowedEnd(10)),
        ("closedSegments", {"high_watermark": 3}, AllowedEnd(6)),
    ],
)
def test_allowed_end_follows_the_facts_of_the_log(end, facts, found):
    assert allowed_end(end, EndFacts(log_end=12, newest_base=6, **facts)) == found


def test_positions_are_stored_and_read_again():
    positions = {
        ("orders", 0): at(9, 2, cluster_id="c"),
        ("orders", 1): at(4, None, name="orders-1", replica="/b"),
        ("plain", 0): LogPosition(name="plain-0", offset=7),
    }
    form = offsets_of(positions)
    assert form == {
        "orders": {"0": 9, "1": 4},
        "plain": {"0": 7},
        KEY: {
            "version": 1,
            "replicas": [{"path": "/a", "clusterId": "c"}, {"path": "/b"}],
            "topics": {
                "orders": {
                    "0": {"epoch": 2, "topicId": ID, "replica": 0},
                    "1": {"topicId": ID, "replica": 1},
                }
            },
        },
    }
    assert positions_of(form) == positions
    for one in positions.values():
        assert LogPosition.of_form(one.name, one.to_form()) == one


def test_one_log_directory_with_and_without_a_cluster_id_is_stored():
    positions = {
        ("orders", 0): at(9, 2, cluster_id="c"),
        ("orders", 1): at(4, 1, name="orders-1"),
    }
    assert positions_of(offsets_of(positions)) == positions


def test_offsets_of_sparks_kafka_source_are_read():
    found = positions_of({"orders": {"0": 23}})
    assert found == {("orders", 0): LogPosition(name="orders-0", offset=23)}
    assert found["orders", 0].is_bare
    assert offsets_of(found) == {"orders": {"0": 23}}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"orders": {"0": "x"}}, "offset of the position is 'x'"),
        ({"orders": {"0": -1}}, "not 0 to"),
        ({"orders": 5}, "not valid"),
        ({"orders": {"0": 5}, KEY: {"version": 2}}, "later release"),
        ({"orders": {"0": 5}, KEY: 7}, "not valid"),
        (
            {
                "orders": {"0": 5},
                KEY: {"version": 1, "replicas": [], "topics": {"orders": {"0": {"replica": 3}}}},
            },
            "not valid",
        ),
        (
            {
                "orders": {"0": 5},
                KEY: {
                    "version": 1,
                    "replicas": [{"path": "a"}],
                    "topics": {"orders": {"0": {"replica": -1}}},
                },
            },
            "not valid",
        ),
        (
            {
                "orders": {"0": 5},
                KEY: {"version": 1, "replicas": [], "topics": {"orders": {"0": "x"}}},
            },
            "not valid",
        ),
        ({"orders": {"x": 5}}, "'x' is not the number of a partition"),
        ({"orders": {"-1": 5}}, "'-1' is not the number"),
        ({"orders": {"00": 5, "0": 5}}, "'00' is not the number"),
        ({"orders": {"2147483648": 5}}, "'2147483648' is not the number"),
        ({"orders": {"9" * 5000: 5}}, "is not the number"),
        (
            {
                "orders": {"0": 5},
                KEY: {"version": 1, "replicas": [], "topics": {"orders": {"0": {"epoch": "1"}}}},
            },
            "epoch of the position is '1'",
        ),
    ],
)
def test_offsets_that_are_not_positions_are_refused(form, sentence):
    with pytest.raises(PositionError, match=sentence):
        positions_of(form)


@pytest.mark.parametrize("form", [None, "5", {}, {"offset": True}, {"offset": 5, "topicId": 7}])
def test_stored_progress_that_is_no_position_is_refused(form):
    with pytest.raises(PositionError):
        LogPosition.of_form("orders-0", form)


def test_entries_of_an_offset_checkpoint():
    text = "0\n2\norders 0 12\nmy.topic_1 7 0\n"
    assert read_offset_checkpoint(text) == {("orders", 0): 12, ("my.topic_1", 7): 0}
    assert read_offset_checkpoint("0\n0\n") == {}


@pytest.mark.parametrize(
    "text",
    ["", "1\n1\norders 0 12\n", "0\n2\norders 0 12\n", "0\n1\norders 0 1", "0\n1\norders 0 x\n"],
)
def test_a_checkpoint_that_is_not_whole_has_no_entry(text):
    assert read_offset_checkpoint(text) == {}
