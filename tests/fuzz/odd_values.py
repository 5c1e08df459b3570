"""Values that some field takes and others do not, and messages that hold one of them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kraft_wire.message import Struct
from kraft_wire.messages import FetchRequest, VoteRequest
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


def _holding_itself() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


ODD_VALUES = [
    *(None, True, False, 0, 1, -1, 2**15, 2**31 - 1, 2**31, -(2**31) - 1, 2**63, 10**400),
    *(0.5, float("nan"), "", "text", "ü", "\ud800", "x" * 32767, "x" * 32768, "ü" * 16384),
    *(b"", b"blob", bytes(16), Uuid(bytes(16)), bytearray(b"blob"), memoryview(b"blob")),
    *(memoryview(b"blob").cast("H"), memoryview(b"blob")[::2], memoryview(bytearray(3))),
    *((), (1,), ("a", None), [], [b"x"], _holding_itself(), {}, {1}, range(3), object(), int, len),
    *(((1, b"x"),), ((2, b"x"), (1, b"y")), ((1, b"x"), (1, b"y")), ((-1, b""),), ((1, "x"),)),
    *(((2**31 - 1, b"x"),), ((2**31 - 2, b"x"),), ((1, b"x", 2),), (1, 2), ((True, b"x"),)),
    *(FetchRequest.ReplicaState(), VoteRequest(), VoteRequest.TopicData()),
]

EMPTY = object()
"""Stands for a slot without a value."""


def structures(message: Struct) -> list[Struct]:
    """The message and the structures inside it, but for defaults, which other messages share."""
    found = [message]
    initial = type(message)()
    for name in message.__slots__:
        value = getattr(message, name)
        held = value if isinstance(value, tuple) else (value,)
        for element in held:
            if isinstance(element, Struct) and element is not getattr(initial, name):
                found += structures(element)
    return found


@contextmanager
def odd_value(held: list[Struct], random: Random) -> Iterator[str]:
    """Put an odd value into a slot of one of these structures; say which."""
    structure = random.choice(held)
    name = random.choice(structure.__slots__)
    value = random.choice([*ODD_VALUES, EMPTY])
    before = getattr(structure, name)
    if value is EMPTY:
        delattr(structure, name)
    else:
        setattr(structure, name, value)
    try:
        yield f"{type(structure).__qualname__}.{name} = {value!r:.60}"
    finally:
        setattr(structure, name, before)
