# Generated from DefaultPrincipalData.json by `python -m codegen generate`. Do not edit.
"""DefaultPrincipalData, data, version 0, flexible from 0. The principal inside an EnvelopeRequest, as the default serializer writes it."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_UNPACK_ZB = Layout(">?B").unpack_from


class DefaultPrincipalData(Message):
    """The principal inside an EnvelopeRequest, as the default serializer writes it."""

    __slots__ = ("type", "name", "token_authenticated", "unknown_tagged_fields")
    __match_args__ = ("type", "name", "token_authenticated")
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    type: Final[str]
    """Type of the principal, such as User. (string)"""
    name: Final[str]
    """Name of the principal. (string)"""
    token_authenticated: Final[bool]
    """Whether the client authenticated with a delegation token. (bool)"""

    def __init__(
        self,
        *,
        type: str = "",
        name: str = "",
        token_authenticated: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.type = type
        self.name = name
        self.token_authenticated = token_authenticated
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            type: str = ...,
            name: str = ...,
            token_authenticated: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DefaultPrincipalData = new(DefaultPrincipalData)


def _read_DefaultPrincipalData_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DefaultPrincipalData()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.token_authenticated, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DefaultPrincipalData_0(put: Append, o: Any) -> None:
    items = o.type.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.token_authenticated is not True and o.token_authenticated is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.token_authenticated))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.token_authenticated))


DefaultPrincipalData._READERS = {
    0: _read_DefaultPrincipalData_0,
}
DefaultPrincipalData._WRITERS = {
    0: _write_DefaultPrincipalData_0,
}
