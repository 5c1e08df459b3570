"""`kraft story`: decode a metadata log and show what happened in that cluster."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kraft_core.cli.output import check_output, counted, echo, echo_styled

if TYPE_CHECKING:
    from kraft_core.cli.story_events import Event

EXAMPLE = Path(__file__).parents[2] / "examples" / "metadata-log"
"""A log that Apache Kafka 4.3.1 wrote; it comes with a checkout of the project."""


@click.command(
    epilog="""\b
Examples:
  kraft story --all /var/lib/kafka/metadata
  kraft story --html quorum.html node-1/metadata node-2/metadata node-3/metadata
""",
    short_help="show a metadata log as a story",
)
@click.option("--all", "is_all", is_flag=True, help="Show every event, not only landmarks.")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write one page that shows the directories of a quorum side by side.",
)
@click.argument("directories", nargs=-1, type=click.Path(path_type=Path), metavar="[DIRECTORY]...")
def command(directories: tuple[Path, ...], *, html: Path | None, is_all: bool) -> None:
    """Show a metadata log as a story: elections, voters, brokers, topics, configuration.

    DIRECTORY is a metadata log directory of any Kafka release (default: the one of the examples).
    With
    --html, name the directory of each replica. Secrets are not shown.
    """
    from kraft_core.cli import story_events as story  # only when the command runs

    if not directories and not EXAMPLE.is_dir():
        raise click.UsageError(
            "the example log is only in a checkout of the project: specify a metadata log directory"
        )
    if html is not None:
        check_output(html)
        _write_page(html, directories or (EXAMPLE,))
        return
    if len(directories) > 1:
        raise click.UsageError("several directories need --html; the text shows one")
    place = directories[0] if directories else EXAMPLE
    narrator = story.Narrator()
    printer = _Printer(is_all=is_all)
    records = size = 0
    try:
        files = story.segments(place)
        printer.headline(place, files)
        for batch in story.batches(place):
            records += len(batch.changes)
            size += batch.size
            for event in narrator.tell(batch.changes):
                printer.event(event)
    except story.UnreadableLogError as error:
        raise click.ClickException(str(error)) from None
    printer.skipped()
    echo(
        "",
        f"Decoded {counted(records, 'record')}, {counted(size, 'byte')} in "
        f"{counted(len(files), 'segment')}: {counted(printer.count, 'event')}, and "
        f"{counted(narrator.silent, 'no-op')}." + ("" if is_all else " --all shows them all."),
    )


def _write_page(html: Path, directories: tuple[Path, ...]) -> None:
    from kraft_core.cli import story_events as story
    from kraft_core.sim.pages import timeline_page

    try:
        page = timeline_page.render(story.timeline(directories))
        html.write_text(page, encoding="utf-8")
    except story.UnreadableLogError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{html}: {error.strerror or error}") from None
    count = counted(len(directories), "directory", "directories")
    echo(f"kraft: {count} {'is' if len(directories) == 1 else 'are'} shown in {html}", err=True)


class _Printer:
    """Prints one line per event; events between landmarks are only counted by default."""

    def __init__(self, *, is_all: bool) -> None:
        self.count = 0
        self._is_all = is_all
        self._between = 0

    def headline(self, place: Path, files: list[Path]) -> None:
        names = f"{place.name}/ ({files[0].name} to {files[-1].name})"
        echo(f"What happened in a cluster, out of its metadata log {names}:", "")
        echo_styled((f"{'time (UTC)':12}  {'offset':>6}  {'epoch':>5}  event", {"bold": True}))

    def event(self, event: Event) -> None:
        self.count += 1
        if not (self._is_all or event.is_landmark):
            self._between += 1
            return
        self.skipped()
        moment = datetime.fromtimestamp(event.timestamp / 1000, UTC).strftime("%H:%M:%S.%f")[:-3]
        color = "yellow" if " elected " in event.text or " voters " in event.text else None
        place = f"{moment}  {event.offset:6}  {event.epoch:5}  "
        echo_styled((place, {}), (event.text, {"fg": color}))

    def skipped(self) -> None:
        """Print how many events were only counted."""
        if self._between:
            text = f"... {self._between} more about topics, partitions and configuration"
            echo_styled((f"{'':27}{text}", {"dim": True}))
            self._between = 0
