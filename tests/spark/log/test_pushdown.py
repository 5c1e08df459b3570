from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from kraft_spark.columns import view_columns
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import VIEWS
from kraft_spark.log.parts import Bounds
from kraft_spark.log.planning import COLUMNS, Pushed
from tests.spark.log_rows import batch, options_of, write_log


@dataclass
class EqualTo:
    attribute: tuple[str, ...]
    value: Any


class GreaterThan(EqualTo):
    pass


class GreaterThanOrEqual(EqualTo):
    pass


class LessThan(EqualTo):
    pass


class LessThanOrEqual(EqualTo):
    pass


class In(EqualTo):
    pass


class StringContains(EqualTo):
    pass


def bounds(*filters, view="records"):
    return Pushed.of(filters, view).bounds()


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        ([EqualTo(("offset",), 5)], Bounds(5, 6)),
        ([GreaterThan(("OFFSET",), 5), LessThan(("offset",), 9)], Bounds(6, 9)),
        ([GreaterThanOrEqual(("offset",), 5), GreaterThan(("offset",), 3)], Bounds(5)),
        ([LessThanOrEqual(("offset",), 9), LessThan(("offset",), 20)], Bounds(None, 10)),
        ([In(("offset",), (7, 3, None))], Bounds(3, 8)),
        ([EqualTo(("offset", "inner"), 5)], Bounds()),
        ([EqualTo(("value",), 5)], Bounds()),
        ([EqualTo(("offset",), None)], Bounds()),
    ],
)
def test_filters_on_offsets_become_bounds(filters, wanted):
    assert bounds(*filters) == wanted


def test_timestamp_filter_rounds_up_to_milliseconds():
    moment = datetime(2026, 1, 1, 0, 0, 0, 1_500, tzinfo=UTC)
    since = 1_767_225_600_001
    assert bounds(GreaterThanOrEqual(("timestamp",), moment)) == Bounds(since=since)
    assert bounds(LessThan(("timestamp",), moment)) == Bounds()


def test_columns_mean_something_else_in_other_views():
    assert bounds(EqualTo(("offset",), 5), view="offsets") == Bounds()
    assert bounds(EqualTo(("recordOffset",), 5), view="offsets") == Bounds(5, 6)
    for view in VIEWS:
        names = {column.name.lower() for column in view_columns(view).default}
        assert set(COLUMNS[view]) - {"path"} <= names


def test_filters_on_partitions_select_files(tmp_path):
    for name in ("orders-0", "orders-1", "payments-0"):
        write_log(tmp_path / name, batch(0))

    def wanted(*filters):
        pushed = Pushed.of(filters, "records")
        files = list_files(options_of(tmp_path)).files
        return [file.folder.rsplit("/", 1)[1] for file in files if pushed.wants(file)]

    assert wanted() == ["orders-0", "orders-1", "payments-0"]
    assert wanted(EqualTo(("topic",), "orders")) == ["orders-0", "orders-1"]
    assert wanted(In(("topic",), ("payments", "x")), EqualTo(("partition",), 0)) == ["payments-0"]
    assert wanted(EqualTo(("topic",), "orders"), EqualTo(("topic",), "payments")) == []
    assert len(wanted(StringContains(("topic",), "o"))) == 3
    (file, *_) = list_files(options_of(tmp_path)).files
    assert wanted(EqualTo(("path",), file.uri)) == ["orders-0"]


def test_batches_have_their_own_columns():
    assert bounds(EqualTo(("baseOffset",), 5), view="batches") == Bounds(5, 6)
    assert bounds(GreaterThan(("lastOffset",), 5), view="batches") == Bounds(6)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    found = bounds(GreaterThanOrEqual(("maxTimestamp",), moment), view="batches")
    assert found == Bounds(since=1_767_225_600_000)


def test_pushed_filters_have_a_readable_text():
    assert Pushed.of([StringContains(("topic",), "o")], "records").is_empty()
    pushed = Pushed.of([In(("topic",), ("b", "a")), LessThan(("offset",), 9)], "records")
    assert not pushed.is_empty()
    assert str(pushed) == "topics a, b; offsets below 9"


@pytest.mark.spark
def test_pushed_filters_are_logged_as_info(caplog):
    """A warning without a handler is a bare line on standard error at every filtered query."""
    from kraft_spark.sources.kafka_log import KafkaLogReader

    reader = KafkaLogReader(options_of("p"), ())
    with caplog.at_level("INFO", "kraft_spark.pushdown"):
        reader.take([GreaterThan(("offset",), 5)])
    assert [(one.levelname, one.getMessage()) for one in caplog.records] == [
        ("INFO", "only offsets from 6")
    ]
