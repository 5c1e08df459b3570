"""Streams and exports over logs that elections, deletions and unmounts change under them."""

from __future__ import annotations

import logging
import shutil
from dataclasses import replace
from itertools import pairwise

import pytest

from kraft_spark.exporting.job import ExportJob, plan_increment
from kraft_spark.log.layout import MissingPathError, list_files
from kraft_spark.log.position import (
    CONTINUES,
    KEY,
    DataLossError,
    LogPosition,
    read_offset_checkpoint,
)
from kraft_spark.log.replicas import Replica, log_directories
from kraft_spark.log.stream import TriggerLimits
from kraft_spark.log.views import picked_columns, reader_of
from kraft_wire.messages import message_class
from kraft_wire.records.checksum import crc32c
from tests.spark.log.brokers import (
    TOPIC_IDS,
    Batch,
    PartitionFiles,
    write_cluster_id,
    write_high_watermarks,
)
from tests.spark.log.test_stream import ALL, plain, stream_of
from tests.spark.log_rows import DATA, options_of, rows


def values(path, tasks, **options):
    parsed = options_of(path, **options)
    reader = reader_of(parsed, picked_columns(parsed))
    found = [row for task in tasks for one in reader.read(task) for row in one.to_pylist()]
    return [(row["offset"], row["value"].decode()) for row in found]


def records(base, epoch, *texts, **more):
    return Batch(base, epoch, tuple(text.encode() for text in texts), **more)


@pytest.fixture
def log(tmp_path):
    """Offsets 0 to 9: closed up to 6, then an active segment."""
    files = PartitionFiles(tmp_path / "a")
    files.segments = [
        (0, [records(0, 1, "a0", "a1", "a2"), records(3, 1, "a3", "a4", "a5")]),
        (6, [records(6, 1, "a6", "a7", "a8")]),
    ]
    files.write()
    return files


OLD = [(offset, f"a{offset}") for offset in range(9)]


class Query:
    """A streaming query: what it has read, and its checkpoint."""

    def __init__(self, path, **options):
        self.path, self.options = path, options
        self.stream = stream_of(path, **options)
        self.place = self.stream.initial()
        self.rows = []

    def poll(self, *, limits=ALL):
        end = self.stream.latest(self.place, limits)
        if end != self.place:
            self.rows += values(self.path, self.stream.tasks(self.place, end), **self.options)
            self.place = end
        return self

    def restart(self, **options):
        self.options.update(options)
        self.stream = stream_of(self.path, **self.options)
        return self

    def run_available(self):
        """One run with `Trigger.AvailableNow`."""
        self.stream.freeze()
        before = None
        while before != self.place:
            before = self.place
            self.poll()
        return self


def exported(path, progress=None, **options):
    job = ExportJob(options={"path": str(path), **options}, out="unused")
    tasks = plan_increment(job.log_options(), (progress or {}).get)
    return values(path, tasks, **options)


# ---- an uncommitted tail -----------------------------------------------------------------------


def test_uncommitted_tail_is_not_streamed(log):
    write_high_watermarks(log.root, {"orders-0": 7})
    query = Query(log.root).poll()
    assert query.rows == OLD[:7]
    # an election replaces what was above the high watermark
    log.segments[-1] = (6, [records(6, 1, "a6"), records(7, 2, "b7", "b8")])
    log.write()
    write_high_watermarks(log.root, {"orders-0": 9})
    assert query.poll().rows == [*OLD[:7], (7, "b7"), (8, "b8")]


@pytest.mark.parametrize(
    ("options", "start"),
    [({"startingOffsets": 8}, 8), ({"startingTimestamp": 1}, 0), ({"startingTimestamp": 2}, 9)],
)
def test_start_above_the_high_watermark_is_kept(log, options, start):
    write_high_watermarks(log.root, {"orders-0": 7})
    query = Query(log.root, **options)
    assert plain(query.place) == {"orders": {"0": start}}
    # what is there now can be replaced before it is committed
    assert start < 7 or "epoch" not in query.place[KEY]["topics"]["orders"]["0"]
    write_high_watermarks(log.root, {"orders-0": 9})
    assert query.poll().rows == OLD[start:]


def test_uncommitted_tail_is_not_exported(log):
    write_high_watermarks(log.root, {"orders-0": 7})
    assert exported(log.root) == OLD[:7]


def test_batch_read_takes_the_log_end_unless_told_otherwise(log):
    write_high_watermarks(log.root, {"orders-0": 7})
    ends = {"logEnd": 9, "highWatermark": 7, "closedSegments": 6}
    assert {end: len(rows(log.root, "offset BIGINT", end=end)) for end in ends} == ends
    assert len(rows(log.root, "offset BIGINT")) == 9
    # also of a partition's directory, or a segment, that is named itself
    for path in (log.folder, log.folder / f"{6:020}.log"):
        found = rows(path, "offset BIGINT", end="highWatermark")
        assert found[-1] == {"offset": 6}


def producer_state():
    """A snapshot of producers without an open transaction, as ProducerStateManager writes it."""
    cls = message_class("ProducerSnapshot")
    version = cls.VERSIONS[1]
    content = bytearray(version.to_bytes(2) + cls().encode(version))
    content[2:6] = crc32c(bytes(content[6:])).to_bytes(4)
    return bytes(content)


@pytest.mark.parametrize("has_snapshot", [True, False])
def test_marker_above_the_high_watermark_decides_nothing(log, has_snapshot):
    open_data = records(9, 1, "t9", producer=7)
    log.segments[-1][1].extend([open_data, records(10, 1, "a10")])
    log.segments[-1][1].append(Batch(11, 1, (b"",), producer=7, commits=True))
    log.write()
    if has_snapshot:  # the producer state after the marker must not be used either
        (log.folder / f"{12:020}.snapshot").write_bytes(producer_state())
    write_high_watermarks(log.root, {"orders-0": 11})
    options = {"isolationLevel": "read_committed"}
    query = Query(log.root, **options).poll()
    assert query.rows == OLD
    assert exported(log.root, **options) == OLD
    assert [row["offset"] for row in rows(log.root, end="highWatermark", **options)] == [*range(9)]
    # the next leader has another marker; a truncation removes later producer states
    (log.folder / f"{12:020}.snapshot").unlink(missing_ok=True)
    log.segments[-1][1][-1] = Batch(11, 2, (b"",), producer=7, commits=False)
    log.write()
    write_high_watermarks(log.root, {"orders-0": 12})
    assert query.poll().rows == [*OLD, (10, "a10")]


def test_without_a_checkpoint_closed_segments_are_read_and_the_rest_is_reported(log, caplog):
    query = Query(log.root)
    with caplog.at_level(logging.WARNING, "kraft_spark"):
        query.poll().poll()
    assert query.rows == OLD[:6]
    assert query.stream.newest()[KEY] == {"unproven": {"orders": {"0": 3}}}
    (line,) = [one for one in caplog.messages if "left out" in one]
    assert "3 offsets of 1 partitions are left out" in line
    assert "orders-0 (3)" in line
    write_high_watermarks(log.root, {"orders-1": 5})  # of another partition
    assert query.poll().rows == OLD[:6]
    write_high_watermarks(log.root, {"orders-0": 9})
    assert query.poll().rows == OLD
    assert plain(query.stream.newest()) == query.stream.newest()


def test_metadata_log_ends_with_its_newest_snapshot(tmp_path):
    files = PartitionFiles(tmp_path, name="__cluster_metadata-0", topic_id=None)
    files.segments = [(0, [records(n, 1, f"m{n}") for n in range(6)])]
    files.write()
    path = files.folder / f"{4:020}-{1:010}.checkpoint"
    path.write_bytes(b"")
    query = Query(tmp_path).poll()
    assert [offset for offset, _ in query.rows] == [0, 1, 2, 3]


# ---- another log -------------------------------------------------------------------------------


def recreated(log):
    shutil.rmtree(log.folder)
    log.topic_id = TOPIC_IDS[1]
    log.segments = [(0, [records(0, 0, *(f"n{n}" for n in range(12)))])]
    log.write()
    write_high_watermarks(log.root, {"orders-0": 12})


NEW = [(offset, f"n{offset}") for offset in range(12)]


@pytest.mark.parametrize("is_available_now", [False, True])
def test_stream_over_a_topic_that_was_created_again_fails(log, is_available_now):
    write_high_watermarks(log.root, {"orders-0": 5})
    query = Query(log.root).poll()
    recreated(log)
    run = query.restart().run_available if is_available_now else query.poll
    with pytest.raises(DataLossError, match="deleted and created again") as raised:
        run()
    for part in ("orders-0", "offset 5", TOPIC_IDS[0], TOPIC_IDS[1]):
        assert part in str(raised.value)
    assert query.rows == OLD[:5]


def test_stream_that_accepts_loss_begins_a_topic_that_was_created_again(log, caplog):
    write_high_watermarks(log.root, {"orders-0": 5})
    query = Query(log.root, failOnDataLoss=False).poll()
    recreated(log)
    with caplog.at_level(logging.WARNING, "kraft_spark.stream"):
        query.poll()
    assert query.rows == [*OLD[:5], *NEW]
    assert "continuing at offset 0" in caplog.text
    assert query.poll().restart().poll().rows == [*OLD[:5], *NEW]


def test_same_offset_of_another_topic_is_a_change(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root, failOnDataLoss=False).poll()
    recreated(log)
    write_high_watermarks(log.root, {"orders-0": 9})
    log.segments = [(0, [records(0, 0, *(f"n{n}" for n in range(9)))])]
    log.write()
    assert query.poll().rows == [*OLD, *NEW[:9]]


def test_logs_of_another_cluster_are_not_continued(log):
    write_cluster_id(log.root, "first")
    write_high_watermarks(log.root, {"orders-0": 7})
    query = Query(log.root).poll()
    write_cluster_id(log.root, "second")
    with pytest.raises(DataLossError, match="has the cluster id second, expected first"):
        query.poll()


# ---- truncated ---------------------------------------------------------------------------------


@pytest.mark.parametrize("is_available_now", [False, True])
@pytest.mark.parametrize("is_longer", [False, True])
def test_truncated_log_is_an_error_with_any_trigger(log, is_available_now, is_longer):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root).poll()
    new = [f"b{n}" for n in range(7, 15)] if is_longer else ["b7"]
    log.segments[-1] = (6, [records(6, 1, "a6"), records(7, 2, *new)])
    log.write()
    write_high_watermarks(log.root, {"orders-0": 7 + len(new)})
    run = query.restart().run_available if is_available_now else query.poll
    with pytest.raises(DataLossError, match="it differs from offset 7 on") as raised:
        run()
    assert "epoch 1" in str(raised.value)
    assert query.rows == OLD


def test_truncated_log_with_an_empty_new_segment_is_an_error(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root.parent).poll()
    log.root = log.root.rename(log.root.with_name("moved"))
    log.segments = [(0, [records(0, 1, "a0"), records(1, 2, "b1")]), (2, [])]
    log.write()
    with pytest.raises(DataLossError, match="it differs from offset 1 on"):
        query.poll()


def test_log_that_lost_its_end_is_an_error(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root).poll()
    log.segments = log.segments[:1]
    log.write()
    with pytest.raises(DataLossError, match="the log ends at offset 6, and was read up to 9"):
        query.restart().run_available()


def test_stream_that_accepts_loss_continues_where_the_logs_differ(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root, failOnDataLoss=False).poll()
    log.segments[-1] = (6, [records(6, 1, "a6"), records(7, 2, "b7")])
    log.write()
    write_high_watermarks(log.root, {"orders-0": 8})
    assert query.poll().rows == [*OLD, (7, "b7")]
    assert query.stream.newest()[KEY] == {"lost": {"orders": {"0": 2}}}
    log.segments[-1][1].append(records(8, 2, "b8"))
    log.write()
    write_high_watermarks(log.root, {"orders-0": 9})
    assert query.poll().rows == [*OLD, (7, "b7"), (8, "b8")]


def test_micro_batch_that_is_repeated_over_a_replaced_log_is_an_error(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root, startingOffsets=3)
    end = query.stream.latest(query.place, ALL)
    log.segments[-1] = (6, [records(6, 2, "b6", "b7", "b8", "b9")])
    log.write()
    with pytest.raises(DataLossError, match="it differs from offset 6 on"):
        query.restart().stream.tasks(query.place, end)
    lenient = query.restart(failOnDataLoss=False)
    tasks = lenient.stream.tasks(query.place, end)
    assert values(log.root, tasks) == OLD[3:6]
    lenient.place, lenient.rows = end, OLD[3:6]
    write_high_watermarks(log.root, {"orders-0": 10})
    assert lenient.poll().rows == [*OLD[3:6], *((n, f"b{n}") for n in range(6, 10))]


def test_micro_batch_is_not_repeated_over_a_replica_that_is_behind(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root.parent)
    end = query.stream.latest(query.place, ALL)
    other = PartitionFiles(log.root.parent / "b")
    other.segments = log.segments[:1]
    other.write()
    shutil.rmtree(log.root)
    with pytest.raises(DataLossError, match="planned up to offset 9"):
        query.restart(failOnDataLoss=False).stream.tasks(query.place, end)


# ---- gone --------------------------------------------------------------------------------------


def remove_partition(log):
    shutil.rmtree(log.folder)


def unmount(log):
    shutil.rmtree(log.root)
    log.root.mkdir()


def remove_path(log):
    shutil.rmtree(log.root)


@pytest.mark.parametrize("is_available_now", [False, True])
@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (remove_partition, DataLossError, "no directory of it is under the path"),
        (unmount, DataLossError, "the disk is not mounted"),
        (remove_path, MissingPathError, "no such file or directory"),
    ],
)
def test_partition_or_path_that_is_gone_is_an_error(log, is_available_now, change, error, sentence):
    other = PartitionFiles(log.root, name="payments-0", topic_id=TOPIC_IDS[2])
    other.segments = [(0, [records(0, 1, "p0")])]
    other.write()
    write_high_watermarks(log.root, {"orders-0": 5, "payments-0": 1})
    query = Query(log.root, subscribe="orders").poll()
    change(log)
    run = query.restart().run_available if is_available_now else query.poll
    with pytest.raises(error, match=sentence):
        run()


def test_partition_that_comes_back_is_continued(log):
    write_high_watermarks(log.root, {"orders-0": 5})
    query = Query(log.root).poll()
    log.root.rename(log.root.with_name("elsewhere"))
    log.root.mkdir()
    with pytest.raises(DataLossError):
        query.poll()
    log.root.rmdir()
    log.root.with_name("elsewhere").rename(log.root)
    write_high_watermarks(log.root, {"orders-0": 9})
    assert query.restart().poll().rows == OLD


def test_topic_that_is_no_longer_subscribed_is_not_missed(log):
    write_high_watermarks(log.root, {"orders-0": 5})
    query = Query(log.root).poll()
    shutil.rmtree(log.folder)
    assert query.restart(subscribe="payments").poll().rows == OLD[:5]


# ---- several replicas --------------------------------------------------------------------------


def test_replicas_that_rolled_at_other_offsets_are_no_loss(log):
    query = Query(log.root.parent, end="closedSegments").poll()
    assert query.rows == OLD[:6]
    other = PartitionFiles(log.root.parent / "b")
    batches = [one for _, every in log.segments for one in every]
    other.segments = [(0, batches[:1]), (3, [*batches[1:], records(9, 1, "a9")])]
    other.write()
    assert query.poll().rows == OLD[:6]
    other.segments.append((10, []))
    other.write()
    assert query.poll().rows == [*OLD, (9, "a9")]


def test_replica_that_is_behind_is_waited_for(log, caplog):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root.parent).poll()
    other = PartitionFiles(log.root.parent / "b")
    other.segments = log.segments[:1]
    other.write()
    write_high_watermarks(other.root, {"orders-0": 6})
    shutil.rmtree(log.root)
    with caplog.at_level(logging.WARNING, "kraft_spark.stream"):
        query.poll().poll()
    assert query.rows == OLD
    assert caplog.text.count("until it has caught up") == 1
    other.segments = [*log.segments, (9, [records(9, 1, "a9")])]
    other.write()
    write_high_watermarks(other.root, {"orders-0": 10})
    assert query.poll().rows == [*OLD, (9, "a9")]


def test_export_that_does_not_know_its_replica_waits_for_one_that_is_behind(log):
    key = f"orders-0:{TOPIC_IDS[0]}"
    position = LogPosition(name=key, offset=9, epoch=1, topic_id=TOPIC_IDS[0])
    log.segments = log.segments[:1]
    log.write()
    write_high_watermarks(log.root, {"orders-0": 6})
    with pytest.raises(DataLossError, match="the log ends at offset 6"):
        exported(log.root.parent, {key: position})
    other = PartitionFiles(log.root.parent / "b", segments=log.segments)
    other.write()
    assert exported(log.root.parent, {key: position}) == []
    # a later epoch decides all the same
    other.segments = [*log.segments, (6, [records(6, 2, "b6")])]
    other.write()
    with pytest.raises(DataLossError, match="it differs from offset 6 on"):
        exported(log.root.parent, {key: position})


# ---- what released brokers wrote ---------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DATA.glob("*/broker-root/*/replication-offset-checkpoint")))
def test_high_watermarks_of_released_brokers(path):
    text = path.read_text()
    entries = read_offset_checkpoint(text)
    assert len(entries) == int(text.split("\n")[1]) > 0
    directories = log_directories(options_of(path.parent, allowEmpty=True))
    (found,) = directories.values()
    assert found.high_watermarks == entries
    assert f"cluster.id={found.cluster_id}" in (path.parent / "meta.properties").read_text()


@pytest.mark.parametrize("path", sorted(DATA.glob("*/topic-epochs/*-0")))
def test_epochs_of_a_released_broker(path):
    options = options_of(path)
    listing = list_files(options)
    log = Replica(listing.files, listing, log_directories(options))
    # the last epoch may have no record yet
    lineage = [(epoch, start) for epoch, start in log.lineage() if start < log.end]
    assert len(lineage) > 1
    for (epoch, _), (_, start) in pairwise(lineage):
        assert log.first_above(epoch) == start
        assert log.position(start).epoch == epoch
        assert log.judge(log.position(start)) == CONTINUES
        later = replace(log.position(log.end), epoch=epoch)
        assert log.judge(later).at == start


# ---- checkpoints of earlier releases -----------------------------------------------------------


def test_offsets_of_an_earlier_release_are_continued_with_a_note(log, caplog):
    write_high_watermarks(log.root, {"orders-0": 9})
    query = Query(log.root)
    query.place = {"orders": {"0": 4}}
    with caplog.at_level(logging.WARNING, "kraft_spark.stream"):
        query.poll()
    assert query.rows == OLD[4:]
    assert "has no leader epoch" in caplog.text
    assert query.place[KEY]["topics"] == {
        "orders": {"0": {"epoch": 1, "topicId": TOPIC_IDS[0], "replica": 0}}
    }


def test_offsets_change_only_with_an_offset(log):
    write_high_watermarks(log.root, {"orders-0": 9})
    stream = stream_of(log.root)
    place = {"orders": {"0": 9}}
    assert stream.latest(place, ALL) is place
    query = Query(log.root.parent).poll()
    other = PartitionFiles(log.root.parent / "b", segments=[*log.segments, (9, [])])
    other.write()
    assert query.stream.latest(query.place, TriggerLimits()) == query.place


@pytest.mark.parametrize("name", [True, False])
def test_old_names_of_the_end(log, name):
    write_high_watermarks(log.root, {"orders-0": 7})
    assert len(Query(log.root, activeSegment=name).poll().rows) == (9 if name else 6)
    job = ExportJob(options={"path": str(log.root)}, out="unused", active_segment=name)
    assert job.log_options().end == ("logEnd" if name else "closedSegments")
