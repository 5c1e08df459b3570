"""Log lines on their way to standard error, which may be a pipe that nobody reads.

Lines wait in a queue of fixed size; a thread writes them. What does not fit is dropped and counted,
so that no reader of a log can stop a node.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

_LINES_MAX: Final = 10_000
_FLUSH_S: Final = 2.0


class BackgroundHandler(logging.Handler):
    """Writes formatted records to a stream, from a thread of its own.

    `close` waits up to two seconds until what was said is written.
    """

    def __init__(self, stream: TextIO, lines_max: int = _LINES_MAX) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.Queue[str | Callable[[], None] | None] = queue.Queue(lines_max)
        self._dropped = 0
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="kraft-log-lines", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line, or drop it."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._dropped += 1
        except Exception:  # noqa: BLE001 - as every handler of logging does it
            self.handleError(record)

    def flush(self) -> None:
        """Wait until all lines so far are written, for two seconds at most."""
        written = threading.Event()
        try:
            self._lines.put(written.set, timeout=_FLUSH_S)
        except queue.Full:
            return
        written.wait(_FLUSH_S)

    def close(self) -> None:
        """Write what waits."""
        if not self._is_closed:
            self._is_closed = True
            self.flush()
            with contextlib.suppress(
                queue.Full
            ):  # the thread hangs then, and ends with the process
                self._lines.put_nowait(None)
                self._thread.join(_FLUSH_S)
        super().close()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            if callable(line):
                line()
                continue
            dropped, self._dropped = self._dropped, 0
            if dropped:
                line = f"{line}\n({dropped} lines were dropped here: nobody read them)"
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):
                continue  # nobody reads standard error any more; the node goes on
