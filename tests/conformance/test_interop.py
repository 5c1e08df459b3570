from __future__ import annotations

import datetime as dt
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance import interop, interop_run, releases
from tests.conformance.interop import Outcome, cell_of, markdown, table_of
from tests.conformance.interop_plugin import read

ROOT = Path(__file__).parents[2]
TESTS = """\
import pytest
from tests.conformance.interop import not_applicable

def of(row, **more):
    def mark(test):
        both = pytest.mark.parametrize("release", ["3.9.2", "4.2.1"])
        return pytest.mark.interop(row, **more)(both(test))
    return mark

@of("voter")
def test_good(release):
    pass

@of("observer")
def test_bad(release):
    assert release == "3.9.2", "it is not"

@of("auto join", since="4.2", before="nobody joins by itself")
def test_late(release):
    pass

@of("discovery", only="4.2.1", elsewhere="it is about another one")
def test_only(release):
    assert release == "4.2.1"

@of("leader")
def test_cannot(release):
    not_applicable("it cannot")

@of("upgrade")
def test_skipped(release):
    pytest.skip("no time")  # a skip that is no n/a: the table has to call it failed

@pytest.fixture
def broken():
    yield
    raise RuntimeError("left open")

@of("witness")
def test_torn_down(release, broken):
    pass

@pytest.mark.interop("answers")
def test_for_every_release():
    pass

def test_of_no_row():
    pass
"""


def outcome(state, reason="", **more):
    return Outcome(
        **{"row": "voter", "release": "4.3.1", "test": "t"} | more, state=state, reason=reason
    )


@pytest.mark.parametrize(
    ("outcomes", "state", "reasons"),
    [
        ([], "failed", ("no test ran",)),
        ([outcome("passed")], "ok", ()),
        ([outcome("passed"), outcome("n/a", "it cannot")], "ok", ("it cannot",)),
        ([outcome("n/a", "it cannot")], "n/a", ("it cannot",)),
        ([outcome("n/a")], "failed", ("n/a without a reason",)),
        ([outcome("passed"), outcome("failed", "it is not")], "failed", ("t: it is not",)),
    ],
)
def test_a_cell_is_good_only_if_something_was_seen(outcomes, state, reasons):
    cell = cell_of(outcomes)
    assert (cell.state, cell.reasons) == (state, reasons)
    assert cell.is_good == (state != "failed")


def run(folder, *options):
    (folder / "test_rows.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  interop: a row\n  kafka: Java\n")
    plugins = ("-p", "tests.conformance.conftest", "-p", "tests.conformance.interop_plugin")
    command = [sys.executable, "-m", "pytest", *plugins, *options, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_outcomes_become_the_table(tmp_path):
    done = run(tmp_path, "--interop", str(tmp_path / "kept"))
    assert done.returncode == 1, done.stdout + done.stderr
    table = table_of(read(tmp_path / "kept"), ["3.9.2", "4.2.1"])
    states = {row: [cell.state for cell in cells.values()] for row, cells in table.items()}
    assert states == {
        "observer": ["ok", "failed"],
        "voter": ["ok", "ok"],
        "witness": ["failed", "failed"],
        "leader": ["n/a", "n/a"],
        "upgrade": ["failed", "failed"],
        "discovery": ["n/a", "ok"],
        "auto join": ["n/a", "ok"],
        "tools": ["failed", "failed"],
        "directories": ["failed", "failed"],
        "brokers": ["failed", "failed"],
        "answers": ["ok", "ok"],
    }
    assert table["auto join"]["3.9.2"].reasons == ("before 4.2 nobody joins by itself",)
    assert table["discovery"]["3.9.2"].reasons == ("it is about another one",)
    assert "left open" in table["witness"]["4.2.1"].reasons[0]
    assert "skipped: no time" in table["upgrade"]["4.2.1"].reasons[0]
    text = markdown(table, ["3.9.2", "4.2.1"])
    assert text.startswith("| Row | 3.9.2 at 3.9-IV0 | 4.2.1 at 4.2-IV1 | What is checked |\n")
    assert f"| voter | ok (1) | ok (1) | {interop.ROWS['voter']} |\n" in text
    (line,) = (each for each in text.splitlines() if each.endswith(". it cannot"))
    told = f"n/a [{line.split('.')[0]}]"
    assert f"| leader | {told} | {told} |" in text


def test_a_row_can_be_run_alone(tmp_path):
    kept = tmp_path / "kept"
    done = run(tmp_path, "--interop", str(kept), "--interop-row", "voter")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [each["row"] for each in map(json.loads, kept.read_text().splitlines())] == ["voter"] * 2


def test_without_a_table_what_does_not_apply_is_not_selected_and_no_skip(tmp_path):
    done = run(tmp_path, "-k", "test_late", "-rs")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    assert "skipped" not in done.stdout.lower()


def test_an_unknown_row_is_refused(tmp_path):
    (tmp_path / "test_typo.py").write_text(
        "import pytest\n@pytest.mark.interop('voters')\ndef test(): pass\n"
    )
    done = run(tmp_path)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "the interop table has no row" in done.stdout + done.stderr


def test_document_states_releases_and_runs(monkeypatch):
    outcomes = [outcome("passed", release=release) for release in releases.ALL]
    runs = [f"2026-11-2{number}, commit a" for number in range(len(releases.ALL))]
    text = interop_run.document(table_of(outcomes, releases.ALL), runs)
    assert "| run | 2026-11-20, commit a | 2026-11-21, commit a |" in text
    assert "| Row | 3.9.2 at 3.9-IV0 | 4.0.2 at 4.0-IV3 |" in text
    assert " | 4.4.0 at 4.4-IV2 | What is checked |" in text
    assert "CI runs every row for 3.9.2 and 4.3.1." in text


def test_a_row_that_was_run_again_has_its_own_day():
    days = dict.fromkeys(interop.ROWS, "2026-11-26") | {"brokers": "2026-11-28"}
    outcomes = [outcome("passed", row=row, date=day, revision="a") for row, day in days.items()]
    outcomes.append(outcome("passed", release="3.9.2", date="2026-11-27", revision="b"))
    found = [interop.runs_of(outcomes, release) for release in ("4.3.1", "3.9.2", "4.4.0")]
    assert found == ["2026-11-26, a; brokers: 2026-11-28, a", "2026-11-27, b", "not run"]


def test_kept_outcomes_of_a_run_have_its_day(tmp_path, monkeypatch):
    """`--only-table` wrote the day of the table above outcomes of other days."""
    monkeypatch.setattr(interop_run, "KEPT", tmp_path)

    def run_rows(command, **_):
        if "--interop" in command:
            lines = json.dumps({"row": "voter", "release": None, "test": "t", "state": "passed"})
            Path(command[command.index("--interop") + 1]).write_text(lines + "\n")
        return subprocess.CompletedProcess(command, 0, stdout="abc\n")

    monkeypatch.setattr(subprocess, "run", run_rows)
    stamp = {"date": "2026-11-26", "revision": "commit old"}
    kept = tmp_path / "4.3.1.jsonl"
    with kept.open("w") as file:
        for row in ("observer", "witness", "voter"):
            file.write(json.dumps(vars(outcome("passed", row=row)) | stamp) + "\n")
    before = dt.datetime.now(tz=dt.UTC).date()
    interop_run._run("4.3.1", ["voter"])
    days = {before, dt.datetime.now(tz=dt.UTC).date()}
    text = interop.runs_of(read(kept), "4.3.1")
    assert text in {f"2026-11-26, commit old; voter: {day}, commit abc" for day in days}


def test_page_has_the_texts_of_the_generator_around_its_cells():
    page = interop_run.DOCUMENT.read_text(encoding="utf-8")
    head, _, rest = page.partition("| Row |")
    known = {
        "in_ci": " and ".join(releases.IN_CI),
        "tools": interop_run.kafka.TOOLS_RELEASE,
        "remarks": interop_run.REMARKS,
        **dict.fromkeys(("python", "java", "machine"), "…"),
    }
    environment = re.compile(r"(?<=^Environment: ).*(?=\.$)", re.MULTILINE)
    expected = interop_run.HEAD.format(**known)
    assert environment.sub("", head) == environment.sub("", expected)
    rows = [line.strip("| ").split(" | ") for line in rest.split("\n\n")[0].splitlines()]
    assert {cells[0]: cells[-1] for cells in rows[2:-1]} == interop.ROWS
    drawn = markdown(table_of([], releases.ALL), releases.ALL, [""] * len(releases.ALL))
    [run] = [line for line in drawn.splitlines() if line.startswith("| run |")]
    assert rows[-1][-1] == run.strip("| ").split(" | ")[-1]
    assert page.endswith(interop_run.TAIL.format(java_min=interop_run.kafka.JAVA_MIN))
