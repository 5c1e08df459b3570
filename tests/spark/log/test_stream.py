"""Micro-batches of a log directory: where they end, what they read, what is lost."""

from __future__ import annotations

import logging

import pytest

from kraft_spark.log.position import KEY, DataLossError
from kraft_spark.log.stream import LogStream, TriggerLimits
from kraft_spark.log.views import picked_columns, reader_of
from kraft_spark.options import OptionError
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import batch, options_of, write_log

ALL = TriggerLimits()


def stream_of(path, **options):
    return LogStream(options_of(path, **options))


def offsets(path, start, end, **options):
    stream = stream_of(path, **options)
    parsed = options_of(path, **options)
    reader = reader_of(parsed, picked_columns(parsed))
    tasks = stream.tasks(start, end)
    found = [row for task in tasks for one in reader.read(task) for row in one.to_pylist()]
    return [(row["partition"], row["offset"]) for row in found]


def plain(places):
    """Offsets without what only kraft stores."""
    return {topic: numbers for topic, numbers in places.items() if topic != KEY}


def every(path, limits, **options):
    """The offsets of all micro-batches up to the end, and where each of them ended."""
    stream = stream_of(path, **options)
    place, found, places = stream.initial(), [], []
    while (end := stream.latest(place, limits)) != place:
        found += offsets(path, place, end, **options)
        places.append(plain(end))
        place = end
    return found, places


@pytest.fixture
def logs(tmp_path):
    write_log(tmp_path / "orders-0", batch(0), batch(3))
    write_log(tmp_path / "orders-0", batch(6), base=6)
    write_log(tmp_path / "orders-1", batch(0, 2))
    return tmp_path


def test_closed_segments_and_on_request_the_newest(logs):
    assert plain(stream_of(logs).initial()) == {"orders": {"0": 0, "1": 0}}
    assert every(logs, ALL) == ([(0, n) for n in range(6)], [{"orders": {"0": 6, "1": 0}}])
    found, places = every(logs, ALL, activeSegment=True)
    assert found == [*((0, n) for n in range(9)), (1, 0), (1, 1)]
    assert places == [{"orders": {"0": 9, "1": 2}}]


def test_the_newest_segment_ends_with_its_last_whole_batch(logs):
    whole = batch(6) + batch(9)
    (logs / "orders-0" / f"{6:020}.log").write_bytes(whole[:-5])
    stream = stream_of(logs, activeSegment=True)
    place = stream.latest(stream.initial(), ALL)
    assert place["orders"]["0"] == 9
    (logs / "orders-0" / f"{6:020}.log").write_bytes(whole)
    again = stream.latest(place, ALL)
    assert plain(again) == {"orders": {"0": 12, "1": 2}}
    assert offsets(logs, place, again, activeSegment=True) == [(0, 9), (0, 10), (0, 11)]


def test_a_partition_that_comes_later_is_read_from_its_start(logs):
    stream = stream_of(logs, startingOffsets="latest")
    place = stream.initial()
    assert plain(place) == {"orders": {"0": 6, "1": 0}}
    assert stream.latest(place, ALL) == place
    write_log(logs / "orders-2", batch(5), base=5)
    write_log(logs / "orders-2", batch(8), base=8)
    end = stream.latest(place, ALL)
    assert plain(end) == {"orders": {"0": 6, "1": 0, "2": 8}}
    assert offsets(logs, place, end) == [(2, 5), (2, 6), (2, 7)]


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({"startingOffsets": 2}, 2),
        ({"startingOffsets": '{"orders": {"0": 4}}'}, 4),
        ({"startingTimestamp": 1_003}, 3),
        ({"startingTimestamp": 9_999}, 9),
    ],
)
def test_starting_options_set_the_first_offset(logs, options, start):
    assert stream_of(logs, **options).initial()["orders"]["0"] == start


@pytest.mark.parametrize("active", [False, True])
def test_limits_by_bytes_cut_segments_and_lose_nothing(tmp_path, active):
    one = batch(0, value=b"x" * 100)
    for partition, count in ((0, 40), (1, 10)):
        folder = tmp_path / f"orders-{partition}"
        for segment in range(3):
            base = 3 * count * segment
            numbers = range(base, base + 3 * count, 3)
            write_log(folder, *(batch(n, value=b"x" * 100) for n in numbers), base=base)
    found, places = every(tmp_path, TriggerLimits(size=10 * len(one)), activeSegment=active)
    segments = 3 if active else 2
    assert len(places) >= 8 * segments // 2
    assert sorted(found) == [
        *((0, n) for n in range(120 * segments)),
        *((1, n) for n in range(30 * segments)),
    ]
    # each has a share by what is new in it
    assert places[0]["orders"]["0"] > 2 * places[0]["orders"]["1"] > 0


def test_limits_by_offsets_are_shared(logs):
    found, places = every(logs, TriggerLimits(offsets=4), activeSegment=True)
    assert places[0] == {"orders": {"0": 4, "1": 1}}
    assert sorted(found) == [*((0, n) for n in range(9)), (1, 0), (1, 1)]


def test_a_frozen_stream_goes_no_further(logs):
    stream = stream_of(logs)
    stream.freeze()
    write_log(logs / "orders-0", batch(9), base=9)
    assert plain(stream.latest(stream.initial(), ALL)) == {"orders": {"0": 6, "1": 0}}
    assert plain(stream.newest()) == {"orders": {"0": 9, "1": 0}}


def test_stream_returns_only_committed_records(tmp_path):
    folder = tmp_path / "orders-0"
    first = [batch(0, 2), data(2, 7), batch(4, 2)]
    write_log(folder, *first)
    options = {"activeSegment": True, "isolationLevel": "read_committed"}
    stream = stream_of(tmp_path, **options)
    place = stream.latest(stream.initial(), ALL)
    assert plain(place) == {"orders": {"0": 2}}
    write_log(folder, *first, marker(6, 7, commit=False), batch(7, 1))
    end = stream.latest(place, ALL)
    assert plain(end) == {"orders": {"0": 8}}
    assert offsets(tmp_path, place, end, **options) == [(0, 4), (0, 5), (0, 7)]


def lose_segments(logs):
    (logs / "orders-0" / f"{0:020}.log").unlink()


def lose_partition(logs):
    for path in (logs / "orders-0").iterdir():
        path.unlink()


@pytest.mark.parametrize(
    ("loss", "sentence"),
    [
        (lose_segments, "the log begins at 6 now"),
        (lose_partition, "no directory of it is under the path"),
    ],
)
def test_lost_data_is_an_error_or_a_log_line(logs, caplog, loss, sentence):
    place = {"orders": {"0": 3, "1": 0}}
    end = stream_of(logs, activeSegment=True).latest(place, ALL)
    loss(logs)
    with pytest.raises(DataLossError, match=sentence):
        stream_of(logs).tasks(place, end)
    with caplog.at_level(logging.WARNING, "kraft_spark.stream"):
        stream_of(logs, failOnDataLoss=False).tasks(place, end)
    assert sentence in caplog.text


def test_a_query_cannot_begin_with_offsets_that_were_deleted(logs, caplog):
    lose_segments(logs)
    options = {"startingOffsets": '{"orders": {"0": 1}}', "activeSegment": True}
    with pytest.raises(DataLossError, match="asks for offset 1, and the log begins at 6 now"):
        stream_of(logs, **options).initial()
    with caplog.at_level(logging.WARNING, "kraft_spark.stream"):
        place = stream_of(logs, **options, failOnDataLoss=False).initial()
    assert place["orders"]["0"] == 6
    assert "begins at 6 now" in caplog.text


def test_a_truncated_log_is_an_error(logs):
    place = {"orders": {"0": 12, "1": 2}}
    with pytest.raises(DataLossError, match="ends at offset 9, and was read up to 12"):
        stream_of(logs, activeSegment=True).latest(place, ALL)
    lenient = stream_of(logs, activeSegment=True, failOnDataLoss=False)
    assert plain(lenient.latest(place, ALL)) == {"orders": {"0": 9, "1": 2}}
    assert lenient.newest()[KEY] == {"lost": {"orders": {"0": 3}}}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"view": "files"}, "cannot be streamed"), ({"endingOffsets": 5}, "a stream has no end")],
)
def test_unsupported_stream_options_are_refused(logs, options, sentence):
    with pytest.raises(OptionError, match=sentence):
        stream_of(logs, **options)


def test_a_log_without_a_name_or_with_two_topics_is_refused(tmp_path):
    write_log(tmp_path / "a" / "orders-0", batch(0))
    write_log(tmp_path / "b" / "orders-0", batch(0))
    for folder, topic_id in (("a", "lvGpo8-pSwW1DAaWrZ-jaA"), ("b", "AAAAAAAAAAAAAAAAAAAAAQ")):
        path = tmp_path / folder / "orders-0" / "partition.metadata"
        path.write_text(f"version: 0\ntopic_id: {topic_id}\n")
    with pytest.raises(OptionError, match="several topics named orders"):
        stream_of(tmp_path).initial()
    path = write_log(tmp_path / "c", batch(0))
    with pytest.raises(OptionError, match="needs a topic and a partition"):
        stream_of(path).initial()
