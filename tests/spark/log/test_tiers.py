"""Tiered topics, by hand: what counts of a tier, and each record once."""

from __future__ import annotations

import pytest

import kraft_spark
from kraft_spark.log.parts import Transactions
from kraft_spark.log.stream import LogStream, TriggerLimits
from kraft_spark.log.tiers import RemoteLogError
from kraft_spark.log.two_passes import encode_states
from kraft_spark.options import OptionError
from kraft_spark.writing.restore_job import restore_logs
from kraft_wire.messages import message_class
from kraft_wire.primitives import Uuid, uvarint
from kraft_wire.records import RecordBatchBuilder
from tests.spark.files.test_tiered_manifest import tiered
from tests.spark.log.test_stream import plain
from tests.spark.log_rows import ROOT, batch, options_of, rows, write_log

TOPIC = "lvGpo8-pSwW1DAaWrZ-jaA"
UUIDS = [str(Uuid(bytes([number]) * 16)) for number in range(10)]
STARTED, FINISHED, DELETING, DELETED = range(4)
COLUMNS = "tier STRING, readFrom BIGINT, readTo BIGINT, state STRING, path STRING"


def framed(message):
    return uvarint(1) + uvarint(message.API_KEY) + uvarint(0) + message.encode(0)


def copied(number, start, end, state=FINISHED, *, epochs=((1, 0),), at=0):
    """A record of a segment's copy; `end` does not count."""
    cls = message_class("RemoteLogSegmentMetadataRecord")
    return framed(
        cls(
            remote_log_segment_id=segment_id(cls, number),
            start_offset=start,
            end_offset=end - 1,
            broker_id=1,
            max_timestamp_ms=5_000,
            event_timestamp_ms=at,
            segment_leader_epochs=[
                cls.SegmentLeaderEpochEntry(leader_epoch=epoch, offset=first)
                for epoch, first in epochs
            ],
            segment_size_in_bytes=9,
            remote_log_segment_state=state,
        )
    )


def changed(number, state):
    cls = message_class("RemoteLogSegmentMetadataUpdateRecord")
    return framed(
        cls(remote_log_segment_id=segment_id(cls, number), remote_log_segment_state=state)
    )


def removed():
    cls = message_class("RemotePartitionDeleteMetadataRecord")
    owner = type(cls().topic_id_partition)(name="orders", id=Uuid.parse(TOPIC), partition=0)
    return framed(cls(topic_id_partition=owner))


def segment_id(cls, number):
    entry = type(cls().remote_log_segment_id)
    owner = type(cls().remote_log_segment_id.topic_id_partition)
    return entry(
        topic_id_partition=owner(name="orders", id=Uuid.parse(TOPIC), partition=0),
        id=Uuid.parse(UUIDS[number]),
    )


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path)


class Disk:
    """A local log, a tier in the layout of LocalTieredStorage, and the metadata of it."""

    def __init__(self, root):
        self.root = root
        self.local = root / "broker" / "orders-0"
        self.tier = root / "tier" / f"orders-0-{TOPIC}"
        self.tier.mkdir(parents=True)

    def keep(self, *starts, value=b"local"):
        for start in starts:
            write_log(self.local, batch(start, 10, value=value), base=start)
        text = f"version: 0\ntopic_id: {TOPIC}"
        (self.local / "partition.metadata").write_text(text)

    def copy(self, number, start, count=10, value=b"remote"):
        path = self.tier / f"{start}-{UUIDS[number]}.log"
        path.write_bytes(b"".join(batch(start + n, 5, value=value) for n in range(0, count, 5)))

    def note(self, *values):
        builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
        for number, value in enumerate(values):
            builder.append(number, None, value, ())
        write_log(self.root / "broker" / "__remote_log_metadata-0", builder.build())

    def lineage(self, *pairs):
        lines = "".join(f"{epoch} {offset}\n" for epoch, offset in pairs)
        (self.local / "leader-epoch-checkpoint").write_text(f"0\n{len(pairs)}\n{lines}")

    def read(self, **options):
        options = {"replicas": "one", "subscribe": "orders", **options}
        found = rows(self.root, "offset BIGINT, value BINARY", **options)
        return sorted((row["offset"], row["value"].decode()) for row in found)


def spread(*spans):
    return [(offset, value) for first, end, value in spans for offset in range(first, end)]


def test_a_record_that_is_in_both_places_comes_once(disk):
    disk.keep(20, 30)
    for number, start in enumerate((0, 10, 20)):
        disk.copy(number, start)
    disk.note(*(copied(number, 10 * number, 10 * number + 10) for number in range(3)))
    assert disk.read() == spread((0, 20, "remote"), (20, 40, "local"))
    assert len(disk.read(replicas="all")) == 50
    assert disk.read(startingOffsets=15, endingOffsets=25) == spread(
        (15, 20, "remote"), (20, 25, "local")
    )


@pytest.mark.parametrize(
    ("records", "is_read"),
    [
        ([copied(0, 0, 10, STARTED)], False),
        ([copied(0, 0, 10, STARTED), changed(0, FINISHED)], True),
        ([copied(0, 0, 10), changed(0, DELETING)], False),
        ([copied(0, 0, 10), changed(0, DELETING), changed(0, FINISHED)], False),
        ([copied(0, 0, 10), changed(0, STARTED)], True),
        ([copied(0, 0, 10), changed(0, DELETED)], True),
        ([copied(0, 0, 10), removed()], False),
        ([changed(0, FINISHED)], False),
        ([copied(0, 0, 10), uvarint(1) + uvarint(9) + uvarint(0)], True),
    ],
)
def test_states_are_applied_as_kafka_does(disk, records, is_read):
    disk.keep(10)
    disk.copy(0, 0)
    disk.note(*records)
    assert disk.read()[0][0] == (0 if is_read else 10)


def test_records_of_a_leader_that_lost_them_do_not_count(disk):
    disk.keep(20)
    disk.lineage((1, 0), (3, 5), (4, 20))
    disk.copy(0, 0, value=b"lost")
    disk.copy(1, 5, 15, value=b"kept")
    disk.copy(2, 10, value=b"epoch 2")
    disk.note(
        copied(0, 0, 10, epochs=((1, 0),)),
        copied(1, 5, 20, epochs=((3, 5),)),
        copied(2, 10, 20, epochs=((2, 10),)),
    )
    assert disk.read() == spread((0, 5, "lost"), (5, 20, "kept"), (20, 30, "local"))


def test_a_tier_without_a_local_log_has_its_lineage_from_the_metadata(disk):
    disk.copy(0, 0, 20, value=b"old")
    disk.copy(1, 10, value=b"new")
    disk.copy(2, 10, value=b"twice")
    disk.note(
        copied(0, 0, 20, epochs=((1, 0),)),
        copied(1, 10, 20, epochs=((2, 10),), at=2),
        copied(2, 10, 20, epochs=((2, 10),), at=1),
    )
    assert disk.read() == spread((0, 10, "old"), (10, 20, "new"))


def test_without_metadata_every_segment_of_the_tier_counts_once(disk):
    disk.keep(20)
    for number, start in ((0, 0), (1, 10), (2, 10), (3, 20)):
        disk.copy(number, start)
    found = disk.read()
    assert found == spread((0, 20, "remote"), (20, 30, "local"))


def test_view_tiers_shows_where_each_range_lies(disk):
    disk.keep(20)
    disk.copy(0, 0)
    disk.copy(1, 10)
    disk.note(
        *(copied(0, 0, 10), copied(1, 10, 30), copied(2, 30, 40), copied(3, 40, 50, STARTED)),
    )
    found = rows(disk.root, COLUMNS, view="tiers", subscribe="orders")
    shown = [(row["tier"], row["readFrom"], row["readTo"], row["state"]) for row in found]
    assert sorted(shown, key=str) == [
        ("local", 20, None, None),
        ("remote", 0, 10, "COPY_SEGMENT_FINISHED"),
        ("remote", 10, 20, "COPY_SEGMENT_FINISHED"),
        ("remote", None, None, "COPY_SEGMENT_FINISHED"),
        ("remote", None, None, "COPY_SEGMENT_STARTED"),
    ]
    assert sum(row["path"] is None for row in found) == 2


def test_a_record_that_does_not_decode_is_an_error(disk):
    disk.keep(10)
    disk.copy(0, 0)
    disk.note(b"\1\0\0\xff")
    with pytest.raises(RemoteLogError, match="offset 0"):
        disk.read()


@pytest.fixture
def transactions(disk):
    """A transaction that began in the tier is aborted by a marker in the local log; one is open."""
    transaction = {"is_transactional": True, "producer_epoch": 0, "base_sequence": 0}
    path = disk.tier / f"0-{UUIDS[0]}.log"
    aborted = batch(0, 10, value=b"aborted", producer_id=7, **transaction)
    path.write_bytes(aborted + batch(10, 10, value=b"remote"))
    marker = RecordBatchBuilder(
        base_offset=20,
        partition_leader_epoch=1,
        is_control=True,
        is_transactional=True,
        producer_id=7,
        producer_epoch=0,
    )
    marker.append(0, b"\0\0\0\0", b"\0\0\0\0\0\0", ())
    opened = batch(26, 5, value=b"open", producer_id=8, **transaction)
    local = batch(10, 10, value=b"local"), marker.build(), batch(21, 5, value=b"local")
    write_log(disk.local, *local, opened, base=10)
    (disk.local / "partition.metadata").write_text(f"version: 0\ntopic_id: {TOPIC}")
    disk.note(copied(0, 0, 20))
    return disk


COMMITTED = spread((10, 20, "local"), (21, 26, "local"))


def test_committed_records_of_a_tiered_topic(transactions):
    assert transactions.read(isolationLevel="read_committed") == COMMITTED


@pytest.mark.spark
def test_two_passes_give_the_committed_records_of_a_tiered_topic(spark, transactions):
    options = {"replicas": "one", "subscribe": "orders"}
    schema = "offset BIGINT, value STRING"
    frame = kraft_spark.read_committed(
        spark, str(transactions.root), schema=schema, options=options
    )
    assert sorted(tuple(row) for row in frame.collect()) == COMMITTED


def test_a_state_of_two_passes_goes_by_partition_where_one_replica_is_read(transactions):
    state = Transactions(((7, 0, 20),), 26)
    name = f"{TOPIC}-0"
    options = {"isolationLevel": "read_committed", "transactionState": encode_states({name: state})}
    assert transactions.read(**options) == COMMITTED
    options["transactionState"] = encode_states({})
    with pytest.raises(OptionError, match=f"transactionState has no state of {name}"):
        transactions.read(**options)


def test_a_stream_reads_the_tier_and_then_the_local_log(disk):
    disk.keep(20, 30)
    disk.copy(0, 0)
    disk.copy(1, 10)
    disk.note(copied(0, 0, 10), copied(1, 10, 30))
    options = options_of(disk.root, subscribe="orders", activeSegment=True)
    stream = LogStream(options)
    assert plain(stream.initial()) == {"orders": {"0": 0}}
    end = stream.latest({"orders": {"0": 0}}, TriggerLimits())
    assert plain(end) == {"orders": {"0": 40}}
    parts = [part for task in stream.tasks({"orders": {"0": 5}}, end) for part in task]
    assert sorted((part.bounds.first, part.bounds.end) for part in parts) == [
        *((5, 10), (5, 40), (5, 40), (10, 20)),
    ]


def test_a_restored_log_has_the_tier_and_the_local_segments(disk, tmp_path):
    disk.keep(20)
    disk.copy(0, 0)
    disk.copy(1, 10, 15)
    disk.note(copied(0, 0, 10), copied(1, 10, 25))
    (one,) = restore_logs(str(disk.root), str(tmp_path / "out"), topics=["orders"])
    assert (one.end_offset, one.out_of_order) == (30, 0)
    found = rows(tmp_path / "out", "offset BIGINT")
    assert [row["offset"] for row in found] == list(range(30))


def test_a_tiered_topic_of_kafka_is_what_its_consumer_gets():
    """Files of a broker of 4.3.1 and its LocalTieredStorage; topic `gone` was deleted."""
    lines = (ROOT / "tests" / "data" / "tiered" / "consumed.txt").read_text().splitlines()
    consumed = [line.removeprefix("Offset:").split("\t") for line in lines]
    path = ROOT / "tests" / "data" / "tiered"
    found = rows(path, "offset BIGINT, value BINARY", replicas="one", subscribe="tiered")
    assert sorted((str(row["offset"]), row["value"].decode()) for row in found) == sorted(
        (offset, value) for offset, value in consumed
    )
    tiers = rows(path, "topic STRING, tier STRING, state STRING, path STRING", view="tiers")
    gone = [row for row in tiers if row["topic"] == "gone"]
    assert {(row["state"], row["path"]) for row in gone} == {("DELETE_SEGMENT_FINISHED", None)}
    assert sum(row["tier"] == "remote" for row in tiers if row["topic"] == "tiered") == 13


def test_the_layout_of_aivens_plugin_is_joined_too(tmp_path):
    """Compressed segments, the second of which overlaps the local log."""
    disk = Disk(tmp_path)
    disk.keep(20)
    folder = tmp_path / "bucket" / f"orders-{TOPIC}" / "0"
    folder.mkdir(parents=True)
    for number, start, count in ((4, 0, 10), (5, 10, 20)):
        data = b"".join(batch(start + n, 5, value=b"remote") for n in range(0, count, 5))
        tiered(folder / f"{start:020}-{UUIDS[number]}.log", data, chunk_size=150)
    disk.note(copied(4, 0, 10), copied(5, 10, 30))
    assert disk.read() == spread((0, 20, "remote"), (20, 30, "local"))
    assert disk.read(startingOffsets=12)[0] == (12, "remote")
