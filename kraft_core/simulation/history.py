"""What clients did and saw, and whether one register after another could have given that.

A committed operation has an offset, which is its place in the one order that all agree on. So the
question whether a history is linearizable, hard in general, is answered exactly and in one sweep:

* an operation that ended before another began comes before it in the log,
* a read saw the state of exactly the log below the place where it was answered,
* an acknowledged append is in the log once, at its offset; a rejected one is not in it at all;
  one whose outcome is unknown may be either, and its offset and epoch tell which.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.replica.appends import AppendOutcome
from kraft_core.simulation.machine import FEATURE, FEATURE_LEVEL, digest_of
from kraft_core.simulation.result import InvariantFailed

if TYPE_CHECKING:
    from kraft_core.replica.appends import AppendTicket
    from kraft_core.simulation.ledger import Ledger

LINEARIZABLE: Final = "linearizable"
_FEATURE_DIGEST: Final = digest_of(FEATURE, str(FEATURE_LEVEL))
_MASK: Final = (1 << 64) - 1


class Kind(Enum):
    """What a client wanted."""

    WRITE = "write"
    READ = "read"


@dataclass(slots=True, eq=False)
class Operation:
    """One attempt of a client at one node. `began` and `ended` are places in the order of things.

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
        """How it ended."""
        return AppendOutcome.REJECTED if self.ticket is None else self.ticket.outcome

    @property
    def offset(self) -> int | None:
        """Its place in the log of the node that took it."""
        return None if self.ticket is None else self.ticket.base_offset

    @property
    def point(self) -> int:
        """The end of the log at which it took effect: its own record's, or what a read had seen."""
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
        """A client asks a node."""
        self._order += 1
        operation = Operation(client, kind, name, value, node_id, now_ms, self._order)
        self.operations.append(operation)
        return operation

    def end(self, operation: Operation, now_ms: int) -> None:
        """It is decided, and the client knows."""
        self._order += 1
        operation.ended, operation.ended_ms = self._order, now_ms

    @property
    def committed(self) -> list[Operation]:
        """Those that were acknowledged."""
        return [each for each in self.operations if each.outcome is AppendOutcome.COMMITTED]


def ensure(holds: bool, operation: Operation, fault: str) -> None:
    """Raise InvariantFailed unless it holds."""
    if not holds:
        raise InvariantFailed(LINEARIZABLE, f"{fault}: {operation}")


def check(history: History, ledger: Ledger) -> int:
    """Judge a history that has ended against what was committed; how many judgements that were.

    Raises InvariantFailed.
    """
    in_log = _placed(history, ledger)
    _check_real_time(history, in_log)
    return len(history) + _check_states(in_log, ledger)


def _placed(history: History, ledger: Ledger) -> list[Operation]:
    """The operations that stand in the committed log, by offset."""
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
    """Offset and epoch name a record: whether it is that one which was committed."""
    if operation.ticket is None or offset >= ledger.end_offset:
        return False
    return ledger.find(offset).entry.epoch == operation.ticket.epoch


def _check_real_time(history: History, in_log: list[Operation]) -> None:
    """What began after something had ended comes after it."""
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
    """A state machine there holds what clients wrote, each once, and the level of the metadata."""
    found = ledger.state_digest_at(end)
    allowed = {(digest + _FEATURE_DIGEST) & _MASK}
    if is_empty:
        allowed.add(0)
    if found is not None and found not in allowed:
        raise InvariantFailed(
            LINEARIZABLE, f"the state at {end} is not what clients have written below it"
        )
