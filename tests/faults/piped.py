"""Processes that print into a pipe: a limit on their files does not silence them."""

from __future__ import annotations

import os
import subprocess
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


class PipedProcess:
    """A process whose output a thread copies into a file."""

    def __init__(
        self,
        command: Sequence[str],
        output: Path,
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._output = output
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
        )
        self._thread = threading.Thread(target=self._copy, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """Of the process."""
        return self.process.pid

    def poll(self) -> int | None:
        """The exit status, None while it runs; after that its output is complete."""
        status = self.process.poll()
        if status is not None:
            self._thread.join()
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()

    def wait(self, timeout_s: float) -> int:
        """Wait for its end; raises subprocess.TimeoutExpired."""
        status = self.process.wait(timeout_s)
        self._thread.join()
        return status

    def _copy(self) -> None:
        with self.process.stdout as pipe, self._output.open("ab", buffering=0) as file:
            while chunk := os.read(pipe.fileno(), 65536):
                file.write(chunk)
