"""`kraft backup`: copy the committed metadata of a quorum into a new log directory."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CommandError,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.output import counted, echo

if TYPE_CHECKING:
    from kraft_core.operations.backup_copy import Progress, Source

EPILOG = """\b
Examples:
  kraft backup c1:9093,c2:9093 --to /backup/2026-11-28
  kraft backup /var/kafka/metadata --high-watermark 81204 --to /backup/node-1
  kraft backup --verify /backup/2026-11-28

A directory alone does not show which records are committed. Without
--high-watermark the backup ends with the newest snapshot.

Exit code: 0, or 1 without a backup, or 2 if a backup was written that has
records which this release cannot replay.
"""
_NOT_REPLAYED = 2
_PROGRESS_S = 5.0


@click.command(epilog=EPILOG, short_help="copy the metadata of a quorum, verified")
@click.argument("source", metavar="[DIR|HOST:PORT[,...]]", required=False)
@click.option("--to", "target", metavar="FOLDER", help="Folder to create.")
@click.option("--verify", metavar="FOLDER", help="Check a backup instead of making one.")
@click.option(
    "--high-watermark",
    type=click.IntRange(min=0),
    metavar="OFFSET",
    help="With DIR: the high watermark that its node reported (/metrics).",
)
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@json_option
def command(
    *,
    source: str | None,
    target: str | None,
    verify: str | None,
    high_watermark: int | None,
    command_config: str | None,
    as_json: bool,
) -> None:
    """Copy the committed metadata of a quorum, or of a log directory, to FOLDER.

    FOLDER becomes a log directory: the newest snapshot, the batches after it and a note,
    backup.json. It contains SCRAM keys of users, so only its owner can read it. A running quorum is
    read as `kraft tail` reads it. DIR can belong to a running node.
    """
    from kraft_core.operations.backup import BackupError  # --help needs none
    from kraft_core.operations.backup_copy import back_up
    from kraft_core.operations.backup_copy import verify as verified

    try:
        if verify is not None:
            if source is not None or target is not None:
                raise click.UsageError("--verify FOLDER excludes a source and --to")
            folder, note = verify, verified(verify)
        else:
            if source is None or target is None:
                raise click.UsageError("specify DIR or HOST:PORT, and --to FOLDER")
            folder = target
            with sentences():
                copied_from = _source(source, high_watermark, command_config)
                try:
                    note = back_up(copied_from, target, _Lines().on_progress)
                finally:
                    copied_from.close()
    except BackupError as error:
        raise CommandError(f"{error}.".replace("..", "."), "failed") from None
    if as_json:
        echo(json.dumps({"folder": folder, **note}))
    else:
        echo(*_lines(folder, note))
    fault = note["replay"]["fault"]
    if fault is not None:
        echo(f"kraft: the backup is complete, but cannot be replayed: {fault}", err=True)
        raise SystemExit(_NOT_REPLAYED)


def _source(source: str, high_watermark: int | None, command_config: str | None) -> Source:
    from kraft_core.client.blocking import BlockingDriver
    from kraft_core.operations.backup_copy import DirectorySource, QuorumSource

    if Path(source).is_dir():
        return DirectorySource(source, high_watermark)
    if high_watermark is not None:
        raise click.UsageError(
            "--high-watermark applies only to a directory; a leader reports its own"
        )
    if "/" in source:
        raise CommandError(f"No such directory: {source}", "usage")
    options = client_options(command_config)
    return QuorumSource(
        source,
        BlockingDriver(options.get("tls")),
        settings=options.get("settings"),
        on_note=lambda text: echo(f"kraft: {text}", err=True),
    )


class _Lines:
    """Progress of long copies, on standard error."""

    def __init__(self) -> None:
        self._due_s = time.monotonic() + _PROGRESS_S

    def on_progress(self, progress: Progress) -> None:
        """Print a line, not more often than every few seconds."""
        now_s = time.monotonic()
        if now_s >= self._due_s:
            self._due_s = now_s + _PROGRESS_S
            place = f"offset {progress.offset:,} of {progress.end_offset:,}"
            echo(f"kraft: {progress.bytes >> 20:,} MiB copied, {place}", err=True)


def _lines(folder: str, note: dict[str, Any]) -> list[str]:
    replay, snapshot = note["replay"], note["snapshot"]
    start = 0 if snapshot is None else snapshot["end_offset"]
    size = sum(each["bytes"] for each in note["files"].values())
    end = f"{note['end_offset']}, epoch {note['epoch']} ({note['committed_by']})"
    counts = (counted(replay[f"{noun}s"], noun) for noun in ("broker", "topic", "partition"))
    return [
        f"Backup {folder}: {counted(size, 'byte')}",
        f"  cluster    {note['cluster_id']}",
        f"  committed  up to offset {end}",
        f"  snapshot   {f'up to offset {start}' if start else 'none'}",
        f"  log        {f'from offset {start}' if note['end_offset'] > start else 'empty'}",
        f"  replayed   {counted(replay['records'], 'record')}: {', '.join(counts)}",
    ]
