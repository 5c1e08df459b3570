"""`kraft start`: a node as a process, with its log lines, signals and exit code.

Lines look like Kafka's, and the one that says that the node is ready is Kafka's own. Lines that
unauthenticated peers can cause are limited (`FaultLog`). Standard error can be a pipe without a
reader, so lines wait in a queue of fixed size and a thread writes them; lines that do not fit are
dropped and counted, and no reader of a log can stop a node (`BackgroundHandler`).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import json
import logging
import queue
import signal
import sys
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

from kraft_core.config.errors import NodeError, NodeFailedError
from kraft_core.node.node import RaftNode
from kraft_core.node.transport.admission import raise_descriptor_limit
from kraft_core.node.watchdog import Watchdog
from kraft_core.raft.consensus.invariants import InvariantBroken, LogWriteFailedError
from kraft_core.raft.storage.errors import StorageError
from kraft_wire.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.service import Service
    from kraft_core.node.watchdog import Stall
    from kraft_core.raft.replica import StateMachine

T = TypeVar("T")

_LOG: Final = logging.getLogger("kraft.node")
_SWITCH_S: Final = 0.0005
_M_MMAP_THRESHOLD: Final = -3
_MAPPED_FROM_BYTES: Final = 1 << 20

_COLLECT_AFTER: Final = 50_000
"""New objects before a garbage collection; Python's default is 700."""

_STALL_LINES_S: Final = 10.0
_STALL_LINES: Final = 5
LOG_FORMATS: Final = ("text", "json")


def level_name(record: logging.LogRecord) -> str:
    """Return the level as Log4j writes it."""
    return {"WARNING": "WARN", "CRITICAL": "FATAL"}.get(record.levelname, record.levelname)


class JsonFormatter(logging.Formatter):
    """One JSON object a line: `time` (UTC, milliseconds), `level`, `logger`, `message`, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one JSON object."""
        when = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": level_name(record),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return printable(json.dumps(line, ensure_ascii=False))


class TextFormatter(logging.Formatter):
    """Kafka's form of a line. Texts of peers are escaped, so that each record stays one line."""

    def __init__(self) -> None:
        super().__init__("[%(asctime)s] %(level)s %(message)s (%(name)s)")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - of logging
        """Form the line, without its traceback."""
        record.message = printable(record.message)
        record.level = level_name(record)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - of logging
        """Format the lines of a traceback, indented: no text of an error looks like a log line."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"    {printable(line)}" for line in lines)


def log_to_stderr(level: str, form: str = "text") -> None:
    """Write log lines to standard error: as Kafka's console appender forms them, or as JSON.

    A thread writes them; waiting lines are written when the process ends.
    """
    handler = BackgroundHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger("kraft")
    for earlier in root.handlers:
        earlier.close()
    root.handlers = [handler]
    root.setLevel(level)
    root.propagate = False


def run_node(
    configuration: NodeConfiguration, state_machine: StateMachine, service: Service
) -> None:
    """Run a node until SIGTERM or SIGINT.

    An error at the start is raised unchanged. A later one is logged as one ERROR line, and raised
    as NodeFailedError.
    """
    prepare_process()
    _log_configuration(configuration)
    runner()(_run(configuration, state_machine, service))


def runner() -> Callable[[Coroutine[Any, Any, T]], T]:
    """Return uvloop's runner, or asyncio's on a system without it."""
    try:
        import uvloop  # not on every system
    except ImportError:
        return asyncio.run
    return uvloop.run


def prepare_process() -> None:
    """Set up the process of a node: descriptors, return of freed memory, short waits.

    Requests of megabytes come and go. By default glibc keeps blocks of up to 32 MiB for later once
    one was freed, so that a flood of large requests leaves the heap in pieces; above a fixed limit
    each block is mapped by itself and unmapped when it is freed. A worker that decodes in Python
    hands the GIL over after each switch interval (5 ms by default), and the event loop waits for it
    several times in a commit.
    """
    raise_descriptor_limit()
    sys.setswitchinterval(_SWITCH_S)
    if sys.platform == "linux":
        # musl does not have this function, and returns memory anyway
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _MAPPED_FROM_BYTES)


def settle_collector() -> None:
    """Exempt the existing objects from garbage collection, and collect less often.

    The garbage of a node has no cycles, so a collection is a pause with little effect.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


async def _run(
    configuration: NodeConfiguration, state_machine: StateMachine, service: Service
) -> None:
    node = RaftNode(configuration, state_machine, service)
    who = f"[KafkaRaftServer nodeId={configuration.node_id}]"
    try:
        await _run_node(node, who)
    except (OSError, NodeError, StorageError, LogWriteFailedError, InvariantBroken) as error:
        if not node.has_started:  # else the node has logged it
            if not isinstance(error, OSError):
                raise
            _LOG.error("%s The node has failed: %s", who, error)
        raise NodeFailedError(str(error)) from error
    _LOG.info("%s shut down completed", who)


async def _run_node(node: RaftNode, who: str) -> None:
    configuration = node.configuration
    loop = asyncio.get_running_loop()
    async with node:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, node.shut_down)
        if hasattr(signal, "SIGHUP"):
            loop.add_signal_handler(signal.SIGHUP, node.reload_security)
        settle_collector()
        watchdog = None
        if configuration.watchdog_ms:
            watchdog = Watchdog(configuration.watchdog_ms, StallLog())
            node.metrics.watchdog = watchdog
        _LOG.info("%s Kafka Server started", who)
        try:
            await node.wait_closed()
        finally:
            if watchdog is not None:
                watchdog.close()


def _log_configuration(configuration: NodeConfiguration) -> None:
    if configuration.repeated:
        _LOG.warning(
            "Duplicate keys; the last value of each is used: %s",
            ", ".join(configuration.repeated),
        )
    if configuration.unused:
        _LOG.info(
            "These configurations were supplied but are not used: %s",
            ", ".join(configuration.unused),
        )


class StallLog:
    """Logs turns of the event loop that took too long, a few lines in ten seconds."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0

    def __call__(self, stall: Stall) -> None:
        """Write the line, unless there were some lately: the metrics count them all."""
        if self._now_s() - self._since_s > _STALL_LINES_S:
            self._since_s, self._lines = self._now_s(), 0
        self._lines += 1
        if self._lines <= _STALL_LINES:
            _LOG.warning(
                "The event loop was blocked for %d ms (%d ms of CPU) in %s",
                round(stall.seconds * 1000),
                round(stall.cpu_s * 1000),
                stall.turn,
            )


# -- the handler -----------------------------------------------------------------------------------

_LINES_MAX: Final = 10_000
_FLUSH_S: Final = 2.0


class BackgroundHandler(logging.Handler):
    """Writes formatted records to a stream, in a separate thread.

    `close` waits up to two seconds until all lines are written.
    """

    def __init__(self, stream: TextIO, lines_max: int = _LINES_MAX) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.Queue[str | Callable[[], None] | None] = queue.Queue(lines_max)
        self._dropped = 0
        self.dropped_lines = 0
        """The number of stalls since the start."""
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="kraft-log-lines", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue the line, or drop it."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._dropped += 1
            self.dropped_lines += 1
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
        """Write the lines in the queue, and end the thread."""
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
                text = f"({dropped} lines were dropped here: standard error was not read)"
                if isinstance(self.formatter, JsonFormatter):
                    level, name = logging.WARNING, "kraft.node"
                    record = logging.LogRecord(name, level, __file__, 0, text, None, None)
                    text = self.format(record)
                line = f"{line}\n{text}"
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):
                continue  # standard error is closed; the node continues
