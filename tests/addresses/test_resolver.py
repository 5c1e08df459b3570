"""The resolver of a process: shared look-ups, last good addresses, names that hang.

Divergence N48.
"""

from __future__ import annotations

import ast
import asyncio
import os
import socket
import threading
import time
from pathlib import Path

import pytest

from kraft_core.net import resolver as resolver_module
from kraft_core.net.resolver import (
    FRESH_S,
    THREADS_MAX,
    USED_S,
    HostAddress,
    LookupFailure,
    Names,
    NameState,
    Resolver,
)
from tests.support.waiting import wait_until

pytestmark = pytest.mark.timeout(60)
ROOT = Path(__file__).parents[2]


def at(host):
    return (HostAddress(socket.AF_INET, socket.IPPROTO_TCP, (host, 0)),)


class NameService:
    """Answers with `table`; names that it does not have hang until `answer` is called."""

    def __init__(self, **table):
        self.table = table
        self.asked = []
        self.running = 0
        self.threads = set()
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._hanging = {}

    def __call__(self, host):
        with self._lock:
            self.asked.append(host)
            self.running += 1
            self.threads.add(threading.current_thread())
            hanging = self._hanging.setdefault(host, threading.Event())
        try:
            if host not in self.table and not self._end.is_set():
                hanging.wait(50)
            found = self.table.get(host, socket.gaierror(socket.EAI_AGAIN, "ended"))
            if isinstance(found, Exception):
                raise found
            return at(found)
        finally:
            with self._lock:
                self.running -= 1

    def hang(self, host):
        self.table.pop(host)
        self._hanging.pop(host, None)

    def answer(self, host, result):
        self.table[host] = result
        with self._lock:
            self._hanging.setdefault(host, threading.Event()).set()

    def end(self):
        """Answer everything, also what is asked from now on."""
        self._end.set()
        for host in list(self._hanging):
            self.answer(host, self.table.get(host, "10.0.0.1"))


@pytest.fixture
def service():
    made = NameService()
    yield made
    made.end()


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


def test_all_askers_of_a_name_share_one_lookup(service):
    found = Resolver(service)

    async def story():
        asked = [asyncio.ensure_future(found.resolve("c1")) for _ in range(20)]
        await asyncio.to_thread(wait_until, lambda: service.running, "a look-up")
        service.answer("c1", "10.0.0.1")
        assert await asyncio.gather(*asked) == [at("10.0.0.1")] * 20

    asyncio.run(story())
    assert service.asked == ["c1"]


def test_result_is_used_for_a_second_and_then_looked_up_again(service):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    service.table["c1"] = "10.0.0.1"
    for _ in range(3):
        assert found.resolve_blocking("c1", 10) == at("10.0.0.1")
    assert service.asked == ["c1"]
    service.table["c1"] = "10.0.0.2"
    clock.now_s += FRESH_S
    assert found.resolve_blocking("c1", 10) == at("10.0.0.1")  # while the look-up is pending
    wait_until(lambda: found.counts() == {NameState.KNOWN: 1}, "the second look-up")
    assert found.resolve_blocking("c1", 10) == at("10.0.0.2")


def test_last_good_addresses_are_used_while_a_lookup_hangs_and_after_it_failed(service):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    service.table["c1"] = "10.0.0.1"
    assert found.resolve_blocking("c1", 10) == at("10.0.0.1")
    service.hang("c1")
    clock.now_s += FRESH_S
    assert found.resolve_blocking("c1", 0) == at("10.0.0.1")
    assert found.counts() == {NameState.REFRESHING: 1}
    service.answer("c1", socket.gaierror(socket.EAI_AGAIN, "no answer"))
    wait_until(lambda: found.counts() == {NameState.KNOWN: 1}, "the failed look-up")
    assert found.resolve_blocking("c1", 0) == at("10.0.0.1")
    (pending,) = found.unresolved()
    assert (pending.host, pending.failure) == (
        "c1",
        LookupFailure(socket.EAI_AGAIN, "no answer"),
    )


def test_names_that_nobody_asks_for_are_unused_and_failed_ones_are_forgotten(service):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    failure = socket.gaierror(socket.EAI_NONAME, "unknown")
    service.table.update(former=failure, voter="10.0.0.1")
    with pytest.raises(socket.gaierror):
        found.resolve_blocking("former", 10)
    assert found.resolve_blocking("voter", 10) == at("10.0.0.1")
    service.table["voter"] = failure
    clock.now_s += FRESH_S
    assert found.resolve_blocking("voter", 10) == at("10.0.0.1")
    wait_until(lambda: len(found.unresolved()) == 2, "the failed look-up")
    assert all(each.is_used for each in found.unresolved())
    clock.now_s += USED_S
    assert not any(each.is_used for each in found.unresolved())
    clock.now_s += 240
    (pending,) = found.unresolved()
    assert pending.host == "voter"
    assert found.resolve_blocking("voter", 0) == at("10.0.0.1")  # its last good address


def test_name_that_somebody_waits_for_is_used(service):
    clock = Clock()
    found = Resolver(service, now_s=clock)

    async def story():
        waiting = asyncio.ensure_future(found.resolve("hangs"))
        await asyncio.sleep(0)
        clock.now_s += 1000
        assert [each.is_used for each in found.unresolved()] == [True]
        waiting.cancel()
        await asyncio.wait([waiting])
        assert [each.is_used for each in found.unresolved()] == [False]

    asyncio.run(story())


def test_failure_is_raised_again_and_retried_after_a_second(service):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    service.table["c1"] = socket.gaierror(socket.EAI_NONAME, "unknown")
    for _ in range(2):
        with pytest.raises(socket.gaierror, match="unknown"):
            found.resolve_blocking("c1", 10)
    assert service.asked == ["c1"]
    clock.now_s += FRESH_S
    service.table["c1"] = "10.0.0.1"
    assert found.resolve_blocking("c1", 10) == at("10.0.0.1")


@pytest.mark.parametrize("literal", ["10.0.0.1", "::1", "fe80::1%lo", "::ffff:10.0.0.1"])
def test_literal_addresses_are_never_looked_up(service, literal):
    found = Resolver(service)
    assert found.resolve_blocking(literal, 0)[0].place[1] == 0
    assert asyncio.run(found.resolve(literal)) == found.resolve_blocking(literal, 0)
    assert not service.asked


def test_names_that_hang_do_not_delay_others_and_use_few_threads(service):
    found = Resolver(service)
    service.table["good"] = "10.0.0.1"
    hanging = [f"hang{number}" for number in range(THREADS_MAX - 1)]

    async def story():
        asked = [asyncio.ensure_future(found.resolve(host)) for host in hanging]
        await asyncio.to_thread(wait_until, lambda: service.running == len(hanging), "threads")
        assert await found.resolve("good") == at("10.0.0.1")
        for each in asked:
            each.cancel()
        await asyncio.wait(asked)

    asyncio.run(story())  # ends although the look-ups do not
    for number in range(100):
        with pytest.raises(TimeoutError):
            found.resolve_blocking(f"more{number}", 0)
    assert service.running <= THREADS_MAX
    assert len(service.threads) <= THREADS_MAX + 1
    assert all(thread.daemon for thread in service.threads)


def test_names_that_were_slow_leave_threads_for_others(service):
    clock = Clock()
    found = Resolver(service, now_s=clock, threads_max=2)
    for host in ("slow1", "slow2"):
        with pytest.raises(TimeoutError):
            found.resolve_blocking(host, 0)
    wait_until(lambda: service.running == 2, "both look-ups")
    clock.now_s += 20
    failure = socket.gaierror(socket.EAI_AGAIN, "no answer")
    for host in ("slow1", "slow2"):
        service.answer(host, failure)
    wait_until(lambda: found.counts() == {NameState.FAILED: 2}, "the failures")
    clock.now_s += FRESH_S
    for host in ("slow1", "slow2"):
        service.hang(host)
        with pytest.raises(TimeoutError):
            found.resolve_blocking(host, 0)
    service.table["good"] = "10.0.0.1"
    assert found.resolve_blocking("good", 30) == at("10.0.0.1")


@pytest.fixture
def threads_fail(monkeypatch):
    """Threads cannot be started while this is set."""
    fail, start = threading.Event(), threading.Thread.start

    def maybe(thread):
        if fail.is_set() and thread.name == "kraft-names":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", maybe)
    return fail


def test_names_are_looked_up_again_once_threads_can_be_started(service, threads_fail):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    threads_fail.set()
    for number in range(THREADS_MAX + 1):
        with pytest.raises(socket.gaierror, match="can't start new thread") as refusal:
            found.resolve_blocking(f"c{number}", 10)
        assert refusal.value.errno == socket.EAI_AGAIN
    assert found.counts() == {NameState.FAILED: THREADS_MAX + 1}
    assert found.results == {"failed": THREADS_MAX + 1}
    threads_fail.clear()
    service.table.update(c0="10.0.0.1", other="10.0.0.2")
    assert found.resolve_blocking("other", 10) == at("10.0.0.2")
    clock.now_s += FRESH_S
    assert found.resolve_blocking("c0", 10) == at("10.0.0.1")
    assert "c0" in service.asked


def test_last_good_addresses_are_used_while_no_thread_can_be_started(service, threads_fail):
    clock = Clock()
    found = Resolver(service, now_s=clock)
    service.table["c1"] = "10.0.0.1"
    assert found.resolve_blocking("c1", 10) == at("10.0.0.1")
    wait_until(lambda: not found._running, "the end of the thread")
    threads_fail.set()
    clock.now_s += FRESH_S
    assert found.resolve_blocking("c1", 10) == at("10.0.0.1")
    assert found.counts() == {NameState.KNOWN: 1}


def test_name_that_got_no_thread_gets_one_when_it_is_asked_for_again(service, threads_fail):
    found = Resolver(service)
    with pytest.raises(TimeoutError):
        found.resolve_blocking("hangs", 0)
    wait_until(lambda: service.running, "a look-up that hangs")
    threads_fail.set()
    service.table["good"] = "10.0.0.1"
    with pytest.raises(TimeoutError):
        found.resolve_blocking("good", 0)  # it waits for the thread that there is
    threads_fail.clear()
    assert found.resolve_blocking("good", 10) == at("10.0.0.1")


def test_asker_that_gives_up_leaves_nothing_behind(service):
    found = Resolver(service)
    for _ in range(50):
        with pytest.raises(TimeoutError):
            found.resolve_blocking("c1", 0)
    (name,) = [each for _, each in found._names.items()]
    assert name.waiting == []


def test_names_have_a_bound_and_those_in_use_stay():
    begun = []
    names = Names(lambda host, is_slow: begun.append(host), names_max=2)
    for host in ("a", "b"):
        assert names.ask(host, 0, print) is None
    assert isinstance(names.ask("c", 0, print), LookupFailure)  # both are pending
    assert names.ended("a", ("1",), 0)[0] == ("1",)
    assert isinstance(names.ask("c", USED_S - 1, print), LookupFailure)  # it is in use
    assert names.ask("c", USED_S, print) is None
    assert [host for host, _ in names.items()] == ["b", "c"]
    assert begun == ["a", "b", "c"]


def test_names_without_addresses_make_room_first():
    names = Names(lambda host, is_slow: None, names_max=2)
    names.ask("voter", 0, print)
    names.ended("voter", ("1",), 0)
    names.ask("wrong", USED_S, print)
    names.ended("wrong", LookupFailure(-2, "unknown"), USED_S)
    assert names.ask("other", USED_S, print) is None
    assert [host for host, _ in names.items()] == ["voter", "other"]


@pytest.mark.parametrize("host", ["", "a..b", "x" * 300, "a\0b", "ü" * 70])
def test_invalid_host_raises_oserror(host):
    found = Resolver()
    with pytest.raises(OSError):
        found.resolve_blocking(host, 30)
    with pytest.raises(OSError):
        asyncio.run(found.resolve(host))


def test_own_name_is_that_of_the_machine():
    found = Resolver()
    assert found.own_name() == socket.getfqdn()
    assert asyncio.run(found.resolve_own_name()) == socket.getfqdn()


def test_forked_child_resolves_with_threads_of_its_own():
    resolver_module.RESOLVER.resolve_blocking("localhost", 30)
    child = os.fork()
    if not child:
        try:
            resolver_module.RESOLVER.resolve_blocking("localhost", 10)
        finally:
            os._exit(0)
    began = time.monotonic()
    assert os.waitpid(child, 0)[1] == 0
    assert time.monotonic() - began < 50


LOOKUPS = {
    "getaddrinfo",
    "gethostbyname",
    "gethostbyname_ex",
    "gethostbyaddr",
    "getnameinfo",
    "getfqdn",
    "create_connection",
    "open_connection",
    "create_server",
    "start_server",
    "urlopen",
}
WITH_A_SOCKET = {"create_connection", "open_connection", "create_server", "start_server"}


def lookups(path):
    """Calls that ask libc for a name; those that are given a socket do not."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        has_socket = any(each.arg == "sock" for each in call.keywords)
        if name in LOOKUPS and not (name in WITH_A_SOCKET and has_socket):
            yield f"{path.name}: {name}"


def test_only_the_resolver_looks_names_up():
    found = sorted(
        {
            each
            for package in ("kraft_core", "kraft_spark")
            for path in (ROOT / package).rglob("*.py")
            for each in lookups(path)
        }
    )
    assert found == ["resolver.py: getaddrinfo", "resolver.py: getfqdn"]


def test_the_search_for_lookups_finds_each_kind(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("".join(f"socket.{name}(host, sock2=1)\n" for name in sorted(LOOKUPS)))
    assert len(list(lookups(program))) == len(LOOKUPS)
