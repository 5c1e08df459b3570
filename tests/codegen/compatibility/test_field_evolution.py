"""What two releases change in the fields of a message, and whether that is legal."""

from __future__ import annotations

import pytest

from codegen.compatibility.evolution import field_changes
from tests.support.schemas import field, spec_of


def changes(older, newer, *, old="0-1", new="0-2", unstable=(), **top):
    found = field_changes(
        spec_of(*older, validVersions=old, **top),
        spec_of(*newer, validVersions=new, **top),
        frozenset(unstable),
    )
    return [(one.path, one.what, one.before, one.after, one.legal) for one in found]


def tagged(name, tag=0, kind="int32", versions="2+", **more):
    return field(name, kind, versions, taggedVersions=versions, tag=tag, **more)


def test_equal_fields_have_no_changes():
    fields = [field("A", "[]S", fields=[field("B")]), tagged("T")]
    assert changes(fields, fields, old="0-2") == []
    assert changes(fields, fields) == []


def test_a_field_in_new_versions_only():
    assert changes([field("A")], [field("A"), field("B", versions="2+")]) == [
        ("B", "field added", None, "int32 in 2+", True)
    ]


def test_a_field_in_a_version_that_both_have():
    assert changes([field("A")], [field("A"), field("B", versions="1+")]) == [
        ("B", "field added", None, "int32 in 1+", False)
    ]


def test_a_tagged_field_may_come_at_any_time():
    assert changes([field("A")], [field("A"), tagged("T")], old="0-2") == [
        ("T", "field added", None, "int32 in 2+, tag 0", True)
    ]


def test_a_field_that_ends_with_the_old_versions():
    assert changes([field("A")], [field("A", versions="0-1")]) == [
        ("A", "versions", "0+", "0-1", True)
    ]


@pytest.mark.parametrize("newer", ["0", "1+"])
def test_a_field_that_leaves_a_version_that_both_have(newer):
    assert changes([field("A")], [field("A", versions=newer)]) == [
        ("A", "versions", "0+", newer, False)
    ]


def test_a_field_that_is_gone():
    assert changes([field("A"), field("B")], [field("A")]) == [
        ("B", "field removed", "int32 in 0+", None, False)
    ]
    assert changes([field("A"), field("B", versions="0")], [field("A")], new="1-2") == [
        ("B", "field removed", "int32 in 0", None, True)
    ]
    assert changes([tagged("T")], [], old="0-2") == [
        ("T", "field removed", "int32 in 2+, tag 0", None, False)
    ]


def test_a_name_is_not_on_the_wire():
    assert changes([field("Old")], [field("New")]) == [("New", "name", "Old", "New", True)]


def test_changed_type_is_reported():
    assert changes([field("A")], [field("A", "int64")]) == [("A", "type", "int32", "int64", False)]
    assert changes([field("A", "int32", "0-1")], [field("A", "int64", "2+")], new="2-3") == [
        ("A", "type", "int32", "int64", True)
    ]


@pytest.mark.parametrize(
    ("older", "newer", "legal"),
    [("none", "0+", False), ("0+", "none", False), ("none", "2+", True), ("0+", "0-1", True)],
)
def test_nullability_cannot_change_in_a_shared_version(older, newer, legal):
    found = changes(
        [field("A", "string", nullableVersions=older)],
        [field("A", "string", nullableVersions=newer)],
    )
    assert found == [("A", "nullableVersions", older, newer, legal)]


def test_null_goes_on_as_the_older_schema_said():
    older, newer = (field("A", "string", nullableVersions=text) for text in ("0+", "0-2"))
    assert changes([older], [newer]) == []


def test_tag_cannot_change_or_become_a_field():
    older, newer = tagged("A", 0), field("A", "int32", "2+")
    assert changes([older], [newer], old="0-2") == [("A", "taggedVersions", "2+", "none", False)]
    older, newer = [tagged("A", 0), tagged("B", 1)], [tagged("A", 1), tagged("B", 0)]
    assert changes(older, newer, old="0-2") == [
        ("A", "tag", "0", "1", False),
        ("B", "tag", "1", "0", False),
    ]


def test_a_tagged_field_may_come_in_a_version_that_others_speak_already():
    found = changes([tagged("T", versions="3+")], [tagged("T", versions="2+")], old="0-3")
    assert ("T", "versions", "3+", "2+", True) in found
    plain = changes([field("A", versions="3+")], [field("A", versions="2+")], old="0-3")
    assert plain == [("A", "versions", "3+", "2+", False)]


def test_defaults_stand_for_what_is_absent():
    assert changes([field("A")], [field("A", default="1")]) == [("A", "default", None, "1", False)]


def test_structures_are_compared_inside_once():
    def thing(*inner):
        return {
            "older": [field("A", "S"), field("B", "[]S")],
            "commonStructs": [{"name": "S", "versions": "0+", "fields": list(inner)}],
        }

    older, newer = thing(field("C")), thing(field("C", "int64"))
    found = field_changes(
        spec_of(*older["older"], commonStructs=older["commonStructs"]),
        spec_of(*newer["older"], commonStructs=newer["commonStructs"]),
        frozenset(),
    )
    assert [(one.path, one.what) for one in found] == [("A.C", "type")]


def test_versions_of_nested_fields_are_limited_to_those_of_the_field():
    older = field("A", "S", "0", fields=[field("B"), field("C")])
    newer = field("A", "S", "0", fields=[field("B"), field("C", versions="0")])
    assert changes([older], [newer]) == []


def test_change_of_an_unstable_version_is_allowed():
    older, newer = [field("A")], [field("A"), field("B", versions="1+")]
    assert changes(older, newer, unstable={1})[0][-1] is True
    assert changes(older, [field("A"), field("B")], unstable={1})[0][-1] is False


def test_rules_name_the_versions_that_break():
    (change,) = field_changes(
        spec_of(field("A"), validVersions="0-1"), spec_of(field("A", "int8")), frozenset()
    )
    assert change.rule == "versions that both releases have keep their bytes: 0-1"
    assert change.message == "Thing"
