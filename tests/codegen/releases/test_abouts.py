"""The `about` lines: taken off, found by place, put back."""

from __future__ import annotations

from codegen.releases.folder import abouts_of, with_abouts, without_abouts
from codegen.schema.reader import read_message
from codegen.schema.writer import schema_text
from tests.support.schemas import field, spec_of

SPEC = spec_of(
    field("A", "[]S", fields=[field("B", about="The B.")], about="The A."),
    field("C", "T"),
    field("D", "T"),
    about="The thing.",
    commonStructs=[{"name": "T", "versions": "0+", "about": "The T.", "fields": [field("E")]}],
)
LINES = {
    ("Thing", "Thing", ""): "The thing.",
    ("Thing", "Thing", "A"): "The A.",
    ("Thing", "S", "B"): "The B.",
    ("Thing", "T", ""): "The T.",
}


def test_each_line_has_its_place():
    assert abouts_of(SPEC) == LINES


def test_without_abouts_keeps_the_facts():
    facts = without_abouts(SPEC)
    assert abouts_of(facts) == {}
    assert "about" not in schema_text(facts)
    assert facts.structs["S"].about == ""
    assert with_abouts(facts, LINES) == SPEC


def test_abouts_of_unknown_places_are_ignored():
    other = {("Other", "Thing", "A"): "No.", ("Thing", "S", "Gone"): "No."}
    assert with_abouts(without_abouts(SPEC), other) == without_abouts(SPEC)


def test_a_new_line_goes_to_the_field_and_its_inline_structure():
    found = with_abouts(SPEC, {("Thing", "Thing", "A"): "Another."})
    assert found.root.fields[0].about == found.structs["S"].about == "Another."
    assert found.root.about == found.structs["T"].about == ""


def test_a_line_outlives_the_move_of_its_structure():
    inline = spec_of(field("A", "S", fields=[field("B", about="The B.")]))
    common = spec_of(
        field("A", "S"),
        field("C", "S"),
        commonStructs=[{"name": "S", "versions": "0+", "fields": [field("B")]}],
    )
    moved = with_abouts(common, abouts_of(inline))
    assert moved.structs["S"].fields[0].about == "The B."
    assert read_message(schema_text(moved), "Thing.json") == moved
