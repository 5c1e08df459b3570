"""A node: one replica of Kafka's metadata log, or of a quorum of one's own, with all it needs.

    async with RaftNode(configuration, machine) as node:
        await node.append([b"a record"])

The directory is opened and recovered, the ports are taken, then the replica begins. Whatever the
replica cannot survive (a write that fails, a broken invariant, an exception of the state machine)
ends the node: `wait_closed` and leaving the block raise it.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from kraft_core.consensus.core import RaftCore
from kraft_core.consensus.events import ShutdownRequested, WitnessChanged
from kraft_core.node.api_versions import OWN_SOFTWARE, WITNESS_SOFTWARE
from kraft_core.node.conditions import Conditions
from kraft_core.node.directories import open_directory
from kraft_core.node.driver import Driver
from kraft_core.node.errors import AppendRejectedError, AppendUnknownError, NodeEndedError
from kraft_core.node.log_writer import DiskLane, ElectionStore, LogStore, SnapshotStore
from kraft_core.node.metrics import RaftMetrics
from kraft_core.node.metrics_listener import MetricsListener
from kraft_core.node.peers import Peers, PeerSettings
from kraft_core.node.server import Server
from kraft_core.node.service import Service
from kraft_core.replica import AppendOutcome, Ports, Replica
from kraft_wire.connection.client import SOFTWARE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from kraft_core.consensus.notes import Note
    from kraft_core.consensus.values import LeaderAndEpoch, Node
    from kraft_core.consensus.voters import VoterSet
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.service import ServedRequest
    from kraft_core.replica import AppendTicket, StateMachine
    from kraft_core.storage.log_directory import LogDirectory

_HOUSEKEEPING_S: Final = 1.0
_PATIENCE_S: Final = 1.0
"""How long peers may take to read what was answered before the end."""

T = TypeVar("T")


def _ignore(*_: object) -> None:
    """Nobody listens."""


class RaftNode:
    """One node in the running event loop. Use it from that loop's thread only.

    `service` answers what the replica does not. `on_note` gets the notes of consensus, `on_fault`
    the address of a peer whose connection was ended and the reason.
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
        self.configuration = configuration
        self._machine = machine
        self._service = service or Service()
        self._on_note = on_note
        self._on_fault = on_fault
        self._is_witness = configuration.witness == "true"
        self._conditions = Conditions()
        self._failure: BaseException | None = None
        self._closing: asyncio.Task[None] | None = None
        self._lanes: tuple[DiskLane[Any], ...] = ()
        self._chore: asyncio.TimerHandle | None = None
        self._met_voters: VoterSet | None = None
        self._is_running = False
        self._is_shutting_down = False

    # -- life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the directory, take the ports, begin. Raises StorageError and ListenError."""
        loop = asyncio.get_running_loop()
        self._closed: asyncio.Future[None] = loop.create_future()
        configuration = self.configuration
        self.directory: LogDirectory = await asyncio.to_thread(open_directory, configuration)
        self._driver = Driver(self._service, self._after_turn, self._fail)
        self._server = Server(
            self._service.served,
            configuration.limits,
            self._driver.receive,
            self._on_fault,
        )
        try:
            self.ports = await self._server.bind(configuration.bound)
            self._begin()
            await self._server.start()
            if configuration.metrics_listener is not None:
                self.metrics_port = await self._metrics_listener.start(
                    *configuration.metrics_listener
                )
        except BaseException as error:
            await self._give_up_start(error)
            raise

    async def _give_up_start(self, error: BaseException) -> None:
        if self._lanes:
            self._fail(error)
            await asyncio.wait((self._closed,))
            self._closed.exception()  # whoever started it hears of it anyway
            return
        self._driver.stop()
        await self._server.close(_PATIENCE_S)
        self.directory.abandon()

    def _begin(self) -> None:
        """Everything that the replica stands on, and the replica."""
        configuration, directory = self.configuration, self.directory
        recovered = directory.started(configuration.static_voters)
        raft = configuration.raft(
            directory.meta.directory_id or b"", directory.meta.cluster_id, self.ports
        )
        driver = self._driver
        self.core = RaftCore(raft, random.Random())  # noqa: S311 - election timeouts
        self._peers = Peers(self.peer_settings, driver)
        election = ElectionStore(directory.election)
        self.replica = Replica(
            self.core,
            Ports(
                driver.clock,
                driver,
                directory.log,
                directory.snapshots,
                election,
                directory.retention,
            ),
            self._machine,
            configuration.replica,
            on_note=self._on_note,
            wake=driver.turn_soon,
        )
        driver.use(self.core, self.replica, self._peers)
        has_static_voters = bool(configuration.static_voters)
        self.metrics = RaftMetrics(self.core, has_static_voters=has_static_voters)
        self._metrics_listener = MetricsListener(self.metrics)
        deliver, fail = driver.feed_all, self._fail
        self._lanes = (
            DiskLane("kraft-election", election, lambda _: driver.election_stored(), fail),
            DiskLane("kraft-log", LogStore(directory.log), deliver, fail),
            DiskLane("kraft-snapshots", SnapshotStore(directory.snapshots), deliver, fail),
        )
        self._service.attach(self)
        self._is_running = True
        self.replica.start(recovered)
        driver.turn_soon()
        self._housekeep_later()

    @property
    def peer_settings(self) -> PeerSettings:
        """How this node presents itself to others."""
        configuration = self.configuration
        request_timeout_ms = configuration.times.request_timeout_ms
        setup_ms = configuration.limits.connection_setup_timeout_ms
        return PeerSettings(
            client_id=f"raft-client-{configuration.node_id}",
            software=self._software,
            request_timeout_s=request_timeout_ms / 1000,
            connect_timeout_s=min(request_timeout_ms, setup_ms) / 1000,
        )

    @property
    def _software(self) -> tuple[str, str]:
        return (WITNESS_SOFTWARE if self._is_witness else OWN_SOFTWARE, SOFTWARE[1])

    def shut_down(self) -> None:
        """Hand over what can be handed over (EndQuorumEpoch), then end. `wait_closed` tells when.

        Asked for a second time it ends at once.
        """
        if not self._is_running:
            return
        if self._closing is None and not self._is_shutting_down:
            self._is_shutting_down = True
            self._driver.feed(ShutdownRequested())
        else:
            self._close_soon()

    async def wait_closed(self) -> None:
        """Wait for the end of the node; raises what ended it, if anything did."""
        await asyncio.shield(self._closed)

    async def close(self) -> None:
        """Shut down in good order and wait for the end."""
        if self._is_running and not self._is_shutting_down:
            self.shut_down()
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
        if error is not None and self._is_running:
            self._close_soon()
        await self.close()

    # -- what may be looked at ----------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether it has started and not ended."""
        return self._is_running

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader as far as is known here."""
        return self.replica.leader_and_epoch

    @property
    def is_leading(self) -> bool:
        """Whether appends are taken here."""
        return self._is_running and self.replica.leading_epoch is not None

    @property
    def leader_address(self) -> Node | None:
        """Where the voter set says that the leader listens; None while that is not known."""
        leader_id = self.core.leader_and_epoch.leader_id
        voter = None if leader_id is None else self.core.voters.get(leader_id)
        return None if voter is None else voter.node(self.core.config.listener)

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self.core.voters

    @property
    def connections(self) -> int:
        """How many connections were accepted and are there."""
        return self._server.connections

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition is true after some turn; what it gave.

        Leadership and membership as awaitables: `await node.until(lambda: node.is_leading)`.
        Raises NodeEndedError if the node ends before.
        """
        if not self._is_running:
            raise NodeEndedError("The node is not running.")
        return await self._conditions.until(condition)

    async def leader(self) -> int:
        """Wait until a leader is known; its id."""
        await self.until(lambda: self.leader_and_epoch.leader_id is not None)
        return self.leader_and_epoch.leader_id or 0

    async def leadership(self) -> int:
        """Wait until appends are taken here; the epoch that is led."""
        await self.until(lambda: self.is_leading)
        return self.leader_and_epoch.epoch

    # -- what an embedder wants ---------------------------------------------------------------

    def append_nowait(self, values: Sequence[bytes], epoch: int | None = None) -> AppendTicket:
        """Append record values in one batch; a ticket that tells what becomes of them.

        With an `epoch` only if that is the epoch led here. Raises NodeEndedError.
        """
        if not self._is_running:
            raise NodeEndedError("The node is not running.")
        return self.replica.append_nowait(values, epoch)

    async def append(self, values: Sequence[bytes], epoch: int | None = None) -> AppendTicket:
        """Append record values and wait until they are committed and applied here.

        Raises AppendRejectedError (in no log, may be tried again) and AppendUnknownError (may still
        commit).
        """
        ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ticket = self.append_nowait(values, epoch)
        ticket.on_end(lambda _: None if ended.done() else ended.set_result(None))
        await ended
        if ticket.outcome is AppendOutcome.COMMITTED:
            return ticket
        if ticket.outcome is AppendOutcome.REJECTED:
            raise AppendRejectedError(f"Not appended: {ticket.error.name}.", ticket)
        raise AppendUnknownError("Leadership was lost; the records may still commit.", ticket)

    def upgrade_nowait(self, level: int, *, validate_only: bool = False) -> AppendTicket:
        """Raise kraft.version, or only tell whether it could be; raises NodeEndedError."""
        if not self._is_running:
            raise NodeEndedError("The node is not running.")
        ticket = self.replica.upgrade_nowait(level, validate_only=validate_only)
        self._driver.turn_soon()
        return ticket

    def ask_replica(self, request: ServedRequest) -> None:
        """Have the replica answer a request of its own that came in by another way."""
        self._driver.ask(request.listener, request.api_version, request.message, request.reply)

    def set_witness(self, on: bool) -> None:
        """Give way to others from now on, or no longer; peers hear of it."""
        if self._is_running and on is not self._is_witness:
            self._is_witness = on
            self._driver.feed(WitnessChanged(on))
            self._peers.introduce_as(self._software)

    def turn_soon(self) -> None:
        """Something was queued in storage: have it performed."""
        if self._is_running:
            self._driver.turn_soon()

    # -- inside -------------------------------------------------------------------------------

    def _after_turn(self) -> None:
        if self.replica.is_shut_down:
            self._close_soon()
            return
        for lane in self._lanes:
            lane.poke()
        self.metrics.observe(time.monotonic())
        if self.replica.is_storing:
            return  # what its core says is not on disk yet
        if self.core.voters is not self._met_voters:
            self._met_voters = self.core.voters
            self._driver.meet_voters()
        self._conditions.look()

    def _housekeep_later(self) -> None:
        self._chore = asyncio.get_running_loop().call_later(_HOUSEKEEPING_S, self._housekeep)

    def _housekeep(self) -> None:
        try:
            self.directory.housekeep(self._driver.clock.now_ms())
        except BaseException as error:  # noqa: BLE001 - the node ends with it
            self._fail(error)
            return
        self._driver.meet_voters()
        self._service.housekeep()
        self.metrics.measure()
        self._driver.turn_soon()
        self._housekeep_later()

    def _fail(self, error: BaseException) -> None:
        """Nothing may be sent or written any more."""
        if self._failure is None:
            self._failure = error
        self._close_soon()

    def _close_soon(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        self._is_running = False
        if self._chore is not None:
            self._chore.cancel()
        self._driver.stop()
        self._peers.close()
        await self._service.close(_PATIENCE_S)
        for lane in self._lanes:
            await lane.close()
        self.replica.close()
        await self._metrics_listener.close(_PATIENCE_S)
        await self._server.close(_PATIENCE_S)
        await self._peers.wait_closed(_PATIENCE_S)
        self._give_back_directory()
        self._conditions.end(NodeEndedError("The node has ended."))
        if self._failure is None:
            self._closed.set_result(None)
        else:
            self._closed.set_exception(self._failure)

    def _give_back_directory(self) -> None:
        try:
            if self._failure is None:
                self.directory.close()
            else:
                self.directory.abandon()
        except Exception as error:  # noqa: BLE001 - there is nobody else left to hear of it
            self._failure = self._failure or error
