"""Specs back to text: equal specs when read again, one text for one spec."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from codegen.schema.reader import read_message
from codegen.schema.writer import default_literal, inline_user, schema_text
from tests.support.schemas import field, release, spec_of


def again(spec):
    return replace(read_message(schema_text(spec), ""), source=spec.source)


@pytest.mark.parametrize("version", ["3.9.2", "4.4.0"])
def test_every_released_schema_reads_back_as_it_was(version):
    for spec in release(version).messages.values():
        found = again(spec)
        assert found == spec
        assert list(found.structs) == list(spec.structs)
        assert schema_text(found) == schema_text(spec)


def test_every_attribute_reads_back():
    tag = {"taggedVersions": "2+", "tag": 0}
    spec = spec_of(
        field("A", "[]S", fields=[field("K", mapKey=True, about="Inner é.")], about="Outer."),
        field("B", "string", nullableVersions="1+", ignorable=True, entityType="topicName"),
        field("C", "bytes", flexibleVersions="none", zeroCopy=True),
        field("D", "S2", "2+", nullableVersions="2+", default="null", **tag),
        type="request",
        apiKey=3,
        listeners=["broker", "controller"],
        deprecatedVersions="0-1",
        latestVersionUnstable=True,
        headerVersions={"0-1": "1", "2+": "2"},
        about="The message.",
        commonStructs=[{"name": "S2", "versions": "0+", "about": "Shared.", "fields": []}],
    )
    assert again(spec) == spec


@pytest.mark.parametrize(
    ("kind", "given", "literal"),
    [
        ("int32", 0, None),
        ("int32", "-1", "-1"),
        ("int32", "0x10", "16"),
        ("bool", "TRUE", "true"),
        ("bool", False, None),
        ("float64", "0.1", "0.1"),
        ("float64", "-0.0", "-0.0"),
        ("float64", "1e300", "1e+300"),
        ("float64", "-Infinity", "-Infinity"),
        ("string", "", None),
        ("string", "x", "x"),
        ("string", "null", "null"),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAQ"),
        ("records", "null", None),
        ("[]int32", "null", "null"),
        ("[]int32", None, None),
        ("S", None, None),
        ("S", "null", "null"),
    ],
)
def test_defaults_are_written_unless_implied(kind, given, literal):
    more = {"fields": []} if kind == "S" else {}
    if kind in ("string", "[]int32", "S", "records"):
        more["nullableVersions"] = "0+"
    spec = spec_of(field("A", kind, default=given, **more))
    assert default_literal(spec.root.fields[0]) == literal
    assert again(spec) == spec


def test_nan_default_is_written():
    spec = spec_of(field("A", "float64", default="NaN"))
    assert default_literal(spec.root.fields[0]) == "NaN"
    assert '"default": "NaN"' in schema_text(spec)


def test_structures_stand_inline_where_the_field_says_all_about_them():
    common = [
        {"name": "Once", "versions": "0+", "fields": [field("A")]},
        {"name": "Wide", "versions": "0+", "fields": []},
        {"name": "Twice", "versions": "0+", "fields": []},
    ]
    spec = spec_of(
        field("A", "Once"),
        field("B", "Wide", "0-1"),
        field("C", "Twice"),
        field("D", "Twice"),
        commonStructs=common,
    )
    users = {name: inline_user(spec, struct) for name, struct in spec.structs.items()}
    assert {name: user is not None for name, user in users.items()} == {
        "Once": True,
        "Wide": False,
        "Twice": False,
    }
    written = json.loads(schema_text(spec))
    assert [one["name"] for one in written["commonStructs"]] == ["Wide", "Twice"]
    assert again(spec) == spec


def test_a_structure_with_words_of_its_own_stays_apart():
    spec = spec_of(
        field("A", "S", about="The field."),
        commonStructs=[{"name": "S", "versions": "0+", "about": "The thing.", "fields": []}],
    )
    assert "commonStructs" in schema_text(spec)
    assert again(spec) == spec


def test_the_text_is_plain_json_with_short_lines_for_facts():
    text = schema_text(spec_of(field("A", about="First."), field("B")))
    assert text == (
        "{\n"
        '  "type": "data",\n'
        '  "name": "Thing",\n'
        '  "validVersions": "0-3",\n'
        '  "flexibleVersions": "2+",\n'
        '  "fields": [\n'
        '    { "name": "A", "type": "int32", "versions": "0+",\n'
        '      "about": "First." },\n'
        '    { "name": "B", "type": "int32", "versions": "0+" }\n'
        "  ]\n"
        "}\n"
    )
