"""Clients of the quorum, and the history of their operations, checked for linearizability.

Several clients append and read at the assumed leader, which is often out of date. They retry
rejected operations elsewhere. They do not retry operations with an unknown outcome, since values
are unique.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.sim.quorum.machine import (
    FEATURE,
    FEATURE_LEVEL,
    digest_of,
    read_record,
    write_record,
)
from kraft_core.sim.quorum.result import InvariantFailed

if TYPE_CHECKING:
    from random import Random

    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.ledger import Ledger
    from kraft_core.sim.quorum.node import SimulatedNode


LINEARIZABLE: Final = "linearizable"
_FEATURE_DIGEST: Final = digest_of(FEATURE, str(FEATURE_LEVEL))
_MASK: Final = (1 << 64) - 1


class Kind(Enum):
    """The kind of a client's operation."""

    WRITE = "write"
    READ = "read"


@dataclass(slots=True, eq=False)
class Operation:
    """One attempt of a client at one node. `began` and `ended` are positions in time order.

    `ticket` is None if the node refused at once. Of a read that was answered `value` is what it
    saw, and `seen_end` the end of the log that the state machine had applied.
    """

    client: int
    kind: Kind
    name: str
    value: str | None
    node_id: int
    began_ms: int
    began: int
    ticket: AppendTicket | None = None
    ended_ms: int | None = None
    ended: int | None = None
    seen_end: int = -1

    @property
    def outcome(self) -> AppendOutcome:
        return AppendOutcome.REJECTED if self.ticket is None else self.ticket.outcome

    @property
    def offset(self) -> int | None:
        """The offset of its record in the log of the node that accepted it."""
        return None if self.ticket is None else self.ticket.base_offset

    @property
    def point(self) -> int:
        """The log end at which it took effect: after its own record, or the end that a read saw."""
        return self.seen_end if self.kind is Kind.READ else (self.offset or 0) + 1

    def __str__(self) -> str:
        return (
            f"{self.kind.value} {self.name}={self.value} of client {self.client} at node"
            f" {self.node_id}, {self.began_ms}..{self.ended_ms} ms, {self.ticket}"
        )


class History:
    """All operations, in the order in which they began."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._order = 0

    def __len__(self) -> int:
        return len(self.operations)

    def begin(
        self, client: int, kind: Kind, name: str, value: str | None, *, node_id: int, now_ms: int
    ) -> Operation:
        """Begin with the request of a client to a node."""
        self._order += 1
        operation = Operation(client, kind, name, value, node_id, now_ms, self._order)
        self.operations.append(operation)
        return operation

    def end(self, operation: Operation, now_ms: int) -> None:
        """End with the decision, which the client knows."""
        self._order += 1
        operation.ended, operation.ended_ms = self._order, now_ms

    @property
    def committed(self) -> list[Operation]:
        """The acknowledged operations."""
        return [each for each in self.operations if each.outcome is AppendOutcome.COMMITTED]


def ensure(holds: bool, operation: Operation, fault: str) -> None:
    if not holds:
        raise InvariantFailed(LINEARIZABLE, f"{fault}: {operation}")


def check_history(history: History, ledger: Ledger) -> int:
    """Check a finished history against the committed log; return the number of evaluations.

    Raises InvariantFailed.
    """
    in_log = _placed(history, ledger)
    _check_real_time(history, in_log)
    return len(history) + _check_states(in_log, ledger)


def _placed(history: History, ledger: Ledger) -> list[Operation]:
    """Return the operations in the committed log, by offset."""
    in_log: dict[int, Operation] = {}
    for operation in history.operations:
        outcome, offset = operation.outcome, operation.offset
        if outcome is AppendOutcome.REJECTED:
            ensure(offset is None, operation, "was rejected and has an offset")
            continue
        is_in_log = offset is not None and _is_in(operation, offset, ledger)
        if outcome is AppendOutcome.COMMITTED:
            ensure(is_in_log, operation, "was acknowledged and is not in the committed log")
        if is_in_log and offset is not None:
            ensure(offset not in in_log, operation, "shares its offset with another operation")
            in_log[offset] = operation
    return [in_log[offset] for offset in sorted(in_log)]


def _is_in(operation: Operation, offset: int, ledger: Ledger) -> bool:
    """Return True if offset and epoch name the committed record."""
    if operation.ticket is None or offset >= ledger.end_offset:
        return False
    return ledger.find(offset).entry.epoch == operation.ticket.epoch


def _check_real_time(history: History, in_log: list[Operation]) -> None:
    """Check that an operation that began after another one ended comes after it."""
    moments = [(each.began, False, each) for each in in_log]
    moments += [(each.ended, True, each) for each in history.committed if each.ended is not None]
    moments.sort(key=lambda moment: moment[0])
    floor = 0
    for _, is_end, operation in moments:
        if is_end:
            if operation.kind is Kind.READ:
                own_end = (operation.offset or 0) + 1
                ensure(operation.seen_end >= own_end, operation, "read below its own place")
            floor = max(floor, operation.point)
        else:
            ensure((operation.offset or 0) >= floor, operation, f"began after {floor} was seen")


def _check_states(in_log: list[Operation], ledger: Ledger) -> int:
    """Replay the log, and compare what reads and state machines had at each place of it."""
    reads = sorted(
        (each for each in in_log if each.kind is Kind.READ and each.seen_end >= 0),
        key=lambda each: each.seen_end,
    )
    writes = iter([each for each in in_log if each.kind is Kind.WRITE])
    upcoming = next(writes, None)
    values: dict[str, str | None] = {}
    digest = 0
    ends = sorted({*ledger.state_digests, *(each.seen_end for each in reads)})
    place = 0
    for end in ends:
        while upcoming is not None and (upcoming.offset or 0) < end:
            digest = _written(values, upcoming, digest)
            upcoming = next(writes, None)
        while place < len(reads) and reads[place].seen_end == end:
            read = reads[place]
            ensure(values.get(read.name) == read.value, read, f"should be {values.get(read.name)}")
            place += 1
        _check_digest(end, digest, ledger, is_empty=not values)
    return len(ends)


def _written(values: dict[str, str | None], write: Operation, digest: int) -> int:
    before = values.get(write.name)
    if before is not None:
        digest -= digest_of(write.name, before)
    values[write.name] = write.value
    return (digest + digest_of(write.name, write.value or "")) & _MASK


def _check_digest(end: int, digest: int, ledger: Ledger, *, is_empty: bool) -> None:
    """Check the digest of a state machine: each value that clients wrote, once, and the level."""
    found = ledger.state_digest_at(end)
    allowed = {(digest + _FEATURE_DIGEST) & _MASK}
    if is_empty:
        allowed.add(0)
    if found is not None and found not in allowed:
        raise InvariantFailed(
            LINEARIZABLE, f"the state at {end} differs from what clients have written below it"
        )


NAMES: Final = ("alpha", "beta", "gamma", "delta")
_PAUSES_MS: Final = ((500, 1700), (1200, 3500), (2000, 6000))
_AGAIN_MS: Final = (30, 450)
_ATTEMPTS_MAX: Final = 6
_READS: Final = 300
_STALE: Final = 250
_FRESH: Final = 100
LONER_CLIENT: Final = 102
"""The client of a leader that is cut off."""
MINORITY_CLIENT: Final = 101
"""The client of the minority phase."""
_BURSTER: Final = 0


class _Client:
    """One client: its assumed leader and its counter."""

    def __init__(self, workload: Workload, client_id: int, pause_ms: tuple[int, int]) -> None:
        self._workload = workload
        self._cluster = workload.cluster
        self._rng = workload.rng
        self._pause_ms = pause_ms
        self._last_value = 0
        self.client_id = client_id
        self.believed = self._rng.choice(list(self._cluster.nodes))

    def begin(self) -> None:
        self._cluster.timeline.at(self._rng.randrange(*self._pause_ms), self._come)

    def _come(self) -> None:
        if self._cluster.is_repaired:
            return
        for _ in range(self._rng.choice((1, 1, 2, 3, 5))):
            self.want(Kind.READ if self._rng.randrange(1000) < _READS else Kind.WRITE)
        self.begin()

    def want(self, kind: Kind) -> None:
        """Begin an operation: a write of a value never written before, or a read."""
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
            for callback in cluster.hooks.appends:
                callback(node, operation)

    def _answered(
        self, operation: Operation, node: SimulatedNode, ticket: AppendTicket, left: int
    ) -> None:
        """Note the result of a read, in the node's turn, right after it applied the batch."""
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
        """Ask the nodes; their answers can be out of date."""
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
        self._others: dict[int, _Client] = {}
        cluster.workload = self

    def begin(self) -> None:
        for client in self._clients:
            client.begin()

    def burst(self, count: int) -> None:
        """Submit `count` writes and reads at once; most of them share batches."""
        self._burster.look_for_leader()
        for _ in range(count):
            self._burster.want(Kind.READ if self.rng.randrange(1000) < _READS else Kind.WRITE)

    def append_fresh(self) -> None:
        """Append a write and a read at the leader: phase 2 demands that they are answered."""
        leader = self.cluster.leader()
        if leader is not None:
            self._fresh.believed = leader.node_id
            self._fresh.want(Kind.WRITE)
            self._fresh.want(Kind.READ)

    def append_as(self, client_id: int, node: SimulatedNode) -> None:
        """Append a write and a read of that client at that node."""
        if client_id not in self._others:
            self._others[client_id] = _Client(self, client_id, (1, 2))
        client = self._others[client_id]
        client.believed = node.node_id
        client.want(Kind.WRITE)
        client.want(Kind.READ)

    def acknowledged(self, client_id: int) -> list[Operation]:
        """Return the operations acknowledged to that client."""
        return [each for each in self.history.committed if each.client == client_id]

    @property
    def fresh_committed(self) -> list[Operation]:
        """The acknowledged operations of `append_fresh`."""
        return self.acknowledged(_FRESH)

    @property
    def undecided(self) -> list[Operation]:
        return [each for each in self.history.operations if each.ended is None]
