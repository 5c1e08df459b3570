"""Messages whose fields of bytes are views of what they were read from, in pure Python.

The generated readers slice the buffer. Here they get a buffer whose slices remember their position,
and afterwards each slice in a field is replaced by a view. The slices are copied only temporarily;
the compiled engine makes the views directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from kraft_wire.errors import DecodeError
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import byte_view

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["decode_views"]

AnyMessage = TypeVar("AnyMessage", bound=Message)


class _Part(bytes):
    """Bytes that are a part of others."""

    place: int


class _Source(bytes):
    """A source of bytes whose parts know their position."""

    def __getitem__(self, key: SupportsIndex | slice) -> Any:
        if not isinstance(key, slice):
            return super().__getitem__(key)
        part = _Part(memoryview(self)[key])
        part.place = key.start
        return part


def decode_views(
    read: Callable[[type[AnyMessage], bytes, int, int], tuple[AnyMessage, int]],
    cls: type[AnyMessage],
    data: bytes | bytearray | memoryview,
    version: int,
    start: int,
) -> tuple[AnyMessage, int]:
    """Read the message at `start`, as `Message.decode_prefix` does, with views as its bytes.

    `read` decodes bytes with copies.
    """
    view = byte_view(data).toreadonly()
    if not 0 <= start <= len(view):
        raise ValueError(f"start {start} is outside of {len(view)} bytes")
    view = view[start:]
    try:
        message, end = read(cls, _Source(view), version, 0)
    except DecodeError as error:
        if error.offset is not None:
            error.offset += start
        raise
    _put_views(message, view)
    return message, start + end


def _put_views(struct: Struct, view: memoryview) -> None:
    for name in struct._FIELDS:
        value = getattr(struct, name)
        if name == "unknown_tagged_fields":
            if value:
                kept = tuple((tag, bytes(memoryview(data))) for tag, data in value)
                object.__setattr__(struct, name, kept)
        elif (changed := _with_views(value, view)) is not value:
            object.__setattr__(struct, name, changed)


def _with_views(value: Any, view: memoryview) -> Any:
    if isinstance(value, _Part):
        return view[value.place : value.place + len(value)]
    if isinstance(value, Struct):
        _put_views(value, view)
    elif isinstance(value, tuple) and value:
        if isinstance(value[0], _Part):
            return tuple(_with_views(part, view) for part in value)
        if isinstance(value[0], Struct):
            for struct in value:
                _put_views(struct, view)
    return value
