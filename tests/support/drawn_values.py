"""Values of any message, drawn from its schema: fields of all versions at once, unknown tags too.

Unlike what the JSON form can say, a drawn message can hold fields that a version lacks and null
where a version allows none: whether it can be written in a version is for the codecs to say.
"""

from __future__ import annotations

from array import array
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from kraft_wire.errors import WireError
from kraft_wire.inspection import value_check
from kraft_wire.messages import FetchRequest, VoteRequest
from kraft_wire.primitives import Uuid
from kraft_wire.schema import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

INTEGERS = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
}


def _itself() -> list[Any]:
    held: list[Any] = []
    held.append(held)
    return held


ODD_VALUES: tuple[Callable[[], Any], ...] = (
    lambda: None,
    lambda: True,
    lambda: 0,
    lambda: 2,
    lambda: 2**70,
    lambda: 0.0,
    lambda: 1.5,
    lambda: Decimal(3),
    lambda: "",
    lambda: "false",
    lambda: "\ud800",
    lambda: "sixteen letters.",
    lambda: b"",
    lambda: b"abc",
    lambda: bytearray(16),
    lambda: memoryview(b"bytes"),
    lambda: memoryview(bytes(range(16)))[::2],
    lambda: memoryview(array("i", [1, 2, 3])),
    lambda: memoryview(bytes(6)).cast("B", (2, 3)),
    lambda: array("i", [1, 2, 3]),
    lambda: (),
    lambda: (1, 2),
    lambda: [None],
    lambda: ["a", "b"],
    lambda: (b"abc", bytearray(16), memoryview(bytes(16)), Uuid(bytes(16))),
    lambda: (memoryview(array("i", range(16))),),
    lambda: (True, False),
    lambda: ("false",),
    dict,
    lambda: iter((1, 2)),
    lambda: ((5, b"x"), (5, b"y")),
    lambda: ((2000, b"x"), (1, b"y")),
    lambda: ((7, "x"),),
    lambda: ((7.0, b"x"),),
    lambda: ((7, memoryview(b"x")),),
    lambda: [[7, b"x"]],
    lambda: ((2**31 - 1, b"x"),),
    VoteRequest,
    FetchRequest.ReplicaState,
    object,
    _itself,
)
"""What a field may be assigned that is not of its type, or of some field's type only."""


class Drawing:
    """Draws instances of one message.

    `at_default` is the probability that a field is left at its default, `tagged` that a structure
    has an unknown tagged field, `odd` that a field is assigned a value of another type.
    """

    def __init__(
        self,
        cls: type[Message],
        random: Random,
        *,
        at_default: float,
        tagged: float = 0.0,
        odd: float = 0.0,
    ) -> None:
        self._cls = cls
        self._random = random
        self._at_default = at_default
        self._tagged = tagged
        self._odd = odd

    def message(self) -> Message:
        """Draw an instance of the message."""
        return self.struct(self._cls.schema().root, self._cls)

    def struct(self, struct: StructSchema, cls: type[Any]) -> Any:
        values = {
            field.name: self.field(field)
            for field in struct.fields
            if self._random.random() >= self._at_default
        }
        if self._random.random() < self._tagged:
            values["unknown_tagged_fields"] = ((1000, b"unknown"),)
        drawn = cls(**values)
        for name in cls.__slots__:
            if self._random.random() < self._odd:
                setattr(drawn, name, self._random.choice(ODD_VALUES)())
        return drawn

    def field(self, field: FieldSchema) -> Any:
        is_nullable = field.nullable_versions[0] <= field.nullable_versions[1]
        if is_nullable and self._random.random() < 0.3:
            return None
        if field.is_array:
            return [self.single(field) for _ in range(self._random.choice((0, 1, 1, 2)))]
        return self.single(field)

    def single(self, field: FieldSchema) -> Any:
        if field.struct is not None:
            cls = getattr(self._cls, field.struct.name)
            is_plain = field.default is ABSENT and self._random.random() < 0.3
            return cls() if is_plain else self.struct(field.struct, cls)
        random = self._random
        if field.type in INTEGERS:
            lowest, highest = INTEGERS[field.type]
            return random.choice((lowest, highest, 0, 1, random.randint(lowest, highest)))
        return {
            "bool": lambda: random.random() < 0.5,
            "float64": lambda: random.choice((0.0, -1.5, 1e300)),
            "string": lambda: "ß" * random.choice((0, 1, 5, 64, 200)),
            "bytes": lambda: random.randbytes(random.choice((0, 1, 127, 200))),
            "records": lambda: random.randbytes(random.choice((0, 1, 127, 200))),
            "uuid": lambda: Uuid(random.choice((bytes(16), random.randbytes(16)))),
        }[field.type]()


def _refusal_of(check, *arguments):
    """Return the exception of a call that refuses its values; None without one."""
    try:
        check(*arguments)
    except (WireError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        return error
    return None


def check_verdict(message, version):
    """Return True if the version can carry the message; both sides must agree."""
    expected = _refusal_of(value_check.check, message, version)
    if expected is not None:
        with pytest.raises(WireError) as refusal:
            message.encode(version)
        assert "the writer of" not in str(refusal.value)
        assert type(refusal.value) is type(expected) or not isinstance(expected, WireError)
        return False
    read = type(message).decode(message.encode(version), version)
    again = type(message).decode(read.encode(version), version)
    assert again == read or ("nan" in repr(read) and repr(again) == repr(read))
    return True
