"""Transactions of the mock cluster, over TCP: the coordinator, logs, offsets of groups."""

from __future__ import annotations

import pytest

from kraft_core.testing import MockCluster
from kraft_core.testing.models.transaction_states import (
    TRANSACTIONS_MAX,
    Transaction,
    expire,
    offsets_partition,
)
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    AddPartitionsToTxnRequest,
    ApiVersionsRequest,
    FindCoordinatorRequest,
    JoinGroupRequest,
    ListOffsetsRequest,
    ListTransactionsRequest,
    OffsetCommitRequest,
)
from kraft_wire.records import iter_batches
from kraft_wire.records.control import ControlRecordType, control_record_type
from tests.testing.asking import Asking, Later, batch, fetch, fetched, produce, produced
from tests.testing.transacting import (
    NEW,
    OLD,
    Producer,
    committed_offset,
    described,
    read_committed,
)

E = ErrorCode


@pytest.fixture
def mock():
    with MockCluster(brokers=1) as made:
        made.create_topic("t", 2)
        yield made


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


def test_commit_makes_records_visible_and_writes_a_marker(mock, asking):
    producer = Producer(asking)
    assert producer.send(b"a", b"b") == (0, 0)
    assert read_committed(asking) == (0, 0, [], [])
    assert fetched(asking.ask(fetch("t", {0: 0}), 12)) == {0: (0, 2, True)}
    assert producer.end() == 0
    assert read_committed(asking) == (0, 3, [0, 2], [])
    response = asking.ask(fetch("t", {0: 2}), 12)
    [data] = response.responses[0].partitions
    [marker] = iter_batches(data.records)
    [record] = marker.records()
    assert (marker.is_control, marker.is_transactional, marker.producer_epoch) == (True, True, 1)
    assert control_record_type(record.key) == ControlRecordType.COMMIT
    assert data.aborted_transactions is None
    assert [each.value for each in mock.records("t")] == [b"a", b"b"]


def test_abort_is_in_the_list_of_aborted_transactions(mock, asking):
    producer = Producer(asking)
    producer.send(b"a")
    assert producer.end(commit=False) == 0
    producer.send(b"b")
    assert producer.end() == 0
    assert read_committed(asking) == (0, 4, [0, 1, 2, 3], [(producer.id, 0)])
    assert read_committed(asking, 2) == (0, 4, [2, 3], [])
    assert [each.value for each in mock.records("t")] == [b"a", b"b"]
    assert [each.value for each in mock.records("t", committed=True)] == [b"b"]


def test_last_stable_offset_waits_for_the_first_of_two_transactions(mock, asking):
    first, second = Producer(asking, "a"), Producer(asking, "b")
    first.send(b"1")
    second.send(b"2")
    second.end()
    assert read_committed(asking)[1:3] == (0, [])
    assert mock.records("t", committed=True) == []
    first.end()
    assert read_committed(asking)[1:3] == (4, [0, 1, 2, 3])


def test_fetch_with_read_committed_waits_for_the_end_of_a_transaction(mock, asking):
    producer = Producer(asking)
    producer.send(b"a")
    with Asking(mock) as other:
        request = fetch("t", {0: 0}, max_wait_ms=30_000, isolation_level=1)
        later = Later(other, request, 12)
        mock.wait_for(lambda: mock.requests("Fetch"), "the fetch")
        producer.end()
        assert fetched(later.result()) == {0: (0, 2, True)}


@pytest.mark.parametrize("version", [OLD, NEW])
def test_epoch_ends_with_a_transaction_since_the_second_version_only(asking, version):
    producer = Producer(asking, end_version=version)
    producer.add(0)
    assert producer.send(b"a") == (0, 0)
    assert (producer.end(), producer.epoch) == (0, int(version == NEW))
    producer.add(0)
    assert producer.send(b"b") == (0, 2)


@pytest.mark.parametrize(
    ("version", "state", "requests", "error"),
    [
        (OLD, "Empty", "commit", E.INVALID_TXN_STATE),
        (OLD, "Empty", "abort", E.INVALID_TXN_STATE),
        (OLD, "CompleteCommit", "commit", E.NONE),
        (OLD, "CompleteCommit", "abort", E.INVALID_TXN_STATE),
        (OLD, "CompleteAbort", "commit", E.INVALID_TXN_STATE),
        (OLD, "CompleteAbort", "abort", E.NONE),
        (NEW, "Empty", "commit", E.INVALID_TXN_STATE),
        (NEW, "Empty", "abort", E.NONE),
        (NEW, "Empty", "abort again", E.PRODUCER_FENCED),
        (NEW, "CompleteCommit", "commit again", E.NONE),
        (NEW, "CompleteCommit", "commit", E.INVALID_TXN_STATE),
        (NEW, "CompleteCommit", "abort again", E.INVALID_TXN_STATE),
        (NEW, "CompleteCommit", "abort", E.NONE),
        (NEW, "CompleteAbort", "commit again", E.INVALID_TXN_STATE),
        (NEW, "CompleteAbort", "commit", E.INVALID_TXN_STATE),
        (NEW, "CompleteAbort", "abort again", E.NONE),
        (NEW, "CompleteAbort", "abort", E.NONE),
    ],
)
def test_end_of_a_transaction_that_has_none_is_as_in_kafka_s_table(
    asking, version, state, requests, error
):
    commit, retry = "commit" in requests, "again" in requests
    producer = Producer(asking, end_version=version)
    if state == "Empty":
        producer.init()
        producer.epoch += 1
    else:
        producer.add(0)
        producer.send(b"a")
        assert producer.end(commit=state == "CompleteCommit") == 0
    epoch = producer.epoch
    assert producer.end(commit=commit, epoch=epoch - retry) == error
    is_new_epoch = version == NEW and not error and not retry
    assert producer.epoch == epoch + is_new_epoch


def test_second_producer_fences_the_first(asking):
    first = Producer(asking)
    first.send(b"a")
    assert first.init().error_code == E.CONCURRENT_TRANSACTIONS
    second = Producer(asking)
    assert (second.id, second.epoch) == (first.id, 2)
    assert first.send(b"b")[0] == E.INVALID_PRODUCER_EPOCH
    assert first.add(0) == [E.PRODUCER_FENCED]
    assert first.add(0, version=1) == [E.INVALID_PRODUCER_EPOCH]
    assert first.end() == E.PRODUCER_FENCED
    assert first.init((first.id, 0)).error_code == E.PRODUCER_FENCED
    assert first.init((first.id, 0), version=3).error_code == E.INVALID_PRODUCER_EPOCH
    assert second.send(b"c") == (0, 2)
    assert read_committed(asking)[1] == 2
    second.end()
    assert read_committed(asking)[3] == [(first.id, 0)]


# the second version takes the commit for a retry of the abort
@pytest.mark.parametrize(("release", "errors"), [("2.8", [90, 47]), ("4.4", [48, 0])])
def test_timeout_aborts_and_a_new_producer_can_go_on_with_its_epoch(release, errors):
    with MockCluster(brokers=1, release=release) as mock, Asking(mock) as asking:
        mock.create_topic("t")
        producer = Producer(asking, end_version=3 if release == "2.8" else NEW, version=3)
        producer.add(0, version=3)
        transaction = mock._state.transactions["tx"]
        assert not expire(mock._state, transaction.started_ms + 60_000)
        assert expire(mock._state, transaction.started_ms + 60_001)
        assert not expire(mock._state, transaction.started_ms + 60_001)
        assert (transaction.state, transaction.epoch) == ("CompleteAbort", 1)
        ended, again = producer.end(), producer.init((producer.id, 0), version=3)
        assert [ended, again.error_code] == errors
        assert errors[1] or (again.producer_id, again.producer_epoch) == (producer.id, 1)


def test_timeouts_and_ids_that_kafka_refuses(asking):
    producer = Producer(asking)
    assert producer.init(timeout_ms=0).error_code == E.INVALID_TRANSACTION_TIMEOUT
    assert producer.init(timeout_ms=900_001).error_code == E.INVALID_TRANSACTION_TIMEOUT
    assert producer.init((producer.id, -1)).error_code == E.INVALID_REQUEST
    assert producer.init((producer.id + 1, 0)).error_code == E.PRODUCER_FENCED
    producer.key = ""
    assert producer.init().error_code == E.INVALID_REQUEST
    assert producer.end() == E.INVALID_REQUEST
    producer.key = "other"
    assert producer.add(0) == [E.INVALID_PRODUCER_ID_MAPPING]
    assert producer.end() == E.INVALID_PRODUCER_ID_MAPPING


def test_producer_gets_a_new_id_after_its_last_epoch(mock, asking):
    producer = Producer(asking)
    old = producer.id
    mock._state.transactions["tx"].epoch = producer.epoch = (1 << 15) - 2
    assert producer.send(b"a") == (0, 0)
    assert producer.end() == 0
    assert (producer.id != old, producer.epoch) == (True, 0)
    assert producer.send(b"b") == (0, 2)
    assert read_committed(asking)[1] == 2
    producer.end()
    mock._state.transactions["tx"].epoch = (1 << 15) - 2
    response = producer.init()
    assert (response.producer_id != producer.id, response.producer_epoch) == (True, 0)


def test_retry_of_the_end_after_the_last_epoch_gets_the_new_id(mock, asking):
    producer = Producer(asking)
    old = producer.id
    mock._state.transactions["tx"].epoch = producer.epoch = (1 << 15) - 2
    producer.send(b"a")
    assert producer.end() == 0
    new, producer.id = producer.id, old
    assert producer.end(epoch=(1 << 15) - 2) == 0
    assert producer.id == new


@pytest.mark.parametrize(
    ("version", "error"),
    [(10, E.INVALID_TXN_STATE), (11, E.TRANSACTION_ABORTABLE), (12, E.NONE), (13, E.NONE)],
)
def test_produce_adds_the_partition_since_version_12_and_checks_it_before(asking, version, error):
    producer = Producer(asking)
    producer.add(1)
    assert producer.send(b"a", version=version)[0] == error
    partitions = [1] if error else [1, 0]
    assert described(asking) == (0, "Ongoing", {"t": partitions})


def test_sequence_begins_with_0_in_each_epoch(asking):
    producer = Producer(asking)
    assert producer.send(b"a", sequence=1)[0] == E.OUT_OF_ORDER_SEQUENCE_NUMBER
    assert producer.send(b"a", sequence=0) == (0, 0)
    assert producer.send(b"a", sequence=0) == (0, 0)
    producer.end()
    assert producer.send(b"b", sequence=1)[0] == E.OUT_OF_ORDER_SEQUENCE_NUMBER
    assert producer.send(b"b", sequence=0) == (0, 2)


def test_batches_that_are_in_no_transaction_are_refused(asking):
    producer = Producer(asking)
    values = {"producer_id": producer.id, "producer_epoch": 0, "base_sequence": 0}
    transactional = batch(b"a", is_transactional=True, **values)
    [(_, _, error, _)] = produced(asking.ask(produce("t", 0, transactional), 9))
    assert error == E.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    producer.send(b"a")
    plain = batch(b"b", **{**values, "base_sequence": 1})
    [(_, _, error, _)] = produced(asking.ask(produce("t", 0, plain), 9))
    assert error == E.INVALID_TXN_STATE
    marker = batch(b"b", is_control=True)
    [(_, _, error, _)] = produced(asking.ask(produce("t", 0, marker), 9))
    assert error == E.INVALID_RECORD


def test_unknown_partition_keeps_the_others_out_of_the_transaction(asking):
    producer = Producer(asking)
    errors = [E.OPERATION_NOT_ATTEMPTED, E.UNKNOWN_TOPIC_OR_PARTITION]
    assert producer.add(0, 7) == errors
    assert described(asking) == (0, "Empty", {})


def test_brokers_add_and_check_partitions_of_several_transactions(asking):
    first, second = Producer(asking, "a"), Producer(asking, "b")
    cls = AddPartitionsToTxnRequest

    def transaction(producer, *partitions, **more):
        topic = cls.AddPartitionsToTxnTopic(name="t", partitions=partitions)
        return cls.AddPartitionsToTxnTransaction(
            transactional_id=producer.key,
            producer_id=producer.id,
            producer_epoch=0,
            topics=[topic],
            **more,
        )

    request = cls(transactions=[transaction(first, 0), transaction(second, 0, verify_only=True)])
    results = asking.ask(request, 5).results_by_transaction
    assert [
        (each.transactional_id, part.partition_error_code)
        for each in results
        for topic in each.topic_results
        for part in topic.results_by_partition
    ] == [("a", E.NONE), ("b", E.TRANSACTION_ABORTABLE)]
    assert described(asking, "a") == (0, "Ongoing", {"t": [0]})


def test_list_offsets_ends_at_the_last_stable_offset(asking):
    producer = Producer(asking)
    producer.send(b"a")

    def listed(timestamp, level):
        cls = ListOffsetsRequest
        wanted = cls.ListOffsetsPartition(partition_index=0, timestamp=timestamp)
        topics = [cls.ListOffsetsTopic(name="t", partitions=[wanted])]
        request = cls(replica_id=-1, topics=topics, isolation_level=level)
        [found] = asking.ask(request, 9).topics[0].partitions
        return found.offset

    assert [listed(-1, 0), listed(-1, 1), listed(-2, 1)] == [1, 0, 0]
    assert [listed(0, 0), listed(0, 1)] == [0, -1]
    producer.end()
    assert [listed(-1, 0), listed(-1, 1), listed(0, 1)] == [2, 2, 0]


@pytest.mark.parametrize("commit", [True, False])
def test_offsets_of_a_transaction_are_unstable_until_it_ends(asking, commit):
    producer = Producer(asking)
    assert producer.commit_offset(5) == 0
    assert committed_offset(asking) == (0, -1)
    assert committed_offset(asking, stable=True) == (E.UNSTABLE_OFFSET_COMMIT, -1)
    assert described(asking) == (0, "Ongoing", {"__consumer_offsets": [offsets_partition("g")]})
    assert producer.end(commit=commit) == 0
    assert committed_offset(asking, stable=True) == (0, 5 if commit else -1)


def test_offsets_have_to_be_added_before_version_5(asking):
    producer = Producer(asking, end_version=OLD)
    producer.add(0)
    assert producer.commit_offset(5, version=3) == E.INVALID_TXN_STATE
    assert producer.commit_offset(5, version=4) == E.TRANSACTION_ABORTABLE
    assert producer.add_offsets() == 0
    assert producer.commit_offset(5, version=4) == 0
    producer.end()
    assert committed_offset(asking) == (0, 5)


def test_later_commit_is_not_replaced_by_that_of_a_transaction(asking):
    producer = Producer(asking)
    producer.commit_offset(5)
    cls = OffsetCommitRequest
    part = cls.OffsetCommitRequestPartition(partition_index=0, committed_offset=7)
    topics = [cls.OffsetCommitRequestTopic(name="t", partitions=[part])]
    asking.ask(cls(group_id="g", topics=topics), 9)
    producer.end()
    assert committed_offset(asking) == (0, 7)


def test_offsets_of_a_member_are_checked_as_others_are(asking):
    producer = Producer(asking)
    generation = {"generation_id_or_member_epoch": 1, "member_id": "m"}
    assert producer.commit_offset(5, **generation) == E.ILLEGAL_GENERATION
    assert producer.commit_offset(5) == 0
    cls = JoinGroupRequest
    join = cls(
        group_id="g",
        session_timeout_ms=10_000,
        rebalance_timeout_ms=60_000,
        protocol_type="consumer",
        protocols=[cls.JoinGroupRequestProtocol(name="range", metadata=b"m")],
    )
    member_id = asking.ask(join, 2).member_id
    assert producer.commit_offset(5, **generation) == E.UNKNOWN_MEMBER_ID
    generation["member_id"] = member_id
    assert producer.commit_offset(5, **generation) == 0
    generation["generation_id_or_member_epoch"] = 2
    assert producer.commit_offset(5, **generation) == E.ILLEGAL_GENERATION
    assert producer.commit_offset(5) == 0


def test_transactions_are_found_listed_and_described(mock, asking):
    coordinator = asking.ask(
        FindCoordinatorRequest(key_type=1, coordinator_keys=["tx"]), 6
    ).coordinators[0]
    assert (coordinator.error_code, coordinator.node_id) == (0, 1)
    first = Producer(asking, "a")
    first.send(b"x")
    Producer(asking, "b")

    def listed(**filters):
        response = asking.ask(ListTransactionsRequest(**filters), 2)
        names = [each.transactional_id for each in response.transaction_states]
        return response.error_code, names, list(response.unknown_state_filters)

    assert listed() == (0, ["a", "b"], [])
    assert listed(state_filters=["Ongoing", "Odd"]) == (0, ["a"], ["Odd"])
    assert listed(producer_id_filters=[first.id]) == (0, ["a"], [])
    assert listed(duration_filter=600_000) == (0, ["b"], [])
    assert listed(transactional_id_pattern="b|c") == (0, ["b"], [])
    assert listed(transactional_id_pattern="(")[0] == E.INVALID_REGULAR_EXPRESSION
    assert described(asking, "a") == (0, "Ongoing", {"t": [0]})
    assert described(asking, "c")[0] == E.TRANSACTIONAL_ID_NOT_FOUND


def test_another_broker_is_not_the_coordinator():
    with MockCluster(brokers=2) as mock:
        node_id = mock._state.coordinator("tx").node_id
        with Asking(mock, 3 - node_id) as asking, Asking(mock, node_id) as right:
            producer = Producer(right)
            producer.asking = asking
            mock.create_topic("t")
            assert producer.init().error_code == E.NOT_COORDINATOR
            assert producer.add(0) == [E.NOT_COORDINATOR]
            assert producer.end() == E.NOT_COORDINATOR
            assert producer.add_offsets() == E.NOT_COORDINATOR
            assert described(asking)[0] == E.NOT_COORDINATOR


def test_deleted_topic_is_no_longer_in_the_transaction(mock, asking):
    producer = Producer(asking)
    producer.send(b"a")
    producer.commit_offset(5)
    mock._call(lambda: mock._state.delete_topic(mock._state.topics["t"]))
    assert list(described(asking)[2]) == ["__consumer_offsets"]
    assert producer.end() == 0
    mock.create_topic("t")
    assert committed_offset(asking) == (0, -1)


@pytest.mark.parametrize(("release", "level"), [("3.9", None), ("4.0", 2)])
def test_brokers_say_if_they_have_the_second_version(release, level):
    with MockCluster(brokers=1, release=release) as mock, Asking(mock) as asking:
        request = ApiVersionsRequest(client_software_name="test", client_software_version="1")
        response = asking.ask(request, 3)
        found = {each.name: each.max_version_level for each in response.finalized_features}
        assert found == ({} if level is None else {"transaction.version": level})


def test_ids_are_bounded_and_those_of_ongoing_transactions_stay(mock, asking):
    producer = Producer(asking, "kept")
    producer.send(b"a")
    Producer(asking, "forgotten")
    known = mock._state.transactions
    for number in range(TRANSACTIONS_MAX):
        known.setdefault(f"{number}", Transaction(f"{number}", number))
        if len(known) == TRANSACTIONS_MAX:
            break
    Producer(asking, "new")
    assert (len(known), "kept" in known, "forgotten" in known) == (TRANSACTIONS_MAX, True, False)
    for each in known.values():
        each.add([("t", 1)], 0)
    producer.key = "one more"
    assert producer.init().error_code == E.COORDINATOR_NOT_AVAILABLE
