"""Schemas of the whole language: right codecs or a refusal with file, field and rule."""

from __future__ import annotations

import json
import sys
from random import Random

import pytest

from codegen.errors import SchemaError
from codegen.python import output
from kraft_wire import json_form
from kraft_wire.inspection import value_check
from kraft_wire.registry import MessageSet
from tests.conformance.content import MOODS, Filler
from tests.fuzz.content import filler_schema, message_sample
from tests.fuzz.message_target import MessageTarget
from tests.fuzz.mutation import mutate
from tests.support.drawn_values import Drawing, check_verdict
from tests.support.random_schemas import SchemaDrawing
from tests.support.reference_writer import ReferenceWriter

CHUNKS = range(15)
CHUNK = 20
RULES = (
    "does not exist in all of the versions",
    "cannot be elements of an array",
    "contains itself",
    "is not within",
    "is a part of the message's",
    "holds half of a surrogate pair",
    "take no bytes in version",
    "leaves a gap",
    "is neither true nor false",
    "is not a valid ",
    "is out of the range of",
    "cannot name a message or structure",
    "in Python, as",
    "null is not allowed in every version",
    "the only default of records is null",
    "records cannot be tagged",
    "either all tagged versions are nullable or none",
    "is not defined",
    "mapKey has no meaning",
)


class OwnTarget(MessageTarget):
    """A message of a package of its own, checked as the fuzzer checks Kafka's."""

    def __init__(self, cls, version):
        super().__init__(cls.__name__, version)
        self._own = cls

    @property
    def _cls(self):
        return self._own


@pytest.fixture
def own_package(tmp_path, monkeypatch):
    """Generates a package of one schema; gives its one message."""
    monkeypatch.syspath_prepend(tmp_path)
    made = []

    def generate(schema):
        package = f"odd_{schema['name'].lower()}"
        specs = tmp_path / f"specs_of_{package}"
        specs.mkdir()
        (specs / "Odd.json").write_text(json.dumps(schema), encoding="utf-8")
        output.generate(specs, tmp_path, package)
        made.append(package)
        return MessageSet(package).message_class(schema["name"])

    yield generate
    for name in [name for name in sys.modules if name.partition(".")[0] in made]:
        del sys.modules[name]


@pytest.mark.parametrize("chunk", CHUNKS)
def test_random_schemas_make_right_codecs_or_are_refused(chunk, own_package):
    accepted = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        schema = SchemaDrawing(Random(seed), f"Drawn{seed}").schema()
        cls, refusal = None, None
        try:
            cls = own_package(schema)
        except SchemaError as error:
            refusal = error
        if cls is None:
            assert (refusal.source, bool(refusal.path)) == ("Odd.json", True), refusal
            assert any(rule in refusal.detail for rule in RULES), refusal
            continue
        try:
            check_package(cls, schema, Random(seed))
        except Exception as error:
            raise AssertionError(json.dumps(schema)) from error
        accepted += 1
    assert accepted > CHUNK / 3


def check_package(cls, schema, random):
    check_defaults(cls, cls.schema().root, cls)
    for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
        reference = ReferenceWriter(schema, version)
        target = OwnTarget(cls, version)
        for mood in MOODS:
            form = Filler(random, mood).message(filler_schema(cls.schema()), version)
            message = json_form.from_json(cls, form, version)
            shown = json_form.to_json(message, version)
            assert message.encode(version) == reference.message(shown)
        for _ in range(2):
            sample = message_sample(cls, version, random)
            assert target.check(sample.data, is_good=True)
            for _ in range(3):
                target.check(mutate(sample, random), is_good=False)
        for odd in (0.0, 0.1):
            drawing = Drawing(cls, random, at_default=0.5, tagged=0.1, odd=odd)
            check_verdict(drawing.message(), version)


def check_defaults(message, struct, cls):
    """What the constructor gives is what the description says."""
    made = cls()
    assert made == cls() or "nan" in repr(made)
    for field in struct.fields:
        assert value_check.is_default(field, getattr(made, field.name)), field
        if field.struct is not None:
            check_defaults(message, field.struct, getattr(message, field.struct.name))
