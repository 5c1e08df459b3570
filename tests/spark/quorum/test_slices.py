from __future__ import annotations

import pytest

from kraft_spark.log.message_views import UndecodableRecordError
from kraft_spark.log.parts import Bounds
from kraft_spark.log.reading import DamagedLogError
from kraft_spark.quorum.views import QuorumSlice, SliceReader, picked_quorum_columns, quorum_columns
from tests.spark.ddl import schema_of
from tests.spark.log_rows import ms
from tests.spark.pretended_quorum import no_ops, quorum_options
from tests.support.record_batches import batch, leader_change, snapshot, topics


def rows(*slices, schema=None, **given):
    options = quorum_options(**given)
    wanted = quorum_columns(options).all
    if schema != "*":
        wanted = None if schema is None else schema_of(schema)
    reader = SliceReader(options, picked_quorum_columns(options, wanted))
    found = []
    for one in reader.read(slices):
        one.validate(full=True)
        found += one.to_pylist()
    return found


def test_rows_of_the_log():
    data = leader_change(0, 1, 1) + topics(1, 1, "a", "b") + no_ops(3, 1)
    found = rows(QuorumSlice(data, "c"), schema="*")
    assert [row["offset"] for row in found] == [0, 1, 2]
    assert [row["recordType"] for row in found] == ["LEADER_CHANGE", "TOPIC_RECORD", "TOPIC_RECORD"]
    last = found[-1]
    assert ms(last.pop("timestamp")) == 1000
    assert last.pop("value") is not None
    assert last == {
        "offset": 2,
        "epoch": 1,
        "recordType": "TOPIC_RECORD",
        "recordVersion": 0,
        "decoded": '{"name":"b","topicId":"AAAAAAAAAAAAAAAAAAAAAA"}',
        "decodeError": None,
        "isControl": False,
        "source": "log",
        "snapshotEndOffset": None,
        "snapshotEpoch": None,
        "clusterId": "c",
        "key": None,
        "topic": "__cluster_metadata",
        "partition": 0,
        "batchBaseOffset": 1,
        "position": None,
    }


def test_offsets_outside_are_cut_off():
    data = topics(1, 1, "a", "b") + topics(3, 1, "c", "d")
    found = rows(QuorumSlice(data, "c", Bounds(2, 4)), schema="offset BIGINT")
    assert found == [{"offset": 2}, {"offset": 3}]


def test_rows_of_a_snapshot_have_their_position():
    data = snapshot(1, "a")
    first = 61 + int.from_bytes(data[8:12], "big") - 49
    slices = (
        QuorumSlice(data[:first], "c", end_offset=3, epoch=1),
        QuorumSlice(data[first:], "c", position=first, end_offset=3, epoch=1),
    )
    schema = "recordType STRING, source STRING, snapshotEndOffset BIGINT, position BIGINT"
    found = rows(*slices, schema=schema)
    assert [row["recordType"] for row in found] == [
        "SNAPSHOT_HEADER",
        "TOPIC_RECORD",
        "SNAPSHOT_FOOTER",
    ]
    assert {(row["source"], row["snapshotEndOffset"]) for row in found} == {("snapshot", 3)}
    assert [row["position"] for row in found][:2] == [0, first]


def test_one_type_and_excluded_types():
    data = leader_change(0, 1, 1) + topics(1, 1, "a") + no_ops(2, 1)
    typed = rows(QuorumSlice(data, "c"), recordType="TopicRecord")
    assert [(row["name"], row["clusterId"], row["offset"]) for row in typed] == [("a", "c", 1)]
    every = rows(QuorumSlice(data, "c"), excludeRecordTypes="")
    assert [row["recordType"] for row in every][-1] == "NO_OP_RECORD"


def test_undecodable_record_is_a_row_or_an_error_in_strict_mode():
    data = batch(0, 1, [(None, b"\x01\xe7\x07\x00body")])
    (row,) = rows(QuorumSlice(data, "c"))
    assert row["decodeError"] is not None
    with pytest.raises(UndecodableRecordError, match="log of cluster c, offset 0"):
        rows(QuorumSlice(data, "c"), strict="true")


def test_bytes_that_are_no_batches_are_an_error():
    data = topics(0, 1, "a")
    with pytest.raises(DamagedLogError, match="no batch begins at byte"):
        rows(QuorumSlice(data + data[:30], "c"))
    broken = bytearray(data)
    broken[57:61] = (9).to_bytes(4, "big")
    with pytest.raises(DamagedLogError, match="batch of offset 0"):
        rows(QuorumSlice(bytes(broken), "c"))


def test_empty_slices_give_no_rows():
    assert rows() == []
    assert rows(QuorumSlice(no_ops(0, 1, 5), "c")) == []
