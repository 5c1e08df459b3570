"""Progress: a bar where somebody watches, else a line now and then."""

from __future__ import annotations

import pytest

from kraft_core.cli import simulate_text
from kraft_core.cli.simulate_text import CampaignProgress


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 100.0

        @classmethod
        def monotonic(cls):
            return cls.now

    monkeypatch.setattr(simulate_text, "time", Clock)
    return Clock


def test_progress_prints_a_line_every_30_seconds(clock, capsys):
    with CampaignProgress(50) as progress:
        progress.seed_done(failed=False)
        clock.now += 29
        progress.seed_done(failed=True)
        assert capsys.readouterr().err == ""
        clock.now += 1
        progress.seed_done(failed=False)
        assert capsys.readouterr().err == "kraft: 3 of 50 seeds, 0.1 a second, 1 failed\n"
        progress.seed_done(failed=False)
    assert capsys.readouterr().err == ""
    assert progress.seconds == 30


def test_progress_shows_bar_on_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with CampaignProgress(50) as progress:
        assert progress._bar is not None
        progress.seed_done(failed=True)
        assert progress._bar.tasks[0].completed == 1
        assert progress._bar.tasks[0].fields["failed"] == "1 failed"
        with progress.aside():
            print("a failure")
    assert capsys.readouterr().out == "a failure\n"


def test_no_bar_where_the_screen_is_for_output(monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert CampaignProgress(50, shown=False)._bar is None


def test_many_seeds_at_once(clock, capsys):
    with CampaignProgress(500) as progress:
        clock.now += 31
        progress.seeds_done(100, 3)
    assert capsys.readouterr().err == "kraft: 100 of 500 seeds, 3.2 a second, 3 failed\n"
