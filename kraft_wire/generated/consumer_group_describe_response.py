# Generated from ConsumerGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupDescribeResponse, response of API key 69, versions 0-1, flexible from 0. Answers ConsumerGroupDescribeRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
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
_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartitions(Struct):
    """Partitions by topic."""

    __slots__ = ("topic_id", "topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "topic_name", "partitions")
    __qualname__ = "ConsumerGroupDescribeResponse.TopicPartitions"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        topic_name: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.topic_name = topic_name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            topic_name: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicPartitions = TopicPartitions
_new_TopicPartitions = new(TopicPartitions)


class Assignment(Struct):
    """Part of ConsumerGroupDescribeResponse."""

    __slots__ = ("topic_partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_partitions",)
    __qualname__ = "ConsumerGroupDescribeResponse.Assignment"
    topic_partitions: Final[tuple[TopicPartitions, ...]]
    """Partitions by topic. ([]TopicPartitions)"""

    def __init__(
        self,
        *,
        topic_partitions: Iterable[TopicPartitions] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_partitions = tuple(topic_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_partitions: Iterable[TopicPartitions] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Assignment = Assignment
_new_Assignment = new(Assignment)
_DEFAULT_Assignment = shared_default(Assignment)


class Member(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "instance_id", "rack_id", "member_epoch", "client_id", "client_host", "subscribed_topic_names", "subscribed_topic_regex", "assignment", "target_assignment", "member_type", "unknown_tagged_fields")
    __match_args__ = ("member_id", "instance_id", "rack_id", "member_epoch", "client_id", "client_host", "subscribed_topic_names", "subscribed_topic_regex", "assignment", "target_assignment", "member_type")
    __qualname__ = "ConsumerGroupDescribeResponse.Member"
    member_id: Final[str]
    """Id of the member. (string)"""
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    subscribed_topic_names: Final[tuple[str, ...]]
    """Topics that the member subscribes to by name. ([]string)"""
    subscribed_topic_regex: Final[str | None]
    """Regular expression that the member subscribes with. (string)"""
    assignment: Final[Assignment]
    """What the member is assigned. (Assignment)"""
    target_assignment: Final[Assignment]
    """What the member shall have. (Assignment)"""
    member_type: Final[int]
    """0 classic, 1 consumer, -1 unknown. (int8, version 1, ignorable)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        instance_id: str | None = None,
        rack_id: str | None = None,
        member_epoch: int = 0,
        client_id: str = "",
        client_host: str = "",
        subscribed_topic_names: Iterable[str] = (),
        subscribed_topic_regex: str | None = None,
        assignment: Assignment = _DEFAULT_Assignment,
        target_assignment: Assignment = _DEFAULT_Assignment,
        member_type: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.member_epoch = member_epoch
        self.client_id = client_id
        self.client_host = client_host
        self.subscribed_topic_names = _text_tuple(subscribed_topic_names)
        self.subscribed_topic_regex = subscribed_topic_regex
        self.assignment = assignment
        self.target_assignment = target_assignment
        self.member_type = member_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            member_epoch: int = ...,
            client_id: str = ...,
            client_host: str = ...,
            subscribed_topic_names: Iterable[str] = ...,
            subscribed_topic_regex: str | None = ...,
            assignment: Assignment = ...,
            target_assignment: Assignment = ...,
            member_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Member = Member
_new_Member = new(Member)


class DescribedGroup(Struct):
    """One entry for each group."""

    __slots__ = ("error_code", "error_message", "group_id", "group_state", "group_epoch", "assignment_epoch", "assignor_name", "members", "authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "group_id", "group_state", "group_epoch", "assignment_epoch", "assignor_name", "members", "authorized_operations")
    __qualname__ = "ConsumerGroupDescribeResponse.DescribedGroup"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    group_id: Final[str]
    """Id of the group. (string)"""
    group_state: Final[str]
    """State of the group, as text. (string)"""
    group_epoch: Final[int]
    """Epoch of the group, raised by each change of members or subscriptions. (int32)"""
    assignment_epoch: Final[int]
    """Epoch of the group for which the assignment was computed. (int32)"""
    assignor_name: Final[str]
    """Name of the assignor in use. (string)"""
    members: Final[tuple[Member, ...]]
    """One entry for each member of the group. ([]Member)"""
    authorized_operations: Final[int]
    """Operations that the client may do, one bit each; -2147483648 where nobody asked. (int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = None,
        group_id: str = "",
        group_state: str = "",
        group_epoch: int = 0,
        assignment_epoch: int = 0,
        assignor_name: str = "",
        members: Iterable[Member] = (),
        authorized_operations: int = -2147483648,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.group_id = group_id
        self.group_state = group_state
        self.group_epoch = group_epoch
        self.assignment_epoch = assignment_epoch
        self.assignor_name = assignor_name
        self.members = tuple(members)
        self.authorized_operations = authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            group_id: str = ...,
            group_state: str = ...,
            group_epoch: int = ...,
            assignment_epoch: int = ...,
            assignor_name: str = ...,
            members: Iterable[Member] = ...,
            authorized_operations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedGroup = DescribedGroup
_new_DescribedGroup = new(DescribedGroup)


class ConsumerGroupDescribeResponse(Message):
    """Answers ConsumerGroupDescribeRequest."""

    __slots__ = ("throttle_time_ms", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "groups")
    KIND = "response"
    API_KEY = 69
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        TopicPartitions: TypeAlias = _TopicPartitions
        Assignment: TypeAlias = _Assignment
        Member: TypeAlias = _Member
        DescribedGroup: TypeAlias = _DescribedGroup
    else:  # no annotation of a field
        TopicPartitions = _TopicPartitions
        Assignment = _Assignment
        Member = _Member
        DescribedGroup = _DescribedGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    groups: Final[tuple[DescribedGroup, ...]]
    """One entry for each group. ([]DescribedGroup)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: Iterable[DescribedGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            groups: Iterable[DescribedGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupDescribeResponse = new(ConsumerGroupDescribeResponse)


def _read_TopicPartitions_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartitions()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
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


def _write_TopicPartitions_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.topic_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Assignment_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Assignment()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Assignment_0(put: Append, o: Any) -> None:
    items = o.topic_partitions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_Member_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Member()
        o.member_type = -1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.instance_id = None
            pos += 1
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.rack_id = None
            pos += 1
        o.member_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.subscribed_topic_regex = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.subscribed_topic_regex = None
            pos += 1
        o.assignment, pos = _read_Assignment_0(buf, pos)
        o.target_assignment, pos = _read_Assignment_0(buf, pos)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Member_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.instance_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.rack_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.client_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.member_epoch, n))
        else:
            put(_PACK_i(o.member_epoch))
            put(text_uvarint(n))
        put(items)
        items = o.client_host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.subscribed_topic_names
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.subscribed_topic_regex
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        _write_Assignment_0(put, o.assignment)
        _write_Assignment_0(put, o.target_assignment)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Member_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Member()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.instance_id = None
            pos += 1
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.rack_id = None
            pos += 1
        o.member_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.subscribed_topic_regex = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.subscribed_topic_regex = None
            pos += 1
        o.assignment, pos = _read_Assignment_0(buf, pos)
        o.target_assignment, pos = _read_Assignment_0(buf, pos)
        o.member_type, n = _UNPACK_bB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Member_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.instance_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.rack_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.client_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.member_epoch, n))
        else:
            put(_PACK_i(o.member_epoch))
            put(text_uvarint(n))
        put(items)
        items = o.client_host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.subscribed_topic_names
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.subscribed_topic_regex
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        _write_Assignment_0(put, o.assignment)
        _write_Assignment_0(put, o.target_assignment)
        if o.unknown_tagged_fields:
            put(_PACK_b(o.member_type))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bx(o.member_type))


def _read_DescribedGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
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
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        o.group_epoch, o.assignment_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.assignor_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_Member_many_0(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.assignor_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.group_epoch, o.assignment_epoch, n))
        else:
            put(_PACK_ii(o.group_epoch, o.assignment_epoch))
            put(text_uvarint(n))
        put(items)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_Member_many_0(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.authorized_operations))


def _read_DescribedGroup_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
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
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        o.group_epoch, o.assignment_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.assignor_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_Member_many_1(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.assignor_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.group_epoch, o.assignment_epoch, n))
        else:
            put(_PACK_ii(o.group_epoch, o.assignment_epoch))
            put(text_uvarint(n))
        put(items)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_Member_many_1(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.authorized_operations))


def _read_ConsumerGroupDescribeResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupDescribeResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupDescribeResponse_0(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ConsumerGroupDescribeResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupDescribeResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupDescribeResponse_1(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ConsumerGroupDescribeResponse._READERS = {
    0: _read_ConsumerGroupDescribeResponse_0,
    1: _read_ConsumerGroupDescribeResponse_1,
}
ConsumerGroupDescribeResponse._WRITERS = {
    0: _write_ConsumerGroupDescribeResponse_0,
    1: _write_ConsumerGroupDescribeResponse_1,
}
