"""Where the demo is shown: live on a terminal, as lines in a pipe, as JSON Lines for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol, Self

from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kraft_core.demo.table import client_line, table_of
from kraft_core.demo.view import Mood

if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

    from rich.console import RenderableType

    from kraft_core.demo.view import Event, View

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
