"""Wire forms: what is equal on the wire, what reads what, how few bytes are enough."""

from __future__ import annotations

import pytest

from codegen.schema.wire import wire_form
from tests.support.schemas import field, spec_of


def form(*fields, version=2, **top):
    return wire_form(spec_of(*fields, **top), version)


def test_names_do_not_change_the_bytes():
    one = form(field("A"), field("B", "[]S", fields=[field("C", "string")]))
    other = form(field("X"), field("Y", "[]T", fields=[field("Z", "string")]), apiKey=7)
    assert one.has_same_bytes(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"kind": "int32"}, {"kind": "int64"}),
        ({"kind": "int32"}, {"kind": "[]int32"}),
        ({"kind": "string"}, {"kind": "string", "nullableVersions": "2+"}),
        ({"kind": "string"}, {"kind": "string", "flexibleVersions": "none"}),
        ({"kind": "int32"}, {"kind": "int32", "versions": "3+"}),
        ({"kind": "int32"}, {"kind": "int32", "taggedVersions": "2+", "tag": 0}),
    ],
)
def test_fields_of_different_form_have_different_bytes(one, other):
    assert not form(field("A", **one)).has_same_bytes(form(field("A", **other)))


def test_flexible_version_has_different_bytes():
    assert not form(version=1).has_same_bytes(form(version=2))


def test_order_of_tagged_fields_does_not_change_the_bytes():
    def tagged(name, tag, kind):
        return field(name, kind, "2+", taggedVersions="2+", tag=tag)

    one = form(tagged("A", 0, "int8"), field("B"), tagged("C", 1, "int16"))
    assert one.has_same_bytes(form(tagged("C", 1, "int16"), tagged("A", 0, "int8"), field("B")))


def test_ranges_count_only_in_the_version():
    nullable = form(field("A", nullableVersions="0-1", kind="string"))
    assert nullable.has_same_bytes(form(field("A", "string")))


def test_only_additional_tags_extend_a_form():
    tag = {"taggedVersions": "2+", "tag": 0}
    inner = field("B", "[]S", fields=[field("C")])
    inner_more = field("B", "[]S", fields=[field("C"), field("D", "int8", "2+", **tag)])
    plain = form(field("A"), inner)
    for more in (
        form(field("A"), inner, field("T", "int8", "2+", **tag)),
        form(field("A"), inner_more),
    ):
        assert more.extends(plain)
        assert not plain.extends(more)
        assert more.extends(more)
    for other in (
        form(field("A"), inner, field("E")),
        form(inner, field("A")),
        form(field("A")),
        form(field("A"), field("B", "S", fields=[field("C")])),
        form(field("A"), field("B", "[]int32")),
    ):
        assert not other.extends(plain)
        assert not plain.extends(other)


def test_a_tag_keeps_its_type():
    def tagged(kind):
        return form(field("A", kind, "2+", taggedVersions="2+", tag=0))

    assert not tagged("int8").extends(tagged("int16"))


def test_a_tag_keeps_what_its_absence_stands_for():
    def tagged(*fields, **default):
        kind = "S" if fields else "float64"
        inside = {"fields": list(fields)} if fields else {}
        tag = {"taggedVersions": "2+", "tag": 0}
        return form(field("A", kind, "2+", **tag, **inside, **default))

    assert tagged(default="NaN").extends(tagged(default="NaN"))
    assert not tagged(default="5").extends(tagged(default="6"))
    assert tagged(field("B", default="5")).extends(tagged(field("C", default="5")))
    assert not tagged(field("B", default="5")).extends(tagged(field("B", default="6")))
    tag = {"taggedVersions": "2+", "tag": 0}
    more = tagged(field("B"), field("D", "int8", "2+", **tag))
    assert more.extends(tagged(field("B")))
    other = tagged(field("B"), field("D", "int8", "2+", **tag, default="1"))
    assert not more.extends(other)
    assert form(field("A", default="5")).has_same_bytes(form(field("A", default="6")))


def test_a_structure_without_fields_takes_the_byte_of_its_tag_section():
    part = field("One", "Part", fields=[field("Late", versions="3+")])
    assert (form(part, version=0).least_size, form(part, version=2).least_size) == (0, 2)


def test_the_least_size_counts_every_field_at_its_smallest():
    fields = (
        field("A", "uuid"),
        field("B", "string"),
        field("C", "[]int64"),
        field("D", "Part", nullableVersions="0+", fields=[field("E")]),
        field("F", "Other", fields=[field("G", "int16")]),
    )
    assert form(*fields, version=0).least_size == 16 + 2 + 4 + 1 + 2
    assert form(*fields, version=2).least_size == 16 + 1 + 1 + 1 + 3 + 1


def test_the_null_mark_of_a_structure_is_a_varint_in_tagged_fields_only():
    part = {"nullableVersions": "2+", "fields": [field("A", versions="2+")]}
    plain = form(field("P", "Part", "2+", **part)).untagged[0]
    tagged = form(field("P", "Part", "2+", **part, taggedVersions="2+", tag=0)).tagged[0]
    assert (plain.format, tagged.format) == ("b", "")
