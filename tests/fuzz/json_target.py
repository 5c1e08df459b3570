"""Every message: JSON that is not a form of it, and values that no version can carry."""

from __future__ import annotations

import copy
import json
import random as randoms
import zlib
from typing import TYPE_CHECKING, Any

from kraft_wire import json_form
from kraft_wire.errors import EncodeError, JsonFormError, UnsupportedVersionError
from kraft_wire.message import Struct
from kraft_wire.messages import kafka_messages, message_class
from tests.conformance.content import MOODS, Filler, spoil
from tests.fuzz.content import filler_schema
from tests.fuzz.mutation import Sample
from tests.fuzz.target import verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from kraft_wire.message import Message

_ODD_VALUES = (
    None, True, -1, 0, 1, 256, 1 << 31, 1 << 63, -(1 << 63) - 1, 1.5, float("nan"), "", "x",
    "\ud800", "x" * 32_768, b"", b"x" * 16, b"x" * 17, bytearray(b"y"), (), (None,), (1,), ("x",),
    (b"z",), [b"x" * 16], object(), {},
)  # fmt: skip
_ODD_TAGS = (
    ((9_000, b"x"),),
    ((9_001, b"x"), (9_000, b"y" * 300)),
    ((9_000, b"x"), (9_000, b"y")),
    ((0x7FFFFFFE, b""),),
    ((0x7FFFFFFF, b""),),
    ((1 << 31, b""),),
    ((-1, b""),),
    ((9_000, "x"),),
    (("9", b"x"),),
)
_BLAMING_ITSELF = "the writer"
"""How `encode_fault` begins when it finds nothing to blame: never to be seen."""


class JsonTarget:
    """One message in any version; the bytes are those of a JSON text."""

    allowance = 20_000_000  # an odd value is not counted among the bytes

    def __init__(self, message: str) -> None:
        self.name = f"json {message}"
        self._message = message

    def sample(self, random: Random) -> Sample:
        cls = message_class(self._message)
        version = random.randint(*cls.VERSIONS)
        form = Filler(random, random.choice(MOODS)).message(filler_schema(cls.schema()), version)
        return Sample(json.dumps([version, form]).encode())

    def mutate(self, sample: Sample, random: Random) -> bytes:
        version, form = json.loads(sample.data)
        schema = filler_schema(message_class(self._message).schema())
        if not schema.fields or random.random() < 0.02:
            return json.dumps([version, random.choice((None, 1, "", [], [{}]))]).encode()
        spoil(schema, version, form, random)
        if random.random() < 0.3:
            version = random.randint(schema.versions[0] - 1, schema.versions[-1] + 1)
        return json.dumps([version, form]).encode()

    def check(self, data: bytes, *, is_good: bool) -> bool:
        cls = message_class(self._message)
        version, form = json.loads(data)
        message, refusal = verdict(lambda: json_form.from_json(cls, form, version))
        if refusal is not None:
            assert not is_good, f"a good form refused: {refusal}"
            assert isinstance(refusal, (JsonFormError, UnsupportedVersionError)), f"{refusal!r}"
            return False
        is_written = self._check_encode(message, version, is_good=is_good)
        if is_written:
            data = message.encode(version)
            assert cls.decode(data, version).encode(version) == data
        random = randoms.Random(zlib.crc32(data))
        odd = copy.deepcopy(message)  # defaults are shared by all messages
        for _ in range(3):
            _make_odd(odd, random)
            self._check_encode(odd, version, is_good=False)
        return is_written

    def _check_encode(self, message: Message, version: int, *, is_good: bool) -> bool:
        data, refusal = verdict(lambda: message.encode(version))
        if refusal is None:
            type(message).decode(data, version).encode(version)
            return True
        assert not is_good, f"a good form cannot be written: {refusal}"
        assert isinstance(refusal, (EncodeError, UnsupportedVersionError)), f"{refusal!r}"
        assert not refusal.detail.startswith(_BLAMING_ITSELF), f"{refusal} {message!r}"
        return False


def _make_odd(message: Message, random: Random) -> None:
    """Set some field, anywhere in the message, to something."""
    struct = random.choice(list(_structs(message)))
    name = random.choice(struct.__slots__)
    values = _ODD_TAGS if name == "unknown_tagged_fields" else _ODD_VALUES
    setattr(struct, name, random.choice(values))


def _structs(value: Any) -> Iterator[Struct]:
    if isinstance(value, Struct):
        yield value
        for inner in value._values():
            yield from _structs(inner)
    elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
        for inner in value:
            yield from _structs(inner)


def json_targets() -> list[JsonTarget]:
    """Every message of the project."""
    return [JsonTarget(name) for name in sorted(kafka_messages().entries)]
