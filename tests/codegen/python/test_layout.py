"""Which versions share a layout, and what is read in one go."""

from __future__ import annotations

import json

import pytest

from codegen.errors import SchemaError
from codegen.python.layout import message_layout
from codegen.schema.reader import read_message
from tests.support.schemas import spec_of


def layout_of(fields, *, valid="0-3", flexible="2+"):
    text = json.dumps(
        {
            "type": "data",
            "name": "Thing",
            "validVersions": valid,
            "flexibleVersions": flexible,
            "fields": fields,
        }
    )
    spec = read_message(text, "Thing.json")
    assert spec is not None
    return message_layout(spec)


def field(name, kind="int32", versions="0+", **more):
    return {"name": name, "type": kind, "versions": versions, **more}


def test_versions_of_equal_layout_share_it():
    found = layout_of([field("A"), field("B", versions="1+")])
    assert [found.roots[v].suffix for v in range(4)] == [0, 1, 2, 2]
    assert len(found.structs["Thing"]) == 3


def test_a_field_that_comes_and_goes_gives_back_the_older_layout():
    found = layout_of([field("A"), field("B", versions="1-2")], flexible="none")
    assert [found.roots[v].suffix for v in range(4)] == [0, 1, 1, 0]


def test_nullability_is_part_of_the_layout():
    found = layout_of([field("S", "string", nullableVersions="1+")], flexible="none")
    assert [found.roots[v].suffix for v in range(4)] == [0, 1, 1, 1]


def test_an_inner_layout_that_differs_makes_the_outer_one_differ():
    inner = [field("X"), field("Y", versions="3+")]
    found = layout_of([field("Rows", "[]Row", fields=inner)], flexible="none")
    assert [found.roots[v].suffix for v in range(4)] == [0, 0, 0, 3]
    assert [layout.suffix for layout in found.structs["Row"]] == [0, 3]
    assert found.many == {("Row", 0), ("Row", 3)}


def test_fixed_fields_and_the_next_length_are_one_segment():
    found = layout_of([field("A"), field("B", "uuid"), field("S", "string"), field("C", "bool")])
    first, second = found.roots[2].segments
    assert (first.fixed_format, first.tail.format) == ("i16s", "B")
    assert (second.fixed_format, second.tail, second.has_tags) == ("?", None, True)
    first, second = found.roots[0].segments
    assert (first.fixed_format, first.tail.format) == ("i16s", "h")
    assert (second.fixed_format, second.has_tags) == ("?", False)


def test_tags_are_in_order_and_those_of_other_versions_are_known():
    found = layout_of(
        [
            field("B", versions="3+", taggedVersions="3+", tag=1),
            field("A", versions="2+", taggedVersions="2+", tag=0),
        ]
    )
    assert [wire.spec.name for wire in found.roots[3].form.tagged.values()] == ["A", "B"]
    assert found.roots[2].form.undefined_tags == (1,)
    assert found.roots[3].form.undefined_tags == ()
    assert [spec.name for spec in found.roots[0].form.absent] == ["B", "A"]


def test_a_field_with_a_fixed_length_form_in_flexible_versions():
    text = json.dumps(
        {
            "type": "header",
            "name": "Head",
            "validVersions": "1-2",
            "flexibleVersions": "2+",
            "fields": [field("Id", "string", flexibleVersions="none")],
        }
    )
    spec = read_message(text, "Head.json")
    assert spec is not None
    segment = message_layout(spec).roots[2].segments[0]
    assert segment.tail.format == "h"


@pytest.mark.parametrize("kind", ["Empty", "Holder"])
def test_arrays_of_elements_without_bytes_are_refused(kind):
    """Four bytes could ask for a million objects, and nested for a million times as many."""
    empty = field("Inner", "Empty", fields=[field("Late", versions="2+")])
    inner = [empty] if kind == "Holder" else empty["fields"]
    spec = spec_of(field("Many", f"[]{kind}", fields=inner), flexibleVersions="none")
    with pytest.raises(SchemaError, match="take no bytes in version 0") as refusal:
        message_layout(spec)
    assert (refusal.value.source, refusal.value.path) == ("Thing.json", "Thing.Many.type")


def test_structures_without_bytes_are_fine_outside_arrays_and_where_a_tag_section_ends_them():
    part = {"fields": [field("Late", versions="3+")]}
    message_layout(spec_of(field("One", "Part", **part)))
    message_layout(spec_of(field("Many", "[]Part", versions="2+", **part)))
