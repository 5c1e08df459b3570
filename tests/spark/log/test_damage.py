from __future__ import annotations

import json
import logging

import pytest

from kraft_spark.log.reading import DamagedLogError
from tests.spark.log_rows import batch, rows, write_log

ONE, TWO, THREE = batch(0), batch(3), batch(6)


@pytest.fixture
def broken(tmp_path):
    wrong = bytearray(TWO)
    wrong[-1] ^= 1
    return write_log(tmp_path / "orders-2", ONE, bytes(wrong), b"\xff" * 50, THREE)


def test_failfast_names_file_position_offset_and_reason(broken):
    with pytest.raises(DamagedLogError) as refused:
        rows(broken)
    sentence = str(refused.value)
    for part in (broken.as_uri(), f"position {len(ONE)}", "base offset 3", "checksum", "retrying"):
        assert part in sentence


def test_permissive_gives_a_row_in_its_place(broken):
    found = rows(broken, "*", mode="PERMISSIVE")
    assert [row["offset"] for row in found] == [0, 1, 2, None, 6, 7, 8]
    row = {name: value for name, value in found[3].items() if value is not None}
    shown = broken.read_bytes()[len(ONE) : -len(THREE)]
    assert row == {
        "topic": "orders",
        "partition": 2,
        "path": broken.as_uri(),
        "_corrupt_record": shown,
        "errorReason": "the checksum is wrong, and no batch begins where this one says it ends",
        "errorPosition": len(ONE),
        "errorLength": len(shown),
    }
    assert all(row["errorReason"] is None for row in found[:3])


def test_the_column_may_have_another_name(broken):
    found = rows(broken, mode="PERMISSIVE", columnNameOfCorruptRecord="bad")
    assert found[3]["bad"] is not None
    assert len(rows(broken, "offset BIGINT", mode="PERMISSIVE")) == 7


@pytest.mark.parametrize("view", ["metadata", "control", "offsets", "transactions"])
def test_every_view_of_records_has_such_rows(broken, view):
    found = rows(broken, view=view, mode="PERMISSIVE")
    (row,) = (one for one in found if one["errorReason"] is not None)
    assert row["errorPosition"] == len(ONE)
    if view in ("offsets", "transactions"):
        assert (row["logTopic"], row["logPartition"]) == ("orders", 2)


def test_dropmalformed_counts_in_the_log(broken, caplog):
    caplog.set_level(logging.WARNING, "kraft_spark.damage")
    assert [row["offset"] for row in rows(broken, mode="DROPMALFORMED")] == [0, 1, 2, 6, 7, 8]
    region, summary = (json.loads(record.message) for record in caplog.records)
    length = len(TWO) + 50
    assert region == {
        "path": broken.as_uri(),
        "position": len(ONE),
        "length": length,
        "baseOffset": 3,
        "reason": region["reason"],
    }
    assert summary == {"path": broken.as_uri(), "badRegions": 1, "badBytes": length, "rows": 6}


def test_a_corrupt_file_may_be_left(broken, tmp_path):
    write_log(tmp_path / "orders-3", THREE)
    found = rows(tmp_path, ignoreCorruptFiles=True)
    assert [row["offset"] for row in found] == [0, 1, 2, 6, 7, 8]


def test_checksums_need_not_be_looked_at(tmp_path):
    wrong = bytearray(TWO)
    wrong[18] ^= 1
    path = write_log(tmp_path / "orders-0", ONE, bytes(wrong), THREE)
    assert len(rows(path, checkCrcs=False)) == 9
    valid = [row["isValid"] for row in rows(path, view="batches", checkCrcs=False)]
    assert valid == [None, None, None]
    assert [row["isValid"] for row in rows(path, view="batches")] == [True, False, True]


def test_a_tail_is_no_damage(tmp_path):
    path = write_log(tmp_path / "orders-0", ONE, TWO[:-5])
    assert [row["offset"] for row in rows(path)] == [0, 1, 2]
    write_log(tmp_path / "orders-0", THREE, base=6)
    with pytest.raises(DamagedLogError):
        rows(tmp_path)
