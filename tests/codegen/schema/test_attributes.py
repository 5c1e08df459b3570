"""Commented JSON: what is stripped, what is refused, and where."""

from __future__ import annotations

import pytest

from codegen.errors import SchemaError
from codegen.schema.attributes import parse_commented_json
from codegen.schema.model import NONE, Versions


def parse(text):
    return parse_commented_json(text, "Thing.json")


def refused(text):
    with pytest.raises(SchemaError) as refusal:
        parse(text)
    assert refusal.value.source == "Thing.json"
    return str(refusal.value)


def test_comments_go_wherever_they_stand():
    text = """// before
    { // behind
      "a": "x//y", /* inside
      and over lines */ "b": "/* no comment */", "c": "\\"// neither"
    } // after"""
    found = parse(text)
    assert [found.text(name) for name in "abc"] == ["x//y", "/* no comment */", '"// neither']


def test_byte_order_mark_is_ignored():
    assert parse('\ufeff{"a": "b"}').text("a") == "b"


def test_errors_keep_their_position_behind_comments():
    assert refused('// one\n{ /* x */ "a": ?}') == (
        "Thing.json: line 2, column 16: Expecting value"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1, column 1"),
        ("[]", "must contain one object, contains []"),
        ('"a"', "must contain one object"),
        ('{"a": 1} {}', "Extra data"),
        ('{"a": NaN}', "NaN is not valid JSON"),
        ('{"a": 1, "a": 2}', "'a' is given twice in one object, with two values"),
        ('{"a":' * 100_000, "nested too deeply"),
        (f'{{"a": {"9" * 5000}}}', "Exceeds the limit"),
        ('{"a": "\n"}', "Invalid control character"),
    ],
)
def test_invalid_schema_file_is_refused(text, reason):
    assert reason in refused(text)


def test_an_attribute_repeated_with_the_same_value_is_taken():
    assert parse('{"versions": "0+", "versions": "0+"}').text("versions") == "0+"


@pytest.mark.parametrize(
    ("method", "value", "reason"),
    [
        ("text", "1", "must be text, is 1"),
        ("text", "null", "is missing"),
        ("word", '"a_b"', "'a_b' is not a valid name"),
        ("word", '"1a"', "'1a' is not a valid name"),
        ("word", '""', "'' is not a valid name"),
        ("flag", '"yes"', 'must be true or false, is "yes"'),
        ("flag", "1", "must be true or false, is 1"),
        ("words", "[1]", "must hold text, holds 1"),
        ("words", "5", "must be a list, is 5"),
        ("mapping", "[]", "must be an object, is []"),
        ("versions", '"3-1"', "'3-1' is not a valid range of versions"),
        ("versions", '" "', "is missing"),
        ("raw", None, ""),
    ],
)
def test_wrong_values_are_refused_at_their_place(method, value, reason):
    attributes = parse(f'{{"x": {value}}}') if value else parse("{}")
    if value is None:
        assert getattr(attributes, method)("x") is None
        return
    with pytest.raises(SchemaError, match=r"Thing\.json: x: ") as refusal:
        getattr(attributes, method)("x")
    assert reason in str(refusal.value)


@pytest.mark.parametrize(("value", "number"), [("7", 7), ('"7"', 7), ("null", None)])
def test_numbers_as_numbers_and_as_text(value, number):
    assert parse(f'{{"tag": {value}}}').number("tag", 10) == number


@pytest.mark.parametrize("value", ["-1", "11", "true", "1.0", '"+1"', '"1.0"', '"x"', "[]"])
def test_other_numbers_are_refused(value):
    with pytest.raises(SchemaError, match="must be a number from 0 to 10"):
        parse(f'{{"tag": {value}}}').number("tag", 10)


@pytest.mark.parametrize("text", ["true", '"true"'])
def test_booleans_as_booleans_and_as_text(text):
    assert parse(f'{{"ignorable": {text}}}').flag("ignorable")
    assert not parse('{"ignorable": "false"}').flag("ignorable")
    assert not parse("{}").flag("ignorable")


def test_versions_have_defaults():
    found = parse('{"given": "1-2", "empty": ""}')
    assert found.versions("given", NONE) == Versions(1, 2)
    assert found.versions("empty", NONE) == NONE
    assert found.versions("missing", Versions(3, 3)) == Versions(3, 3)


def test_objects_carry_the_path_of_their_name():
    found = parse('{"fields": [{"name": "A"}, {}]}')
    assert [one.path for one in found.objects("fields", "Top")] == ["Top.A", "Top.fields[1]"]
    with pytest.raises(SchemaError, match="must hold objects"):
        list(parse('{"fields": [1]}').objects("fields", ""))


def test_attributes_that_nobody_asked_for_are_refused_by_name():
    attributes = parse('{"known": "a", "unknown": 1}')
    attributes.text("known")
    attributes.finish(also=("unknown",))
    with pytest.raises(
        SchemaError, match="unknown: is not an attribute of Kafka's schema language"
    ):
        attributes.finish()


def test_long_values_are_shown_in_part():
    with pytest.raises(SchemaError) as refusal:
        parse(f'{{"x": [{"1," * 100}1]}}').text("x")
    assert len(str(refusal.value)) < 80
