"""The report of compatibility, for people and for programs."""

from __future__ import annotations

import json

from codegen.compatibility.evolution import Change
from codegen.compatibility.report import change_text, print_table, report_json

CHANGES = [
    Change("One", "", "versions added", "0-1", "0-2", legal=True, rule="added at the top: 2"),
    Change("One", "A.B", "tag", "0", "1", legal=False, rule="a field keeps its tag: 1"),
    Change("Two", "", "message added", None, "data 0", legal=True, rule="may be added"),
]


def test_json_has_every_change_and_the_sums():
    found = json.loads(report_json("3.9.2", "4.4.0", CHANGES))
    assert {name: found[name] for name in ("old", "new", "legal", "illegal")} == {
        "old": "3.9.2",
        "new": "4.4.0",
        "legal": 2,
        "illegal": 1,
    }
    assert found["changes"][1] == {
        "message": "One",
        "path": "A.B",
        "what": "tag",
        "before": "0",
        "after": "1",
        "legal": False,
        "rule": "a field keeps its tag: 1",
    }
    assert found["changes"][2]["before"] is None


def test_the_table_names_each_message_once(capsys):
    print_table("3.9.2", "4.4.0", CHANGES)
    text = capsys.readouterr().out
    assert text.startswith("3.9.2 to 4.4.0")
    assert text.count("One") == 1
    assert "A.B: tag 1, was 0" in text
    assert "message added (data 0)" in text
    assert text.count("yes") == 2
    assert text.count(" NO ") == 1
    assert text.endswith("3 changes in 2 messages, 1 of them not legal\n")


def test_no_changes_need_no_table(capsys):
    print_table("4.4.0", "4.4.0", [])
    assert capsys.readouterr().out == "0 changes in 0 messages, 0 of them not legal\n"


def test_brackets_are_text_not_markup(capsys):
    change = Change("One", "A", "type", "[]int32", "[bold]", legal=False, rule="x")
    print_table("a", "b", [change])
    text = capsys.readouterr().out
    assert "[]int32" in text
    assert "[bold]" in text


def test_added_or_removed_default_is_reported():
    given = Change("One", "A", "default", None, "1", legal=False, rule="x")
    taken = Change("One", "A", "default", "1", None, legal=False, rule="x")
    assert change_text(given) == "A: default 1, was none"
    assert change_text(taken) == "A: default none, was 1"
