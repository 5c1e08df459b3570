"""Clients of the quorum: they append and read, several at once, at the node they believe leads.

What they believe is often out of date. What was rejected they try again, elsewhere if need be; what
may or may not have been appended they leave alone, since values are unique.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.replica.appends import AppendOutcome
from kraft_core.simulation.history import History, Kind, Operation
from kraft_core.simulation.machine import read_record, write_record

if TYPE_CHECKING:
    from random import Random

    from kraft_core.replica.appends import AppendTicket
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode

NAMES: Final = ("alpha", "beta", "gamma", "delta")
_PAUSES_MS: Final = ((500, 1700), (1200, 3500), (2000, 6000))
_AGAIN_MS: Final = (30, 450)
_ATTEMPTS_MAX: Final = 6
_READS: Final = 300
_STALE: Final = 250
_FRESH: Final = 100
_BURSTER: Final = 0


class _Client:
    """One client: whom it believes in, and what it has counted up to."""

    def __init__(self, workload: Workload, client_id: int, pause_ms: tuple[int, int]) -> None:
        self._workload = workload
        self._cluster = workload.cluster
        self._rng = workload.rng
        self._pause_ms = pause_ms
        self._last_value = 0
        self.client_id = client_id
        self.believed = self._rng.choice(list(self._cluster.nodes))

    def begin(self) -> None:
        """Come back now and then."""
        self._cluster.timeline.at(self._rng.randrange(*self._pause_ms), self._come)

    def _come(self) -> None:
        if self._cluster.is_healed:
            return
        for _ in range(self._rng.choice((1, 1, 2, 3, 5))):
            self.want(Kind.READ if self._rng.randrange(1000) < _READS else Kind.WRITE)
        self.begin()

    def want(self, kind: Kind) -> None:
        """Something new: a write of a value that nobody ever wrote, or a read."""
        name, value = self._rng.choice(NAMES), None
        if kind is Kind.WRITE:
            self._last_value += 1
            value = f"{self.client_id}.{self._last_value}"
        self._attempt(kind, name, value, _ATTEMPTS_MAX)

    def _attempt(self, kind: Kind, name: str, value: str | None, left: int) -> None:
        cluster = self._cluster
        node = cluster.nodes[self.believed]
        operation = self._workload.history.begin(
            self.client_id, kind, name, value, node_id=node.node_id, now_ms=cluster.now_ms
        )
        record = read_record() if value is None else write_record(name, value)
        ticket = operation.ticket = node.append([record])
        if ticket is None:
            self._ended(operation, left)
        else:
            ticket.on_end(lambda ended: self._answered(operation, node, ended, left))

    def _answered(
        self, operation: Operation, node: SimulatedNode, ticket: AppendTicket, left: int
    ) -> None:
        """Within the turn of the node, right after it applied the batch."""
        if ticket.outcome is AppendOutcome.COMMITTED and operation.kind is Kind.READ:
            operation.value = node.machine.get(operation.name)
            operation.seen_end = node.machine.applied_end
        self._ended(operation, left)

    def _ended(self, operation: Operation, left: int) -> None:
        workload, cluster = self._workload, self._cluster
        workload.history.end(operation, cluster.now_ms)
        if operation.outcome is AppendOutcome.COMMITTED:
            workload.appends += 1
        if operation.outcome is AppendOutcome.REJECTED and left > 1:
            kind, name, value = operation.kind, operation.name, operation.value
            again_ms = self._rng.randrange(*_AGAIN_MS)
            cluster.timeline.at(again_ms, lambda: self._again(kind, name, value, left - 1))

    def _again(self, kind: Kind, name: str, value: str | None, left: int) -> None:
        self.look_for_leader()
        self._attempt(kind, name, value, left)

    def look_for_leader(self) -> None:
        """Ask around; what one hears may be out of date."""
        leader = self._cluster.leader()
        if leader is None or self._rng.randrange(1000) < _STALE:
            self.believed = self._rng.choice(list(self._cluster.nodes))
        else:
            self.believed = leader.node_id


class Workload:
    """All clients of a cluster. `appends` counts what was acknowledged, reads included."""

    def __init__(self, cluster: Cluster, rng: Random) -> None:
        self.cluster = cluster
        self.rng = rng
        self.history = History()
        self.appends = 0
        pause_ms = rng.choice(_PAUSES_MS)
        self._clients = [_Client(self, place, pause_ms) for place in range(1, rng.choice((3, 4)))]
        self._burster = _Client(self, _BURSTER, pause_ms)
        self._fresh = _Client(self, _FRESH, pause_ms)
        cluster.workload = self

    def begin(self) -> None:
        """Let the clients come."""
        for client in self._clients:
            client.begin()

    def burst(self, count: int) -> None:
        """Many writes and reads at once, most of which share batches."""
        self._burster.look_for_leader()
        for _ in range(count):
            self._burster.want(Kind.READ if self.rng.randrange(1000) < _READS else Kind.WRITE)

    def append_fresh(self) -> None:
        """A write and a read where the leader is: phase 2 demands that they are answered."""
        leader = self.cluster.leader()
        if leader is not None:
            self._fresh.believed = leader.node_id
            self._fresh.want(Kind.WRITE)
            self._fresh.want(Kind.READ)

    @property
    def fresh_committed(self) -> list[Operation]:
        """What of `append_fresh` was acknowledged."""
        return [each for each in self.history.committed if each.client == _FRESH]

    @property
    def undecided(self) -> list[Operation]:
        """Operations that have not ended."""
        return [each for each in self.history.operations if each.ended is None]
