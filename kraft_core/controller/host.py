"""Interface to the process of the active controller: clocks, timers, threads, the log.

`NodeHost` is a node with an event loop. The simulation of a cluster has another one in virtual
time, so that the same controller is checked there.
"""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol, TypeVar

from kraft_core.controller.context import ControllerSettings
from kraft_core.raft.consensus.roles import Leader

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from kraft_core.metadata import ClusterImage
    from kraft_core.node.configuration import ControllerSettings as TaskSettings
    from kraft_core.node.node import RaftNode
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.replica import AppendTicket

T = TypeVar("T")


class Cancellable(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call, if it has not been made."""


class Host(ABC):
    """Clocks, timers, threads and the log of one process. Times are monotonic."""

    chance: random.Random
    """The source of random ids and of the placement of replicas."""

    @property
    @abstractmethod
    def task_settings(self) -> TaskSettings:
        """Settings of the controller's periodic tasks."""

    @property
    @abstractmethod
    def settings(self) -> ControllerSettings:
        """Settings of the node that decisions can read."""

    # -- time ---------------------------------------------------------------------------------

    @abstractmethod
    def now_ms(self) -> int:
        """Return the monotonic time in milliseconds."""

    @abstractmethod
    def wall_ms(self) -> int:
        """Return the time of day in milliseconds since 1970."""

    @abstractmethod
    def precise_s(self) -> float:
        """Return the monotonic time in seconds, to limit how long decisions run without a pause."""

    def measured_s(self) -> float:
        """Return the monotonic time in seconds, only for metrics: no decision depends on it."""
        return self.now_ms() / 1000

    @abstractmethod
    def later(self, delay_s: float, call: Callable[[], None]) -> Cancellable:
        """Call a function after a time."""

    @abstractmethod
    def start(self, work: Coroutine[object, object, None], name: str) -> None:
        """Run a coroutine that awaits nothing except `in_thread` and `pause`."""

    @abstractmethod
    async def in_thread(self, call: Callable[[], T]) -> T:
        """Call a function in another thread, and return its result."""

    @abstractmethod
    async def pause(self, delay_s: float = 0) -> None:
        """Yield to all other work."""

    # -- the log ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def kraft_version(self) -> int:
        """The level that consensus has in force."""

    @property
    @abstractmethod
    def core(self) -> RaftCore:
        """The consensus, which knows the replicas."""

    @property
    def voter_ids(self) -> frozenset[int]:
        """The ids of the latest voter set, committed or not."""
        return frozenset(voter.id for voter in self.core.voters)

    @property
    def observer_ids(self) -> frozenset[int]:
        """The ids of observers that fetch from this leader; empty elsewhere."""
        return observer_ids(self.core, self.now_ms())

    @property
    @abstractmethod
    def lacks_room(self) -> bool:
        """Return True if the disk of the log is nearly full."""

    @abstractmethod
    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset that `append_at_once` gives the next record, until anything else runs.

        None while an append of that size would be refused.
        """

    @abstractmethod
    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Append record values at `append_offset`."""

    @abstractmethod
    def upgrade_nowait(self, level: int, *, validate_only: bool) -> AppendTicket:
        """Raise kraft.version, or only check whether it can be raised."""

    # -- observers ----------------------------------------------------------------------------

    def replayed(  # noqa: B027 - for those who observe
        self, image: ClusterImage, last_offset: int
    ) -> None:
        """Note that all records of a decision are replayed, up to an offset."""


class NodeHost(Host):
    """A node that runs in an event loop."""

    def __init__(self, node: RaftNode) -> None:
        self._node = node
        self.chance = random.SystemRandom()

    @property
    def task_settings(self) -> TaskSettings:
        """Settings of the periodic tasks in the node's configuration."""
        return self._node.configuration.controller

    @property
    def settings(self) -> ControllerSettings:
        """Settings of the node that decisions can read."""
        return settings_of(self._node)

    def now_ms(self) -> int:
        """Return the monotonic time in milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        """Return the time of day."""
        return time.time_ns() // 1_000_000

    def precise_s(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def measured_s(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def later(self, delay_s: float, call: Callable[[], None]) -> Cancellable:
        """Call a function after a time, unless the node ends."""
        return self._node.tasks.later(delay_s, call)

    def start(self, work: Coroutine[object, object, None], name: str) -> None:
        """Run a coroutine as a task of the node."""
        self._node.tasks.start(work, name)

    async def in_thread(self, call: Callable[[], T]) -> T:
        """Call a function in a thread of the loop's executor."""
        return await asyncio.get_running_loop().run_in_executor(None, call)

    async def pause(self, delay_s: float = 0) -> None:
        """Yield to the event loop."""
        await asyncio.sleep(delay_s)

    @property
    def kraft_version(self) -> int:
        """The level in force."""
        return self._node.core.kraft_version

    @property
    def core(self) -> RaftCore:
        """The consensus of the node."""
        return self._node.core

    @property
    def lacks_room(self) -> bool:
        """Return True if less than `kraft.log.reserve.bytes` is free."""
        return self._node.replica.lacks_room

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset of the next record."""
        return self._node.append_offset(epoch, size_bytes)

    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Append record values in this turn, if this node leads in `epoch`."""
        return self._node.append_at_once(values, epoch)

    def upgrade_nowait(self, level: int, *, validate_only: bool) -> AppendTicket:
        """Request the append of a higher kraft.version. Does not wait for the commit."""
        return self._node.upgrade_nowait(level, validate_only=validate_only)


def settings_of(node: RaftNode) -> ControllerSettings:
    """Return the settings of a node that decisions can read."""
    settings = node.configuration.controller
    return ControllerSettings(
        node_id=node.configuration.node_id,
        cluster_id=node.directory.meta.cluster_id,
        session_timeout_ms=settings.session_timeout_ms,
        static=settings.static,
    )


def observer_ids(core: RaftCore, now_ms: int) -> frozenset[int]:
    """Return the ids of observers that fetch from a leader; empty while this node follows."""
    role = core.role
    return role.progress.observer_ids(now_ms) if isinstance(role, Leader) else frozenset()
