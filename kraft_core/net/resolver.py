"""Host names to addresses: the one resolver of a process, with separate threads.

libc's look-up is used (nsswitch, the hosts file, search domains). It cannot be cancelled and can
hang for half a minute, so it runs on separate daemon threads: neither an event loop nor the end of
the process waits for them.

- One look-up per name at a time; all requests for the name share its result.
- While a look-up is pending, or after one has failed, the last good addresses are used. Only a name
  that was never resolved delays its request.
- A result is used for a second before the name is looked up again (Java caches for 30 s).
- Literal addresses are never looked up.

`Names` holds these rules without clock, thread or socket; the simulator uses it too. `Resolver`
adds the clock and the threads. `RESOLVER` is the one of this process, for nodes and clients.
`LIMIT_RESOLVER` is for hosts in limits of connections: users can name any number of them, and none
may take a thread or a place from the name of a voter.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator, Mapping

THREADS_MAX: Final = 16
NAMES_MAX: Final = 1000
FRESH_S: Final = 1.0
USED_S: Final = 60.0
"""A name is in use for this time after a request; nodes request voters every 30 s."""
_FAILED_KEPT_S: Final = 300.0
"""A name without addresses is forgotten after this time without a request."""
_SLOW_S: Final = 1.0
"""Names whose last look-up took longer share half of the threads, so that others find one."""

_OWN: Final = ""
"""The key under which the name of this machine is kept."""


class HostAddress(NamedTuple):
    """One address of a host, as `getaddrinfo` returns it; the port in `place` is 0."""

    family: int
    protocol: int
    place: Any

    def at(self, port: int) -> Any:
        """Return the socket address of a port of this host."""
        host, _, *scope = self.place
        return (host, port, *scope)


@dataclass(frozen=True, slots=True)
class LookupFailure:
    """Why a name has no address: an error code of `getaddrinfo` and its text."""

    code: int
    text: str

    def error(self) -> socket.gaierror:
        """Return a new exception: several callers can raise it."""
        return socket.gaierror(self.code, self.text)


_TOO_MANY: Final = LookupFailure(
    socket.EAI_AGAIN, f"more than {NAMES_MAX} names are being looked up"
)

ValueT = TypeVar("ValueT")
Result = tuple[ValueT, ...] | LookupFailure
"""The addresses of a name, at least one, or why there are none."""


# -- the rules -------------------------------------------------------------------------------------


class NameState(Enum):
    """The known addresses of a name."""

    LOOKING = "looking"
    """No addresses; a look-up is pending."""
    FAILED = "failed"
    """No addresses; the last look-up has failed."""
    KNOWN = "known"
    """Addresses of the last look-up that succeeded."""
    REFRESHING = "refreshing"
    """Addresses, and a look-up is pending."""


_ON_BEGIN: Final = {
    NameState.FAILED: NameState.LOOKING,
    NameState.KNOWN: NameState.REFRESHING,
}
_ON_FOUND: Final = {
    NameState.LOOKING: NameState.KNOWN,
    NameState.REFRESHING: NameState.KNOWN,
}
_ON_FAILED: Final = {
    NameState.LOOKING: NameState.FAILED,
    NameState.REFRESHING: NameState.KNOWN,
}


@dataclass(slots=True)
class Name(Generic[ValueT]):
    """One name. `since_s` is when its look-up began, or when the last one ended."""

    state: NameState
    since_s: float
    values: tuple[ValueT, ...] = ()
    failure: LookupFailure | None = None
    is_slow: bool = False
    asked_s: float = 0.0
    waiting: list[Callable[[Result[ValueT]], None]] = field(default_factory=list)

    @property
    def is_pending(self) -> bool:
        """Return True while a look-up of it is pending."""
        return self.state in {NameState.LOOKING, NameState.REFRESHING}

    def is_used(self, now_s: float) -> bool:
        """Return True if an operation waits for it, or requested it lately."""
        return bool(self.waiting) or now_s - self.asked_s < USED_S


class Names(Generic[ValueT]):
    """The state of each name. `begin` starts a look-up, `ended` takes its result.

    `begin` gets the name and whether its last look-up was slow.
    """

    def __init__(self, begin: Callable[[str, bool], None], *, names_max: int = NAMES_MAX) -> None:
        self._begin = begin
        self._names_max = names_max
        self._names: OrderedDict[str, Name[ValueT]] = OrderedDict()

    def items(self) -> Iterator[tuple[str, Name[ValueT]]]:
        """Iterate over all requested names, the least recently used first."""
        return iter(self._names.items())

    def ask(
        self, host: str, now_s: float, wait: Callable[[Result[ValueT]], None]
    ) -> Result[ValueT] | None:
        """Return the result of a name, or None; in that case `wait` is called with it, once."""
        name = self._names.get(host)
        if name is None:
            if not self._make_room(now_s):
                return _TOO_MANY
            name = self._names[host] = Name(NameState.LOOKING, now_s)
            self._begin(host, False)
        elif not name.is_pending and now_s - name.since_s >= FRESH_S:
            name.state, name.since_s = _ON_BEGIN[name.state], now_s
            self._begin(host, name.is_slow)
        self._names.move_to_end(host)
        name.asked_s = now_s
        if name.values:
            return name.values
        if name.state is NameState.FAILED:
            return name.failure
        name.waiting.append(wait)
        return None

    def _make_room(self, now_s: float) -> bool:
        """Drop the least recently used name: one without addresses, else an unused one."""
        if len(self._names) < self._names_max:
            return True
        idle = [(host, name) for host, name in self.items() if not name.is_pending]
        failed = (host for host, name in idle if not name.values)
        unused = (host for host, name in idle if not name.is_used(now_s))
        oldest = next(chain(failed, unused), None)
        if oldest is not None:
            del self._names[oldest]
        return oldest is not None

    def drop_unused(self, now_s: float) -> None:
        """Forget failed names that were not requested lately; the last good addresses are kept."""
        for host, name in list(self.items()):
            is_failed = name.state is NameState.FAILED
            if is_failed and now_s - name.asked_s >= _FAILED_KEPT_S:
                del self._names[host]

    def forget(self, host: str, wait: Callable[[Result[ValueT]], None]) -> None:
        """Remove `wait` from the callbacks of a host."""
        name = self._names.get(host)
        if name is not None and wait in name.waiting:
            name.waiting.remove(wait)

    def ended(
        self, host: str, result: Result[ValueT], now_s: float
    ) -> tuple[Result[ValueT], list[Callable[[Result[ValueT]], None]]]:
        """Process the result of a look-up. Return the reports and their recipients."""
        name = self._names[host]
        name.is_slow = now_s - name.since_s > _SLOW_S
        if isinstance(result, LookupFailure):
            name.state, name.failure = _ON_FAILED[name.state], result
        else:
            name.state, name.values, name.failure = _ON_FOUND[name.state], result, None
        name.since_s = now_s
        waiting, name.waiting = name.waiting, []
        return name.values or result, waiting


# -- in this process -------------------------------------------------------------------------------


class Pending(NamedTuple):
    """A look-up that has not ended, or a name whose last one has failed."""

    host: str
    state: NameState
    for_s: float
    failure: LookupFailure | None
    is_used: bool = True


class NameTimeoutError(TimeoutError):
    """The name service did not answer in time; no address was resolved."""


class Resolver:
    """Names of one process. `look_up` maps a name to its addresses and raises OSError."""

    def __init__(
        self,
        look_up: Callable[[str], tuple[Any, ...]] | None = None,
        *,
        threads_max: int = THREADS_MAX,
        names_max: int = NAMES_MAX,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look_up = look_up or _look_up
        self._threads_max = threads_max
        self._names_max = names_max
        self._now_s = now_s
        self.reset()

    def reset(self) -> None:
        """Forget everything; a forked child does not have the threads of its parent."""
        self._lock = threading.Lock()
        self._names: Names[Any] = Names(self._begin, names_max=self._names_max)
        self._fast: deque[str] = deque()
        self._slow: deque[str] = deque()
        self._running = self._running_slow = 0
        self.results: Counter[str] = Counter()
        """Look-ups that have ended, by result: `found` or `failed`."""

    async def resolve(self, host: str) -> tuple[HostAddress, ...]:
        """Return the addresses of a host in the running event loop. Raises OSError."""
        return _literal(host) or await self._wait(_name(host))

    async def resolve_own_name(self) -> str:
        """Return the name of this machine, as `socket.getfqdn` does; see `own_name`."""
        return str((await self._wait(_OWN))[0])

    def resolve_blocking(self, host: str, timeout_s: float | None) -> tuple[HostAddress, ...]:
        """Return the addresses of a host. Raises OSError, NameTimeoutError after the time."""
        return _literal(host) or self._wait_blocking(_name(host), timeout_s)

    def own_name(self) -> str:
        """Return the name of this machine; at once if it was resolved before."""
        return str(self._wait_blocking(_OWN, None)[0])

    def unresolved(self) -> list[Pending]:
        """Return names with a pending look-up, and those whose last look-up has failed.

        Failed names that are not used any more are forgotten first.
        """
        with self._lock:
            now_s = self._now_s()
            self._names.drop_unused(now_s)
            return [
                Pending(
                    *(host, name.state, now_s - name.since_s, name.failure),
                    is_used=name.is_used(now_s),
                )
                for host, name in self._names.items()
                if name.is_pending or name.failure is not None
            ]

    def counts(self) -> Mapping[NameState, int]:
        """Return the number of names in each state."""
        with self._lock:
            return Counter(name.state for _, name in self._names.items())

    # -- waiting ------------------------------------------------------------------------------

    async def _wait(self, host: str) -> tuple[Any, ...]:
        import asyncio  # the caller has imported it

        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Result[Any]] = loop.create_future()

        def wait(result: Result[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(settle, result)

        def settle(result: Result[Any]) -> None:
            if not ended.done():
                ended.set_result(result)

        result = self._ask(host, wait)
        if result is None:
            try:
                result = await ended
            finally:
                self._forget(host, wait)
        return _addresses(result)

    def _wait_blocking(self, host: str, timeout_s: float | None) -> tuple[Any, ...]:
        ended = threading.Event()
        results: list[Result[Any]] = []

        def wait(result: Result[Any]) -> None:
            results.append(result)
            ended.set()

        result = self._ask(host, wait)
        if result is None:
            try:
                if not ended.wait(timeout_s):
                    raise NameTimeoutError(f"resolving the name {host!r} timed out")
            finally:
                self._forget(host, wait)
            result = results[0]
        return _addresses(result)

    def _ask(self, host: str, wait: Callable[[Result[Any]], None]) -> Result[Any] | None:
        with self._lock:
            if self._fast:
                self._start_thread()  # an earlier start may have failed
            return self._names.ask(host, self._now_s(), wait)

    def _forget(self, host: str, wait: Callable[[Result[Any]], None]) -> None:
        with self._lock:
            self._names.forget(host, wait)

    # -- threads ------------------------------------------------------------------------------

    def _begin(self, host: str, is_slow: bool) -> None:
        """Queue a look-up for an idle thread, else for a new one. The lock is held."""
        queue = self._slow if is_slow else self._fast
        queue.append(host)
        failure = self._start_thread()
        if failure is not None and not self._running:
            queue.remove(host)
            self.results["failed"] += 1
            self._names.ended(host, failure, self._now_s())

    def _start_thread(self) -> LookupFailure | None:
        """Start another thread unless there are enough; return why it failed. The lock is held."""
        if self._running >= self._threads_max:
            return None
        try:
            threading.Thread(target=self._work, name="kraft-names", daemon=True).start()
        except (RuntimeError, MemoryError) as error:  # the system has no more threads
            return LookupFailure(socket.EAI_AGAIN, f"no look-up could be started: {error}")
        self._running += 1
        return None

    def _next(self) -> tuple[str, bool] | None:
        """Take a name from the queues. The lock is held."""
        if self._fast:
            return self._fast.popleft(), False
        if self._slow and self._running_slow < max(self._threads_max // 2, 1):
            self._running_slow += 1
            return self._slow.popleft(), True
        return None

    def _work(self) -> None:
        """Look names up until there are none left."""
        while True:
            with self._lock:
                taken = self._next()
                if taken is None:
                    self._running -= 1
                    return
            host, is_slow = taken
            result = self._result(host)
            with self._lock:
                self._running_slow -= is_slow
                is_failure = isinstance(result, LookupFailure)
                self.results["failed" if is_failure else "found"] += 1
                reported, waiting = self._names.ended(host, result, self._now_s())
            for wait in waiting:
                wait(reported)

    def _result(self, host: str) -> Result[Any]:
        try:
            found = self._look_up(host)
        except socket.gaierror as error:
            return LookupFailure(error.errno or socket.EAI_FAIL, error.strerror or str(error))
        except Exception as error:  # noqa: BLE001 - a name must not stay pending for ever
            return LookupFailure(socket.EAI_NONAME, str(error))
        return found or LookupFailure(socket.EAI_NONAME, "the host has no address")


def _addresses(result: Result[ValueT]) -> tuple[ValueT, ...]:
    if isinstance(result, LookupFailure):
        raise result.error()
    return result


def _look_up(host: str) -> tuple[Any, ...]:
    """Look up the addresses with the C library, which blocks."""
    if host == _OWN:
        return (socket.getfqdn(),)
    return _system(host, 0)


def _name(host: str) -> str:
    """Return the form of a host that can be looked up; raises OSError."""
    if host == _OWN:
        raise socket.gaierror(socket.EAI_NONAME, "the host name is empty")
    return host


def _literal(host: str) -> tuple[HostAddress, ...]:
    """Return the host if it is an address, without a look-up; empty for a name."""
    try:
        return _system(host, socket.AI_NUMERICHOST)
    except (OSError, UnicodeError, ValueError):
        return ()


def _system(host: str, flags: int) -> tuple[HostAddress, ...]:
    # bytes are passed on unchanged: text would load the codec of international names, which takes
    # as long as a whole request
    name = host.encode() if host.isascii() else host
    found = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM, flags=flags)
    return tuple(
        HostAddress(int(family), protocol, place) for family, _, protocol, _, place in found
    )


RESOLVER: Final = Resolver()
LIMIT_RESOLVER: Final = Resolver(threads_max=2)

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=RESOLVER.reset)
    os.register_at_fork(after_in_child=LIMIT_RESOLVER.reset)
