"""`kraft start`: a node as a process, with its log lines, signals and exit code.

Lines look like Kafka's, and the one that says that the node is ready is Kafka's own. Lines that
strangers cause are limited (`FaultLog`). Standard error may be a pipe that nobody reads, so lines
wait in a queue of fixed size and a thread writes them; lines that do not fit are dropped and
counted, and no reader of a log can stop a node (`BackgroundHandler`).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import json
import logging
import queue
import re
import signal
import sys
import threading
import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

from kraft_core.consensus.effects import NoteKind
from kraft_core.consensus.invariants import InvariantBroken, LogWriteFailedError
from kraft_core.node.access import CLASS_KEY, unguarded
from kraft_core.node.admission import raise_descriptor_limit
from kraft_core.node.directories import wide_directories
from kraft_core.node.errors import NodeError, NodeFailedError
from kraft_core.node.node import RaftNode
from kraft_core.node.watchdog import Watchdog
from kraft_core.storage.errors import StorageError
from kraft_wire.errors import ErrorCode
from kraft_wire.primitives import Uuid
from kraft_wire.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from kraft_core.consensus.effects import Note
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.service import Service
    from kraft_core.node.watchdog import Stall
    from kraft_core.replica import StateMachine

T = TypeVar("T")

_LOG: Final = logging.getLogger("kraft.node")
_CONSENSUS: Final = logging.getLogger("kraft.consensus")
_REPLICA_KEY: Final = re.compile(r"\b(\d+)-([0-9a-f]{32})\b")
"""A node id and a directory id, as notes have them."""

_SWITCH_S: Final = 0.0005
_M_MMAP_THRESHOLD: Final = -3
_MAPPED_FROM_BYTES: Final = 1 << 20

_COLLECT_AFTER: Final = 50_000
"""Objects that are made before garbage is looked for; Python's own number is 700."""

_FAULT_LINES: Final = 20
_FAULT_LINES_S: Final = 10.0
_STALL_LINES: Final = 5
_ERRORS_MAX: Final = 100
_SAID_MAX: Final = 100
_NO_RIGHT: Final = ErrorCode.CLUSTER_AUTHORIZATION_FAILED.name

_QUIET: Final = frozenset(
    {
        NoteKind.FETCH_PARKED,
        NoteKind.STALE_COMPLETION,
        NoteKind.CLAIM_WAITS_FOR_FLUSH,
        NoteKind.VOTER_UPDATE_SENT,
        NoteKind.PRE_VOTE_GRANTED,
        NoteKind.PRE_VOTE_REFUSED,
    }
)
"""Notes that come all the time: level debug."""

_OF_AN_ELECTION: Final = frozenset(
    {NoteKind.BECAME_PROSPECTIVE, NoteKind.ELECTION_LOST, NoteKind.BECAME_FOLLOWER}
)
"""Notes that an election without a winner repeats word for word: info once, then level debug."""


LOG_FORMATS: Final = ("text", "json")


class JsonFormatter(logging.Formatter):
    """One JSON object a line: `time` (UTC, milliseconds), `level`, `logger`, `message`, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """Form the line."""
        when = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return printable(json.dumps(line, ensure_ascii=False))


class TextFormatter(logging.Formatter):
    """Kafka's form of a line. Hosts, principals and texts of peers are in it: it stays one line."""

    def __init__(self) -> None:
        super().__init__("[%(asctime)s] %(levelname)s %(message)s (%(name)s)")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - of logging
        """Form the line, without its traceback."""
        record.message = printable(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - of logging
        """Form the lines of a traceback, indented: no text of an error looks like a log line."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"    {printable(line)}" for line in lines)


def log_to_stderr(level: str, form: str = "text") -> None:
    """Write log lines to standard error: as Kafka's console appender forms them, or as JSON.

    A thread writes them; what waits is written when the process ends.
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

    What keeps it from starting is raised as it is. What ends it later is one ERROR line, and raised
    as NodeFailedError.
    """
    prepare_process()
    _log_configuration(configuration)
    runner()(_run(configuration, state_machine, service))


def runner() -> Callable[[Coroutine[Any, Any, T]], T]:
    """uvloop's, or asyncio's on a system without it."""
    try:
        import uvloop  # noqa: PLC0415  # not on every system
    except ImportError:
        return asyncio.run
    return uvloop.run


def prepare_process() -> None:
    """Set what a process that is a node needs: descriptors, memory that is given back, short waits.

    Requests of megabytes come and go. By default glibc keeps blocks of up to 32 MiB for later once
    one was freed, so that a flood of large requests leaves the heap in pieces; above a fixed limit
    each block is mapped by itself and unmapped when it is freed. A worker that decodes in Python
    hands the GIL over after each switch interval (5 ms by default), and the event loop waits for it
    several times in a commit.
    """
    raise_descriptor_limit()
    sys.setswitchinterval(_SWITCH_S)
    if sys.platform == "linux":
        # musl has no such function, and gives memory back anyway
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _MAPPED_FROM_BYTES)


def settle_collector() -> None:
    """Have the garbage collector leave alone what is there by now, and look for more less often.

    What a node throws away has no cycles, so that a collection is a pause for little.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)


async def _run(
    configuration: NodeConfiguration, state_machine: StateMachine, service: Service
) -> None:
    faults = FaultLog()
    node = RaftNode(configuration, state_machine, service, on_note=NoteLog(), on_fault=faults)
    who = f"[KafkaRaftServer nodeId={configuration.node_id}]"
    try:
        await _run_node(node, who)
    except (OSError, NodeError, StorageError, LogWriteFailedError, InvariantBroken) as error:
        if not node.has_started and not isinstance(error, OSError):
            raise
        _LOG.error("%s The node has failed: %s", who, error)
        raise NodeFailedError(str(error)) from error
    finally:
        faults.close()
    _LOG.info("%s shut down completed", who)


async def _run_node(node: RaftNode, who: str) -> None:
    configuration = node.configuration
    loop = asyncio.get_running_loop()
    async with node:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, node.shut_down)
        if hasattr(signal, "SIGHUP"):
            loop.add_signal_handler(signal.SIGHUP, node.reload_security)
        hosts = {each.name: each.host for each in node.core.config.endpoints}
        for warning in node.security.warnings(hosts):
            _LOG.warning("%s %s", who, warning)
        for note in node.directory.notes:
            _LOG.warning("%s %s", who, note)
        wide = wide_directories(configuration.process.directories)
        if wide:
            _LOG.warning(
                "%s Users other than the owner can open the log directories, which have the SCRAM"
                " keys of users: %s",
                *(who, "; ".join(each.command for each in wide)),
            )
        listening = ", ".join(f"{name} on {port}" for name, port in node.ports.items())
        _LOG.info("%s Listening: %s", who, listening)
        if configuration.metrics_listener is not None:
            _LOG.info("%s Metrics on port %d", who, node.metrics_port)
        open_to_all = unguarded(configuration)
        if open_to_all:
            _LOG.warning(
                "%s Whoever reaches %s can read the metadata and remove voters: set %s, or require"
                " client certificates or SASL there",
                *(who, ", ".join(map(str, open_to_all)), CLASS_KEY),
            )
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


class NoteLog:
    """Notes as log lines.

    A follower that suspects its leader asks for pre-votes every 20 ms while its peers still hear
    that leader: what was said of an election is not said again until something else happens. An
    error that a peer answers with is said once in ten seconds, with how often it came.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._said: set[Note] = set()
        self._errors: OrderedDict[Note, list[float]] = OrderedDict()

    def __call__(self, note: Note) -> None:
        """Write the line, at the level that it deserves."""
        if note.kind is NoteKind.PEER_ERROR:
            self._note_error(note)
            return
        if note.kind is NoteKind.VOTER_CONTESTED:
            _CONSENSUS.error(
                "Two processes run with one replica key (%s). A machine or a directory was copied:"
                " stop the copy, and format its directory with another node id before it starts"
                " again. Until then the entry changes at most once a minute",
                kafka_form(note.detail),
            )
            return
        if note.kind is NoteKind.VOTER_REGRESSED:
            _CONSENSUS.error(
                "A voter has less than it acknowledged to this leader (%s). Its directory was"
                " restored from an older copy, or a second process runs with its key. Committed"
                " records may be lost if this leader ends before the voter has them again: stop"
                " the voter, remove it from the quorum, format its directory and add it again",
                kafka_form(note.detail),
            )
            return
        is_quiet = note.kind in _QUIET or note in self._said
        if not is_quiet:
            if note.kind not in _OF_AN_ELECTION:
                self._said.clear()
            else:
                if len(self._said) >= _SAID_MAX:
                    self._said.clear()
                self._said.add(note)
        level = logging.DEBUG if is_quiet else logging.INFO
        if _CONSENSUS.isEnabledFor(level):
            _CONSENSUS.log(level, "%s %s", note.kind.value, kafka_form(note.detail))

    def _note_error(self, note: Note) -> None:
        """Errors of peers; a refusal for want of a right is what only an operator can repair."""
        now_s = self._now_s()
        since_s, count = self._errors.get(note, (-_FAULT_LINES_S, 0.0))
        if now_s - since_s < _FAULT_LINES_S:
            self._errors[note] = [since_s, count + 1]
            return
        self._errors[note] = [now_s, 0.0]
        self._errors.move_to_end(note)
        if len(self._errors) > _ERRORS_MAX:
            self._errors.popitem(last=False)
        again = f" ({count:.0f} more since)" if count else ""
        detail = kafka_form(note.detail)
        if _NO_RIGHT in note.detail:
            _CONSENSUS.error(
                "A peer refuses this node, and is asked again: %s%s. Its super.users, or an ACL for"
                " CLUSTER_ACTION, must have the principal of this node",
                *(detail, again),
            )
        else:
            _CONSENSUS.info("%s %s%s", note.kind.value, detail, again)


def kafka_form(detail: str) -> str:
    """The facts of a note, with directory ids as Kafka prints them: base64url, not hexadecimal."""
    return _REPLICA_KEY.sub(lambda key: f"{key[1]}-{Uuid(bytes.fromhex(key[2]))}", detail)


class StallLog:
    """Turns of the event loop that took too long, as log lines; a few of them in ten seconds."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0

    def __call__(self, stall: Stall) -> None:
        """Write the line, unless there were some lately: the metrics count them all."""
        if self._now_s() - self._since_s > _FAULT_LINES_S:
            self._since_s, self._lines = self._now_s(), 0
        self._lines += 1
        if self._lines <= _STALL_LINES:
            _LOG.warning(
                "The event loop was blocked for %d ms (%d ms of CPU) in %s",
                round(stall.seconds * 1000),
                round(stall.cpu_s * 1000),
                stall.turn,
            )


class FaultLog:
    """Connections that were ended, as log lines: a few of them, then how many more there were.

    Strangers decide how many there are, so they must not be able to fill a disk.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._since_s = now_s()
        self._lines = 0
        self._unsaid = 0

    def __call__(self, peer: str, reason: str) -> None:
        """Write the line, unless there were many lately."""
        if self._now_s() - self._since_s > _FAULT_LINES_S:
            self.close()
        self._lines += 1
        if self._lines <= _FAULT_LINES:
            _LOG.warning("Closed the connection of %s: %s", peer, reason)
        else:
            self._unsaid += 1

    def close(self) -> None:
        """Say how many there were that nothing was said of."""
        if self._unsaid:
            _LOG.warning("Closed %d more connections", self._unsaid)
        self._since_s, self._lines, self._unsaid = self._now_s(), 0, 0


# -- the handler -----------------------------------------------------------------------------------

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
        self.dropped_lines = 0
        """How many there were since the start."""
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
                continue  # nobody reads standard error any more; the node goes on
