"""Three ways to show the same: lines, JSON Lines, and live on a terminal."""

from __future__ import annotations

import io
import json
import re

from rich.console import Console

from kraft_core.demo.screens import JsonScreen, LinesScreen, LiveScreen, screen_for
from kraft_core.demo.view import Event, Mood, NodeView, View

VIEW = View(3.0, 10, 5, (NodeView(1, "leader", 1, 10, 10, 0, "elected in epoch 1"),))
EVENT = Event(2.04, "killed", "kill -9 " + "and so on " * 12, Mood.BAD, {"node": 1})
LAST = Event(9.0, "verdict", "Nothing was lost.", Mood.GOOD)


def play(screen):
    with screen:
        screen.happened(EVENT, VIEW)
        screen.refresh(VIEW)
        screen.pause(VIEW)
        screen.conclude(LAST, VIEW)


def test_lines_for_a_pipe():
    out = io.StringIO()
    screen = screen_for(out, is_json=False)
    assert isinstance(screen, LinesScreen)
    play(screen)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(" 2.0 s kill -9 and so on")
    assert lines[1].startswith("       ")
    assert "client  10 records acknowledged, 5 a second" in out.getvalue()
    assert lines[-1] == " 9.0 s Nothing was lost."
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    assert "\x1b" not in out.getvalue()


def test_json_lines_for_a_program():
    out = io.StringIO()
    screen = screen_for(out, is_json=True)
    assert isinstance(screen, JsonScreen)
    play(screen)
    first, last = map(json.loads, out.getvalue().splitlines())
    assert (first["event"], first["node"], first["nodes"][0]["role"]) == ("killed", 1, "leader")
    assert last["event"] == "verdict"


def terminal(**more):
    out = io.StringIO()
    return out, Console(file=out, force_terminal=True, width=70, legacy_windows=False, **more)


def test_live_on_a_terminal():
    out, console = terminal(color_system="standard", no_color=False)
    play(LiveScreen(console))
    shown = out.getvalue()
    assert "\x1b[1;31m" in shown
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert plain.rstrip().endswith("9.0 s Nothing was lost.")
    assert plain.index("kill -9") < plain.rindex("╭")


def test_without_colours():
    out, console = terminal(color_system="standard", no_color=True)
    play(LiveScreen(console))
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", out.getvalue())
