"""The transaction coordinator: transactional ids, their producers, epochs and transactions.

States and checks are those of Kafka's `TransactionCoordinator` and `TransactionMetadata`. Markers
are written in the same step, so the states that prepare a commit or an abort never occur.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

from kraft_wire.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.testing.models.state import ClusterState, Context

TRANSACTIONS_MAX: Final = 1000
"""Transactional ids; the oldest without an ongoing transaction is forgotten.

A log keeps the producers of ongoing transactions, so this has to be less than its PRODUCERS_MAX.
"""

OFFSETS_TOPIC: Final = "__consumer_offsets"
_OFFSETS_PARTITIONS: Final = 50
NO_ID: Final = -1
NO_EPOCH: Final = -1
_EPOCH_MAX: Final = (1 << 15) - 1
_LAST: Final = _EPOCH_MAX - 1
"""The last epoch that a producer gets: one more is needed to fence it."""

_Partition = tuple[str, int]


class TransactionState(StrEnum):
    """States of a transaction, as DescribeTransactions writes them."""

    EMPTY = "Empty"
    ONGOING = "Ongoing"
    COMPLETE_COMMIT = "CompleteCommit"
    COMPLETE_ABORT = "CompleteAbort"


_ENDS: Final = None
_Endings = dict[tuple[TransactionState, bool], ErrorCode | None]
"""State and `committed` of EndTxn; `_ENDS` or an error. All others are INVALID_TXN_STATE."""

_FIRST_VERSION: Final[_Endings] = {
    (TransactionState.ONGOING, True): _ENDS,
    (TransactionState.ONGOING, False): _ENDS,
    (TransactionState.COMPLETE_COMMIT, True): ErrorCode.NONE,
    (TransactionState.COMPLETE_ABORT, False): ErrorCode.NONE,
}
_SECOND_VERSION: Final[_Endings] = {
    (TransactionState.ONGOING, True): _ENDS,
    (TransactionState.ONGOING, False): _ENDS,
    (TransactionState.EMPTY, False): _ENDS,
    (TransactionState.COMPLETE_COMMIT, False): _ENDS,
    (TransactionState.COMPLETE_ABORT, False): _ENDS,
}
_SECOND_VERSION_AGAIN: Final[_Endings] = {
    (TransactionState.COMPLETE_COMMIT, True): ErrorCode.NONE,
    (TransactionState.COMPLETE_ABORT, False): ErrorCode.NONE,
    (TransactionState.ONGOING, True): ErrorCode.PRODUCER_FENCED,
    (TransactionState.ONGOING, False): ErrorCode.PRODUCER_FENCED,
    (TransactionState.EMPTY, True): ErrorCode.PRODUCER_FENCED,
    (TransactionState.EMPTY, False): ErrorCode.PRODUCER_FENCED,
}
"""For the epoch before the current one: the response to the first EndTxn was lost."""


class Support(Enum):
    """Client's handling of partitions that are not in a transaction, by the version it uses."""

    INVALID_STATE = 0
    ABORTABLE = 1
    ADDS = 2

    @classmethod
    def of(cls, version: int, adds_from: int) -> Support:
        """Return what a version supports; that before `adds_from` has TRANSACTION_ABORTABLE."""
        return cls(max(0, min(2, version - adds_from + 2)))


@dataclass(slots=True)
class Transaction:
    """A transactional id with its producer and its current or last transaction."""

    transactional_id: str
    producer_id: int
    timeout_ms: int = 0
    epoch: int = NO_EPOCH
    previous_id: int = NO_ID
    """Producer id before the last change of state; another one if it was used up."""
    last_epoch: int = NO_EPOCH
    """Epoch before the last one that the producer itself caused."""
    state: TransactionState = TransactionState.EMPTY
    partitions: dict[_Partition, None] = field(default_factory=dict)
    started_ms: int = -1

    @property
    def is_ongoing(self) -> bool:
        """Return True if partitions were added since the last transaction ended."""
        return self.state is TransactionState.ONGOING

    def add(self, partitions: Iterable[_Partition], now_ms: int) -> None:
        """Add partitions; the first ones begin a transaction."""
        if not self.is_ongoing:
            self.started_ms = now_ms
        self.state, self.previous_id = TransactionState.ONGOING, self.producer_id
        self.partitions.update(dict.fromkeys(partitions))

    def begin_epoch(self, epoch: int, last_epoch: int, timeout_ms: int) -> None:
        """Begin an epoch without a transaction (InitProducerId)."""
        self.state, self.started_ms = TransactionState.EMPTY, -1
        self.epoch, self.last_epoch, self.timeout_ms = epoch, last_epoch, timeout_ms


def transaction_of(state: ClusterState, key: str) -> Transaction | None:
    """Return the transaction of an id, which is created; None if all are ongoing."""
    found = state.transactions.get(key)
    if found is None:
        if len(state.transactions) >= TRANSACTIONS_MAX:
            idle = (name for name, each in state.transactions.items() if not each.is_ongoing)
            oldest = next(idle, None)
            if oldest is None:
                return None
            del state.transactions[oldest]
        found = state.transactions[key] = Transaction(key, state.new_producer_id())
    return found


def initialize(
    state: ClusterState,
    transaction: Transaction,
    expected: tuple[int, int] | None,
    timeout_ms: int,
    now_ms: int,
) -> ErrorCode:
    """Begin an epoch (TransactionCoordinator.prepareInitProducerIdTransit)."""
    known = transaction.epoch
    if expected is not None and known != NO_EPOCH and expected[0] != transaction.producer_id:
        is_retry = expected[0] == transaction.previous_id and expected[1] >= _LAST
        if not is_retry:  # a retry after the last epoch of a producer id names the previous id
            return ErrorCode.PRODUCER_FENCED
    if transaction.is_ongoing:
        abort(state, transaction, now_ms)
        return ErrorCode.CONCURRENT_TRANSACTIONS  # the client retries and gets the next epoch
    previous_id = transaction.producer_id
    if known >= _LAST and (expected is None or expected[1] == known):
        transaction.producer_id = state.new_producer_id()
        transaction.begin_epoch(0, NO_EPOCH if expected is None else known, timeout_ms)
    elif expected is None:
        transaction.begin_epoch(known + 1, NO_EPOCH, timeout_ms)
    elif known in (NO_EPOCH, expected[1]):
        transaction.begin_epoch(known + 1, known, timeout_ms)
    elif expected[1] == transaction.last_epoch:
        transaction.begin_epoch(known, expected[1], timeout_ms)
    else:
        return ErrorCode.PRODUCER_FENCED
    transaction.previous_id = previous_id
    return ErrorCode.NONE


def abort(state: ClusterState, transaction: Transaction, now_ms: int) -> None:
    """Abort the transaction of a producer that is replaced or too slow, and fence it."""
    _end(state, transaction, now_ms, is_commit=False, is_bump=True)
    if not state.bumps_epochs:
        transaction.last_epoch = NO_EPOCH  # the producer cannot continue without a new epoch


def end(
    state: ClusterState,
    transaction: Transaction,
    producer: tuple[int, int],
    now_ms: int,
    *,
    is_commit: bool,
    is_bump: bool,
) -> ErrorCode:
    """Commit or abort for a producer; with `is_bump`, its next epoch begins (KIP-890)."""
    rotated = is_bump and transaction.epoch == 0 and producer == (transaction.previous_id, _LAST)
    if producer[0] != transaction.producer_id and not rotated:
        return ErrorCode.INVALID_PRODUCER_ID_MAPPING
    is_retry = is_bump and (transaction.epoch == producer[1] + 1 or rotated)
    if producer[1] != transaction.epoch and not is_retry:
        return ErrorCode.PRODUCER_FENCED
    endings = _SECOND_VERSION if is_bump else _FIRST_VERSION
    if is_retry:
        endings = _SECOND_VERSION_AGAIN
    error = endings.get((transaction.state, is_commit), ErrorCode.INVALID_TXN_STATE)
    if error is _ENDS:
        _end(state, transaction, now_ms, is_commit=is_commit, is_bump=is_bump)
    return error or ErrorCode.NONE


def _end(
    state: ClusterState, transaction: Transaction, now_ms: int, *, is_commit: bool, is_bump: bool
) -> None:
    """Write the markers and make the offsets of a transaction visible, or drop them."""
    producer_id = transaction.previous_id = transaction.producer_id
    if not transaction.is_ongoing:
        transaction.started_ms = now_ms
    rotates = is_bump and state.bumps_epochs and transaction.epoch >= _LAST
    if is_bump:
        transaction.last_epoch = transaction.epoch
        transaction.epoch = min(transaction.epoch + 1, _EPOCH_MAX)
    for name, index in transaction.partitions:
        partition = state.partition(state.topic(name), index)
        if name == OFFSETS_TOPIC:
            for group in state.groups.values():
                if offsets_partition(group.group_id) == index:
                    group.end_transaction(producer_id, is_commit=is_commit)
        elif partition is not None:
            epoch, leader_epoch = transaction.epoch, partition.epoch
            partition.log.append_marker(
                producer_id, epoch, leader_epoch, now_ms, is_commit=is_commit
            )
    transaction.partitions.clear()
    completed = TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT
    transaction.state = completed[0] if is_commit else completed[1]
    if rotates:
        transaction.producer_id, transaction.epoch = state.new_producer_id(), 0


def expire(state: ClusterState, now_ms: int) -> bool:
    """Abort the transactions that have reached their timeout; return True if there were any."""
    late = [
        each
        for each in state.transactions.values()
        if each.is_ongoing and each.started_ms + each.timeout_ms < now_ms
    ]
    for each in late:
        abort(state, each, now_ms)
    return bool(late)


def offsets_partition(group_id: str) -> int:
    """Return the partition of `__consumer_offsets` for a group, by Java's hash of its id."""
    number = 0
    for place in range(0, len(units := group_id.encode("utf-16-be", "surrogatepass")), 2):
        number = (number * 31 + int.from_bytes(units[place : place + 2], "big")) & 0xFFFF_FFFF
    return (number & 0x7FFF_FFFF) % _OFFSETS_PARTITIONS


def of_producer(
    state: ClusterState, key: str, producer: tuple[int, int]
) -> ErrorCode | Transaction:
    """Return the transaction of a producer id and epoch, or why it has none."""
    transaction = state.transactions.get(key)
    if transaction is None or transaction.producer_id != producer[0]:
        return ErrorCode.INVALID_PRODUCER_ID_MAPPING
    if transaction.epoch != producer[1]:
        return ErrorCode.PRODUCER_FENCED
    return transaction


def admit(
    context: Context, key: str, producer: tuple[int, int], partition: _Partition, support: Support
) -> ErrorCode:
    """Check that a partition is in a transaction, or add it (AddPartitionsToTxnManager)."""
    found = of_producer(context.state, key, producer)
    if found is ErrorCode.PRODUCER_FENCED:
        return ErrorCode.INVALID_PRODUCER_EPOCH
    if isinstance(found, ErrorCode):
        return found
    if support is Support.ADDS:
        found.add([partition], context.now_ms)
    elif partition not in found.partitions:
        is_known = support is Support.ABORTABLE
        return ErrorCode.TRANSACTION_ABORTABLE if is_known else ErrorCode.INVALID_TXN_STATE
    return ErrorCode.NONE
