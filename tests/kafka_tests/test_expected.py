"""The list of tests that cannot pass is checked both ways."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.conformance import kafka
from tests.kafka_tests import expected, jars, running
from tests.kafka_tests.expected import Expected
from tests.kafka_tests.running import Outcome

LINES = [Expected("a.B#inside(String)[*]", "looks inside the controller")]


def outcome(name, status="passed"):
    return Outcome(name, status, 1.5)


def test_a_failure_that_is_not_listed_is_a_problem():
    found = expected.problems([outcome("a.B#other()", "failed")], [], ["a.B"])
    assert found == ["a.B#other() failed and is not listed: "]


def test_a_listed_failure_is_none():
    failed = [outcome("a.B#inside(String)[1]", "failed"), outcome("a.B#other()")]
    assert expected.problems(failed, LINES, ["a.B"]) == []


@pytest.mark.parametrize("status", ["passed", "skipped"])
def test_a_listed_test_that_does_not_fail_is_a_problem(status):
    outcomes = [
        outcome("a.B#inside(String)[1]", "failed"),
        outcome("a.B#inside(String)[2]", status),
    ]
    assert expected.problems(outcomes, LINES, ["a.B"]) == [
        f"a.B#inside(String)[2] is listed and {status}"
    ]


def test_a_line_for_no_test_of_a_class_that_ran_is_a_problem():
    found = expected.problems([outcome("a.B#other()")], LINES, ["a.B"])
    assert found == ["a.B#inside(String)[*] is listed and there is no such test"]
    assert expected.problems([outcome("a.C#other()")], LINES, ["a.C"]) == []


def test_a_test_in_combined_mode_counts_neither_way():
    reason = f"org.opentest4j.TestAbortedException: {running.COMBINED} (combined mode)"
    lines = [
        json.dumps({"test": "inside(String)[1]", "status": status, "seconds": 1, "reason": text})
        for status, text in (
            ("aborted", reason),
            ("aborted", "not on this machine"),
            ("failed", "no"),
        )
    ]
    found = list(running.outcomes("a.B#inside", lines))
    assert [each.status for each in found] == ["combined", "skipped", "failed"]
    assert {each.name for each in found} == {"a.B#inside(String)[1]"}


def test_every_line_has_a_reason_and_a_class_that_is_run():
    lines = expected.read()
    classes = set((jars.HERE / "classes.txt").read_text().split())
    assert {line.tests.partition("#")[0] for line in lines} <= classes
    assert [line for line in lines if len(line.reason) < 20] == []
    assert [
        name for name, count in Counter(line.tests for line in lines).items() if count > 1
    ] == []


def test_the_slice_is_a_part_of_all_classes():
    classes, part = (
        (jars.HERE / name).read_text().split() for name in ("classes.txt", "slice.txt")
    )
    assert set(part) < set(classes)
    assert classes == sorted(classes)


@pytest.mark.kafka
def test_accessors_in_place_of_kafkas_have_its_signatures():
    def methods(class_path):
        command = ["javap", "-s", "-public", "-cp", class_path, "kafka.server.ControllerServer"]
        lines = kafka.subprocess.run(command, capture_output=True, text=True, check=True).stdout
        shown = [line.strip() for line in lines.splitlines() if line.startswith("  ")]
        names = [line.partition("(")[0].split()[-1] for line in shown[::2]]
        return set(zip(names, shown[1::2], strict=True))

    own = methods(jars.class_path(own_controllers=False))
    theirs = methods(jars.class_path(own_controllers=True))
    assert own <= theirs
    assert len(own) > 20
