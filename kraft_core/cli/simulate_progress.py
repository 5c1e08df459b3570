"""How far a campaign has come: a bar on a terminal, else a line now and then, on standard error."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress, TaskID

QUIET_SECONDS = 30.0
"""Where nobody watches a bar, a line comes this often."""


class CampaignProgress:
    """Told of each seed; used as a context. `shown` is False where the screen is for output."""

    def __init__(self, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._done = self._failed = 0
        self._began = self._said = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        if shown and sys.stderr.isatty():
            self._bar = _bar()
            self._task = self._bar.add_task("", total=total, rate="", failed="")

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._began

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def seed_done(self, *, failed: bool) -> None:
        """One more seed."""
        self.seeds_done(1, int(failed))

    def seeds_done(self, count: int, failed: int) -> None:
        """So many more seeds."""
        self._done += count
        self._failed += failed
        rate = f"{self._done / max(self.seconds, 0.001):.1f} a second"
        failures = f"{self._failed} failed" if self._failed else ""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self._done, rate=rate, failed=failures)
        elif time.monotonic() - self._said >= QUIET_SECONDS:
            self._said = time.monotonic()
            told = [f"{self._done} of {self._total} seeds", rate, failures]
            click.echo(f"kraft: {', '.join(filter(None, told))}", err=True)

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for lines on the screen."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()


def _bar() -> Progress:
    from rich.console import Console  # noqa: PLC0415 - only where it is seen
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("seeds"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("[red]{task.fields[failed]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        # what the command prints goes where it was sent
        redirect_stdout=False,
        redirect_stderr=False,
    )
