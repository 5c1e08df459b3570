"""The common part of a mock cluster and a proxy: a thread with a loop, rules, barriers, messages.

A test calls from its own thread; sockets and state belong to the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from abc import ABC, abstractmethod
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from kraft_core.testing.recording import Recording
from kraft_core.testing.rules import Rules
from kraft_wire.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from types import TracebackType

    from kraft_core.testing.recording import RecordedExchange
    from kraft_core.testing.rules import Rule
    from kraft_wire.connection.printed import PrintedExchange

MESSAGES_TRACED: Final = 200
TIMEOUT_S: Final = 30.0
"""Longest wait of `wait_for` and `arrived`, if nothing else is said."""

T = TypeVar("T")


class Seen(Protocol):
    """A received request, with the common fields of all kinds."""

    time_s: float
    api: str
    response_bytes: int | None

    def printed(self) -> PrintedExchange:
        """Return the exchange as `kraft wire trace` prints it."""


Request = TypeVar("Request", bound=Seen)


class Background(ABC, Generic[Request]):
    """Servers in a thread, from `_start` to `close`. As a context manager it ends with `check`.

    `record` is a file for the requests that are still kept when `close` is called.
    """

    _error: ClassVar[type[AssertionError]]

    def __init__(self, record: str | Path | None = None) -> None:
        self._recording: Recording | None = None
        if record is not None:
            with self._refusing(record):
                self._recording = Recording(Path(record))
        self._changes = 0
        self._condition = threading.Condition()
        self._rules = Rules(self._rule_changed)
        self._loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="kraft-testing", daemon=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
        if error is None:
            self.check()
        elif isinstance(error, Exception):  # the reason can be a rule that never fired
            for sentence in self.unfired():
                error.add_note(sentence)

    # -- the servers -------------------------------------------------------------------------------

    @property
    @abstractmethod
    def bootstrap_servers(self) -> str:
        """The addresses, as clients are configured."""

    @property
    @abstractmethod
    def faults(self) -> list[str]:
        """Sentences about requests that could not be handled, or that broke the protocol."""

    @abstractmethod
    def _serve(self, end: asyncio.Event) -> Coroutine[Any, Any, None]:
        """Serve until `end` is set."""

    @abstractmethod
    def _pulse(self) -> None:
        """Wake all waiters in the loop."""

    @abstractmethod
    def _requests(self) -> list[Request]:
        """Return the stored requests, in order."""

    @abstractmethod
    def _exchanges(self) -> Iterator[RecordedExchange]:
        """Yield the stored requests with their responses for a recording."""

    @abstractmethod
    def _failures(self) -> list[str]:
        """Return the sentences for which `check` fails."""

    # -- calls of a test ---------------------------------------------------------------------------

    def on(self, api: str, **conditions: Any) -> Rule:
        """Add a rule; see `Rules.on` for the conditions."""
        return self._rules.on(api, **conditions)

    def requests(self, api: str | None = None) -> list[Request]:
        """Return the last requests, or those of one API, in order of arrival."""
        return [each for each in self._call(self._requests) if api in (None, each.api)]

    def trace(self, messages: int = MESSAGES_TRACED) -> list[str]:
        """Return the last requests and responses as lines, as `kraft wire trace` prints them."""
        return _traced(self._call(self._requests), messages)

    def wait_for(
        self, condition: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S
    ) -> None:
        """Wait for a condition, which is checked after every request and response."""
        deadline = time.monotonic() + timeout_s
        while True:
            seen = self._changes
            if condition():  # without the lock, which the loop needs to report changes
                return
            left = deadline - time.monotonic()
            with self._condition:
                if not self._condition.wait_for(partial(self._has_changed, seen), left):
                    raise self._error(f"Timed out after {timeout_s:g} s waiting for {what}.")

    def _has_changed(self, seen: int) -> bool:
        return self._changes != seen

    def arrived(self, rule: Rule, count: int = 1, timeout_s: float = TIMEOUT_S) -> None:
        """Wait until a rule has fired that often: it held, delayed or answered a request."""
        self.wait_for(lambda: rule.fired >= count, f"{rule} to fire", timeout_s)

    def unfired(self) -> list[str]:
        """Return a sentence for each rule that has not fired so far."""
        return self._rules.unfired()

    def check(self) -> None:
        """Raise UnfiredRuleError for rules that never fired; report failures before that."""
        if sentences := self._call(self._failures):
            raise self._error("\n".join(sentences))
        self._rules.check()

    def close(self) -> None:
        """End the servers with all connections, and write the recording."""
        if not self._thread.is_alive():
            return
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        if self._recording is not None:
            with self._refusing(self._recording.path):
                self._recording.write(self._exchanges())

    @contextlib.contextmanager
    def _refusing(self, path: str | Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._error(f"Cannot write {path}: {error.strerror}") from None

    # -- thread and loop ---------------------------------------------------------------------------

    def _call(self, function: Callable[[], T], *, is_change: bool = False) -> T:
        """Run a function in the loop, where the state can be touched."""
        if not self._thread.is_alive():
            return function()

        async def called() -> T:
            found = function()
            if is_change:
                self._pulse()
            return found

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(TIMEOUT_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve(self._end))
        finally:
            self._loop.close()

    def _notify(self) -> None:
        with self._condition:
            self._changes += 1
            self._condition.notify_all()

    def _rule_changed(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._pulse)


def _traced(requests: Sequence[Seen], messages: int) -> list[str]:
    """Return lines of the last exchanges, with at most `messages` requests and responses."""
    shown: list[Seen] = []
    for each in reversed(requests):
        messages -= 1 + (each.response_bytes is not None)
        if messages < 0:
            break
        shown.append(each)
    if not shown:
        return []
    first_s = shown[-1].time_s
    return [
        printable(line)
        for each in reversed(shown)
        for line in each.printed().lines(each.time_s - first_s)
    ]
