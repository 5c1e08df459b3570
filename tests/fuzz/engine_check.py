"""The compiled engine by itself against the generated Python functions.

What the engine gives must be what Python gives; that it steps aside more often costs time only, so
it is counted and no fault.
"""

from __future__ import annotations

import zlib
from struct import error as struct_error
from typing import TYPE_CHECKING, Any

from kraft_wire.inspection.element_count import elements_above, elements_above_in_python
from tests.support.engines import SteppedAsideError, exact

if TYPE_CHECKING:
    from kraft_wire.message import Message

_BAD_BYTES = (ValueError, IndexError, struct_error, OverflowError)
_BAD_VALUES = (*_BAD_BYTES, TypeError, AttributeError)


def check_bytes(
    cls: type[Message], version: int, data: bytes, given: Any = None, start: int = 0
) -> bool:
    """Compare the readers inside `native_alone`; whether they differ in accepting.

    `given` is another buffer for the engine, which has the same bytes from `start` on.
    """
    try:
        fast = cls.decode_prefix(data if given is None else given, version, start)
    except SteppedAsideError:
        fast = None
    slow = python_reading(cls, version, data)
    if fast is not None:
        assert slow is not None, "the engine accepts what Python refuses"
        assert fast[1] - start == slow[1], "the engine ends elsewhere"
        assert exact(fast[0]) == exact(slow[0]), "the engine reads another value"
        check_value(slow[0], version)
    check_views(cls, version, data if given is None else given, start, fast)
    check_elements(cls, version, data, is_accepted=slow is not None)
    return (fast is None) != (slow is None)


def check_views(
    cls: type[Message], version: int, data: Any, start: int, plain: tuple[Message, int] | None
) -> None:
    """Compare the engine's reader with views, inside `native_alone`, to the one with copies."""
    try:
        message, end = cls.decode_prefix(data, version, start, views=True)
    except SteppedAsideError:
        assert plain is None, "the engine refuses with views what it reads without"
        return
    assert plain is not None, "the engine reads with views what it refuses without"
    assert end == plain[1], "the engine ends elsewhere with views"
    read = exact(message, views=True)
    assert read == exact(plain[0], views=True), "the engine reads another value with views"


def check_elements(cls: type[Message], version: int, data: bytes, *, is_accepted: bool) -> None:
    """Compare the counts of elements; the engine may count past a fault that it skips."""
    for budget in (zlib.crc32(data) % 8, zlib.crc32(data) % 256):
        fast = elements_above(cls, version, data, 0, budget)
        slow = elements_above_in_python(cls, version, data, 0, budget)
        if is_accepted or slow is not None:
            assert fast == slow, f"above {budget} elements at {fast}, or at {slow}?"


def python_reading(cls: type[Message], version: int, data: bytes) -> tuple[Message, int] | None:
    """What the generated reader makes of the bytes; None where it refuses."""
    try:
        message, end = cls._READERS[version](data, 0)
    except _BAD_BYTES:
        return None
    return (message, end) if end <= len(data) else None


def check_buffers(message: Message, version: int, plain: bytes | None) -> None:
    """Compare the engine's other writers, inside `native_alone`, to `encode`."""
    front = b"front"
    for size in (0, 0 if plain is None else len(plain) // 2, len(plain or b"") + 9):
        target = bytearray(front + bytes(size))
        try:
            end = message.encode_into(target, version, len(front))
        except SteppedAsideError:
            assert plain is None, "the engine does not write into a buffer"
            assert target.startswith(front), "the engine writes in front of the start"
            continue
        assert target[:end] == front + (plain or b""), "the engine writes other bytes into a buffer"
        assert not any(target[end:]), "the engine writes behind the end"
    try:
        buffers = message.encode_buffers(version)
    except SteppedAsideError:
        buffers = None
    assert plain == (None if buffers is None else b"".join(buffers)), "other buffers"


def check_value(message: Message, version: int) -> bool:
    """Compare the writers inside `native_alone`; whether they differ in accepting."""
    try:
        fast = message.encode(version)
    except SteppedAsideError:
        fast = None
    pieces: list[bytes] = []
    try:
        type(message)._WRITERS[version](pieces.append, message)
        slow = b"".join(pieces)
    except (*_BAD_VALUES, SteppedAsideError):  # the latter where a message is in place of a string
        slow = None
    if fast is not None:
        assert slow is not None, "the engine writes what Python refuses"
        assert fast == slow, "the engine writes other bytes"
    check_buffers(message, version, fast)
    return (fast is None) != (slow is None)
