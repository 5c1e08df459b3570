"""The driver of one incarnation of a node: ends of turns, alarms, disk work, and its ports.

These are the driver's duties of `kraft_core.raft.replica` in virtual time. An incarnation that has
ended does nothing any more, and a paused one nothing until it resumes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.network import LISTENER

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import Election, Node
    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_core.raft.storage.log_directory import LogDirectory
    from kraft_core.sim.quorum.network import Asked
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_wire.message import Message


class Link:
    """The network port of one incarnation of a node, which can end before any send."""

    def __init__(self, node: SimulatedNode) -> None:
        self._node = node
        self._network = node.cluster.network
        self._asked: dict[int, Asked] = {}

    def receive(self, reply_to: int, asked: Asked, message: Message) -> None:
        """Pass in a request; its number must be new."""
        self._asked[reply_to] = asked
        self._node.replica.receive_request(reply_to, LISTENER, asked.api_version, message)

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        self._node.disk.count_down()
        self._network.send(self._node, request_id, to, request)

    def respond(self, reply_to: int, response: Message, api_version: int) -> None:
        """Send the response to a request, once."""
        self._node.disk.count_down()
        self._asked.pop(reply_to).answer(response.encode(api_version))


class WatchedElection:
    """The election port: notifies replica and observers when quorum-state is durable.

    As in a node that takes a while, in which the node can end, be paused or asked to shut down.
    """

    def __init__(self, node: SimulatedNode, directory: LogDirectory, turns: Turns) -> None:
        self._node = node
        self._file = directory.election
        self._turns = turns

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Schedule a replacement of quorum-state; a hanging disk delays it."""
        node = self._node

        def write() -> None:
            self._file.write(election, kraft_version, voter_ids)
            node.stored_election = election
            node.cluster.hooks.call(Moment.ELECTION_STORED, node)
            node.replica.election_stored()

        self._turns.on_disk(self._turns.draw_flush_delay_ms(), write)
        return True


_HOUSEKEEPING_MS: Final = 1000


class Turns:
    """The turns of one incarnation. `end` is its end."""

    def __init__(self, node: SimulatedNode, rng: random.Random) -> None:
        self._node = node
        self._plan = node.cluster.plan
        self._timeline = node.cluster.timeline
        self._observers = node.cluster.hooks.moments[Moment.TURNED]
        self._rng = rng
        self._is_over = False
        self._is_due = False
        self._is_flush_due = False
        self._hanging: list[Callable[[], None]] = []
        self._chores = 0
        """How often housekeeping was queued since work was taken: one piece in each store."""
        self._alarm_ms: int | None = None

    def begin(self) -> None:
        """Begin with a replica that was started."""
        self._housekeep_later()
        self.soon()

    def end(self) -> None:
        """Ignore events from now on: the process has ended."""
        self._is_over = True

    # -- turns --------------------------------------------------------------------------------

    def soon(self) -> None:
        """End the turn after all events of this instant."""
        if not self._is_due and not self._is_over:
            self._is_due = True
            self._timeline.at(0, self._turn)

    def _turn(self) -> None:
        """Run a turn; a paused node runs it when the pause ends."""
        self._is_due = False
        if not self._is_over and not self._node.is_paused:
            self._node.guard(self._end_turn)

    def _end_turn(self) -> None:
        node = self._node
        replica = node.replica
        replica.end_turn()
        if replica.is_shut_down:
            node.stop()
            return
        if not self._is_flush_due and node.directory.has_work:
            self._flush_later()
        if replica.is_storing:
            return  # it has not ended its turn
        deadline_ms = replica.deadline_ms
        node.cluster.run_digest.waits_until(self._timeline.now_ms, node.node_id, deadline_ms)
        self._set_alarm(deadline_ms)
        for callback in self._observers:
            callback(node)

    # -- the alarm ----------------------------------------------------------------------------

    def clock_changed(self) -> None:
        """Change the speed of the clock from now on."""
        if not self._is_over:
            self._set_alarm(self._node.replica.deadline_ms)

    def _set_alarm(self, deadline_ms: int | None) -> None:
        """Set an alarm for the deadline. An earlier alarm stays: it only checks again."""
        if deadline_ms is None:
            return
        delay_ms = self._node.clock.true_delay_ms(deadline_ms)
        if not delay_ms:
            self.soon()
            return
        at_ms = self._timeline.now_ms + delay_ms
        if self._alarm_ms is None or at_ms < self._alarm_ms:
            self._alarm_ms = at_ms
            self._timeline.at(delay_ms, self._ring)

    def _ring(self) -> None:
        """End the turn if this is the alarm that was set last. A paused node ignores it."""
        if self._is_over or self._alarm_ms != self._timeline.now_ms:
            return
        self._alarm_ms = None
        if not self._node.is_paused:
            self._set_alarm(self._node.replica.deadline_ms)

    # -- the disk -----------------------------------------------------------------------------

    def draw_flush_delay_ms(self, *, is_chore: bool = False) -> int:
        """Draw the duration of a sync."""
        low, high = self._plan.flush_delay_ms if is_chore else self._node.flush_delay_ms
        return low + int(self._rng.random() * (high - low + 1))

    def _flush_later(self) -> None:
        """Flush like a node: perform everything queued now together; later work waits."""
        self._is_flush_due = True
        directory = self._node.directory
        log_work, snapshot_work = directory.log.take(), directory.snapshots.take()
        chores, self._chores = self._chores, 0
        # chores alone seldom have anything to sync; if they do (the durable mark), that takes time
        is_chore = len(log_work or ()) == len(snapshot_work or ()) == chores
        delay_ms = self.draw_flush_delay_ms(is_chore=is_chore)
        disk = self._node.disk

        def flush() -> None:
            events: list[Event] = []
            syncs = disk.syncs
            if log_work is not None:
                events += directory.log.perform(log_work)
                directory.log.settle(log_work)
            if snapshot_work is not None:
                events += directory.snapshots.perform(snapshot_work)
                directory.snapshots.settle()
            if is_chore and disk.syncs > syncs:
                self.on_disk(self.draw_flush_delay_ms(), lambda: self._flushed(events))
            else:
                self._flushed(events)

        self.on_disk(delay_ms, flush)

    def on_disk(self, delay_ms: int, action: Callable[[], None]) -> None:
        """Run a function after that time, or later if the disk hangs until then."""

        def done() -> None:
            if self._is_over:
                return
            if self._node.disk_hangs:
                self._hanging.append(done)
            else:
                self._node.act(action)

        self._timeline.at(delay_ms, done)

    def disk_goes_on(self) -> None:
        """Complete the disk operations that were hanging."""
        hanging, self._hanging = self._hanging, []
        for done in hanging:
            self._timeline.at(0, done)

    def _flushed(self, events: list[Event]) -> None:
        """Report that everything taken is durable."""
        self._is_flush_due = False
        for event in events:
            self._node.feed(event)

    def _housekeep_later(self) -> None:
        self._timeline.at(_HOUSEKEEPING_MS, self._housekeep_now)

    def _housekeep_now(self) -> None:
        if not self._is_over:
            self._node.act(self._housekeep)

    def _housekeep(self) -> None:
        self._node.directory.housekeep(self._node.clock.now_ms())
        self._node.look_for_room()
        self._chores += 1
        self._housekeep_later()
