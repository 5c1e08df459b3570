# Generated from AlterUserScramCredentialsRequest.json by `python -m codegen generate`. Do not edit.
"""AlterUserScramCredentialsRequest, request of API key 51, version 0, flexible from 0. Sets or deletes SCRAM credentials of users."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .alter_user_scram_credentials_response import AlterUserScramCredentialsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bi = Layout(">bi").pack
_PACK_biB = Layout(">biB").pack
_PACK_bx = Layout(">bx").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_biB = Layout(">biB").unpack_from


class ScramCredentialDeletion(Struct):
    """Credentials to delete."""

    __slots__ = ("name", "mechanism", "unknown_tagged_fields")
    __match_args__ = ("name", "mechanism")
    __qualname__ = "AlterUserScramCredentialsRequest.ScramCredentialDeletion"
    name: Final[str]
    """Name of the user. (string)"""
    mechanism: Final[int]
    """SASL mechanism. (int8)"""

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.mechanism = mechanism
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            mechanism: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ScramCredentialDeletion = ScramCredentialDeletion
_new_ScramCredentialDeletion = new(ScramCredentialDeletion)


class ScramCredentialUpsertion(Struct):
    """Credentials to set."""

    __slots__ = ("name", "mechanism", "iterations", "salt", "salted_password", "unknown_tagged_fields")
    __match_args__ = ("name", "mechanism", "iterations", "salt", "salted_password")
    __qualname__ = "AlterUserScramCredentialsRequest.ScramCredentialUpsertion"
    name: Final[str]
    """Name of the user. (string)"""
    mechanism: Final[int]
    """SASL mechanism. (int8)"""
    iterations: Final[int]
    """Number of rounds of the SCRAM hash. (int32)"""
    salt: Final[bytes]
    """Salt of the credential. (bytes)"""
    salted_password: Final[bytes]
    """Salted and hashed password. (bytes)"""

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
        iterations: int = 0,
        salt: bytes = b'',
        salted_password: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.mechanism = mechanism
        self.iterations = iterations
        self.salt = salt
        self.salted_password = salted_password
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            mechanism: int = ...,
            iterations: int = ...,
            salt: bytes = ...,
            salted_password: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ScramCredentialUpsertion = ScramCredentialUpsertion
_new_ScramCredentialUpsertion = new(ScramCredentialUpsertion)


class AlterUserScramCredentialsRequest(Request["AlterUserScramCredentialsResponse"]):
    """Sets or deletes SCRAM credentials of users."""

    __slots__ = ("deletions", "upsertions", "unknown_tagged_fields")
    __match_args__ = ("deletions", "upsertions")
    KIND = "request"
    API_KEY = 51
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "AlterUserScramCredentialsResponse"
    if TYPE_CHECKING:
        ScramCredentialDeletion: TypeAlias = _ScramCredentialDeletion
        ScramCredentialUpsertion: TypeAlias = _ScramCredentialUpsertion
    else:  # no annotation of a field
        ScramCredentialDeletion = _ScramCredentialDeletion
        ScramCredentialUpsertion = _ScramCredentialUpsertion
    deletions: Final[tuple[ScramCredentialDeletion, ...]]
    """Credentials to delete. ([]ScramCredentialDeletion)"""
    upsertions: Final[tuple[ScramCredentialUpsertion, ...]]
    """Credentials to set. ([]ScramCredentialUpsertion)"""

    def __init__(
        self,
        *,
        deletions: Iterable[ScramCredentialDeletion] = (),
        upsertions: Iterable[ScramCredentialUpsertion] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.deletions = tuple(deletions)
        self.upsertions = tuple(upsertions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            deletions: Iterable[ScramCredentialDeletion] = ...,
            upsertions: Iterable[ScramCredentialUpsertion] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterUserScramCredentialsRequest = new(AlterUserScramCredentialsRequest)


def _read_ScramCredentialDeletion_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ScramCredentialDeletion()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.mechanism, n = _UNPACK_bB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ScramCredentialDeletion_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_b(o.mechanism))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bx(o.mechanism))


def _read_ScramCredentialUpsertion_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ScramCredentialUpsertion()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.mechanism, o.iterations, n = _UNPACK_biB(buf, pos)
        pos += 5
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
        o.salt = buf[pos + 1 : end]
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
        o.salted_password = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ScramCredentialUpsertion_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.salt
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        if n < 128:
            put(_PACK_biB(o.mechanism, o.iterations, n))
        else:
            put(_PACK_bi(o.mechanism, o.iterations))
            put(uvarint(n))
        put(items)
        items = o.salted_password
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterUserScramCredentialsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterUserScramCredentialsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.deletions, pos = _read_ScramCredentialDeletion_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.upsertions, pos = _read_ScramCredentialUpsertion_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterUserScramCredentialsRequest_0(put: Append, o: Any) -> None:
    items = o.deletions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ScramCredentialDeletion_many_0(put, items)
    items = o.upsertions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_ScramCredentialUpsertion_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterUserScramCredentialsRequest._READERS = {
    0: _read_AlterUserScramCredentialsRequest_0,
}
AlterUserScramCredentialsRequest._WRITERS = {
    0: _write_AlterUserScramCredentialsRequest_0,
}
