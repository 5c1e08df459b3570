# Generated from GroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""GroupMetadataValue, coordinator value of type 2, versions 0-4, flexible from 4. A classic group with its members and their assignments."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_iii = Layout(">iii").pack
_PACK_q = Layout(">q").pack
_PACK_qB = Layout(">qB").pack
_PACK_qi = Layout(">qi").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iii = Layout(">iii").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from
_UNPACK_qi = Layout(">qi").unpack_from


class MemberMetadata(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "group_instance_id", "client_id", "client_host", "rebalance_timeout", "session_timeout", "subscription", "assignment", "unknown_tagged_fields")
    __match_args__ = ("member_id", "group_instance_id", "client_id", "client_host", "rebalance_timeout", "session_timeout", "subscription", "assignment")
    __qualname__ = "GroupMetadataValue.MemberMetadata"
    member_id: Final[str]
    """Id of the member. (string)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-4, ignorable)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    rebalance_timeout: Final[int]
    """Milliseconds that a member has for a rebalance; -1 if unknown. (int32, versions 1-4, ignorable)"""
    session_timeout: Final[int]
    """Milliseconds without heartbeat after which the member is gone. (int32)"""
    subscription: Final[bytes]
    """Subscription as the client's protocol encodes it. (bytes)"""
    assignment: Final[bytes]
    """Assignment as the client's protocol encodes it. (bytes)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        group_instance_id: str | None = None,
        client_id: str = "",
        client_host: str = "",
        rebalance_timeout: int = -1,
        session_timeout: int = 0,
        subscription: bytes = b'',
        assignment: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.client_id = client_id
        self.client_host = client_host
        self.rebalance_timeout = rebalance_timeout
        self.session_timeout = session_timeout
        self.subscription = subscription
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            rebalance_timeout: int = ...,
            session_timeout: int = ...,
            subscription: bytes = ...,
            assignment: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MemberMetadata = MemberMetadata
_new_MemberMetadata = new(MemberMetadata)


class GroupMetadataValue(Message):
    """A classic group with its members and their assignments."""

    __slots__ = ("protocol_type", "generation", "protocol", "leader", "current_state_timestamp", "members", "unknown_tagged_fields")
    __match_args__ = ("protocol_type", "generation", "protocol", "leader", "current_state_timestamp", "members")
    KIND = "coordinator-value"
    API_KEY = 2
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    if TYPE_CHECKING:
        MemberMetadata: TypeAlias = _MemberMetadata
    else:  # no annotation of a field
        MemberMetadata = _MemberMetadata
    protocol_type: Final[str]
    """What the members use the group for, such as consumer. (string)"""
    generation: Final[int]
    """Generation of the group. (int32)"""
    protocol: Final[str | None]
    """Name of the protocol (assignor) in use; null for none. (string)"""
    leader: Final[str | None]
    """Member id of the group's leader; null for none. (string)"""
    current_state_timestamp: Final[int]
    """When the group came into its state, in milliseconds since 1970; -1 if unknown. (int64, versions 2-4, ignorable)"""
    members: Final[tuple[MemberMetadata, ...]]
    """One entry for each member of the group. ([]MemberMetadata)"""

    def __init__(
        self,
        *,
        protocol_type: str = "",
        generation: int = 0,
        protocol: str | None = "",
        leader: str | None = "",
        current_state_timestamp: int = -1,
        members: Iterable[MemberMetadata] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.protocol_type = protocol_type
        self.generation = generation
        self.protocol = protocol
        self.leader = leader
        self.current_state_timestamp = current_state_timestamp
        self.members = tuple(members)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            protocol_type: str = ...,
            generation: int = ...,
            protocol: str | None = ...,
            leader: str | None = ...,
            current_state_timestamp: int = ...,
            members: Iterable[MemberMetadata] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_GroupMetadataValue = new(GroupMetadataValue)


def _read_MemberMetadata_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberMetadata()
        o.group_instance_id = None
        o.rebalance_timeout = -1
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_host = buf[pos:end].decode()
        pos = end
        o.session_timeout, n = _UNPACK_ii(buf, pos)
        pos += 8
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.subscription = buf[pos:end]
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MemberMetadata_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.subscription
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_ii(o.session_timeout, n))
        put(items)
        items = o.assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_MemberMetadata_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberMetadata()
        o.group_instance_id = None
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_host = buf[pos:end].decode()
        pos = end
        o.rebalance_timeout, o.session_timeout, n = _UNPACK_iii(buf, pos)
        pos += 12
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.subscription = buf[pos:end]
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MemberMetadata_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.subscription
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_iii(o.rebalance_timeout, o.session_timeout, n))
        put(items)
        items = o.assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_MemberMetadata_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberMetadata()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.member_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.group_instance_id = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.group_instance_id = None
        else:
            raise ValueError("length is below -1")
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_id = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.client_host = buf[pos:end].decode()
        pos = end
        o.rebalance_timeout, o.session_timeout, n = _UNPACK_iii(buf, pos)
        pos += 12
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.subscription = buf[pos:end]
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.assignment = buf[pos:end]
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MemberMetadata_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.member_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.group_instance_id
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)
        items = o.client_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.client_host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.subscription
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_iii(o.rebalance_timeout, o.session_timeout, n))
        put(items)
        items = o.assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)


def _read_MemberMetadata_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MemberMetadata()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.group_instance_id = None
            pos += 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
        o.rebalance_timeout, o.session_timeout, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if not n:
            raise ValueError("null bytes")
        end = pos + n
        o.subscription = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if not n:
            raise ValueError("null bytes")
        end = pos + n
        o.assignment = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MemberMetadata_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_instance_id
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.client_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.client_host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.subscription
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.rebalance_timeout, o.session_timeout, n))
        else:
            put(_PACK_ii(o.rebalance_timeout, o.session_timeout))
            put(uvarint(n))
        put(items)
        items = o.assignment
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_GroupMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataValue()
    o.current_state_timestamp = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    o.generation, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n >= 0:
        end = pos + n
        o.protocol = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.protocol = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.leader = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.leader = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberMetadata_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_GroupMetadataValue_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocol
    if items is None:
        put(_PACK_ih(o.generation, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ih(o.generation, n))
        put(items)
    items = o.leader
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MemberMetadata_many_0(put, items)


def _read_GroupMetadataValue_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataValue()
    o.current_state_timestamp = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    o.generation, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n >= 0:
        end = pos + n
        o.protocol = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.protocol = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.leader = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.leader = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberMetadata_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_GroupMetadataValue_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocol
    if items is None:
        put(_PACK_ih(o.generation, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ih(o.generation, n))
        put(items)
    items = o.leader
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MemberMetadata_many_1(put, items)


def _read_GroupMetadataValue_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataValue()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    o.generation, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n >= 0:
        end = pos + n
        o.protocol = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.protocol = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.leader = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.leader = None
    else:
        raise ValueError("length is below -1")
    o.current_state_timestamp, n = _UNPACK_qi(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberMetadata_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_GroupMetadataValue_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocol
    if items is None:
        put(_PACK_ih(o.generation, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ih(o.generation, n))
        put(items)
    items = o.leader
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qi(o.current_state_timestamp, n))
    if items:
        _write_MemberMetadata_many_1(put, items)


def _read_GroupMetadataValue_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataValue()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.protocol_type = buf[pos:end].decode()
    pos = end
    o.generation, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n >= 0:
        end = pos + n
        o.protocol = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.protocol = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.leader = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.leader = None
    else:
        raise ValueError("length is below -1")
    o.current_state_timestamp, n = _UNPACK_qi(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.members, pos = _read_MemberMetadata_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_GroupMetadataValue_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.protocol_type.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.protocol
    if items is None:
        put(_PACK_ih(o.generation, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ih(o.generation, n))
        put(items)
    items = o.leader
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.members
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qi(o.current_state_timestamp, n))
    if items:
        _write_MemberMetadata_many_3(put, items)


def _read_GroupMetadataValue_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GroupMetadataValue()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.protocol_type = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.protocol = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.protocol = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.leader = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.leader = None
        pos += 1
    o.current_state_timestamp, n = _UNPACK_qB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.members, pos = _read_MemberMetadata_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_GroupMetadataValue_4(put: Append, o: Any) -> None:
    items = o.protocol_type.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.protocol
    if items is None:
        put(_PACK_iB(o.generation, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.generation, n))
        else:
            put(_PACK_i(o.generation))
            put(text_uvarint(n))
        put(items)
    items = o.leader
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.members
    n = len(items) + 1
    if n < 128:
        put(_PACK_qB(o.current_state_timestamp, n))
    else:
        put(_PACK_q(o.current_state_timestamp))
        put(count_uvarint(n))
    if items:
        _write_MemberMetadata_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


GroupMetadataValue._READERS = {
    0: _read_GroupMetadataValue_0,
    1: _read_GroupMetadataValue_1,
    2: _read_GroupMetadataValue_2,
    3: _read_GroupMetadataValue_3,
    4: _read_GroupMetadataValue_4,
}
GroupMetadataValue._WRITERS = {
    0: _write_GroupMetadataValue_0,
    1: _write_GroupMetadataValue_1,
    2: _write_GroupMetadataValue_2,
    3: _write_GroupMetadataValue_3,
    4: _write_GroupMetadataValue_4,
}
