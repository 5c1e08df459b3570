"""Runs `kraft wire` inside the test's process."""

from __future__ import annotations

import shlex
import sys
from io import BytesIO
from pathlib import Path

from kraft_core.cli import main


class _Input:
    def __init__(self, given):
        self.buffer = BytesIO(given)

    def isatty(self):
        return False


def wire_runner(monkeypatch, capfd):
    """Return a function that runs a command: exit code, output, error output."""

    def run(*arguments, given=""):
        monkeypatch.setattr(sys, "stdin", _Input(given.encode()))
        code = main.run(["wire", *arguments])
        sys.stdout.flush()
        return code, *capfd.readouterr()

    return run


def program():
    """Return the beginning of a shell command that runs `kraft` as a process."""
    code = "from kraft_core.cli.main import main; main()"
    root = shlex.quote(str(Path(__file__).parents[2]))
    return f'PYTHONPATH={root} {shlex.quote(sys.executable)} -c "{code}" '
