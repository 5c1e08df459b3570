"""Produce, Fetch and offsets of the mock cluster, over TCP."""

from __future__ import annotations

import pytest

from kraft_core.testing import MockCluster
from kraft_wire.messages import (
    DeleteRecordsRequest,
    DeleteTopicsRequest,
    FetchRequest,
    InitProducerIdRequest,
    ListOffsetsRequest,
    OffsetForLeaderEpochRequest,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import Compression, RecordBatch, RecordBatchBuilder, iter_batches
from tests.testing.asking import (
    Asking,
    Later,
    batch,
    fetch,
    fetched,
    metadata,
    produce,
    produced,
)


@pytest.fixture
def mock():
    with MockCluster(brokers=2) as made:
        made.create_topic("t", 2, 2)
        yield made


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


def errors(response):
    return [error for _, _, error, _ in produced(response)]


def test_records_are_read_back_with_offsets_and_leader_epoch(mock, asking):
    assert produced(asking.ask(produce("t", 0, batch(b"a", b"b")), 9)) == [("t", 0, 0, 0)]
    assert produced(asking.ask(produce("t", 0, batch(b"c")), 9)) == [("t", 0, 0, 2)]
    response = asking.ask(fetch("t", {0: 1}), 12)
    assert fetched(response) == {0: (0, 3, True)}
    first, second = iter_batches(response.responses[0].partitions[0].records)
    assert (first.base_offset, first.last_offset, first.partition_leader_epoch) == (0, 1, 0)
    assert [record.value for record in second.records()] == [b"c"]
    assert [record.value for record in mock.records("t")] == [b"a", b"b", b"c"]


def test_compressed_batch_is_stored_as_it_came(mock, asking):
    builder = RecordBatchBuilder(compression=Compression.GZIP)
    builder.append(1, b"k", b"v" * 100)
    assert errors(asking.ask(produce("t", 0, builder.build()), 9)) == [0]
    records = asking.ask(fetch("t", {0: 0}), 12).responses[0].partitions[0].records
    assert RecordBatch.parse(records).compression is Compression.GZIP
    assert mock.records("t")[0].value == b"v" * 100


def test_zstd_needs_version_7_of_produce(mock, asking):
    builder = RecordBatchBuilder(compression=Compression.ZSTD)
    builder.append(1, b"k", b"v" * 100)
    assert errors(asking.ask(produce("t", 0, builder.build()), 6)) == [76]
    assert mock.records("t") == []
    assert errors(asking.ask(produce("t", 0, builder.build()), 7)) == [0]


def test_damaged_batch_and_what_is_not_one_batch_are_refused_and_not_stored(mock, asking):
    damaged = bytearray(batch(b"a"))
    damaged[-1] ^= 1
    assert errors(asking.ask(produce("t", 0, bytes(damaged)), 9)) == [2]
    for records in (batch(b"a")[:-1], b"", batch(b"a") * 2):
        assert errors(asking.ask(produce("t", 0, records), 9)) == [87]
    assert mock.records("t") == []


def test_unknown_partition_and_wrong_leader_are_refused_with_the_leader_and_its_address(asking):
    assert errors(asking.ask(produce("u", 0, batch(b"a")), 9)) == [3]
    assert errors(asking.ask(produce("t", 7, batch(b"a")), 9)) == [3]
    response = asking.ask(produce("t", 1, batch(b"a")), 10)
    assert errors(response) == [6]
    assert response.responses[0].partition_responses[0].current_leader.leader_id == 2
    assert [each.node_id for each in response.node_endpoints] == [2]


def test_acks_that_kafka_does_not_have_are_refused(asking):
    assert errors(asking.ask(produce("t", 0, batch(b"a"), acks=2), 9)) == [21]


def test_request_with_acks_0_has_an_effect_and_no_response(mock, asking):
    asking.send(produce("t", 0, batch(b"a"), acks=0), 9)
    assert len(asking.ask(metadata("t"), 12).topics) == 1
    assert len(mock.records("t")) == 1


def test_topic_ids_name_topics_in_newer_versions(mock, asking):
    topic_id = asking.ask(metadata("t"), 12).topics[0].topic_id
    request = produce("t", 0, batch(b"a"))
    [topic] = request.topic_data
    by_id = request.replace(topic_data=[topic.replace(name="", topic_id=topic_id)])
    assert errors(asking.ask(by_id, 13)) == [0]
    request = fetch("t", {0: 0})
    [topic] = request.topics
    by_id = request.replace(topics=[topic.replace(topic="", topic_id=topic_id)])
    assert fetched(asking.ask(by_id, 17)) == {0: (0, 1, True)}
    unknown = request.replace(topics=[topic.replace(topic="", topic_id=Uuid(b"x" * 16))])
    assert fetched(asking.ask(unknown, 17)) == {0: (100, -1, False)}
    mock.on("Fetch", topic="t", partition=0).error("KAFKA_STORAGE_ERROR")
    assert fetched(asking.ask(by_id, 17)) == {0: (56, -1, False)}


def test_idempotent_producer_gets_the_first_answer_for_a_duplicate(mock, asking):
    producer_id = asking.ask(InitProducerIdRequest(transactional_id=None), 4).producer_id

    def send(sequence, epoch=0, count=1):
        records = batch(
            *[b"v"] * count, producer_id=producer_id, producer_epoch=epoch, base_sequence=sequence
        )
        [(_, _, error, offset)] = produced(asking.ask(produce("t", 0, records), 9))
        return error, offset

    assert [send(0, count=2), send(2), send(0, count=2), send(2)] == [
        (0, 0),
        (0, 2),
        (0, 0),
        (0, 2),
    ]
    assert send(4) == (45, -1)
    assert [send(0, epoch=1), send(3)] == [(0, 3), (47, -1)]
    assert len(mock.records("t")) == 4


def test_fetch_waits_for_records_and_no_longer_than_it_said(mock, asking):
    later = Later(asking, fetch("t", {0: 0}, max_wait_ms=30_000), 12)
    mock.wait_for(lambda: mock.requests("Fetch"), "the fetch")
    with Asking(mock) as other:
        other.ask(produce("t", 0, batch(b"a")), 9)
    assert fetched(later.result()) == {0: (0, 1, True)}
    assert fetched(asking.ask(fetch("t", {0: 1}, max_wait_ms=5), 12)) == {0: (0, 1, False)}


def test_fetch_outside_of_the_log_is_an_error_at_once(asking):
    assert fetched(asking.ask(fetch("t", {0: 5}, max_wait_ms=30_000), 12)) == {0: (1, -1, False)}


def test_fetch_in_another_epoch_is_fenced_or_unknown(mock, asking):
    mock.move_leader("t", 0, 2)
    mock.move_leader("t", 0, 1)

    def at(epoch):
        request = fetch("t", {0: 0})
        [topic] = request.topics
        part = topic.partitions[0].replace(current_leader_epoch=epoch)
        return fetched(asking.ask(request.replace(topics=[topic.replace(partitions=[part])]), 12))

    assert [at(epoch)[0][0] for epoch in (1, 2, 3)] == [74, 0, 75]


def test_fetch_is_at_least_one_batch_and_at_most_its_bytes(asking):
    for _ in range(3):
        asking.ask(produce("t", 0, batch(b"x" * 100)), 9)
    size = len(batch(b"x" * 100))

    def read(**limits):
        response = asking.ask(fetch("t", {0: 0}, **limits), 12)
        return len(response.responses[0].partitions[0].records) // size

    assert [read(max_bytes=1), read(max_bytes=2 * size), read()] == [1, 2, 3]


def test_session_sends_only_what_has_changed(asking):
    first = asking.ask(fetch("t", {0: 0}, session_epoch=0), 12)
    assert first.session_id > 0
    session = {"session_id": first.session_id}
    assert asking.ask(fetch("t", {}, session_epoch=1, **session), 12).responses == ()
    asking.ask(produce("t", 0, batch(b"a")), 9)
    assert fetched(asking.ask(fetch("t", {}, session_epoch=2, **session), 12)) == {0: (0, 1, True)}
    moved = asking.ask(fetch("t", {0: 1}, session_epoch=3, **session), 12)
    assert moved.responses == ()
    forgotten = [FetchRequest.ForgottenTopic(topic="t", partitions=[0])]
    request = fetch("t", {}, session_epoch=4, forgotten_topics_data=forgotten, **session)
    assert asking.ask(fetch("t", {}, session_epoch=9, **session), 12).error_code == 71
    last = asking.ask(request, 12)  # FetchManager ends a session without partitions
    assert (last.session_id, last.responses) == (0, ())
    assert asking.ask(fetch("t", {}, session_epoch=5, **session), 12).error_code == 70
    assert asking.ask(fetch("t", {}, session_epoch=1, session_id=999), 12).error_code == 70


def test_session_outlives_its_topic_which_is_unknown_by_name_then(mock, asking):
    mock.create_topic("u")
    topic = asking.ask(metadata("u"), 12).topics[0]
    wanted = FetchRequest.FetchPartition(partition=0, partition_max_bytes=100)
    topics = [FetchRequest.FetchTopic(topic_id=topic.topic_id, partitions=[wanted])]
    request = fetch("u", {}, session_epoch=0).replace(topics=topics)
    session = {"session_id": asking.ask(request, 13).session_id}

    def deleted_and_fetched(epoch):
        asking.ask(DeleteTopicsRequest(topic_names=["u"]), 5)
        response = asking.ask(fetch("u", {}, session_epoch=epoch, **session), 13)
        return response.responses[0].partitions[0].error_code

    assert deleted_and_fetched(1) == 3
    mock.create_topic("u")
    response = asking.ask(fetch("u", {}, session_epoch=2, **session), 13)
    assert response.responses[0].partitions[0].error_code == 103


def test_record_without_key_is_refused_by_a_compacted_topic(mock, asking):
    mock.create_topic("compacted", configs={"cleanup.policy": "compact"})
    response = asking.ask(produce("compacted", 0, batch(b"a", b"b")), 9)
    [found] = response.responses[0].partition_responses
    assert (found.error_code, [each.batch_index for each in found.record_errors]) == (87, [0, 1])
    assert mock.records("compacted") == []


def listed(asking, timestamp, version=9):
    cls = ListOffsetsRequest
    wanted = cls.ListOffsetsPartition(partition_index=0, timestamp=timestamp)
    topics = [cls.ListOffsetsTopic(name="t", partitions=[wanted])]
    [found] = asking.ask(cls(topics=topics), version).topics[0].partitions
    return found.error_code, found.timestamp, found.offset


def test_time_that_a_version_lacks_is_refused(asking):
    assert listed(asking, -3, version=6) == (35, -1, -1)
    assert listed(asking, -9) == (35, -1, -1)


def test_offsets_are_listed_by_time(asking):
    asking.ask(produce("t", 0, batch(b"a", b"b", timestamp=1000)), 9)
    asking.ask(produce("t", 0, batch(b"c", timestamp=2000)), 9)
    assert [listed(asking, each) for each in (-1, -2)] == [(0, -1, 3), (0, -1, 0)]
    found = [listed(asking, each) for each in (0, 1001, 1500, 2001, -3)]
    assert found == [(0, 1000, 0), (0, 1001, 1), (0, 2000, 2), (0, -1, -1), (0, 2000, 2)]
    assert listed(asking, -1, version=2) == (0, -1, 3)


def test_end_of_an_epoch_is_where_the_next_one_began(mock, asking):
    asking.ask(produce("t", 0, batch(b"a", b"b")), 9)
    mock.move_leader("t", 0, 1)
    asking.ask(produce("t", 0, batch(b"c")), 9)
    cls = OffsetForLeaderEpochRequest

    def end(epoch):
        wanted = cls.OffsetForLeaderPartition(partition=0, leader_epoch=epoch)
        topics = [cls.OffsetForLeaderTopic(topic="t", partitions=[wanted])]
        [found] = asking.ask(cls(topics=topics), 4).topics[0].partitions
        return found.error_code, found.leader_epoch, found.end_offset

    assert [end(0), end(1)] == [(0, 0, 2), (0, 1, 3)]


def test_deleted_records_move_the_start_of_the_log(mock, asking):
    asking.ask(produce("t", 0, batch(b"a", b"b")), 9)
    cls = DeleteRecordsRequest

    def delete(offset):
        wanted = cls.DeleteRecordsPartition(partition_index=0, offset=offset)
        topics = [cls.DeleteRecordsTopic(name="t", partitions=[wanted])]
        [found] = asking.ask(cls(topics=topics), 2).topics[0].partitions
        return found.error_code, found.low_watermark

    assert [delete(1), delete(5)] == [(0, 1), (1, -1)]
    assert [record.value for record in mock.records("t")] == [b"b"]
    assert listed(asking, -2) == (0, -1, 1)
    assert fetched(asking.ask(fetch("t", {0: 0}), 12)) == {0: (1, -1, False)}
    assert delete(-1) == (0, 2)
