"""The requests of transactional producers, and those that describe transactions.

For clients before and after the second part of KIP-890: EndTxn 5 bumps the epoch, Produce 12 and
TxnOffsetCommit 5 add partitions by themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.models.groups import Committed, group_of, membership
from kraft_core.testing.models.state import coordination_error
from kraft_core.testing.models.transaction_states import (
    NO_EPOCH,
    NO_ID,
    OFFSETS_TOPIC,
    Support,
    Transaction,
    TransactionState,
    admit,
    end,
    initialize,
    of_producer,
    offsets_partition,
    transaction_of,
)
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    AddOffsetsToTxnResponse,
    AddPartitionsToTxnResponse,
    DescribeTransactionsResponse,
    EndTxnResponse,
    InitProducerIdResponse,
    ListTransactionsResponse,
    TxnOffsetCommitResponse,
)
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.state import Context
    from kraft_wire.messages import (
        AddOffsetsToTxnRequest,
        AddPartitionsToTxnRequest,
        DescribeTransactionsRequest,
        EndTxnRequest,
        InitProducerIdRequest,
        ListTransactionsRequest,
        TxnOffsetCommitRequest,
    )

TIMEOUT_MAX_MS: Final = 900_000
"""`transaction.max.timeout.ms`."""

BUMPING_END_TXN: Final = 5
"""The first version of EndTxn that bumps the epoch."""
_ID_NOT_FOUND_FROM: Final = 6
"""The first version of TxnOffsetCommit with the errors of groups that KIP-1319 lists."""

_NEVER_SEEN: Final = ("PrepareCommit", "PrepareAbort", "PrepareEpochFence", "Dead")
"""States of Kafka's coordinator that do not last here."""


def init_producer_id(context: Context, request: InitProducerIdRequest) -> InitProducerIdResponse:
    """Allocate a producer id, or return the next epoch of that of a transactional id."""
    cls = InitProducerIdResponse
    state, key = context.state, request.transactional_id
    expected = request.producer_id, request.producer_epoch
    if (expected[0] == NO_ID) != (expected[1] == NO_EPOCH) or key == "":
        return cls(error_code=ErrorCode.INVALID_REQUEST, producer_epoch=NO_EPOCH)
    if key is None:
        return cls(producer_id=state.new_producer_id(), producer_epoch=0)
    if not 0 < request.transaction_timeout_ms <= TIMEOUT_MAX_MS:
        return cls(error_code=ErrorCode.INVALID_TRANSACTION_TIMEOUT, producer_epoch=NO_EPOCH)
    error = coordination_error(context, key)
    transaction = None if error else transaction_of(state, key)
    if transaction is None:
        error = error or ErrorCode.COORDINATOR_NOT_AVAILABLE
    else:
        wanted = None if expected == (NO_ID, NO_EPOCH) else expected
        timeout_ms = request.transaction_timeout_ms
        error = initialize(state, transaction, wanted, timeout_ms, context.now_ms)
        if not error:
            return cls(producer_id=transaction.producer_id, producer_epoch=transaction.epoch)
    return cls(error_code=_fenced(error, context.version, 4), producer_epoch=NO_EPOCH)


def _fenced(error: ErrorCode, version: int, known_from: int) -> ErrorCode:
    """Return the older error for versions whose clients do not know PRODUCER_FENCED (KIP-588)."""
    is_new = error is ErrorCode.PRODUCER_FENCED and version < known_from
    return ErrorCode.INVALID_PRODUCER_EPOCH if is_new else error


def _checked(
    context: Context, key: str | None, producer: tuple[int, int]
) -> ErrorCode | Transaction:
    """Return the transaction of a producer (handleAddPartitionsToTransaction)."""
    if not key:
        return ErrorCode.INVALID_REQUEST
    if error := coordination_error(context, key):
        return error
    return of_producer(context.state, key, producer)


def add_partitions(
    context: Context, request: AddPartitionsToTxnRequest
) -> AddPartitionsToTxnResponse:
    """Add partitions to transactions, or check that they are there (versions of brokers)."""
    cls = AddPartitionsToTxnResponse
    if context.version < 4:
        producer = request.v3_and_below_producer_id, request.v3_and_below_producer_epoch
        key, topics = request.v3_and_below_transactional_id, request.v3_and_below_topics
        results = _results(context, key, producer, topics, is_check=False)
        return cls(results_by_topic_v3_and_below=results)
    return cls(
        results_by_transaction=[
            cls.AddPartitionsToTxnResult(
                transactional_id=each.transactional_id,
                topic_results=_results(
                    context,
                    each.transactional_id,
                    (each.producer_id, each.producer_epoch),
                    each.topics,
                    is_check=each.verify_only,
                ),
            )
            for each in request.transactions
        ]
    )


def _results(
    context: Context, key: str, producer: tuple[int, int], topics: Any, *, is_check: bool
) -> list[Any]:
    cls = AddPartitionsToTxnResponse
    state = context.state
    wanted = [(topic.name, index) for topic in topics for index in topic.partitions]
    there = {each for each in wanted if state.partition(state.topic(each[0]), each[1]) is not None}
    errors = dict.fromkeys(wanted, ErrorCode.NONE)
    if len(there) < len(errors):
        lacking, rest = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.OPERATION_NOT_ATTEMPTED
        errors = {each: rest if each in there else lacking for each in wanted}
    elif isinstance(found := _checked(context, key, producer), ErrorCode):
        errors = dict.fromkeys(wanted, _fenced(found, context.version, 2))
    elif is_check:
        for each in wanted:
            if each not in found.partitions:
                errors[each] = ErrorCode.TRANSACTION_ABORTABLE
    else:
        found.add(wanted, context.now_ms)
    return [
        cls.AddPartitionsToTxnTopicResult(
            name=topic.name,
            results_by_partition=[
                cls.AddPartitionsToTxnPartitionResult(
                    partition_index=index, partition_error_code=errors[topic.name, index]
                )
                for index in topic.partitions
            ],
        )
        for topic in topics
    ]


def add_offsets(context: Context, request: AddOffsetsToTxnRequest) -> AddOffsetsToTxnResponse:
    """Add the offsets of a group to a transaction."""
    key, producer = request.transactional_id, (request.producer_id, request.producer_epoch)
    found = _checked(context, key, producer)
    if isinstance(found, ErrorCode):
        return AddOffsetsToTxnResponse(error_code=_fenced(found, context.version, 2))
    found.add([(OFFSETS_TOPIC, offsets_partition(request.group_id))], context.now_ms)
    return AddOffsetsToTxnResponse()


def txn_offset_commit(context: Context, request: TxnOffsetCommitRequest) -> TxnOffsetCommitResponse:
    """Store offsets that are committed with the transaction."""
    cls = TxnOffsetCommitResponse
    state = context.state
    named = [(each, state.topic(each.name, each.topic_id)) for each in request.topics]
    is_any = any(topic is not None for _, topic in named)
    error = _commit_error(context, request) if is_any else ErrorCode.NONE
    topics = []
    for each, topic in named:
        by_id = each.topic_id != ZERO_UUID
        unknown = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        results = []
        for one in each.partitions:
            index, code = one.partition_index, error
            if state.partition(topic, index) is None or topic is None:
                code = unknown if topic is None else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            elif not code:
                committed = one.committed_offset, one.committed_leader_epoch, one.committed_metadata
                state.groups[request.group_id].store(
                    (topic.name, index), Committed(*committed), request.producer_id
                )
            results.append(
                cls.TxnOffsetCommitResponsePartition(partition_index=index, error_code=code)
            )
        topics.append(
            cls.TxnOffsetCommitResponseTopic(
                name=each.name, topic_id=each.topic_id, partitions=results
            )
        )
    return cls(topics=topics)


def _commit_error(context: Context, request: TxnOffsetCommitRequest) -> ErrorCode:
    """Check coordinator, transaction and membership (validateTransactionalOffsetCommit)."""
    if not request.group_id:
        return ErrorCode.INVALID_GROUP_ID
    if error := coordination_error(context, request.group_id):
        return error
    producer = request.producer_id, request.producer_epoch
    offsets = OFFSETS_TOPIC, offsets_partition(request.group_id)
    support = Support.of(context.version, 5)
    if error := admit(context, request.transactional_id, producer, offsets, support):
        return error
    generation, member_id = request.generation_id_or_member_epoch, request.member_id
    group = context.state.groups.get(request.group_id)
    if group is None and generation >= 0:
        is_old = context.version < _ID_NOT_FOUND_FROM
        return ErrorCode.ILLEGAL_GENERATION if is_old else ErrorCode.GROUP_ID_NOT_FOUND
    if group is None and group_of(context, request.group_id) is None:
        return ErrorCode.COORDINATOR_NOT_AVAILABLE
    is_member = generation >= 0 or member_id or request.group_instance_id is not None
    if group is not None and group.consumer is not None and is_member:
        error = group.consumer.commit_error(member_id, generation)
        is_old = context.version < _ID_NOT_FOUND_FROM and error is ErrorCode.STALE_MEMBER_EPOCH
        return ErrorCode.ILLEGAL_GENERATION if is_old else error
    if group is None or not is_member or (generation < 0 and not group.members):
        return ErrorCode.NONE
    instance = request.group_instance_id
    return membership(context, request.group_id, member_id, generation, instance)[0]


def end_txn(context: Context, request: EndTxnRequest) -> EndTxnResponse:
    """Commit or abort a transaction; from version 5 on the response has the next epoch."""
    cls = EndTxnResponse
    key = request.transactional_id
    is_bump = context.version >= BUMPING_END_TXN
    error = coordination_error(context, key) if key else ErrorCode.INVALID_REQUEST
    transaction = None if error else context.state.transactions.get(key)
    if transaction is None:
        return cls(error_code=error or ErrorCode.INVALID_PRODUCER_ID_MAPPING)
    producer = request.producer_id, request.producer_epoch
    now_ms, is_commit = context.now_ms, request.committed
    error = end(context.state, transaction, producer, now_ms, is_commit=is_commit, is_bump=is_bump)
    if error:
        return cls(error_code=_fenced(error, context.version, 2))
    if not is_bump:
        return cls()
    return cls(producer_id=transaction.producer_id, producer_epoch=transaction.epoch)


def describe_transactions(
    context: Context, request: DescribeTransactionsRequest
) -> DescribeTransactionsResponse:
    """Answer with states and partitions of transactions."""
    cls = DescribeTransactionsResponse
    states = []
    for key in request.transactional_ids:
        error = coordination_error(context, key) if key else ErrorCode.INVALID_REQUEST
        found = None if error else context.state.transactions.get(key)
        if found is None:
            error = error or ErrorCode.TRANSACTIONAL_ID_NOT_FOUND
            states.append(cls.TransactionState(transactional_id=key, error_code=error))
            continue
        indexes: dict[str, list[int]] = {}
        for name, index in found.partitions:
            indexes.setdefault(name, []).append(index)
        states.append(
            cls.TransactionState(
                transactional_id=key,
                transaction_state=found.state,
                transaction_timeout_ms=found.timeout_ms,
                transaction_start_time_ms=found.started_ms,
                producer_id=found.producer_id,
                producer_epoch=found.epoch,
                topics=[
                    cls.TopicData(topic=name, partitions=each) for name, each in indexes.items()
                ],
            )
        )
    return cls(transaction_states=states)


def list_transactions(
    context: Context, request: ListTransactionsRequest
) -> ListTransactionsResponse:
    """Answer with the transactions that this broker coordinates."""
    cls = ListTransactionsResponse
    known = {*TransactionState, *_NEVER_SEEN}
    states = set(request.state_filters)
    try:
        pattern = re.compile(request.transactional_id_pattern or ".*")
    except re.error:
        return cls(error_code=ErrorCode.INVALID_REGULAR_EXPRESSION)
    found = [
        each
        for key, each in context.state.transactions.items()
        if not coordination_error(context, key)
        and (not states or each.state in states)
        and (not request.producer_id_filters or each.producer_id in request.producer_id_filters)
        and not 0 <= context.now_ms - each.started_ms <= request.duration_filter
        and pattern.fullmatch(key)
    ]
    return cls(
        unknown_state_filters=sorted(states - known),
        transaction_states=[
            cls.TransactionState(
                transactional_id=each.transactional_id,
                producer_id=each.producer_id,
                transaction_state=each.state,
            )
            for each in found
        ],
    )


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "InitProducerId": init_producer_id,
    "AddPartitionsToTxn": add_partitions,
    "AddOffsetsToTxn": add_offsets,
    "TxnOffsetCommit": txn_offset_commit,
    "EndTxn": end_txn,
    "DescribeTransactions": describe_transactions,
    "ListTransactions": list_transactions,
}
