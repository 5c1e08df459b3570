# Generated from UserScramCredentialRecord.json by `python -m codegen generate`. Do not edit.
"""UserScramCredentialRecord, metadata of type 11, version 0, flexible from 0. Sets a SCRAM credential of a user."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
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
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from


class UserScramCredentialRecord(Message):
    """Sets a SCRAM credential of a user."""

    __slots__ = ("name", "mechanism", "salt", "stored_key", "server_key", "iterations", "unknown_tagged_fields")
    __match_args__ = ("name", "mechanism", "salt", "stored_key", "server_key", "iterations")
    KIND = "metadata"
    API_KEY = 11
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    name: Final[str]
    """Name of the user. (string)"""
    mechanism: Final[int]
    """1 SCRAM-SHA-256, 2 SCRAM-SHA-512. (int8)"""
    salt: Final[bytes]
    """Salt of the credential. (bytes)"""
    stored_key: Final[bytes]
    """Key with which the server checks the client. (bytes)"""
    server_key: Final[bytes]
    """Key with which the server proves itself. (bytes)"""
    iterations: Final[int]
    """Number of rounds of the SCRAM hash. (int32)"""

    def __init__(
        self,
        *,
        name: str = "",
        mechanism: int = 0,
        salt: bytes = b'',
        stored_key: bytes = b'',
        server_key: bytes = b'',
        iterations: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.mechanism = mechanism
        self.salt = salt
        self.stored_key = stored_key
        self.server_key = server_key
        self.iterations = iterations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            mechanism: int = ...,
            salt: bytes = ...,
            stored_key: bytes = ...,
            server_key: bytes = ...,
            iterations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UserScramCredentialRecord = new(UserScramCredentialRecord)


def _read_UserScramCredentialRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UserScramCredentialRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.mechanism, n = _UNPACK_bB(buf, pos)
    pos += 1
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
    o.stored_key = buf[pos + 1 : end]
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
    o.server_key = buf[pos + 1 : end]
    pos = end
    o.iterations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UserScramCredentialRecord_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.salt
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.mechanism, n))
    else:
        put(_PACK_b(o.mechanism))
        put(uvarint(n))
    put(items)
    items = o.stored_key
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    items = o.server_key
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.iterations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.iterations))


UserScramCredentialRecord._READERS = {
    0: _read_UserScramCredentialRecord_0,
}
UserScramCredentialRecord._WRITERS = {
    0: _write_UserScramCredentialRecord_0,
}
