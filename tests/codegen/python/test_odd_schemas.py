"""Schemas at the edges of the language: right code, or a refusal that names file, field and rule.

`test_random_schemas.py` draws schemas; here each has the one oddity that a drawing rarely meets.
"""

from __future__ import annotations

import typing

import pytest

from codegen.errors import SchemaError
from kraft_wire.message import Request
from tests.support.packages import make_package
from tests.support.schemas import field

REQUEST = {"type": "request", "apiKey": 900}
RESPONSE = {"type": "response", "apiKey": 900}


def message(name, *fields, **top):
    """The JSON of a data message with versions 0-2, flexible from 1 on."""
    facts = {"type": "data", "validVersions": "0-2", "flexibleVersions": "1+"}
    return {**facts, "name": name, "fields": list(fields), **top}


def doubling(depth):
    """Common structures, each with two fields of the next: 2^depth structures in all."""
    return [
        *(
            {
                "name": f"S{n}",
                "versions": "0+",
                "fields": [field("A", f"S{n + 1}"), field("B", f"[]S{n + 1}")],
            }
            for n in range(depth)
        ),
        {"name": f"S{depth}", "versions": "0+", "fields": [field("Z")]},
    ]


REFUSED = {
    "string default that no string can hold": (
        [message("Odd", field("Text", "string", default="x" * 32_768))],
        ("Odd.json", "Text.default", "32768 bytes; the maximum is 32767"),
    ),
    "the bytes of a default are counted, not its characters": (
        [message("Odd", field("Text", "string", default="\u00df" * 16_384))],
        ("Odd.json", "Text.default", "32768 bytes; the maximum is 32767"),
    ),
    "a name that is too long for a file": (
        [message("A" * 230, field("X"))],
        (f"{'A' * 230}.json", "name", "230 characters, the maximum is 200"),
    ),
    "structures that grow with each level": (
        [message("Odd", field("A", "S0"), commonStructs=doubling(30))],
        ("Odd.json", "commonStructs.S18.fields", "12286 fields where structures are used"),
    ),
    "two requests of one name of an API": (
        [
            message("VoteRequestRequest", type="request", apiKey=0),
            message("Vote", type="request", apiKey=1),
            message("VoteRequest", type="request", apiKey=2),
        ],
        ("VoteRequest.json", "name", "makes the API key VOTE_REQUEST, as VoteRequestRequest does"),
    ),
    "a header of ApiVersions that old clients cannot read": (
        [message("ApiVersionsResponse", type="response", apiKey=18, headerVersions={"0+": "1"})],
        ("ApiVersionsResponse.json", "headerVersions.0+", "ApiVersions response has header 0"),
    ),
    "a field whose name breaks the line": (
        [message("Odd", field("Bad\nname"))],
        ("Odd.json", "fields[0].name", "is not a valid name"),
    ),
}


@pytest.mark.parametrize(("schemas", "refusal"), REFUSED.values(), ids=REFUSED.keys())
def test_a_schema_is_refused_by_file_field_and_rule(schemas, refusal, tmp_path):
    source, path, rule = refusal
    with pytest.raises(SchemaError) as refused:
        make_package(tmp_path, "odd_refused", schemas)
    assert (refused.value.source, refused.value.path) == (source, path)
    assert rule in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "odd_refused").exists()


def test_a_package_without_messages_is_refused(tmp_path):
    with pytest.raises(SchemaError, match="no message has a valid version"):
        make_package(tmp_path, "odd_empty", [message("Odd", validVersions="none")])
    assert not (tmp_path / "odd_empty").exists()


@pytest.mark.parametrize("name", ["RESPONSE", "READERS", "WRITERS", "FooResponse", "GENERATED"])
def test_a_structure_may_have_the_name_of_something_that_requests_have(name, tmp_path):
    package = f"odd_structure_{name.lower()}"
    made = make_package(
        tmp_path,
        package,
        [
            message("FooRequest", field("A", name, fields=[field("X")]), **REQUEST),
            message("FooResponse", **RESPONSE),
        ],
    )
    cls = made.message_class("FooRequest")
    assert issubclass(cls, Request)
    assert cls.response_class() is made.message_class("FooResponse")
    inner = getattr(cls, name)(x=7)
    sent = cls(a=inner)
    assert cls.decode(sent.encode(2), 2) == sent == sent.replace(a=inner)
    assert typing.get_type_hints(cls)["a"] == typing.Final[type(inner)]


@pytest.mark.parametrize("name", ["Iterable", "Final", "Self", "TypeAlias", "UnknownTags"])
def test_names_that_annotations_use_are_structures_with_an_underscore_too(name, tmp_path):
    """For type checkers: inside the class its own names hide those of the module."""
    schema = message("Odd", field("A", f"[]{name}", fields=[field("X")]))
    cls = make_package(tmp_path, f"odd_typing_{name.lower()}", [schema]).message_class("Odd")
    assert getattr(cls, name) is getattr(cls, f"{name}_")
    text = (tmp_path / f"odd_typing_{name.lower()}" / "odd.py").read_text()
    assert f"        {name}_: TypeAlias = _{name}\n" in text
    assert f"        {name}: " not in text
    assert typing.get_type_hints(cls)["a"] == typing.Final[tuple[getattr(cls, name), ...]]


VERSIONS = {
    "in no version": ({"versions": "none"}, 0),
    "in versions that the message does not have": ({"versions": "7+"}, 0),
    "tagged in versions to come": ({"versions": "7+", "taggedVersions": "7+", "tag": 0}, 0),
    "null in versions without it": ({"versions": "2+", "nullableVersions": "0-1"}, 1),
}


@pytest.mark.parametrize(("attributes", "is_written"), VERSIONS.values(), ids=VERSIONS.keys())
def test_a_field_may_be_there_in_no_version(attributes, is_written, tmp_path):
    package = f"odd_versions_{list(VERSIONS.values()).index((attributes, is_written))}"
    facts = message("Odd", {**field("Text", "string"), **attributes}, field("Number"))
    cls = make_package(tmp_path, package, [facts]).message_class("Odd")
    for version in range(3):
        odd = cls(number=5)
        assert cls.decode(odd.encode(version), version) == odd
    assert (b"\x03hi" in cls(text="hi").replace(number=0).encode(2)) if is_written else True
