"""The table fits every width, and nothing in it is cut off."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from kraft_core.demo.table import client_line, table_of
from kraft_core.demo.view import NodeView, View

VIEW = View(
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
    console.print(table_of(VIEW, width, is_framed=is_framed))
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
    assert client_line(VIEW).plain == "client  12,345 records acknowledged, 678 a second"
    assert client_line(View(0, 7, 0, ())).plain == "client  7 records acknowledged"
