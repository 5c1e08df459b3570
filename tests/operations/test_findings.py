"""The table of findings: every row can be printed, is documented and has a remedy."""

from __future__ import annotations

import json
import shlex
import typing

import pytest

from kraft_core.operations.findings import (
    FINDINGS,
    DiskReplaced,
    EvenVoters,
    Finding,
    NoAnswer,
    NotTheVoter,
    OtherDirectory,
    Section,
    Severity,
    SplitBrain,
    in_words,
    sorted_by_severity,
    worst,
)
from tests.architecture import findings as page
from tests.cli.test_command_tree import parse
from tests.operations.set_ups import ROWS, Desk

EXAMPLES = {
    int: 7,
    float: 1.5,
    str: "x",
    bool: True,
    tuple[int, ...]: (1, 2),
    tuple[str, ...]: ("a", "b", "c"),
}
"""A value for each type of an argument; any other type is not allowed."""


def example(row):
    hints = typing.get_type_hints(row)
    names = row.__dataclass_fields__
    return row(**{name: EXAMPLES[hints[name]] for name in names})


@pytest.mark.parametrize("row", FINDINGS.values(), ids=FINDINGS)
def test_every_row_has_a_sentence_a_cause_and_a_remedy(row):
    finding = example(row)
    texts = finding.text, finding.remedy, finding.command_for("h:1")
    assert all("{" not in text and "}" not in text for text in texts)
    assert finding.text.endswith(".")
    assert finding.remedy.endswith(".") or (
        not finding.remedy and finding.severity is Severity.INFO
    )
    assert row.__doc__
    assert row.__doc__ != Finding.__doc__
    assert json.loads(json.dumps(finding.to_json()))["id"] == row.id


@pytest.mark.parametrize("row", FINDINGS.values(), ids=FINDINGS)
def test_every_row_appears_in_its_set_up_and_not_in_the_other(row, tmp_path, request):
    def found_in(set_up, name):
        folder = tmp_path / name
        folder.mkdir()
        desk = Desk(folder, lambda: request.getfixturevalue("written_directory"))
        return [type(each) for each in set_up(desk)]

    present, absent = ROWS[row]
    assert row in found_in(present, "present")
    assert row not in found_in(absent, "absent")


def test_page_has_the_table_of_the_code():
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.in_page(text) == text, "run python -m tests.architecture.findings"
    for row in FINDINGS.values():
        assert f"| `{row.id}` ({row.severity}): " in text
    for section in {row.section for row in FINDINGS.values()}:
        assert f"### {section}\n" in text
        assert section.anchor.replace("-", " ") == section.lower()


def test_a_finding_says_its_arguments_in_words_and_in_json():
    finding = EvenVoters(voters=4)
    assert finding.text == "4 voters survive one failure, as 3 do."
    assert EvenVoters(voters=6).text == "6 voters survive 2 failures, as 5 do."
    assert EvenVoters(voters=2).text == "2 voters survive no failure, as 1 does."
    assert finding.command_for("c1:9093").startswith(
        "kraft metadata-quorum --bootstrap-controller c1:9093 "
    )
    assert finding.to_json() == {
        "id": "even-voters",
        "severity": "warning",
        "section": "the-quorum",
        "text": finding.text,
        "remedy": finding.remedy,
        "command": finding.command_for(),
        "arguments": {"voters": 4},
    }
    both = SplitBrain(cluster="C", quorums=("node 1 leads 1", "node 2 leads 2"))
    assert "has 2 quorums" in both.text
    assert both.text.endswith("node 1 leads 1 and node 2 leads 2.")


@pytest.mark.parametrize(
    "row", [each for each in FINDINGS.values() if each.command_template.startswith("kraft ")]
)
def test_commands_of_remedies_parse(row):
    parse(shlex.split(example(row).command_for("c1:9093")))


def test_values_of_other_nodes_are_quoted_in_commands():
    hostile = DiskReplaced(node=3, new="n", old="x; rm -rf ~", since="for 9 s")
    assert hostile.command_for("$(id)").endswith(
        "--controller-id 3 --controller-directory-id 'x; rm -rf ~'"
    )
    assert "--bootstrap-controller '$(id)' remove" in hostile.command_for("$(id)")


def test_findings_are_ordered_by_severity_and_named_once():
    even, none = EvenVoters(voters=4), NoAnswer(asked=1)
    assert sorted_by_severity([even, none, EvenVoters(voters=4)]) == [none, even]
    assert [worst(each) for each in ([even], [even, none], [])] == ["warning", "error", "info"]
    assert [each.exit_code for each in Severity] == [0, 1, 2]


def test_of_two_findings_about_one_directory_the_one_that_names_the_file_is_shown():
    by_leader = OtherDirectory(node=3, here="X", voter="V")
    by_files = NotTheVoter(path="/d", node=3, directory_id="X", voter="V")
    assert sorted_by_severity([by_leader, by_files]) == [by_files]
    assert sorted_by_severity([by_leader]) == [by_leader]
    # the log of this machine can lack the last change of voters
    older = NotTheVoter(path="/d", node=3, directory_id="X", voter="U")
    assert sorted_by_severity([by_leader, older]) == [by_leader, older]


def test_a_row_with_the_id_of_another_is_refused():
    with pytest.raises(TypeError, match="duplicate finding even-voters"):
        type(
            "EvenVoters",
            (Finding,),
            {},
            severity=Severity.INFO,
            section=Section.QUORUM,
            sentence="",
        )
    assert FINDINGS["even-voters"] is EvenVoters


@pytest.mark.parametrize(
    ("values", "words"), [((), ""), ((1,), "1"), ((1, 2), "1 and 2"), ((1, 2, 3), "1, 2 and 3")]
)
def test_lists_are_written_in_words(values, words):
    assert in_words(values) == words
