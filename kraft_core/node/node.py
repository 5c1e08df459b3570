"""A node: one replica of Kafka's metadata log, or of a custom quorum, with everything it needs.

    async with RaftNode(configuration, machine) as node:
        await node.append([b"a record"])

Its life is here, with a named state and the table of its changes: the directory is opened and
recovered, the ports are taken, the replica starts, and the end gives back each part in reverse. The
parts are in `running_node`. A fatal error (a write that fails, a broken invariant, an exception of
the state machine) stops the node: `wait_closed` and leaving the block raise it.
"""

from __future__ import annotations

import asyncio
import logging
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Final, Self, TypeVar

from kraft_core.config.errors import (
    AppendRejectedError,
    AppendUnknownError,
    NodeEndedError,
    NodeUsedError,
)
from kraft_core.net.resolver import RESOLVER
from kraft_core.node.access import Access
from kraft_core.node.directories import open_directory
from kraft_core.node.driver import Driver
from kraft_core.node.log_lines import FaultLog, NoteLog
from kraft_core.node.running_node import CLOSE_TIMEOUT_S, ConfiguredNode, RunningNode
from kraft_core.node.service import Service
from kraft_core.node.states import NodeStates
from kraft_core.node.tasks import Tasks
from kraft_core.node.transport.listeners import Server
from kraft_core.node.transport.secure import NodeSecurity
from kraft_core.raft.consensus.events import ShutdownRequested
from kraft_core.raft.consensus.values import WitnessReason
from kraft_core.raft.replica import AppendOutcome, StateMachine
from kraft_core.raft.replica.appends import checked_values, refused
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from types import TracebackType

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.metrics import RaftMetrics
    from kraft_core.node.service import ServedRequest
    from kraft_core.node.transport.admission import PlaceLimits
    from kraft_core.node.transport.peers import PeerSettings
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.effects import Note
    from kraft_core.raft.consensus.values import LeaderAndEpoch, Node
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.replica import AppendTicket, Replica
    from kraft_core.raft.storage.log_directory import LogDirectory

_LOG: Final = logging.getLogger("kraft.node")

APPEND_TIMEOUT_S: Final = 30.0
"""Default time limit of `append`: Kafka's request.timeout.ms."""

T = TypeVar("T")


class Life(IntEnum):
    """The state of a node."""

    CONFIGURED = 0
    STARTING = 1
    """The directory is opened, and the ports are bound. There is no replica yet."""
    RUNNING = 2
    """The replica runs. Connections are accepted right after its start."""
    SHUTTING_DOWN = 3
    """The replica runs until its leadership is handed over (EndQuorumEpoch)."""
    STOPPING = 4
    """Each part is released. Nothing is sent or written for a caller."""
    STOPPED = 5


TRANSITIONS: Final[dict[tuple[Life, Life], str]] = {
    (Life.CONFIGURED, Life.STARTING): "start",
    (Life.CONFIGURED, Life.STOPPED): "closed before it was started",
    (Life.STARTING, Life.RUNNING): "directory and ports are there",
    (Life.STARTING, Life.STOPPING): "the start failed or was cancelled, or the node was closed",
    (Life.RUNNING, Life.SHUTTING_DOWN): "told to shut down, or closed",
    (Life.RUNNING, Life.STOPPING): "a fatal error, the start was cancelled, or the replica ended",
    (Life.SHUTTING_DOWN, Life.STOPPING): "handed over, told a second time, or a fatal error",
    (Life.STOPPING, Life.STOPPED): "everything is given back",
}
"""Every change that exists, and when."""


class WrongLifeError(Exception):
    """A change of state that is not in the table."""


def _ignore(*_: object) -> None: ...


class RaftNode:
    """One node in the running event loop. Use it from that loop's thread only.

    `service` answers what the replica does not. `on_note` gets the notes of consensus, `on_fault`
    the address of a peer whose connection was ended for what it sent or did not read, and the
    reason. Both are log lines too, of the loggers below `kraft`. Raises TypeError for a machine or
    a service that lacks methods.
    """

    def __init__(
        self,
        configuration: NodeConfiguration,
        machine: StateMachine,
        service: Service | None = None,
        *,
        on_note: Callable[[Note], None] = _ignore,
        on_fault: Callable[[str, str], None] = _ignore,
    ) -> None:
        _check_methods(machine, StateMachine, "a state machine")
        if service is not None:
            _check_methods(service, Service, "a service")
        self.configuration = configuration
        self._service = service or Service()
        self._on_note = on_note
        self._on_fault = on_fault
        self._who = f"[KafkaRaftServer nodeId={configuration.node_id}]"
        self.access = Access(configuration.authorizer)
        """Who may ask what; a service gives it the ACLs."""
        self.security = NodeSecurity(
            configuration.security, self._service.served, self._service.scram_credential
        )
        self._tasks = Tasks(self._fail)
        self._configured = ConfiguredNode(
            configuration=configuration,
            machine=machine,
            service=self._service,
            access=self.access,
            security=self.security,
            tasks=self._tasks,
            states=NodeStates(),
            note=self._note,
            fail=self._fail,
            end=self._close_soon,
        )
        self._note_log = NoteLog(self._configured.states.answered_error)
        self._fault_log = FaultLog()
        self._life = Life.CONFIGURED
        self.has_started = False
        """True once connections were accepted: a later end is not a fault of the configuration."""
        self._parts: RunningNode | None = None
        self._ends: list[Callable[[], Awaitable[None] | None]] = [
            self._tasks.close,
            self.security.close,
        ]
        """Calls that release what was acquired, in this order."""
        self._failure: BaseException | None = None
        self._closed: asyncio.Future[None] | None = None
        self._starting: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    # -- life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the directory, bind the ports and start. Raises StorageError and ListenError.

        A node is used once: NodeUsedError for a second start and for one after `close`. A start
        that fails or is cancelled gives back the directory and the ports before it returns.
        """
        if self._life is not Life.CONFIGURED:
            raise NodeUsedError(
                "This node was already started. Create a new RaftNode to start again."
            )
        self._change(Life.STARTING)
        self._closed = asyncio.get_running_loop().create_future()
        self._starting = asyncio.get_running_loop().create_task(self._start())
        try:
            await asyncio.shield(self._starting)
        except asyncio.CancelledError as error:
            if self._starting.cancelled():  # by `close`
                await self._until_closed()
                raise NodeEndedError("The node was closed while it started.") from None
            self._fail(error)
            await self._until_closed()
            raise
        except BaseException as error:
            self._fail(error)
            await self._until_closed()
            raise

    async def _until_closed(self) -> None:
        """Wait for the end, without its error: `start` raises it."""
        if self._closed is not None:
            await asyncio.wait((self._closed,))
            self._closed.exception()

    async def _start(self) -> None:
        configuration = self.configuration
        directory = await self._open_directory()
        await asyncio.to_thread(self.security.load)
        driver = Driver(self._service, self._fail, self.access)
        server = Server(
            self._service.served,
            configuration.limits,
            driver.receive,
            self._fault,
            voter_hosts=self._voter_hosts,
            unpack=self._service.unpack,
            security=self.security.listeners,
            describe=driver.describe,
        )
        *first, give_back = self._ends
        self._ends = [*first, partial(server.close, CLOSE_TIMEOUT_S), give_back]
        ports = await server.bind(configuration.bound)
        if not all(listener.host for listener in configuration.process.advertised):
            await RESOLVER.resolve_own_name()  # `endpoints` finds it then
        node = self._parts = RunningNode(self._configured, directory, driver, server, ports)
        ended = partial(node.conditions.end, NodeEndedError("The node has ended."))
        self._ends = [*first, *node.ends(), give_back, ended]
        self._service.attach(self)
        self._change(Life.RUNNING)
        node.begin()
        await node.let_in()
        self.has_started = True
        node.log_start(self._who)

    async def _open_directory(self) -> LogDirectory:
        # a thread cannot be interrupted: the directory that it opened must be closed with the node
        opening = asyncio.get_running_loop().run_in_executor(
            None, open_directory, self.configuration
        )
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.wait((opening,))
            raise
        finally:
            if opening.done() and opening.exception() is None:
                self._ends.append(partial(self._give_back, opening.result()))
        return opening.result()

    def _give_back(self, directory: LogDirectory) -> None:
        if self._failure is None:
            directory.close()
        else:
            directory.abandon()

    def _change(self, new: Life) -> None:
        if (self._life, new) not in TRANSITIONS:
            raise WrongLifeError(f"node: {self._life.name} to {new.name}")
        self._life = new

    @property
    def peer_settings(self) -> PeerSettings:
        """The identity that this node sends to others."""
        return self._configured.peer_settings(is_witness=self.is_witness)

    def shut_down(self) -> None:
        """Hand over leadership if possible (EndQuorumEpoch), then stop; see `wait_closed`.

        Asked for a second time it ends at once.
        """
        if self._life is Life.RUNNING:
            self._change(Life.SHUTTING_DOWN)
            self._made.driver.feed(ShutdownRequested())
        elif self._life is Life.SHUTTING_DOWN:
            self._close_soon()

    async def wait_closed(self) -> None:
        """Wait until the node has stopped; raises the error that stopped it, if any.

        NodeEndedError if it was not started.
        """
        if self._closed is None:
            raise NodeEndedError("The node was not started.")
        await asyncio.shield(self._closed)

    async def close(self) -> None:
        """Shut down cleanly, wait until the node has stopped; raises the errors of `wait_closed`.

        A start that is under way is cancelled. A node that was not started cannot be started any
        more.
        """
        if self._life is Life.CONFIGURED:
            self._change(Life.STOPPED)
        elif self._life is Life.STARTING:
            self._close_soon()
        elif self._life is Life.RUNNING:
            self.shut_down()
        if self._closed is not None:
            await self.wait_closed()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._close_soon()
        await self.close()

    # -- state for readers --------------------------------------------------------------------

    @property
    def _made(self) -> RunningNode:
        """The parts of the node, also after its end; raises NodeEndedError before its start."""
        if self._parts is None:
            raise NodeEndedError("The node was not started.")
        return self._parts

    @property
    def _running(self) -> RunningNode:
        """The parts of the node; raises NodeEndedError unless it runs."""
        if self._parts is None or not self.is_running:
            raise NodeEndedError("The node is not running.")
        return self._parts

    @property
    def life(self) -> Life:
        """Its state; `TRANSITIONS` has every change."""
        return self._life

    @property
    def is_running(self) -> bool:
        """Return True if the node has started and not stopped."""
        return Life.RUNNING <= self._life <= Life.SHUTTING_DOWN

    @property
    def directory(self) -> LogDirectory:
        """The directory of the log; raises NodeEndedError before it is opened."""
        return self._made.directory

    @property
    def core(self) -> RaftCore:
        """The consensus; raises NodeEndedError before the node has begun."""
        return self._made.core

    @property
    def replica(self) -> Replica:
        """The replica; raises NodeEndedError before the node has begun."""
        return self._made.replica

    @property
    def metrics(self) -> RaftMetrics:
        """The metrics; raises NodeEndedError before the node has begun."""
        return self._made.metrics

    @property
    def ports(self) -> dict[str, int]:
        """The ports by name of the listener; raises NodeEndedError before the node has begun."""
        return self._made.ports

    @property
    def metrics_port(self) -> int:
        """The port of `kraft.metrics.listener`, 0 without one."""
        return self._made.metrics_port

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader as far as is known here."""
        return self.replica.leader_and_epoch

    @property
    def is_leading(self) -> bool:
        """Return True if this node accepts appends."""
        return self.is_running and self.replica.leading_epoch is not None

    @property
    def leader_address(self) -> Node | None:
        """The leader's address in the voter set; None while it is unknown."""
        leader_id = self.core.leader_and_epoch.leader_id
        voter = None if leader_id is None else self.core.voters.get(leader_id)
        return None if voter is None else voter.node(self.core.config.listener)

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self.core.voters

    @property
    def connections(self) -> int:
        """The number of open accepted connections."""
        return 0 if self._parts is None else self._parts.server.connections

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition is true after some turn; return its value.

        Leadership and membership as awaitables: `await node.until(lambda: node.is_leading)`.
        Raises NodeEndedError if the node ends before.
        """
        return await self._running.conditions.until(condition)

    async def leader(self) -> int:
        """Wait until a leader is known; return its id."""
        await self.until(lambda: self.leader_and_epoch.leader_id is not None)
        return self.leader_and_epoch.leader_id or 0

    async def leadership(self) -> int:
        """Wait until this node accepts appends; return the epoch that it leads."""
        await self.until(lambda: self.is_leading)
        return self.leader_and_epoch.epoch

    # -- calls of an embedder -----------------------------------------------------------------

    def append_nowait(
        self, values: Sequence[bytes], epoch: int | None = None, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Append record values in one batch; returns a ticket that reports their outcome.

        With an `epoch` only if that is the epoch led here. A ticket that has ended was refused: 6
        while this node does not lead, 10 for too large, 89 when too much is undecided or others
        wait for room. A controller's own records are exempt from the last one. Raises
        NodeEndedError, ValueError for no values or an empty one, TypeError for other than bytes.
        """
        return self._running.queue.append_nowait(values, epoch, is_exempt=is_exempt)

    async def append(
        self,
        values: Sequence[bytes],
        epoch: int | None = None,
        *,
        timeout_s: float | None = APPEND_TIMEOUT_S,
    ) -> AppendTicket:
        """Append record values and wait until they are committed and applied here.

        While too much is undecided it waits for room, first come, first served. Raises
        AppendRejectedError (in no log, may be tried again) and AppendUnknownError (may still
        commit); after `timeout_s` the one or the other, by where the records are then.
        """
        queue, ticket = self._running.queue, None
        values = checked_values(values)
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(timeout_s):
                ticket = await queue.append(values, epoch)
                ticket.on_batch_end(lambda _: None if ended.done() else ended.set_result(None))
                await ended
        except TimeoutError:
            if ticket is None:
                late = refused(len(values), -1, ErrorCode.REQUEST_TIMED_OUT)
                text = f"Not appended: no room within {timeout_s:g} s."
                raise AppendRejectedError(text, late) from None
            if not ticket.has_ended:
                text = f"Not decided within {timeout_s:g} s; the records may still commit."
                raise AppendUnknownError(text, ticket) from None
        if ticket.outcome is AppendOutcome.COMMITTED:
            return ticket
        if ticket.outcome is AppendOutcome.REJECTED:
            raise AppendRejectedError(f"Not appended: {ticket.error.name}.", ticket)
        raise AppendUnknownError("Leadership was lost; the records may still commit.", ticket)

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset that `append_at_once` gives the next record, until anything else runs.

        None while an append of that size would be refused, and after the end of the node.
        """
        return self.replica.append_offset(epoch, size_bytes) if self.is_running else None

    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Append record values at `append_offset`; return a ticket, which can be refused.

        Raises NodeEndedError, and the errors of `append_nowait`.
        """
        node = self._running
        ticket = node.replica.append_at_once(values, epoch)
        node.driver.turn_soon()
        return ticket

    def upgrade_nowait(self, level: int, *, validate_only: bool = False) -> AppendTicket:
        """Raise kraft.version, or only report whether it is possible; raises NodeEndedError."""
        node = self._running
        ticket = node.replica.upgrade_nowait(level, validate_only=validate_only)
        node.driver.turn_soon()
        return ticket

    def ask_replica(self, request: ServedRequest) -> None:
        """Pass the replica a request that did not come from a listener."""
        driver = self._made.driver
        driver.ask(request.listener, request.api_version, request.message, request.reply)

    @property
    def is_witness(self) -> bool:
        """Return True if the node is a witness, for any reason."""
        if self._parts is None:
            return self.configuration.witness == "true"
        return self._parts.is_witness

    def set_witness(self, on: bool, reason: WitnessReason = WitnessReason.CONTROLLER) -> None:
        """Set or clear a reason to be a witness, and notify the peers."""
        if self.is_running:
            self._made.set_witness(on, reason)

    def use_places(self, places: PlaceLimits, ip_rates: Mapping[str | None, int]) -> None:
        """Replace the limits of connections, and the quotas of new connections by host."""
        self._made.server.use_places(places, ip_rates)

    def turn_soon(self) -> None:
        """Schedule a turn that performs work queued in storage."""
        if self.is_running:
            self._made.driver.turn_soon()

    def reload_security(self) -> None:
        """Reload certificates and token keys; those that cannot be read are kept."""
        if self.is_running:
            self._made.reload_security(is_forced=True)

    def check_security_files(self) -> None:
        """Reload certificates and token keys within a second if their files changed."""
        self._made.check_security_files()

    @property
    def tasks(self) -> Tasks:
        """The owner of this node's tasks and timers; a service starts its own there.

        They end with the node, and the exception of one ends the node.
        """
        return self._tasks

    # -- inside -------------------------------------------------------------------------------

    def _note(self, note: Note) -> None:
        self._note_log(note)
        self._on_note(note)

    def _fault(self, peer: str, reason: str) -> None:
        self._fault_log(peer, reason)
        self._on_fault(peer, reason)

    def _voter_hosts(self) -> set[str]:
        return self._made.voter_hosts()

    def _fail(self, error: BaseException) -> None:
        if self._failure is None:
            self._failure = error
        self._close_soon()

    def _close_soon(self) -> None:
        if self._life not in {Life.STOPPING, Life.STOPPED}:
            self._change(Life.STOPPING)
            self._tasks.stop()  # calls due in this pass of the loop would find no running node
            if self._starting is not None:
                self._starting.cancel()  # before it leaves STARTING
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        """Release every resource, even if releasing one of them raises."""
        if self._starting is not None:
            await asyncio.wait((self._starting,))
        for end in self._ends:
            try:
                result = end()
                if result is not None:
                    await result
            except BaseException as error:  # noqa: BLE001 - the rest must be given back too
                if self._failure is None:
                    self._failure = error
        self._fault_log.close()
        failure = self._failure
        if isinstance(failure, asyncio.CancelledError):
            failure = None
        if failure is not None and self.has_started:
            _LOG.error("%s The node has failed: %s", self._who, failure)
        self._change(Life.STOPPED)
        closed = self._closed
        if closed is None or closed.done():
            return
        if failure is None:
            closed.set_result(None)
        else:
            closed.set_exception(failure)
            closed.exception()  # waiters raise it; without waiters, asyncio must not log it


def _check_methods(given: object, cls: type, what: str) -> None:
    """Refuse an object that lacks a method of a class; it need not inherit from the class."""
    wanted = [name for name, member in vars(cls).items() if callable(member) and name[0] != "_"]
    missing = [name for name in wanted if not callable(getattr(given, name, None))]
    if missing:
        raise TypeError(
            f"{given!r} cannot be {what}: it lacks {', '.join(missing)}. Derive its class from"
            f" kraft_core.{cls.__name__}."
        )
