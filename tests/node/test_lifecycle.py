"""A node's life: used once, ended whole, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest

from kraft_core.config.errors import NodeEndedError, NodeUsedError
from kraft_core.node import node as node_module
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import open_directory
from kraft_core.node.node import TRANSITIONS, Life, RaftNode, WrongLifeError
from kraft_core.node.service import Service
from tests.node.cluster import ListMachine, format_node, properties_of, run, voters_at
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


@pytest.fixture
def configuration(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    return NodeConfiguration.of(properties_of(1, [port], tmp_path))


async def starts_and_ends(configuration):
    async with RaftNode(configuration, ListMachine()) as node:
        await node.until(lambda: node.is_leading)


def no_threads_left():
    names = {each.name for each in threading.enumerate() if each.name.startswith("kraft-")}
    # the log of a process and its resolver have threads that no node owns
    return names <= {"kraft-log-lines", "kraft-names"}


async def cancel_while_it_opens(node, monkeypatch, opened):
    """Cancel the start of a node while its directory is being opened, by `opened`."""
    is_opening, may_open = threading.Event(), threading.Event()

    def slow(configuration):
        is_opening.set()
        assert may_open.wait(30)
        return opened(configuration)

    with monkeypatch.context() as patch:
        patch.setattr(node_module, "open_directory", slow)
        starting = asyncio.create_task(node.start())
        await asyncio.to_thread(is_opening.wait)
        starting.cancel()
        await asyncio.sleep(0)
        may_open.set()
        with pytest.raises(asyncio.CancelledError):
            await starting


def test_cancelled_start_gives_back_the_directory(configuration, monkeypatch):
    async def story():
        node = RaftNode(configuration, ListMachine())
        await cancel_while_it_opens(node, monkeypatch, node_module.open_directory)
        await starts_and_ends(configuration)
        with pytest.raises(NodeUsedError):
            await node.start()

    run(story())


def test_failure_of_a_cancelled_start_is_not_reported_again(configuration, monkeypatch):
    def fail(_):
        raise OSError("of a test")

    async def story():
        told = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        await cancel_while_it_opens(RaftNode(configuration, ListMachine()), monkeypatch, fail)
        gc.collect()
        await asyncio.sleep(0)
        assert told == []

    run(story())


def test_start_cancelled_after_the_replica_began_gives_back_everything(configuration, monkeypatch):
    class Server(node_module.Server):
        async def start(self, late=frozenset()):
            await super().start(late)
            asyncio.get_running_loop().call_soon(starting.cancel)
            await asyncio.Event().wait()

    async def story():
        nonlocal starting
        monkeypatch.setattr(node_module, "Server", Server)
        node = RaftNode(configuration, ListMachine())
        starting = asyncio.create_task(node.start())
        with pytest.raises(asyncio.CancelledError):
            await starting
        monkeypatch.undo()
        assert not node.is_running
        assert no_threads_left()
        await starts_and_ends(configuration)

    starting = None
    run(story())


def test_close_cancels_a_start_that_is_under_way(configuration, monkeypatch):
    class Server(node_module.Server):
        async def start(self, late=frozenset()):
            is_starting.set()
            await asyncio.Event().wait()

    async def story():
        monkeypatch.setattr(node_module, "Server", Server)
        node = RaftNode(configuration, ListMachine())
        starting = asyncio.create_task(node.start())
        await is_starting.wait()
        await node.close()
        with pytest.raises(NodeEndedError, match="closed while it started"):
            await starting
        monkeypatch.undo()
        await starts_and_ends(configuration)

    is_starting = asyncio.Event()
    run(story())


def test_second_start_is_refused_and_harmless(configuration):
    async def story():
        async with RaftNode(configuration, ListMachine()) as node:
            with pytest.raises(NodeUsedError, match="already started"):
                await node.start()
            await node.until(lambda: node.is_leading)
            await node.append([b"x"])
        with pytest.raises(NodeUsedError, match="already started"):
            await node.start()
        assert not node.is_running
        await node.close()

    run(story())


def test_close_before_start_ends_the_node(configuration):
    async def story():
        node = RaftNode(configuration, ListMachine())
        await node.close()
        await node.close()
        node.shut_down()
        assert not node.is_running
        with pytest.raises(NodeUsedError):
            await node.start()
        with pytest.raises(NodeEndedError):
            await node.wait_closed()
        with pytest.raises(NodeEndedError):
            await node.append([b"x"])
        for name in ("leader_and_epoch", "voters", "directory"):
            with pytest.raises(NodeEndedError, match="not started"):
                getattr(node, name)
        await starts_and_ends(configuration)

    run(story())


class FaultyClose(Service):
    async def close(self, timeout_s):
        raise ArithmeticError("this service cannot be closed")


def test_service_that_cannot_be_closed_does_not_keep_the_node(configuration):
    async def story():
        node = RaftNode(configuration, ListMachine(), FaultyClose())
        await node.start()
        await node.until(lambda: node.is_leading)
        async with asyncio.timeout(60):
            with pytest.raises(ArithmeticError, match="cannot be closed"):
                await node.close()
        assert no_threads_left()
        await starts_and_ends(configuration)

    run(story())


class FaultyChore(Service):
    def housekeep(self):
        raise ArithmeticError("this chore is broken")


def test_exception_in_housekeeping_ends_the_node(configuration):
    async def story():
        node = RaftNode(configuration, ListMachine(), FaultyChore())
        await node.start()
        async with asyncio.timeout(60):
            with pytest.raises(ArithmeticError, match="chore is broken"):
                await node.wait_closed()
        await starts_and_ends(configuration)

    run(story())


def test_timer_of_a_service_that_raises_ends_the_node(configuration):
    class FaultyTimer(Service):
        def attach(self, node):
            node.tasks.later(0.01, self.ring)

        def ring(self):
            raise ArithmeticError("this timer is broken")

    async def story():
        node = RaftNode(configuration, ListMachine(), FaultyTimer())
        await node.start()
        async with asyncio.timeout(60):
            with pytest.raises(ArithmeticError, match="timer is broken"):
                await node.wait_closed()

    run(story())


@pytest.mark.parametrize("kind", ["timer", "task"])
def test_work_that_is_due_when_the_end_begins_is_not_done(configuration, kind):
    """Such work finds a node that does not run, and its error would become the node's."""

    async def story():
        node = RaftNode(configuration, ListMachine())
        await node.start()
        await node.until(lambda: node.is_leading)

        async def append_soon():
            await asyncio.sleep(0)
            node.append_nowait([b"1"])

        def end_with_work():
            node._close_soon()
            assert node.life is Life.STOPPING

        # the loop calls in this order: both are due in the pass in which the end begins
        asyncio.get_running_loop().call_soon(end_with_work)
        if kind == "timer":
            node.tasks.later(0, lambda: node.append_nowait([b"1"]))
        else:
            node.tasks.start(append_soon(), "append")
        await node.wait_closed()

    asyncio.run(story())  # the order of uvloop is another one


def test_closed_node_leaves_no_tasks(configuration):
    async def story():
        before = asyncio.all_tasks()
        node = RaftNode(configuration, ListMachine())
        async with node:
            await node.until(lambda: node.is_leading)
            assert len(node._tasks) == 1  # housekeeping
        assert len(node._tasks) == 0
        assert asyncio.all_tasks() == before

    run(story())


# -- the table of its states -----------------------------------------------------------------------


@pytest.mark.parametrize("old", Life)
@pytest.mark.parametrize("new", Life)
def test_only_changes_of_the_table_are_made(configuration, old, new):
    node = RaftNode(configuration, ListMachine())
    node._life = old
    if (old, new) in TRANSITIONS:
        node._change(new)
        assert node.life is new
    else:
        with pytest.raises(WrongLifeError, match=f"{old.name} to {new.name}"):
            node._change(new)
        assert node.life is old


class Lives:
    """Records the states of a node in their order."""

    def __init__(self, monkeypatch):
        self.seen = []
        change = RaftNode._change

        def record(node, new):
            change(node, new)
            self.seen.append(new)

        monkeypatch.setattr(RaftNode, "_change", record)


def test_node_goes_through_its_states_in_order(configuration, monkeypatch):
    async def story():
        lives = Lives(monkeypatch)
        node = RaftNode(configuration, ListMachine())
        assert node.life is Life.CONFIGURED
        async with node:
            assert node.life is Life.RUNNING
        assert lives.seen == [
            Life.STARTING,
            Life.RUNNING,
            Life.SHUTTING_DOWN,
            Life.STOPPING,
            Life.STOPPED,
        ]

    run(story())


def test_second_request_to_shut_down_stops_at_once(configuration, monkeypatch):
    async def story():
        lives = Lives(monkeypatch)
        node = RaftNode(configuration, ListMachine())
        await node.start()
        node.shut_down()
        assert node.is_running
        node.shut_down()
        assert node.life is Life.STOPPING
        with pytest.raises(NodeEndedError, match="not running"):
            node.append_nowait([b"x"])
        node.shut_down()
        await node.wait_closed()
        assert lives.seen[1:] == [Life.RUNNING, Life.SHUTTING_DOWN, Life.STOPPING, Life.STOPPED]

    run(story())


def test_close_while_the_directory_opens_never_runs(configuration, monkeypatch):
    is_opening, may_open = threading.Event(), threading.Event()

    def slow(configuration):
        is_opening.set()
        assert may_open.wait(30)
        return open_directory(configuration)

    async def story():
        lives = Lives(monkeypatch)
        node = RaftNode(configuration, ListMachine())
        with monkeypatch.context() as patch:
            patch.setattr(node_module, "open_directory", slow)
            starting = asyncio.create_task(node.start())
            await asyncio.to_thread(is_opening.wait)
            closing = asyncio.create_task(node.close())
            await asyncio.sleep(0)
            may_open.set()
            await closing
        with pytest.raises(NodeEndedError, match="closed while it started"):
            await starting
        assert lives.seen == [Life.STARTING, Life.STOPPING, Life.STOPPED]
        await starts_and_ends(configuration)

    run(story())


def test_close_in_the_moment_before_the_replica_starts_never_runs(configuration, monkeypatch):
    """The start is cancelled with the change of state: it does not go on from STARTING."""

    async def story():
        lives = Lives(monkeypatch)
        node = RaftNode(configuration, ListMachine())

        class Server(node_module.Server):
            async def bind(self, listeners):
                ports = await super().bind(listeners)
                asyncio.get_running_loop().call_soon(node._close_soon)
                await asyncio.sleep(0)  # the start goes on after the call, before its task ends it
                return ports

        monkeypatch.setattr(node_module, "Server", Server)
        with pytest.raises(NodeEndedError, match="closed while it started"):
            await node.start()
        monkeypatch.undo()
        assert lives.seen == [Life.STARTING, Life.STOPPING, Life.STOPPED]
        assert no_threads_left()
        await starts_and_ends(configuration)

    run(story())


def test_failed_start_gives_back_ports_and_directory(configuration, monkeypatch):
    class FaultyAttach(Service):
        def attach(self, node):
            assert node.life is Life.STARTING
            raise ArithmeticError("this service cannot be attached")

    async def story():
        lives = Lives(monkeypatch)
        node = RaftNode(configuration, ListMachine(), FaultyAttach())
        with pytest.raises(ArithmeticError, match="cannot be attached"):
            await node.start()
        assert lives.seen == [Life.STARTING, Life.STOPPING, Life.STOPPED]
        assert no_threads_left()
        await starts_and_ends(configuration)

    run(story())
