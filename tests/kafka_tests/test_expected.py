"""The list of tests that cannot pass is checked both ways."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter

import pytest

from tests.conformance import kafka
from tests.kafka_tests import __main__, expected, jars, recorded, running
from tests.kafka_tests.expected import Expected
from tests.kafka_tests.running import Outcome

LINES = [Expected("a.B#inside(String)[*]", "looks inside the controller")]


def outcome(name, status="passed"):
    return Outcome(name, status, 1.5)


def test_a_failure_that_is_not_listed_is_a_problem():
    found = expected.problems([outcome("a.B#other()", "failed")], [], ["a.B"])
    assert found == ["a.B#other() failed and is not listed: "]


def test_listed_failure_is_not_a_problem():
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


@pytest.mark.parametrize("status", ["passed", "skipped", "failed"])
def test_flaky_test_of_kafka_can_pass_or_fail(status):
    lines = [Expected("a.B#at_times()", "KAFKA-1: counts once", is_flaky=True)]
    assert expected.problems([outcome("a.B#at_times()", status)], lines, ["a.B"]) == []
    found = expected.problems([outcome("a.B#other()")], lines, ["a.B"])
    assert found == ["a.B#at_times() is listed and there is no such test"]


def test_flaky_tests_have_the_issue_of_kafka():
    flaky = [line.reason for line in expected.read() if line.is_flaky]
    assert flaky
    assert [reason for reason in flaky if not re.match(r"KAFKA-\d+: ", reason)] == []


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


def test_the_count_in_readme_is_that_of_the_recorded_run():
    name, counts = recorded.read()
    assert [*counts] == __main__.LISTS[name].read_text(encoding="utf-8").split()
    found = recorded.totals(counts)
    assert found["failed"] == 0
    classes = {"slice": f"a slice of {len(counts)} classes", "all": f"all {len(counts)} classes"}
    cell = (
        f"{found['passed']:,} of {found['passed'] + found['listed']:,} in {classes[name]} pass,"
        f" and {found['listed']} [cannot](docs/kafka-tests.md)"
    )
    readme = (jars.HERE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"| Kafka's own integration tests, with kraft's controllers | {cell}" in readme


def test_the_count_of_all_classes_in_readme_is_that_of_the_documentation():
    root = jars.HERE.parents[1]
    document = (root / "docs/kafka-tests.md").read_text(encoding="utf-8")
    sums = r"All ([\d,]+) classes: ([\d,]+) tests, of which ([\d,]+) pass and ([\d,]+) are listed"
    texts = re.search(sums, document).groups()
    classes, tests, passed, listed = (int(text.replace(",", "")) for text in texts)
    assert classes == len(__main__.LISTS["all"].read_text(encoding="utf-8").split())
    assert tests == passed + listed
    cell = f"; of all {texts[0]} classes {texts[2]} of {texts[1]} |"
    assert cell in (root / "README.md").read_text(encoding="utf-8")


def test_log_texts_expected_by_the_java_classes_exist_in_kraft():
    """A line of the log whose text changed would no longer fail a test."""
    java = (jars.HERE / "java/kafka/server/KraftProcess.java").read_text(encoding="utf-8")
    faults = re.search(r"FAULTS = List\.of\((.*)\);", java)[1]
    texts = {*re.findall(r'"([^"]+)"', faults), "Metrics on port"} - {"Traceback"}
    assert len(texts) == 3
    product = "".join(
        path.read_text(encoding="utf-8")
        for path in (jars.HERE.parents[1] / "kraft_core").rglob("*.py")
    )
    assert [text for text in texts if text not in product] == []


@pytest.mark.parametrize("more", [["a.B"], ["--times", "2"], ["--own-controllers"]])
def test_only_a_run_of_a_whole_list_is_recorded(more, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tests.kafka_tests", "--record", *more])
    with pytest.raises(SystemExit):
        __main__.main()
    assert "--record needs one run of a whole list" in capsys.readouterr().err


@pytest.mark.parametrize("required", [False, True])
def test_missing_java_is_reported_in_one_line(required, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("KRAFT_REQUIRE", "java" if required else "")
    monkeypatch.setenv("PATH", str(tmp_path))
    kafka.java.cache_clear()
    monkeypatch.setattr("sys.argv", ["tests.kafka_tests"])
    assert __main__.main() == int(required)
    assert capsys.readouterr().out.startswith("Kafka's own tests: Java is not installed")
    kafka.java.cache_clear()


@pytest.mark.kafka
def test_accessors_in_place_of_kafkas_have_its_signatures():
    def methods(class_path):
        command = ["javap", "-s", "-public", "-cp", class_path, "kafka.server.ControllerServer"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        shown = [line.strip() for line in lines.splitlines() if line.startswith("  ")]
        names = [line.partition("(")[0].split()[-1] for line in shown[::2]]
        return set(zip(names, shown[1::2], strict=True))

    try:
        kafka.java()
        own = methods(jars.class_path(own_controllers=False))
        theirs = methods(jars.class_path(own_controllers=True))
    except kafka.KafkaUnavailableError as reason:
        kafka.skip_unless_required(str(reason))
    assert own <= theirs
    assert len(own) > 20
