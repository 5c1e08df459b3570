"""An example as its user starts it: a process whose lines are read."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[2]
WAIT_S = 90


class ExampleProcess:
    """A context manager; what it prints goes to a file."""

    def __init__(self, name, *arguments, output):
        self.output = output
        self._command = [sys.executable, str(ROOT / "examples" / name), *map(str, arguments)]

    def __enter__(self):
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
        return self

    def __exit__(self, *_):
        self.end(signal.SIGKILL)

    def end(self, number):
        """Send a signal; the exit status."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)
        return self._process.wait(WAIT_S)

    def said(self):
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def until_said(self, text):
        """Wait until it has printed that."""

        def is_said():
            assert self._process.poll() is None, self.said()
            return text in self.said()

        wait_until(is_said, repr(text), WAIT_S)
