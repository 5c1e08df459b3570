# Generated from DescribeUserScramCredentialsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeUserScramCredentialsRequest, request of API key 50, version 0, flexible from 0. Asks which SCRAM credentials users have; secrets are not told."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_user_scram_credentials_response import DescribeUserScramCredentialsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack


class UserName(Struct):
    """Users to tell of; null for all."""

    __slots__ = ("name", "unknown_tagged_fields")
    __match_args__ = ("name",)
    __qualname__ = "DescribeUserScramCredentialsRequest.UserName"
    name: Final[str]
    """Name of the user. (string)"""

    def __init__(
        self,
        *,
        name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UserName = UserName
_new_UserName = new(UserName)


class DescribeUserScramCredentialsRequest(Request["DescribeUserScramCredentialsResponse"]):
    """Asks which SCRAM credentials users have; secrets are not told."""

    __slots__ = ("users", "unknown_tagged_fields")
    __match_args__ = ("users",)
    KIND = "request"
    API_KEY = 50
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "DescribeUserScramCredentialsResponse"
    if TYPE_CHECKING:
        UserName: TypeAlias = _UserName
    else:  # no annotation of a field
        UserName = _UserName
    users: Final[tuple[UserName, ...] | None]
    """Users to tell of; null for all. ([]UserName)"""

    def __init__(
        self,
        *,
        users: Iterable[UserName] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.users = None if users is None else tuple(users)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            users: Iterable[UserName] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeUserScramCredentialsRequest = new(DescribeUserScramCredentialsRequest)


def _read_UserName_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UserName()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UserName_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeUserScramCredentialsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeUserScramCredentialsRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.users, pos = _read_UserName_many_0(buf, pos + 1, n - 1)
    else:
        o.users = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeUserScramCredentialsRequest_0(put: Append, o: Any) -> None:
    items = o.users
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_UserName_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeUserScramCredentialsRequest._READERS = {
    0: _read_DescribeUserScramCredentialsRequest_0,
}
DescribeUserScramCredentialsRequest._WRITERS = {
    0: _write_DescribeUserScramCredentialsRequest_0,
}
