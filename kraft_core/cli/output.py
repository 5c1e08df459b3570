"""The output of commands: every line that can contain foreign text is printed here.

Names come from brokers, records and files. They are escaped (`kraft_wire.printable`), so that no
name clears a terminal, forges a line or turns words around. Styles are added after that.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kraft_wire.printable import printable

if TYPE_CHECKING:
    from typing import Any

    Piece = tuple[str, dict[str, Any]]


def echo(*lines: str, err: bool = False) -> None:
    """Print these lines to standard output, or standard error."""
    click.echo("\n".join(map(printable, lines)), err=err)


def os_fault(error: OSError) -> str:
    """Return the system's reason for an error after its path: "FILE: Permission denied"."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def check_output(path: str | os.PathLike[str]) -> None:
    """Refuse an output file that cannot be written, before the work for it begins."""
    from kraft_core.raft.storage.disk_files import check_writable  # only for an output file

    file = Path(path)
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not file.exists():
            check_writable(file.parent)
        elif not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from None


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 segment" or "1,000 segments"; `plural` is for nouns that take more than an s."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def echo_styled(*pieces: Piece) -> None:
    """Print one line of pieces, each with the options of `click.style`."""
    click.echo("".join(click.style(printable(text), **style) for text, style in pieces))
