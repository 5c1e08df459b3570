"""The command around the demo: its exit codes. What it plays is tested in tests/demo."""

from __future__ import annotations

import pytest

from kraft_core.cli.main import run
from kraft_core.demo import acts
from kraft_core.demo.ledger import Verdict
from kraft_core.demo.processes import DemoError


@pytest.mark.parametrize(("faults", "code"), [((), 0), (("node 1 lacks 2",), 1)])
def test_the_exit_code_is_the_verdict(monkeypatch, faults, code):
    asked = []

    def played(screen, pace):
        asked.append(pace)
        return Verdict(5, 4, 0, faults)

    monkeypatch.setattr(acts, "perform_on", played)
    assert run(["demo", "--pace", "0.5"]) == code
    assert asked == [0.5]


def test_what_stops_it_is_one_sentence(monkeypatch, capsys):
    def played(screen, pace):
        raise DemoError("Node 3 does not end.")

    monkeypatch.setattr(acts, "perform_on", played)
    assert run(["demo"]) == 1
    assert capsys.readouterr().err == "kraft: Node 3 does not end.\n"


@pytest.mark.parametrize("arguments", [["demo", "folder"], ["demo", "--pace", "-1"]])
def test_wrong_use_is_one_sentence(arguments, capsys):
    assert run(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
