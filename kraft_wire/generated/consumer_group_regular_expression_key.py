# Generated from ConsumerGroupRegularExpressionKey.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupRegularExpressionKey, coordinator key of type 16, version 0. Key: a regular expression that members of a consumer group subscribe with."""

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


class ConsumerGroupRegularExpressionKey(Message):
    """Key: a regular expression that members of a consumer group subscribe with."""

    __slots__ = ("group_id", "regular_expression", "unknown_tagged_fields")
    __match_args__ = ("group_id", "regular_expression")
    KIND = "coordinator-key"
    API_KEY = 16
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, -1)
    group_id: Final[str]
    """Id of the group. (string)"""
    regular_expression: Final[str]
    """Regular expression, in RE2J syntax. (string)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        regular_expression: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.regular_expression = regular_expression
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            regular_expression: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupRegularExpressionKey = new(ConsumerGroupRegularExpressionKey)


def _read_ConsumerGroupRegularExpressionKey_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupRegularExpressionKey()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.regular_expression = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ConsumerGroupRegularExpressionKey_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.regular_expression.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

ConsumerGroupRegularExpressionKey._READERS = {
    0: _read_ConsumerGroupRegularExpressionKey_0,
}
ConsumerGroupRegularExpressionKey._WRITERS = {
    0: _write_ConsumerGroupRegularExpressionKey_0,
}
