from __future__ import annotations

from kraft_spark.quorum.feed import RecordSieve
from kraft_wire.messages import NoOpRecord
from kraft_wire.records.batch import RecordBatch
from tests.spark.pretended_quorum import no_ops, quorum_options
from tests.support.record_batches import batch, leader_change, metadata, topic, topics


def wants(data, **given):
    return RecordSieve(quorum_options(**given)).wants(RecordBatch.parse(data))


def test_no_op_records_are_not_wanted_unless_somebody_says_so():
    assert not wants(no_ops(0, 1, 3))
    assert wants(no_ops(0, 1), excludeRecordTypes="")
    assert wants(topics(0, 1, "a"))
    assert wants(batch(0, 1, [metadata(NoOpRecord()), topic("a")]))


def test_control_records_have_names_too():
    assert wants(leader_change(0, 1, 1))
    assert not wants(leader_change(0, 1, 1), excludeRecordTypes="LEADER_CHANGE")


def test_only_one_type():
    assert wants(topics(0, 1, "a"), recordType="TopicRecord")
    assert not wants(topics(0, 1, "a"), recordType="PartitionRecord")
    assert not wants(leader_change(0, 1, 1), recordType="TopicRecord")


def test_unreadable_record_passes_the_sieve():
    assert wants(batch(0, 1, [(None, b"\x09")]))
    assert wants(batch(0, 1, [(None, None)]))
