"""`KraftQuorum`: real kraft controllers inside the test process, in a thread of their own.

    with KraftQuorum(3) as quorum:
        run_the_program(quorum.bootstrap_controllers)
        quorum.stop(quorum.leader())

They are what `kraft start` runs with `kraft.controller=active`: sockets of this machine, log
directories on its disk, every sync. `kafka_cluster` has controllers as processes, with brokers.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar
from uuid import uuid4

from kraft_core.config.properties import Properties
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import read_node
from kraft_core.node.formatting import FormatRequest, plan_format
from kraft_core.node.node import Life, RaftNode
from kraft_core.node.running import runner
from kraft_core.testing.real_cluster import free_ports
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
    from types import TracebackType

__all__ = ["KraftQuorum", "KraftQuorumError"]

CONTROLLERS_MAX: Final = 9
"""Voters that share one thread and still elect in time."""

TIMEOUT_S: Final = 30.0
"""Longest wait for a leader, if nothing else is said."""

_QUICK: Final = {
    "controller.quorum.election.timeout.ms": "100",
    "controller.quorum.election.backoff.max.ms": "100",
    "controller.quorum.append.linger.ms": "0",
}
"""The first election takes a tenth of a second. `properties` can say otherwise."""

_PAUSE_S: Final = 0.005

T = TypeVar("T")


class KraftQuorumError(AssertionError):
    """The quorum could not do what a test requested."""


@dataclass(slots=True)
class _Member:
    """A controller: its configuration, and its node from the first start on."""

    properties: Mapping[str, str]
    address: str
    node: RaftNode | None = None
    controller: Controller | None = None

    @property
    def is_running(self) -> bool:
        return self.node is not None and self.node.is_running


class KraftQuorum:
    """Controllers 1 to `controllers` of one quorum, which run from the construction to `close`.

    The constructor returns once there is an active controller, unless the quorum has `others`:
    voters that the test brings itself, ID@HOST:PORT:DIRECTORY_ID, such as those of MockVoter.
    `release` is the metadata.version to format for ("4.3"), by default the newest. `folder` keeps
    the log directories; without it they are temporary and go with the quorum. `properties` are
    added to those of each controller.
    Raises KraftQuorumError, and what keeps a controller from starting. Use it from one thread.
    """

    def __init__(
        self,
        controllers: int = 3,
        *,
        release: str | None = None,
        folder: str | Path | None = None,
        properties: Mapping[str, str] | None = None,
        cluster_id: str | None = None,
        others: Sequence[str] = (),
    ) -> None:
        if not 1 <= controllers <= CONTROLLERS_MAX:
            raise KraftQuorumError(f"{controllers} controllers: expected 1 to {CONTROLLERS_MAX}")
        self.cluster_id = str(Uuid(uuid4().bytes)) if cluster_id is None else cluster_id
        with contextlib.ExitStack() as undone:
            if folder is None:
                place = tempfile.TemporaryDirectory(prefix="kraft-quorum-")
                folder = undone.enter_context(place)
            self._members = _members(Path(folder), controllers, dict(properties or {}))
            own = [
                f"{node_id}@{each.address}:{Uuid(uuid4().bytes)}"
                for node_id, each in self._members.items()
            ]
            self.initial_controllers = ",".join([*own, *others])
            """The first voters, as `kafka-storage format --initial-controllers` takes them."""
            self._format(release)
            self._loop = _LoopThread()
            undone.callback(self._loop.end)
            undone.callback(self._close_nodes)
            self._loop.call(self._start(self._members))
            if not others:
                self.leader()
            self._undone = undone.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def bootstrap_controllers(self) -> str:
        """The controllers, as Kafka's `--bootstrap-controller` and clients take them."""
        return ",".join(each.address for each in self._members.values())

    @property
    def addresses(self) -> dict[int, str]:
        """HOST:PORT by node id."""
        return {node_id: each.address for node_id, each in self._members.items()}

    @property
    def running(self) -> list[int]:
        """The ids of the controllers that run."""
        return [node_id for node_id, each in self._members.items() if each.is_running]

    def node(self, node_id: int) -> RaftNode:
        """Return the node of a controller, as the last start made it.

        It belongs to the thread of the quorum: pass what you do with it to `call`.
        """
        node = self._member(node_id).node
        if node is None:
            raise KraftQuorumError(f"controller {node_id} was never started")
        return node

    def call(self, function: Callable[[], T]) -> T:
        """Run a function in the thread of the quorum."""

        async def called() -> T:
            return function()

        return self._loop.call(called())

    def leader(self, timeout_s: float = TIMEOUT_S) -> int:
        """Wait for an active controller whose levels of features are committed; return its id."""
        deadline = time.monotonic() + timeout_s
        while (found := self.call(self._active)) is None:
            if time.monotonic() > deadline:
                raise KraftQuorumError(f"No active controller after {timeout_s:g} s.")
            time.sleep(_PAUSE_S)
        return found

    def stop(self, node_id: int) -> None:
        """Stop a controller cleanly. A leader first resigns if another voter can lead."""
        self._loop.call(self._stop(self._member(node_id)))

    def start(self, node_id: int) -> None:
        """Start a controller again, with its directory and its port."""
        if self._member(node_id).is_running:
            raise KraftQuorumError(f"controller {node_id} is running")
        self._loop.call(self._start([node_id]))

    def close(self) -> None:
        """End all controllers; a temporary folder goes with them."""
        self._undone.close()

    def _format(self, release: str | None) -> None:
        request = FormatRequest(
            cluster_id=self.cluster_id,
            release_version=release,
            initial_controllers=self.initial_controllers,
        )
        wall_ms = int(time.time() * 1000)
        for each in self._members.values():
            process = read_node(Properties(each.properties)).process
            for _ in plan_format(process, request).write(wall_ms):
                pass

    # -- in the thread of the quorum ---------------------------------------------------------------

    def _member(self, node_id: int) -> _Member:
        if node_id not in self._members:
            raise KraftQuorumError(f"there is no controller {node_id}")
        return self._members[node_id]

    def _active(self) -> int | None:
        for node_id, each in self._members.items():
            controller = each.controller
            if not (each.is_running and controller is not None and controller.is_active):
                continue
            if controller.finalized_features().levels is not None:
                return node_id
        return None

    async def _start(self, node_ids: Iterable[int]) -> None:
        nodes = []
        for node_id in node_ids:
            member = self._members[node_id]
            member.controller = Controller()
            configuration = read_node(Properties(member.properties))
            member.node = RaftNode(configuration, member.controller, member.controller)
            nodes.append(member.node)
        await asyncio.gather(*(node.start() for node in nodes))

    async def _stop(self, member: _Member, *, is_at_once: bool = False) -> None:
        node = member.node
        if node is None or node.life is Life.STOPPED:
            return
        if is_at_once:
            node.shut_down()
            node.shut_down()
        await node.close()

    def _close_nodes(self) -> None:
        """End all nodes at once: no majority will be left to hand over to."""

        async def closed() -> None:
            ends = (self._stop(each, is_at_once=True) for each in self._members.values())
            await asyncio.gather(*ends, return_exceptions=True)

        self._loop.call(closed())


class _LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kraft-quorum", daemon=True)
        self._thread.start()
        self._ready.wait()

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(TIMEOUT_S)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    def _run(self) -> None:
        runner()(self._until_end())

    async def _until_end(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        await self._end.wait()


def _members(root: Path, count: int, more: Mapping[str, str]) -> dict[int, _Member]:
    addresses = [f"127.0.0.1:{port}" for port in free_ports(count)]
    members = {}
    for node_id, address in enumerate(addresses, 1):
        properties = {
            "process.roles": "controller",
            "node.id": str(node_id),
            "log.dirs": str(root / f"controller-{node_id}"),
            "listeners": f"CONTROLLER://{address}",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": ",".join(addresses),
            "kraft.controller": "active",
            **_QUICK,
            **more,
        }
        members[node_id] = _Member(properties, address)
    return members
