"""The nodes as a table that fits the width there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from kraft_core.demo.view import NodeView, View

_WIDE: Final = 92
_WIDE_FRAMED: Final = 100
_MEDIUM: Final = 60
_FRAMED: Final = 50
_ROLE_COLUMNS: Final = 11
_NEWS_COLUMNS: Final = 30
_COLUMNS: Final = {"epoch": 3, "high_watermark": 6, "log_end": 6, "lag": 3}
_STYLES: Final = {
    "leader": "bold green",
    "observer": "cyan",
    "candidate": "yellow",
    "prospective": "yellow",
    "unattached": "yellow",
    "killed": "bold red",
    "not started": "dim",
    "starting": "dim",
    "ended": "dim",
}
_NUMBERS: Final = ("epoch", "high_watermark", "log_end", "lag")
_HEADINGS: Final = {
    "epoch": ("epoch", "ep."),
    "high_watermark": ("high watermark", "hw"),
    "log_end": ("log end", "end"),
    "lag": ("lag", "lag"),
}


def table_of(view: View, width: int, *, is_framed: bool) -> Table:
    """A row a node. Where there is room, what happened to it last."""
    is_narrow = width < _MEDIUM
    is_framed = is_framed and width >= _FRAMED
    is_wide = width >= (_WIDE_FRAMED if is_framed else _WIDE)
    table = Table(
        box=box.ROUNDED if is_framed else None,
        header_style="bold",
        border_style="dim",
        padding=(0, 1) if is_framed and not is_narrow else (0, 1, 0, 0),
        pad_edge=is_framed and not is_narrow,
    )
    table.add_column("node", justify="right", no_wrap=True)
    table.add_column("role", no_wrap=True, min_width=_ROLE_COLUMNS)
    for name in _NUMBERS:
        heading = _HEADINGS[name][not is_wide]
        table.add_column(heading, justify="right", no_wrap=True, min_width=_COLUMNS[name])
    if is_wide:
        heading = "what happened to it last"
        table.add_column(heading, no_wrap=True, min_width=_NEWS_COLUMNS)
    for node in view.nodes:
        table.add_row(*_row(node), *([node.news] if is_wide else []))
    return table


def _row(node: NodeView) -> list[Text]:
    numbers = [getattr(node, name) for name in _NUMBERS]
    style = _STYLES.get(node.role, "")
    return [
        Text(str(node.node), style),
        Text(node.role, style),
        *(Text("" if number is None else f"{number:,}") for number in numbers),
    ]


def client_line(view: View) -> Text:
    """What the client has seen, as one line."""
    rate = f", {view.rate:,} a second" if view.rate else ""
    line = Text("client", "bold")
    return line.append(f"  {view.acknowledged:,} records acknowledged{rate}", "not bold")
