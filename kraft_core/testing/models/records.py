"""Produce, Fetch and the requests about offsets of a log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.testing.entries import Place
from kraft_core.testing.models.log import check_format
from kraft_core.testing.models.state import PARTITIONS_MAX, Wait
from kraft_core.testing.models.transaction_states import Support, admit
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    DeleteRecordsResponse,
    FetchResponse,
    ListOffsetsResponse,
    OffsetForLeaderEpochResponse,
    ProduceResponse,
)
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.testing.models.log import PartitionLog
    from kraft_core.testing.models.state import ClusterState, Context, Partition
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        DeleteRecordsRequest,
        FetchRequest,
        ListOffsetsRequest,
        OffsetForLeaderEpochRequest,
        ProduceRequest,
    )
    from kraft_wire.records import RecordBatch

SESSIONS_MAX: Final = 1000
"""Of the cluster; the oldest is dropped (`max.incremental.fetch.session.cache.slots`)."""

READ_COMMITTED: Final = 1
_CONSUMER: Final = -1
"""The replica id of consumers; those of followers see all of a log."""

_LATEST: Final = -1
_EARLIEST: Final = -2
_MAX_TIMESTAMP: Final = -3
_EARLIEST_LOCAL: Final = -4
_LATEST_TIERED: Final = -5
_EARLIEST_PENDING_UPLOAD: Final = -6
_ACKS: Final = (-1, 0, 1)
_NO_EPOCH: Final = -1
_FINAL_EPOCH: Final = -1
_EPOCHS: Final = 1 << 31
_ADDS_PARTITIONS: Final = 12
"""The first version of Produce that adds partitions to a transaction (KIP-890)."""
_UNKNOWN: Final = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID)
_WITHOUT_START: Final = (ErrorCode.CORRUPT_MESSAGE, ErrorCode.KAFKA_STORAGE_ERROR)
"""Errors of an append after which a response has no log start (ReplicaManager.appendToLocalLog)."""
_MOVED: Final = (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH)
"""With these a response names the leader (KIP-951)."""
_NEVER: Final = 1 << 15
_SPECIAL_TIMES: Final = {
    _LATEST: 0,
    _EARLIEST: 0,
    _MAX_TIMESTAMP: 7,
    _EARLIEST_LOCAL: 8,
    _LATEST_TIERED: 9,
    _EARLIEST_PENDING_UPLOAD: 11,
}
"""Since which version of ListOffsets a negative time is known."""


class _Found(NamedTuple):
    error: ErrorCode
    partition: Partition | None = None


def _find(
    context: Context, name: str, topic_id: Uuid, index: int, epoch: int = _NO_EPOCH
) -> _Found:
    """Find a partition that this broker leads, in the epoch of the client; else the error."""
    state = context.state
    topic = state.topic(name, topic_id)
    partition = state.partition(topic, index)
    if partition is None:
        is_unknown_id = topic is None and topic_id != ZERO_UUID
        unknown = ErrorCode.UNKNOWN_TOPIC_ID, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return _Found(unknown[0] if is_unknown_id else unknown[1])
    if partition.leader != context.node_id:
        return _Found(ErrorCode.NOT_LEADER_OR_FOLLOWER, partition)
    if epoch not in (_NO_EPOCH, partition.epoch):
        is_old = epoch < partition.epoch
        code = ErrorCode.FENCED_LEADER_EPOCH if is_old else ErrorCode.UNKNOWN_LEADER_EPOCH
        return _Found(code, partition)
    return _Found(ErrorCode.NONE, partition)


def _endpoints(context: Context, cls: Any, leaders: Iterable[int]) -> list[Any]:
    """Return the addresses of leaders that a response names (KIP-951)."""
    brokers = [context.state.broker(each) for each in sorted(set(leaders) - {-1})]
    return [
        cls.NodeEndpoint(node_id=each.node_id, host=each.host, port=each.port)
        for each in brokers
        if each is not None
    ]


def produce(context: Context, request: ProduceRequest) -> ProduceResponse:
    """Append record batches to the partitions that this broker leads."""
    leaders: list[int] = []
    found: dict[tuple[str, Uuid], dict[int, ProduceResponse.PartitionProduceResponse]] = {}
    for topic in request.topic_data:
        of_topic = found.setdefault((topic.name, topic.topic_id), {})
        for each in topic.partition_data:
            of_topic[each.index] = _produced(context, request, topic, each, leaders)
    topics = [
        ProduceResponse.TopicProduceResponse(
            name=name, topic_id=topic_id, partition_responses=list(partitions.values())
        )
        for (name, topic_id), partitions in found.items()
    ]
    endpoints = _endpoints(context, ProduceResponse, leaders)
    return ProduceResponse(responses=topics, node_endpoints=endpoints)


def _produced(
    context: Context, request: ProduceRequest, topic: Any, data: Any, leaders: list[int]
) -> ProduceResponse.PartitionProduceResponse:
    cls = ProduceResponse.PartitionProduceResponse
    error, partition = _find(context, topic.name, topic.topic_id, data.index)
    current, start = ProduceResponse.LeaderIdAndEpoch(), -1
    if error is ErrorCode.NONE and (
        wrong := check_format(bytes(data.records or b""), context.version)
    ):
        error = wrong  # in ProduceRequest.validateRecords, before acks are checked
    elif error in _UNKNOWN:
        pass
    elif request.acks not in _ACKS:
        error = ErrorCode.INVALID_REQUIRED_ACKS
    elif error is ErrorCode.NOT_LEADER_OR_FOLLOWER and partition is not None:
        current = current.replace(leader_id=partition.leader, leader_epoch=partition.epoch)
        leaders.append(partition.leader)
    elif not error and partition is not None:
        log = partition.log
        name = _topic_name(context.state, topic.name, topic.topic_id)
        support = Support.of(context.version, _ADDS_PARTITIONS)

        def admitted(batch: RecordBatch, is_open: bool) -> ErrorCode:
            if request.transactional_id is None:
                return ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
            producer = batch.producer_id, batch.producer_epoch
            if is_open:
                return ErrorCode.NONE
            return admit(context, request.transactional_id, producer, (name, data.index), support)

        done = log.append(
            bytes(data.records or b""),
            partition.epoch,
            context.now_ms,
            admitted,
            starts_at_zero=support is Support.ADDS,
            needs_keys="compact" in _policy(context, topic),
        )
        error = done.error
        if not error:
            return cls(
                index=data.index,
                base_offset=done.base_offset,
                log_append_time_ms=done.time_ms,
                log_start_offset=log.start,
            )
        start = -1 if error in _WITHOUT_START else log.start
        if done.without_key:
            where = f"topic partition {name}-{data.index}"
            text = f"Compacted topic cannot accept message without key in {where}"
            bad = ProduceResponse.BatchIndexAndErrorMessage
            return cls(
                index=data.index,
                error_code=error,
                base_offset=-1,
                log_start_offset=start,
                error_message="One or more records have been rejected",
                record_errors=[
                    bad(batch_index=each, batch_index_error_message=text)
                    for each in done.without_key
                ],
            )
    return cls(
        index=data.index,
        error_code=error,
        base_offset=-1,
        log_start_offset=start,
        current_leader=current,
    )


def _policy(context: Context, named: Any) -> str:
    topic = context.state.topic(named.name, getattr(named, "topic_id", None))
    return "delete" if topic is None else topic.configs.get("cleanup.policy", "delete")


@dataclass(slots=True)
class _Wanted:
    """A partition of a fetch: the position of the client."""

    name: str
    topic_id: Uuid
    index: int
    offset: int
    epoch: int
    max_bytes: int
    known_name: str | None = None
    """Name of the topic when the client named it by its id; sessions keep it in Kafka."""
    sent: tuple[int, int, int] = (-1, -1, -1)
    """Error, high watermark and log start of the last answer of the session."""


_Key = tuple[str, Uuid, int]


@dataclass(slots=True)
class _Session:
    epoch: int = 1
    wanted: dict[_Key, _Wanted] = field(default_factory=dict)
    is_committed: bool = False
    """`isolation.level` of the last request is `read_committed`."""

    def end(self, log: PartitionLog) -> int:
        """Return the offset up to which a consumer can read."""
        return log.last_stable if self.is_committed else log.end


def fetch(context: Context, request: FetchRequest) -> Message | Wait:
    """Answer when there are `min_bytes`, an error, or the time is over."""
    if context.version < 4:  # needs message formats 0 and 1
        return FetchResponse(
            responses=[
                FetchResponse.FetchableTopicResponse(
                    topic=topic.topic,
                    partitions=[
                        _partition(each.partition, ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT)
                        for each in topic.partitions
                    ],
                )
                for topic in request.topics
            ]
        )
    found = _session(context, request)
    if isinstance(found, ErrorCode):
        return FetchResponse(error_code=found)
    session_id, session, is_full = found

    def is_ready() -> bool:
        return any(_is_due(context, each) for each in session.wanted.values()) or (
            _bytes_there(context, session) >= request.min_bytes
        )

    def answer() -> Message:
        return _fetched(context, request, session_id, session, is_full=is_full)

    if is_ready() or not session.wanted:
        return answer()
    return Wait(is_ready, request.max_wait_ms, answer)


def _session(context: Context, request: FetchRequest) -> tuple[int, _Session, bool] | ErrorCode:
    """Return the session of a request, with its partitions brought up to date (KIP-227)."""
    sessions: dict[int, Any] = context.state.sessions
    if request.session_epoch in (0, _FINAL_EPOCH):
        sessions.pop(request.session_id, None)
        session = _Session()
        _update(session, request, context.state)
        if request.session_epoch == _FINAL_EPOCH or context.version < 7:
            return 0, session, True
        while len(sessions) >= SESSIONS_MAX:
            del sessions[next(iter(sessions))]
        session_id = context.state.next_session
        context.state.next_session += 1
        sessions[session_id] = session
        return session_id, session, True
    known = sessions.get(request.session_id)
    if known is None:
        return ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    if request.session_epoch != known.epoch:
        return ErrorCode.INVALID_FETCH_SESSION_EPOCH
    known.epoch = known.epoch % (_EPOCHS - 1) + 1
    _update(known, request, context.state)
    if not known.wanted:  # forgot all of its partitions: FetchManager.newContext ends the session
        del sessions[request.session_id]
        session = _Session()
        _update(session, request.replace(forgotten_topics_data=[]), context.state)
        return 0, session, True
    if len(known.wanted) > PARTITIONS_MAX:
        del sessions[request.session_id]
        return ErrorCode.FETCH_SESSION_ID_NOT_FOUND
    return request.session_id, known, False


def _update(session: _Session, request: FetchRequest, state: ClusterState) -> None:
    session.is_committed = request.isolation_level == READ_COMMITTED
    for topic in request.topics:
        named = state.topic(None, topic.topic_id)
        name = None if named is None else named.name
        for each in topic.partitions:
            key = topic.topic, topic.topic_id, each.partition
            before = session.wanted.get(key)
            session.wanted[key] = _Wanted(
                *key,
                each.fetch_offset,
                each.current_leader_epoch,
                each.partition_max_bytes,
                name,
                before.sent if before else (-1, -1, -1),
            )
    for forgotten in request.forgotten_topics_data:
        for index in forgotten.partitions:
            session.wanted.pop((forgotten.topic, forgotten.topic_id, index), None)


def session_places(state: ClusterState, message: Message) -> list[Place]:
    """Return the partitions of the session of a fetch, which the request need not name."""
    session: Any = state.sessions.get(getattr(message, "session_id", 0))
    if session is None or message.API_KEY != FetchResponse.API_KEY:
        return []
    return [
        Place(_topic_name(state, each.name, each.topic_id), each.topic_id, each.index)
        for each in session.wanted.values()
    ]


def _topic_name(state: ClusterState, name: str, topic_id: Uuid) -> str:
    topic = state.topic(name, topic_id)
    return name if topic is None else topic.name


def _checked(context: Context, wanted: _Wanted) -> _Found:
    if context.injected:
        place = Place(_topic_name(context.state, wanted.name, wanted.topic_id), None, wanted.index)
        error = next((each for each in context.injected if each.matches(place)), None)
        if error is not None:
            return _Found(error.code)
    found = _find(context, wanted.name, wanted.topic_id, wanted.index, wanted.epoch)
    if found.error is ErrorCode.UNKNOWN_TOPIC_ID and wanted.known_name is not None:
        is_another = wanted.known_name in context.state.topics
        gone = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return _Found(ErrorCode.INCONSISTENT_TOPIC_ID if is_another else gone)
    if not found.error and found.partition is not None:
        log = found.partition.log
        if not log.start <= wanted.offset <= log.end:
            return _Found(ErrorCode.OFFSET_OUT_OF_RANGE, found.partition)
    return found


def _is_due(context: Context, wanted: _Wanted) -> bool:
    return bool(_checked(context, wanted).error)


def _bytes_there(context: Context, session: _Session) -> int:
    total = 0
    for wanted in session.wanted.values():
        error, partition = _checked(context, wanted)
        if not error and partition is not None:
            log, size = partition.log, wanted.max_bytes
            total += len(log.read(wanted.offset, size, at_least_one=True, end=session.end(log)))
    return total


def _fetched(
    context: Context, request: FetchRequest, session_id: int, session: _Session, *, is_full: bool
) -> FetchResponse:
    left = request.max_bytes
    leaders: list[int] = []
    topics: dict[tuple[str, Uuid], list[FetchResponse.PartitionData]] = {}
    is_first = True
    for wanted in session.wanted.values():
        error, partition = _checked(context, wanted)
        data = _partition(wanted.index, error)
        if partition is not None and error:
            leader = FetchResponse.LeaderIdAndEpoch(
                leader_id=partition.leader, leader_epoch=partition.epoch
            )
            if error in _MOVED and context.version >= 16:
                data = data.replace(current_leader=leader)
                leaders.append(partition.leader)
        elif partition is not None:
            log = partition.log
            size = min(left, wanted.max_bytes)
            end = session.end(log)
            records = log.read(wanted.offset, size, at_least_one=is_first, end=end)
            left = max(0, left - len(records))
            is_first = is_first and not records
            data = data.replace(
                high_watermark=log.end,
                last_stable_offset=log.last_stable,
                log_start_offset=log.start,
                aborted_transactions=_aborted(session, log, wanted.offset, records),
                records=records,
            )
        said = data.error_code, data.high_watermark, data.log_start_offset
        is_changed = said != wanted.sent or data.error_code or data.records
        if is_full or is_changed:
            topics.setdefault((wanted.name, wanted.topic_id), []).append(data)
            wanted.sent = said
    return FetchResponse(
        session_id=session_id,
        responses=[
            FetchResponse.FetchableTopicResponse(topic=name, topic_id=topic_id, partitions=parts)
            for (name, topic_id), parts in topics.items()
        ],
        node_endpoints=_endpoints(context, FetchResponse, leaders),
    )


def _aborted(
    session: _Session, log: PartitionLog, offset: int, records: bytes
) -> list[FetchResponse.AbortedTransaction] | None:
    if not session.is_committed:
        return None
    return [
        FetchResponse.AbortedTransaction(
            producer_id=each.producer_id, first_offset=each.first_offset
        )
        for each in (log.aborted_after(offset) if records else ())
    ]


def _partition(index: int, error: ErrorCode) -> FetchResponse.PartitionData:
    return FetchResponse.PartitionData(
        partition_index=index,
        error_code=error,
        high_watermark=-1,
        records=b"",
        # as Kafka's default where its request handler knows no such partition
        aborted_transactions=[] if error in _UNKNOWN else None,
    )


def list_offsets(context: Context, request: ListOffsetsRequest) -> ListOffsetsResponse:
    """Answer with the start, the end, or the first offset of a time."""
    is_committed = request.isolation_level == READ_COMMITTED and request.replica_id == _CONSUMER
    return ListOffsetsResponse(
        topics=[
            ListOffsetsResponse.ListOffsetsTopicResponse(
                name=topic.name,
                partitions=[
                    _listed(context, topic.name, each, is_committed=is_committed)
                    for each in topic.partitions
                ],
            )
            for topic in request.topics
        ]
    )


def _listed(
    context: Context, name: str, wanted: Any, *, is_committed: bool
) -> ListOffsetsResponse.ListOffsetsPartitionResponse:
    cls = ListOffsetsResponse.ListOffsetsPartitionResponse
    index, time = wanted.partition_index, wanted.timestamp
    if time < 0 and context.version < _SPECIAL_TIMES.get(time, _NEVER):
        error = ErrorCode.UNSUPPORTED_VERSION
        return cls(partition_index=index, error_code=error, offset=-1, timestamp=-1)
    error, partition = _find(context, name, ZERO_UUID, index, wanted.current_leader_epoch)
    if error or partition is None:
        return cls(partition_index=index, error_code=error, offset=-1, timestamp=-1)
    timestamp, offset = _offset(partition, wanted.timestamp)
    last_stable = partition.log.last_stable
    if is_committed and offset >= last_stable:
        is_end = wanted.timestamp in (_LATEST, _EARLIEST, _EARLIEST_LOCAL)
        timestamp, offset = (timestamp, last_stable) if is_end else (-1, -1)
    if context.version == 0:
        return cls(partition_index=index, old_style_offsets=[offset] if offset >= 0 else [])
    epoch = partition.epoch if offset >= 0 else -1
    return cls(partition_index=index, timestamp=timestamp, offset=offset, leader_epoch=epoch)


def _offset(partition: Partition, timestamp: int) -> tuple[int, int]:
    log = partition.log
    if timestamp == _LATEST:
        return -1, log.end
    if timestamp in (_EARLIEST, _EARLIEST_LOCAL):
        return -1, log.start
    if timestamp == _MAX_TIMESTAMP:
        return log.newest()
    if timestamp in (_LATEST_TIERED, _EARLIEST_PENDING_UPLOAD):
        return -1, -1
    return log.offset_for_time(timestamp)


def offset_for_leader_epoch(
    context: Context, request: OffsetForLeaderEpochRequest
) -> OffsetForLeaderEpochResponse:
    """Answer with the end of an epoch, for clients that check their position (KIP-320)."""
    cls = OffsetForLeaderEpochResponse
    topics = []
    for topic in request.topics:
        ends = []
        for each in topic.partitions:
            epoch, end = each.current_leader_epoch, (-1, -1)
            error, partition = _find(context, topic.topic, ZERO_UUID, each.partition, epoch)
            if not error and partition is not None:
                is_current = each.leader_epoch == partition.epoch
                if each.leader_epoch < partition.epoch:
                    end = partition.log.end_of_epoch(each.leader_epoch)
                end = (partition.epoch, partition.log.end) if is_current else end
            ends.append(
                cls.EpochEndOffset(
                    error_code=error,
                    partition=each.partition,
                    leader_epoch=end[0],
                    end_offset=end[1],
                )
            )
        topics.append(cls.OffsetForLeaderTopicResult(topic=topic.topic, partitions=ends))
    return cls(topics=topics)


def delete_records(context: Context, request: DeleteRecordsRequest) -> DeleteRecordsResponse:
    """Move the start of logs; -1 is their end."""
    cls = DeleteRecordsResponse
    topics = []
    for topic in request.topics:
        results = []
        for each in topic.partitions:
            error, partition = _find(context, topic.name, ZERO_UUID, each.partition_index)
            start = -1
            if not error and partition is not None:
                log = partition.log
                offset = log.end if each.offset == -1 else each.offset
                if "delete" not in _policy(context, topic):
                    error = ErrorCode.POLICY_VIOLATION
                elif 0 <= offset <= log.end:
                    log.delete_before(offset)
                    start = log.start
                else:
                    error = ErrorCode.OFFSET_OUT_OF_RANGE
            results.append(
                cls.DeleteRecordsPartitionResult(
                    partition_index=each.partition_index, low_watermark=start, error_code=error
                )
            )
        topics.append(cls.DeleteRecordsTopicResult(name=topic.name, partitions=results))
    return cls(topics=topics)


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "Produce": produce,
    "Fetch": fetch,
    "ListOffsets": list_offsets,
    "OffsetForLeaderEpoch": offset_for_leader_epoch,
    "DeleteRecords": delete_records,
}
