"""Defaults of fields, from text to Python."""

from __future__ import annotations

import math

import pytest

from codegen.schema.types import ABSENT, PRIMITIVES, FieldType, default_text, parse_default


def parse(kind, text, *, nullable=True):
    is_array = kind.startswith("[]")
    field_type = FieldType(kind.removeprefix("[]"), is_array=is_array)
    return parse_default(field_type, text, always_nullable=nullable)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("bool", False),
        ("int8", 0),
        ("uint32", 0),
        ("float64", 0.0),
        ("uuid", bytes(16)),
        ("string", ""),
        ("bytes", b""),
        ("records", None),
        ("[]int32", ()),
        ("[]Thing", ()),
        ("[]records", ()),
    ],
)
def test_default_value_matches_type(kind, value):
    found = parse(kind, "")
    assert found == value
    assert type(found) is type(value)


def test_a_structure_without_default_is_one_of_defaults():
    assert parse("Thing", "") is ABSENT


@pytest.mark.parametrize("kind", ["string", "bytes", "records", "Thing", "[]Thing", "[]string"])
def test_null_is_a_default_of_nullable_kinds(kind):
    assert parse(kind, "null") is None


@pytest.mark.parametrize("kind", ["string", "bytes", "Thing", "[]Thing"])
def test_null_must_be_allowed_in_every_version(kind):
    with pytest.raises(ValueError, match="null is not allowed"):
        parse(kind, "null", nullable=False)


def test_records_are_null_whatever_they_may_be():
    assert parse("records", "null", nullable=False) is None


@pytest.mark.parametrize(("text", "value"), [("true", True), ("TRUE", True), ("False", False)])
def test_booleans_in_any_case(text, value):
    assert parse("bool", text) is value


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int8", "-128", -128),
        ("int32", "0x7fffffff", 2**31 - 1),
        ("int64", "9223372036854775807", 2**63 - 1),
        ("uint16", "65535", 65535),
        ("float64", "-1.5e3", -1500.0),
        ("float64", "7", 7.0),
        ("float64", "-Infinity", -math.inf),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ", b"\0" * 15 + b"\1"),
        ("uuid", "_____________________w==", b"\xff" * 16),
        ("string", "abc", "abc"),
    ],
)
def test_default_is_parsed_by_its_kind(kind, text, value):
    assert parse(kind, text) == value


@pytest.mark.parametrize("row", [row for row in PRIMITIVES.values() if row.highest])
def test_integers_stay_in_range(row):
    kind, lowest, highest = row.name, row.lowest, row.highest
    assert parse(kind, str(lowest)) == lowest
    assert parse(kind, str(highest)) == highest
    for outside in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match=f"range of {kind}"):
            parse(kind, str(outside))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("bool", "yes"),
        ("int32", "1.0"),
        ("int32", "1_0"),
        ("int32", "null"),
        ("int32", "-0x1"),
        ("int32", " 1"),
        ("int64", "9" * 5000),
        ("float64", "one"),
        ("float64", "1_0"),
        ("float64", "nan"),
        ("uuid", "AAAA"),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAA+"),
        ("uuid", "!"),
        ("bytes", "abc"),
        ("records", "abc"),
        ("[]int32", "1"),
        ("Thing", "{}"),
    ],
)
def test_refuses_what_is_no_value_of_the_type(kind, text):
    with pytest.raises(ValueError, match=r"\w"):
        parse(kind, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "true"), (False, "false"), (-1, "-1"), (1.5, "1.5"), ("null", "null")],
)
def test_text_of_json_values(value, text):
    assert default_text(value) == text


@pytest.mark.parametrize("value", [[], {}, [1]])
def test_lists_and_objects_are_no_defaults(value):
    with pytest.raises(ValueError, match="must be text"):
        default_text(value)
