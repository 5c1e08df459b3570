"""How the demo is shown: live on a terminal, as lines in a pipe, as JSON Lines for programs.

A `View` is the state of nodes and client at a moment, an `Event` what has just happened. The table
of nodes fits the width there is.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kraft_core.demo.processes import Fate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType
    from typing import TextIO

    from rich.console import RenderableType

    from kraft_core.demo.processes import Process


# -- what there is to see --------------------------------------------------------------------------


class Mood(StrEnum):
    """How a sentence is meant."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened, `seconds` after the beginning: its kind, a sentence, and the facts."""

    seconds: float
    kind: str
    text: str
    mood: Mood = Mood.PLAIN
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, view: View) -> dict[str, Any]:
        """The event with the state of the nodes at that moment."""
        return {
            "seconds": round(self.seconds, 3),
            "event": self.kind,
            "text": self.text,
            **self.facts,
            "acknowledged": view.acknowledged,
            "nodes": [asdict(node) for node in view.nodes],
        }


@dataclass(frozen=True, slots=True)
class NodeView:
    """One node. None: not reported yet. `lag` counts the records up to the leader's log end."""

    node: int
    role: str
    epoch: int | None = None
    high_watermark: int | None = None
    log_end: int | None = None
    lag: int | None = None
    news: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """All nodes, and what the client has seen; `rate` is acknowledgements a second."""

    seconds: float
    acknowledged: int
    rate: int
    nodes: tuple[NodeView, ...]


def look_at(members: Iterable[Process], news: Mapping[int, str]) -> tuple[NodeView, ...]:
    """The nodes as they are; `news` is what happened to each last."""
    known = list(members)
    ends = [each.state.log_end for each in known if each.is_running and each.state]
    leading = [
        each.state.log_end for each in known if each.is_running and each.state and each.state.leads
    ]
    newest = max(leading or ends, default=0)
    return tuple(_look_at(each, newest, news.get(each.node_id, "")) for each in known)


def _look_at(member: Process, newest: int, news: str) -> NodeView:
    state = member.state
    if state is None or member.fate not in {Fate.RUNNING, Fate.ENDED}:
        return NodeView(member.node_id, member.fate.value, news=news)
    return NodeView(
        node=member.node_id,
        role=state.role if member.is_running else member.fate.value,
        epoch=state.epoch,
        high_watermark=state.high_watermark,
        log_end=state.log_end,
        lag=max(newest - state.log_end, 0),
        news=news,
    )


# -- the table -------------------------------------------------------------------------------------

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


# -- the screens -----------------------------------------------------------------------------------

_MOODS: Final = {Mood.PLAIN: "", Mood.GOOD: "green", Mood.BAD: "bold red"}
_TIME_COLUMNS: Final = 6
_INDENT: Final = _TIME_COLUMNS + 1
_READABLE: Final = 100
_REFRESHES: Final = 10


class Screen(Protocol):
    """Shows events as they happen. A context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def happened(self, event: Event, view: View) -> None:
        """Show a sentence."""

    def conclude(self, event: Event, view: View) -> None:
        """Show the last sentence, beneath everything else."""

    def pause(self, view: View) -> None:
        """An act is over: a moment to look at the nodes."""

    def refresh(self, view: View) -> None:
        """Numbers have changed."""


class _Quiet:
    """A screen that needs no setting up."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to undo."""

    def pause(self, view: View) -> None:
        """Nothing is shown."""

    def refresh(self, view: View) -> None:
        """Nothing is shown."""


class JsonScreen(_Quiet):
    """An object a line for each event, with the state of all nodes."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def happened(self, event: Event, view: View) -> None:
        """Write it at once."""
        self._out.write(json.dumps(event.to_json(view)) + "\n")
        self._out.flush()

    conclude = happened


class LinesScreen(_Quiet):
    """Sentences, and the table after each act, without what only a terminal understands."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def happened(self, event: Event, view: View) -> None:
        """Print the sentence."""
        del view
        self._print(sentence(event))

    conclude = happened

    def pause(self, view: View) -> None:
        """Print the table."""
        width = self._console.width - _INDENT
        table = table_of(view, width, is_framed=False)
        self._print(Padding(Group(table, client_line(view)), (1, 0, 1, _INDENT)))

    def _print(self, what: RenderableType) -> None:
        """Without the blanks that fill a line on a terminal."""
        with self._console.capture() as captured:
            self._console.print(what)
        for line in captured.get().splitlines():
            self._console.file.write(f"{line.rstrip()}\n")
        self._console.file.flush()


class LiveScreen:
    """Sentences that scroll, and beneath them the table, which changes in its place."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, refresh_per_second=_REFRESHES, transient=False)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def happened(self, event: Event, view: View) -> None:
        """Print the sentence above the table."""
        self._live.console.print(sentence(event))
        self.refresh(view)

    def conclude(self, event: Event, view: View) -> None:
        """Leave the table as it is, and print the sentence beneath it."""
        self.refresh(view)
        self._live.stop()
        self._console.print(sentence(event))

    def pause(self, view: View) -> None:
        """The table is there all the time."""
        self.refresh(view)

    def refresh(self, view: View) -> None:
        """Show the table as it is now."""
        table = table_of(view, self._console.width, is_framed=True)
        self._live.update(Group(table, client_line(view)))


def sentence(event: Event) -> Table:
    """The time, and the sentence beside it however many lines it takes."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", width=_TIME_COLUMNS, no_wrap=True)
    grid.add_column()
    grid.add_row(Text(f"{event.seconds:.1f} s", "dim"), Text(event.text, _MOODS[event.mood]))
    return grid


def screen_for(out: TextIO, *, is_json: bool) -> Screen:
    """The screen that fits where the output goes."""
    if is_json:
        return JsonScreen(out)
    console = Console(file=out, highlight=False)
    if console.is_terminal and not console.is_dumb_terminal:
        return LiveScreen(console)
    console.width = min(console.width, _READABLE) if out.isatty() else _READABLE
    return LinesScreen(console)
