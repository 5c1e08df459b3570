"""Shapes: what is equal on the wire, and what reads what."""

from __future__ import annotations

import pytest

from codegen.schema.wire import message_shape
from tests.support.schemas import field, spec_of


def shape(*fields, version=2, **top):
    return message_shape(spec_of(*fields, **top), version)


def test_names_are_not_part_of_it():
    one = shape(field("A"), field("B", "[]S", fields=[field("C", "string")]))
    other = shape(field("X"), field("Y", "[]T", fields=[field("Z", "string")]), apiKey=7)
    assert one == other


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
def test_what_is(one, other):
    assert shape(field("A", **one)) != shape(field("A", **other))


def test_flexibility_is_too():
    assert shape(version=1) != shape(version=2)


def test_the_order_of_tagged_fields_is_not():
    def tagged(name, tag, kind):
        return field(name, kind, "2+", taggedVersions="2+", tag=tag)

    one = shape(tagged("A", 0, "int8"), field("B"), tagged("C", 1, "int16"))
    assert one == shape(tagged("C", 1, "int16"), tagged("A", 0, "int8"), field("B"))


def test_ranges_count_only_in_the_version():
    assert shape(field("A", nullableVersions="0-1", kind="string")) == shape(field("A", "string"))


def test_more_tags_extend_and_nothing_else_does():
    tag = {"taggedVersions": "2+", "tag": 0}
    inner = field("B", "[]S", fields=[field("C")])
    inner_more = field("B", "[]S", fields=[field("C"), field("D", "int8", "2+", **tag)])
    plain = shape(field("A"), inner)
    for more in (
        shape(field("A"), inner, field("T", "int8", "2+", **tag)),
        shape(field("A"), inner_more),
    ):
        assert more.extends(plain)
        assert not plain.extends(more)
        assert more.extends(more)
    for other in (
        shape(field("A"), inner, field("E")),
        shape(inner, field("A")),
        shape(field("A")),
        shape(field("A"), field("B", "S", fields=[field("C")])),
        shape(field("A"), field("B", "[]int32")),
    ):
        assert not other.extends(plain)
        assert not plain.extends(other)


def test_a_tag_keeps_its_type():
    def tagged(kind):
        return shape(field("A", kind, "2+", taggedVersions="2+", tag=0))

    assert not tagged("int8").extends(tagged("int16"))
