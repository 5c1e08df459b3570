"""What is said of findings."""

from __future__ import annotations

from kraft_core.cli.dump.report import Report, StoppedError, unreadable


def test_empty_report_has_no_lines():
    assert Report().lines() == []


def test_findings_in_the_words_of_kafka():
    report = Report(
        gaps={"a.log": [(3, 5)]},
        index_mismatches={"a.index": {1: 2, 7: 9}},
        wrong_timestamps={"a.timeindex": [(10, 11)]},
        unordered_timestamps={"a.timeindex": [(8, 9)]},
        missing_offsets={"a.timeindex": [(5, -1)]},
        unknown_files=["b"],
        files_without_records=["a.index"],
    )
    assert report.lines() == [
        "Ignoring unknown file b",
        "Ignoring a.index: it holds no records",
        "Mismatches in :a.index",
        "  Index offset: 7, log offset: 9",
        "  Index offset: 1, log offset: 2",
        "Found timestamp mismatch in :a.timeindex",
        "  Index timestamp: 10, log timestamp: 11",
        "Found out of order timestamp in :a.timeindex",
        "  Index timestamp: 8, Previously indexed timestamp: 9",
        "The following indexed offsets are not found in :a.timeindex",
        "Indexed offset: 5, found log offset: -1",
        "Non-consecutive offsets in a.log",
        "  3 is followed by 5",
    ]


def test_first_damage_of_a_file_is_reported():
    report = Report()
    report.damaged("a", "torn", 5)
    report.damaged("a", "worse", 9)
    report.damaged("b", "gone")
    assert report.damage == {"a": "a: torn at position 5", "b": "b: gone"}


def test_stopped_error_keeps_its_own_position():
    assert StoppedError("why").at(7).position == 7
    assert StoppedError("why", 5).at(7).position == 5


def test_unreadable_file_has_the_reason_of_the_system():
    assert unreadable(PermissionError(13, "Permission denied")).reason == (
        "the file cannot be read (Permission denied)"
    )
    assert "null byte" in unreadable(ValueError("embedded null byte")).reason
