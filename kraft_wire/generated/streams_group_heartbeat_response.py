# Generated from StreamsGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupHeartbeatResponse, response of API key 88, versions 0-1, flexible from 0. Tells the member its epoch, its tasks and what is wrong with the group."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_Zi = Layout(">?i").pack
_PACK_ZiB = Layout(">?iB").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iiiiB = Layout(">iiiiB").pack
_PACK_iiiq = Layout(">iiiq").pack
_PACK_iiiqB = Layout(">iiiqB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_ZiB = Layout(">?iB").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiiiB = Layout(">iiiiB").unpack_from
_UNPACK_iiiqB = Layout(">iiiqB").unpack_from


class Status(Struct):
    """What is wrong or pending with the group."""

    __slots__ = ("status_code", "status_detail", "unknown_tagged_fields")
    __match_args__ = ("status_code", "status_detail")
    __qualname__ = "StreamsGroupHeartbeatResponse.Status"
    status_code: Final[int]
    """Number of the status. (int8)"""
    status_detail: Final[str]
    """Text of the status. (string)"""

    def __init__(
        self,
        *,
        status_code: int = 0,
        status_detail: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.status_code = status_code
        self.status_detail = status_detail
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            status_code: int = ...,
            status_detail: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Status = Status
_new_Status = new(Status)


class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    __slots__ = ("subtopology_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partitions")
    __qualname__ = "StreamsGroupHeartbeatResponse.TaskIds"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TaskIds = TaskIds
_new_TaskIds = new(TaskIds)


class Endpoint(Struct):
    """Where the application can be reached; null for none."""

    __slots__ = ("host", "port", "unknown_tagged_fields")
    __match_args__ = ("host", "port")
    __qualname__ = "StreamsGroupHeartbeatResponse.Endpoint"
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""

    def __init__(
        self,
        *,
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Endpoint = Endpoint
_new_Endpoint = new(Endpoint)
_DEFAULT_Endpoint = shared_default(Endpoint)


class TopicPartition(Struct):
    """Part of StreamsGroupHeartbeatResponse."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "StreamsGroupHeartbeatResponse.TopicPartition"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicPartition = TopicPartition
_new_TopicPartition = new(TopicPartition)


class EndpointToPartitions(Struct):
    """Partitions by the endpoint that serves them."""

    __slots__ = ("user_endpoint", "active_partitions", "standby_partitions", "unknown_tagged_fields")
    __match_args__ = ("user_endpoint", "active_partitions", "standby_partitions")
    __qualname__ = "StreamsGroupHeartbeatResponse.EndpointToPartitions"
    user_endpoint: Final[Endpoint]
    """Where the application can be reached; null for none. (Endpoint)"""
    active_partitions: Final[tuple[TopicPartition, ...]]
    """Partitions of active tasks at this endpoint. ([]TopicPartition)"""
    standby_partitions: Final[tuple[TopicPartition, ...]]
    """Partitions of standby tasks at this endpoint. ([]TopicPartition)"""

    def __init__(
        self,
        *,
        user_endpoint: Endpoint = _DEFAULT_Endpoint,
        active_partitions: Iterable[TopicPartition] = (),
        standby_partitions: Iterable[TopicPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.user_endpoint = user_endpoint
        self.active_partitions = tuple(active_partitions)
        self.standby_partitions = tuple(standby_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            user_endpoint: Endpoint = ...,
            active_partitions: Iterable[TopicPartition] = ...,
            standby_partitions: Iterable[TopicPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EndpointToPartitions = EndpointToPartitions
_new_EndpointToPartitions = new(EndpointToPartitions)


class StreamsGroupHeartbeatResponse(Message):
    """Tells the member its epoch, its tasks and what is wrong with the group."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "member_id", "member_epoch", "heartbeat_interval_ms", "acceptable_recovery_lag_legacy", "task_offset_interval_ms", "acceptable_recovery_lag", "status", "active_tasks", "standby_tasks", "warmup_tasks", "topology_description_required", "endpoint_information_epoch", "partitions_by_user_endpoint", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "member_id", "member_epoch", "heartbeat_interval_ms", "acceptable_recovery_lag_legacy", "task_offset_interval_ms", "acceptable_recovery_lag", "status", "active_tasks", "standby_tasks", "warmup_tasks", "topology_description_required", "endpoint_information_epoch", "partitions_by_user_endpoint")
    KIND = "response"
    API_KEY = 88
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        Status: TypeAlias = _Status
        TaskIds: TypeAlias = _TaskIds
        Endpoint: TypeAlias = _Endpoint
        TopicPartition: TypeAlias = _TopicPartition
        EndpointToPartitions: TypeAlias = _EndpointToPartitions
    else:  # no annotation of a field
        Status = _Status
        TaskIds = _TaskIds
        Endpoint = _Endpoint
        TopicPartition = _TopicPartition
        EndpointToPartitions = _EndpointToPartitions
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    heartbeat_interval_ms: Final[int]
    """Milliseconds between heartbeats. (int32)"""
    acceptable_recovery_lag_legacy: Final[int]
    """Highest sum of offset lags at which a task counts as caught up, in 32 bits. (int32, version 0)"""
    task_offset_interval_ms: Final[int]
    """Milliseconds between reports of task offsets. (int32)"""
    acceptable_recovery_lag: Final[int]
    """Highest sum of offset lags at which a task counts as caught up. (int64, version 1, ignorable)"""
    status: Final[tuple[Status, ...] | None]
    """What is wrong or pending with the group. ([]Status)"""
    active_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that process records. ([]TaskIds)"""
    standby_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that keep a copy of the state. ([]TaskIds)"""
    warmup_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that restore their state in order to become active here. ([]TaskIds)"""
    topology_description_required: Final[bool]
    """Whether the member shall hand in its topology. (bool, version 1)"""
    endpoint_information_epoch: Final[int]
    """Epoch of what is told about endpoints. (int32)"""
    partitions_by_user_endpoint: Final[tuple[EndpointToPartitions, ...] | None]
    """Partitions by the endpoint that serves them. ([]EndpointToPartitions)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        member_id: str = "",
        member_epoch: int = 0,
        heartbeat_interval_ms: int = 0,
        acceptable_recovery_lag_legacy: int = 0,
        task_offset_interval_ms: int = 0,
        acceptable_recovery_lag: int = -1,
        status: Iterable[Status] | None = (),
        active_tasks: Iterable[TaskIds] | None = None,
        standby_tasks: Iterable[TaskIds] | None = None,
        warmup_tasks: Iterable[TaskIds] | None = None,
        topology_description_required: bool = False,
        endpoint_information_epoch: int = 0,
        partitions_by_user_endpoint: Iterable[EndpointToPartitions] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.heartbeat_interval_ms = heartbeat_interval_ms
        self.acceptable_recovery_lag_legacy = acceptable_recovery_lag_legacy
        self.task_offset_interval_ms = task_offset_interval_ms
        self.acceptable_recovery_lag = acceptable_recovery_lag
        self.status = None if status is None else tuple(status)
        self.active_tasks = None if active_tasks is None else tuple(active_tasks)
        self.standby_tasks = None if standby_tasks is None else tuple(standby_tasks)
        self.warmup_tasks = None if warmup_tasks is None else tuple(warmup_tasks)
        self.topology_description_required = topology_description_required
        self.endpoint_information_epoch = endpoint_information_epoch
        self.partitions_by_user_endpoint = None if partitions_by_user_endpoint is None else tuple(partitions_by_user_endpoint)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            member_id: str = ...,
            member_epoch: int = ...,
            heartbeat_interval_ms: int = ...,
            acceptable_recovery_lag_legacy: int = ...,
            task_offset_interval_ms: int = ...,
            acceptable_recovery_lag: int = ...,
            status: Iterable[Status] | None = ...,
            active_tasks: Iterable[TaskIds] | None = ...,
            standby_tasks: Iterable[TaskIds] | None = ...,
            warmup_tasks: Iterable[TaskIds] | None = ...,
            topology_description_required: bool = ...,
            endpoint_information_epoch: int = ...,
            partitions_by_user_endpoint: Iterable[EndpointToPartitions] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupHeartbeatResponse = new(StreamsGroupHeartbeatResponse)


def _read_Status_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Status()
        o.status_code, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.status_detail = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Status_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.status_detail.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.status_code, n))
        else:
            put(_PACK_b(o.status_code))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TaskIds_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TaskIds()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TaskIds_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Endpoint_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Endpoint()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.port, n = _UNPACK_HB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Endpoint_0(put: Append, o: Any) -> None:
    items = o.host.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_H(o.port))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Hx(o.port))


def _read_TopicPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartition()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_EndpointToPartitions_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EndpointToPartitions()
        o.user_endpoint, pos = _read_Endpoint_0(buf, pos)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.active_partitions, pos = _read_TopicPartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.standby_partitions, pos = _read_TopicPartition_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_EndpointToPartitions_many_0(put: Append, many: Any) -> None:
    for o in many:
        _write_Endpoint_0(put, o.user_endpoint)
        items = o.active_partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicPartition_many_0(put, items)
        items = o.standby_partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicPartition_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupHeartbeatResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupHeartbeatResponse()
    o.acceptable_recovery_lag = -1
    o.topology_description_required = False
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms, n = _UNPACK_iiiiB(buf, pos)
    pos += 16
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.status, pos = _read_Status_many_0(buf, pos + 1, n - 1)
    else:
        o.status = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.active_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.active_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.standby_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.standby_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.warmup_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.warmup_tasks = None
        pos += 1
    o.endpoint_information_epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.partitions_by_user_endpoint, pos = _read_EndpointToPartitions_many_0(buf, pos + 1, n - 1)
    else:
        o.partitions_by_user_endpoint = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupHeartbeatResponse_0(put: Append, o: Any) -> None:
    if o.topology_description_required is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.status
    if items is None:
        put(_PACK_iiiiB(o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiiB(o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms, n))
        else:
            put(_PACK_iiii(o.member_epoch, o.heartbeat_interval_ms, o.acceptable_recovery_lag_legacy, o.task_offset_interval_ms))
            put(count_uvarint(n))
        if items:
            _write_Status_many_0(put, items)
    items = o.active_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.standby_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.partitions_by_user_endpoint
    if items is None:
        put(_PACK_iB(o.endpoint_information_epoch, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.endpoint_information_epoch, n))
        else:
            put(_PACK_i(o.endpoint_information_epoch))
            put(count_uvarint(n))
        if items:
            _write_EndpointToPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_StreamsGroupHeartbeatResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupHeartbeatResponse()
    o.acceptable_recovery_lag_legacy = 0
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag, n = _UNPACK_iiiqB(buf, pos)
    pos += 20
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.status, pos = _read_Status_many_0(buf, pos + 1, n - 1)
    else:
        o.status = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.active_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.active_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.standby_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.standby_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.warmup_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.warmup_tasks = None
        pos += 1
    o.topology_description_required, o.endpoint_information_epoch, n = _UNPACK_ZiB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.partitions_by_user_endpoint, pos = _read_EndpointToPartitions_many_0(buf, pos + 1, n - 1)
    else:
        o.partitions_by_user_endpoint = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupHeartbeatResponse_1(put: Append, o: Any) -> None:
    if o.acceptable_recovery_lag_legacy != 0:
        raise ValueError("this version lacks a field that is set")
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.status
    if items is None:
        put(_PACK_iiiqB(o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiqB(o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag, n))
        else:
            put(_PACK_iiiq(o.member_epoch, o.heartbeat_interval_ms, o.task_offset_interval_ms, o.acceptable_recovery_lag))
            put(count_uvarint(n))
        if items:
            _write_Status_many_0(put, items)
    items = o.active_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.standby_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    if o.topology_description_required is not True and o.topology_description_required is not False:
        raise ValueError("bool is neither true nor false")
    items = o.partitions_by_user_endpoint
    if items is None:
        put(_PACK_ZiB(o.topology_description_required, o.endpoint_information_epoch, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_ZiB(o.topology_description_required, o.endpoint_information_epoch, n))
        else:
            put(_PACK_Zi(o.topology_description_required, o.endpoint_information_epoch))
            put(count_uvarint(n))
        if items:
            _write_EndpointToPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupHeartbeatResponse._READERS = {
    0: _read_StreamsGroupHeartbeatResponse_0,
    1: _read_StreamsGroupHeartbeatResponse_1,
}
StreamsGroupHeartbeatResponse._WRITERS = {
    0: _write_StreamsGroupHeartbeatResponse_0,
    1: _write_StreamsGroupHeartbeatResponse_1,
}
