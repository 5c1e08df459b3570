"""The story of the example log, as the command tells it."""

from __future__ import annotations

import pytest

from kraft_core.cli.main import run


def test_landmarks_of_the_example(capsys):
    assert run(["story"]) == 0
    shown = capsys.readouterr().out
    assert "controller 2 is elected by 1, 2 out of 3 voters" in shown
    assert "... 18 more about topics, partitions and configuration" in shown
    assert "Decoded 1,512 records, 112,159 bytes in 5 segments" in shown


def test_all_shows_every_event(capsys):
    assert run(["story", "--all"]) == 0
    shown = capsys.readouterr().out
    assert "topic hist-orders-0 is created with 4 partitions of 2 replicas" in shown
    assert "more about topics" not in shown


@pytest.mark.parametrize("arguments", [["story", "no-such-folder"], ["story", "--nonsense"]])
def test_invalid_usage_is_reported_in_one_line(arguments, capsys):
    assert run(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1


def test_without_a_checkout_a_directory_is_asked_for(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("kraft_core.cli.story.EXAMPLE", tmp_path / "nowhere")
    assert run(["story"]) == 1
    assert "specify a metadata log directory" in capsys.readouterr().err
