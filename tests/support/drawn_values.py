"""Values of any message, drawn from its schema: fields of all versions at once, unknown tags too.

Unlike what the JSON form can say, a drawn message may hold fields that a version lacks and null
where a version allows none: whether it can be written in a version is for the codecs to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.primitives import Uuid
from kraft_wire.schema import ABSENT

if TYPE_CHECKING:
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


class Drawing:
    """Draws instances of one message.

    `at_default` is the probability that a field is left at its default, `tagged` that a structure
    has an unknown tagged field.
    """

    def __init__(
        self, cls: type[Message], random: Random, *, at_default: float, tagged: float
    ) -> None:
        self._cls = cls
        self._random = random
        self._at_default = at_default
        self._tagged = tagged

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
        return cls(**values)

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
