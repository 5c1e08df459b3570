"""How the demo is shown: events, views, tables that fit, and each kind of screen."""

from __future__ import annotations

import io
import json
import re

import pytest
from rich.console import Console

from kraft_core.demo.processes import Fate
from kraft_core.demo.screens import (
    Event,
    JsonScreen,
    LinesScreen,
    LiveScreen,
    Mood,
    NodeView,
    View,
    client_line,
    look_at,
    screen_for,
    table_of,
)
from tests.demo.pretended import PretendedProcess, state

# -- the screens -----------------------------------------------------------------------------------

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


# -- what there is to see --------------------------------------------------------------------------


def test_lag_is_behind_the_leader():
    nodes = look_at(
        [
            PretendedProcess(1, state("leader", log_end=90, leads=True)),
            PretendedProcess(2, state(log_end=70)),
            PretendedProcess(3, state(log_end=95)),  # it has told so later than the leader
        ],
        {2: "was slow"},
    )
    assert [node.lag for node in nodes] == [0, 20, 0]
    assert nodes[1] == NodeView(2, "follower", 1, 70, 70, 20, "was slow")


def test_who_does_not_run_has_no_numbers():
    nodes = look_at(
        [
            PretendedProcess(1, fate=Fate.ABSENT),
            PretendedProcess(2, state(), fate=Fate.KILLED),
            PretendedProcess(3, state(log_end=7), fate=Fate.ENDED),
        ],
        {},
    )
    assert [(node.role, node.log_end) for node in nodes] == [
        ("not started", None),
        ("killed", None),
        ("ended", 7),
    ]


def test_an_event_as_json():
    view = View(1.0, 5, 2, (NodeView(1, "leader"),))
    found = Event(1.23456, "elected", "Node 1 leads.", facts={"leader": 1}).to_json(view)
    assert found["seconds"] == 1.235
    assert (found["event"], found["leader"], found["acknowledged"]) == ("elected", 1, 5)
    assert found["nodes"][0]["role"] == "leader"


# -- the table -------------------------------------------------------------------------------------

TABLE_VIEW = View(
    9.5,
    12_345,
    678,
    (
        NodeView(1, "prospective", 12, 99_999, 99_999, 8_888, "fetched a snapshot up to 9,999"),
        NodeView(2, "not started"),
    ),
)


def lines_of(width, *, is_framed):
    console = Console(file=io.StringIO(), width=width)
    console.print(table_of(TABLE_VIEW, width, is_framed=is_framed))
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("is_framed", [True, False])
@pytest.mark.parametrize("width", [40, 50, 60, 80, 92, 100, 200])
def test_it_fits(width, is_framed):
    lines = lines_of(width, is_framed=is_framed)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    for word in ("node", "role", "prospective", "not started", "99,999", "8,888", "lag", "12"):
        assert word in text
    assert ("fetched a snapshot up to 9,999" in text) is (width >= (100 if is_framed else 92))
    assert "…" not in text


def test_there_is_a_frame_where_there_is_room():
    assert "╭" in lines_of(80, is_framed=True)[0]
    assert "╭" not in lines_of(40, is_framed=True)[0]
    assert "╭" not in lines_of(80, is_framed=False)[0]


def test_what_the_client_has_seen():
    assert client_line(TABLE_VIEW).plain == "client  12,345 records acknowledged, 678 a second"
    assert client_line(View(0, 7, 0, ())).plain == "client  7 records acknowledged"
