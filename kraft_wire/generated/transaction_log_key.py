# Generated from TransactionLogKey.json by `python -m codegen generate`. Do not edit.
"""TransactionLogKey, coordinator key of type 0, version 0. Key: a transactional id."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_UNPACK_h = Layout(">h").unpack_from


class TransactionLogKey(Message):
    """Key: a transactional id."""

    __slots__ = ("transactional_id", "unknown_tagged_fields")
    __match_args__ = ("transactional_id",)
    KIND = "coordinator-key"
    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_TransactionLogKey = new(TransactionLogKey)


def _read_TransactionLogKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TransactionLogKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.transactional_id = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_TransactionLogKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

TransactionLogKey._READERS = {
    0: _read_TransactionLogKey_0,
}
TransactionLogKey._WRITERS = {
    0: _write_TransactionLogKey_0,
}
