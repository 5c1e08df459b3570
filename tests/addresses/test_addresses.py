"""Several addresses of one host: they race, rotate, and refuse together."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import time
from pathlib import Path

import pytest
import uvloop

from kraft_core.client import AsyncClient, Client, LeaderNotFoundError, Settings
from kraft_core.net import addresses as addresses_module
from kraft_core.net.addresses import ATTEMPT_DELAY_S, Address, Addresses, alternating, failure
from kraft_core.node.tasks import Tasks
from kraft_core.node.transport.peers import Peers, PeerSettings
from kraft_core.raft.consensus.values import FailureReason, Node
from tests.client.loopback import client_tls, controller
from tests.node.fake_peer import FakePeer
from tests.node.test_peers import Heard, answer_votes, reraise, vote
from tests.support.ports import free_ports
from tests.support.waiting import TIMEOUT_S

pytestmark = pytest.mark.timeout(300)


def at(host, port):
    return Address(socket.AF_INET, socket.IPPROTO_TCP, (host, port))


@pytest.fixture
def names(monkeypatch):
    """What names resolve to, instead of the system's resolver."""
    found = {}

    def resolve(host, port, timeout_s=None):
        return [at(*place) for place in found[host]]

    async def resolve_async(host, port):
        return resolve(host, port)

    monkeypatch.setattr(addresses_module, "resolve", resolve)
    monkeypatch.setattr(addresses_module, "resolve_async", resolve_async)
    return found


@contextlib.contextmanager
def silent():
    """An address that answers no SYN: a listener whose queue is full."""
    with contextlib.ExitStack() as opened:
        listening = opened.enter_context(socket.socket())
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        while True:
            filling = opened.enter_context(socket.socket())
            filling.settimeout(0.3)
            try:
                filling.connect(listening.getsockname())
            except TimeoutError:
                yield listening.getsockname()
                return


@contextlib.contextmanager
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()


def dead():
    (port,) = free_ports(1)
    return ("127.0.0.1", port)


class Blocking:
    @staticmethod
    def connect(book, host, timeout_s=TIMEOUT_S):
        return book.connect_blocking(host, 1, timeout_s)


class InLoop:
    runner = staticmethod(asyncio.run)

    @classmethod
    def connect(cls, book, host, timeout_s=TIMEOUT_S):
        async def connect():
            async with asyncio.timeout(timeout_s):
                return await book.connect(host, 1)

        return cls.runner(connect())


class InUvloop(InLoop):
    runner = staticmethod(uvloop.run)


@pytest.fixture(params=[Blocking, InLoop, InUvloop], ids=lambda each: each.__name__)
def way(request):
    return request.param


def test_second_address_is_tried_when_the_first_does_not_answer(way, names):
    with silent() as silent_place, listener() as place:
        names["node"] = [silent_place, place]
        began = time.monotonic()
        with way.connect(Addresses(), "node") as opened:
            assert opened.getpeername() == place
        assert time.monotonic() - began >= ATTEMPT_DELAY_S * 0.9


@pytest.fixture
def no_race(monkeypatch):
    """The next address is tried only after a failure, however slow a connection is."""
    monkeypatch.setattr(addresses_module, "ATTEMPT_DELAY_S", 10 * TIMEOUT_S)


@pytest.mark.usefixtures("no_race")
def test_second_address_is_tried_at_once_when_the_first_refuses(way, names):
    with listener() as place:
        names["node"] = [dead(), place]
        with way.connect(Addresses(), "node") as opened:
            assert opened.getpeername() == place


@pytest.mark.usefixtures("no_race")
def test_connections_rotate_over_the_addresses(way, names):
    with listener() as first, listener() as second:
        names["node"] = [first, second]
        book = Addresses()
        reached = []
        for _ in range(4):
            with way.connect(book, "node") as opened:
                reached.append(opened.getpeername())
        assert reached == [first, second, first, second]


def test_host_is_refused_only_if_every_address_refuses(way, names):
    names["gone"] = [dead(), dead()]
    with pytest.raises(ConnectionRefusedError):
        way.connect(Addresses(), "gone")
    with silent() as place:
        names["cut off"] = [dead(), place]
        with pytest.raises(TimeoutError):
            way.connect(Addresses(), "cut off", timeout_s=0.5)


def open_sockets():
    """How many this process has."""
    links = list(Path("/proc/self/fd").iterdir())
    return sum(link.is_symlink() and "socket:" in str(link.readlink()) for link in links)


def test_no_socket_is_left_open_by_the_losers(way, names):
    with silent() as silent_place, listener() as place:
        names["node"] = [silent_place, silent_place, dead(), place]
        before = open_sockets()
        way.connect(Addresses(), "node").close()
        names["node"] = [dead(), dead()]
        with pytest.raises(ConnectionRefusedError):
            way.connect(Addresses(), "node")
        assert open_sockets() == before


def test_cancelled_race_leaves_no_socket_open(names):
    async def connect(turns):
        task = asyncio.ensure_future(Addresses().connect("node", 1))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        try:
            (await task).close()
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)

    with silent() as silent_place, listener() as place:
        names["node"] = [place, silent_place]
        before = open_sockets()
        for turns in range(8):
            asyncio.run(connect(turns))
        assert open_sockets() == before


def test_families_alternate_and_each_address_is_tried_once():
    v6 = [Address(socket.AF_INET6, 6, (f"::{number}", 1, 0, 0)) for number in (1, 2)]
    v4 = [at(f"127.0.0.{number}", 1) for number in (1, 2, 3)]
    assert alternating([*v6, *v6, *v4]) == [v6[0], v4[0], v6[1], v4[1], v4[2]]
    with pytest.raises(OSError, match="no address"):
        alternating([])


def test_reason_of_a_failure_comes_from_errno_and_not_from_its_text():
    misleading = OSError(errno.EHOSTUNREACH, f"[Errno {errno.ECONNREFUSED}] refused")
    refusal = OSError(errno.ECONNREFUSED, "any text")
    assert isinstance(failure([refusal, refusal]), ConnectionRefusedError)
    assert failure([refusal, misleading]) is misleading


def test_numeric_hosts_and_names_are_resolved_by_the_system(way):
    with listener() as (host, port):
        for name in (host, "localhost"):
            book = Addresses()
            if way is Blocking:
                book.connect_blocking(name, port, 5.0).close()
                continue

            async def connect(book=book, name=name):
                (await book.connect(name, port)).close()

            way.runner(connect())


@pytest.mark.parametrize("tls", [False, True])
def test_clients_reach_a_node_whose_first_address_is_dead(names, tls):
    context = client_tls() if tls else None

    async def ask(address):
        async with AsyncClient(address, tls=context) as client:
            return await client.leader()

    with silent() as silent_place, controller(tls=tls) as (node, _):
        place = (node.endpoint.host, node.endpoint.port)
        names["localhost"] = [silent_place, place]
        names["127.0.0.1"] = [place]
        with Client("localhost:1", tls=context) as client:
            assert client.leader().node_id == 1
        assert asyncio.run(ask("localhost:1")).node_id == 1


def test_client_names_the_reason_of_the_address_that_did_not_refuse(names):
    names["node"] = [dead(), dead()]
    client = Client("node:1", settings=Settings(api_timeout_s=0.1))
    with client, pytest.raises(LeaderNotFoundError, match="connection refused by node:1"):
        client.leader()


def asked_of_peers(story, connect_timeout_s=TIMEOUT_S):
    async def telling():
        heard = Heard()
        settings = PeerSettings("raft-client-1", ("kraft", "1.0"), TIMEOUT_S, connect_timeout_s)
        peers = Peers(settings, heard, Tasks(reraise))
        async with FakePeer(answer_votes) as fake:
            await story(peers, heard, fake)
            peers.close()
            await peers.wait_closed(1)

    uvloop.run(asyncio.wait_for(telling(), TIMEOUT_S))


def test_node_reaches_a_peer_whose_first_address_is_dead(names):
    async def story(peers, heard, fake):
        with silent() as place:
            names["peer"] = [place, ("127.0.0.1", fake.port)]
            peers.send(1, Node(-2, "peer", 1), vote())
            assert await heard.next() == ("response", 1, "VoteResponse")

    asked_of_peers(story)


def test_peer_is_gone_only_if_every_address_refuses(names):
    async def story(peers, heard, fake):
        del fake
        names["gone"] = [dead(), dead()]
        peers.send(1, Node(2, "gone", 1), vote())
        assert await heard.next() == ("failure", 1, FailureReason.REFUSED)
        assert await heard.next() == ("gone", 2)

    asked_of_peers(story)


def test_peer_with_an_address_that_does_not_answer_is_not_gone(names):
    async def story(peers, heard, fake):
        del fake
        with silent() as place:
            names["cut"] = [dead(), place]
            peers.send(2, Node(3, "cut", 1), vote())
            assert await heard.next() == ("failure", 2, FailureReason.REFUSED)
            await asyncio.sleep(0.1)
            assert heard.news.empty()

    asked_of_peers(story, connect_timeout_s=0.6)
