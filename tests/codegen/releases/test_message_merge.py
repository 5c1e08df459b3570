"""Two releases of one message as one schema."""

from __future__ import annotations

import pytest

from codegen.errors import SchemaError
from codegen.releases.merge import fit, merge_versions
from codegen.schema.model import NONE, Versions
from tests.support.schemas import field, spec_of


def parsed(*texts):
    return [Versions.parse(text) for text in texts]


@pytest.mark.parametrize(
    ("present", "relevant", "candidates", "found"),
    [
        ({1, 2}, range(4), [], "1-2"),
        ({2, 3}, range(4), [], "2+"),
        ({2, 3}, range(4), ["2-3"], "2-3"),
        ({2, 3}, range(4), ["1+", "2+"], "2+"),
        ({4, 5}, {4, 5}, ["0+"], "0+"),
        (set(), range(4), ["4+"], "4+"),
        (set(), range(4), ["0+"], "none"),
        ({0, 2}, {0, 2}, [], "0+"),
    ],
)
def test_one_range_is_found(present, relevant, candidates, found):
    assert fit(present, relevant, *parsed(*candidates)) == Versions.parse(found)


def test_fit_refuses_versions_that_are_not_a_single_range():
    with pytest.raises(ValueError, match="versions 0, 2 are not a single range"):
        fit({0, 2}, range(3), Versions(0, 2))


def merge(newer, older, *, new="1-3", old="0-2", **top):
    return merge_versions(
        spec_of(*newer, validVersions=new, **top), spec_of(*older, validVersions=old, **top)
    )


def told(struct):
    return [(one.name, str(one.type), str(one.versions)) for one in struct.fields]


def test_a_dropped_field_comes_back_at_its_place():
    newer = [field("A"), field("C", versions="1+")]
    older = [field("A"), field("B", "string", "0"), field("C", versions="1+")]
    merged = merge(newer, older)
    assert merged.valid_versions == Versions(0, 3)
    assert told(merged.root) == [
        ("A", "int32", "0+"),
        ("B", "string", "0"),
        ("C", "int32", "1+"),
    ]


def test_ranges_are_cut_to_the_versions_of_old():
    merged = merge([field("A")], [field("A"), field("B", versions="0-1")], new="2-3", old="0-1")
    assert told(merged.root) == [("A", "int32", "0+"), ("B", "int32", "0-1")]
    merged = merge([field("A")], [field("A"), field("B")], new="2-3", old="0-1")
    assert told(merged.root)[1] == ("B", "int32", "0-1")


def test_a_new_field_keeps_out_of_the_versions_of_old():
    merged = merge([field("A"), field("B")], [field("A")], new="1-3", old="0")
    assert told(merged.root) == [("A", "int32", "0+"), ("B", "int32", "1+")]


def test_a_renamed_field_has_the_newer_name():
    newer = [field("New", default="5"), field("X")]
    merged = merge(newer, [field("Old", default="5"), field("X")])
    assert told(merged.root) == [("New", "int32", "0+"), ("X", "int32", "0+")]
    assert merged.root.fields[0].default == 5


def test_a_field_at_the_same_place_with_another_default_is_refused():
    newer, older = [field("New", default="5"), field("X")], [field("Old"), field("X")]
    with pytest.raises(SchemaError, match=r"Thing\.New: is at the place of Old, .* is 5, not none"):
        merge(newer, older)


@pytest.mark.parametrize(
    ("older", "newer"), [("int16", "int32"), ("string", "[]string"), ("bytes", "string")]
)
def test_a_field_of_another_type_is_refused_with_both_types(older, newer):
    with pytest.raises(SchemaError) as raised:
        merge([field("A", newer)], [field("A", older, "0")], new="1-2", old="0")
    assert raised.value.path == "Thing.A"
    assert raised.value.detail == f"is {newer} in the newer release, {older} in the older"


def test_bytes_that_became_records_go_on():
    newer = [field("Data", "records", nullableVersions="0+")]
    merged = merge(newer, [field("Data", "bytes", nullableVersions="0+")])
    assert told(merged.root) == [("Data", "records", "0+")]
    assert merged.root.fields[0].default is None


def test_structures_of_other_names_and_common_ones_continue():
    inner = [field("X"), field("Y", "string")]
    newer = [field("A", "[]Entry"), field("B", "[]Entry")]
    common = [{"name": "Entry", "versions": "0+", "fields": inner}]

    def merged_with(*fields):
        return merge_versions(
            spec_of(*newer[: len(fields)], validVersions="1-3", commonStructs=common),
            spec_of(*fields, validVersions="0-2"),
        )

    first = field("A", "[]First", fields=inner)
    assert list(merged_with(first).structs) == ["Entry"]
    assert list(merged_with(first, field("B", "[]Second", fields=inner)).structs) == ["Entry"]
    other = field(
        "B", "[]Second", fields=[field("X"), field("Y", "string"), field("Z", "int8", "0")]
    )
    with pytest.raises(SchemaError, match="Entry stands for First and Second"):
        merged_with(first, other)


def test_null_is_allowed_where_each_release_says():
    newer = [field("A", "string", nullableVersions="2+")]
    older = [field("A", "string", nullableVersions="0-1")]
    with pytest.raises(SchemaError, match=r"Thing\.A: versions 0, 2, 3 are not a single range"):
        merge(newer, older, new="1-3", old="0")
    merged = merge(newer, [field("A", "string")], new="1-3", old="0")
    assert merged.root.fields[0].nullable_versions == Versions.parse("2+")
    merged = merge(
        [field("A", "string")], [field("A", "string", nullableVersions="0-1")], new="1-3", old="0"
    )
    assert merged.root.fields[0].nullable_versions == Versions(0, 0)


def test_structures_are_merged_in_place():
    newer = [field("A", "[]S", fields=[field("X"), field("Y", versions="2+")])]
    older = [
        field("A", "[]OldS", fields=[field("X"), field("Gone", "T", "0", fields=[field("Z")])])
    ]
    merged = merge(newer, older)
    assert told(merged.root) == [("A", "[]S", "0+")]
    assert told(merged.structs["S"]) == [
        ("X", "int32", "0+"),
        ("Gone", "T", "0"),
        ("Y", "int32", "2+"),
    ]
    assert list(merged.structs) == ["T", "S"]
    assert merged.structs["T"].versions == Versions(0, 0)


def test_older_structure_yields_its_name_to_a_newer_one():
    newer = [field("A"), field("New", "S", "1+", fields=[field("X", "string")])]
    older = [field("A"), field("Old", "[]S", "0", fields=[field("Y")])]
    merged = merge(newer, older, old="0-1")
    assert told(merged.structs["S"]) == [("X", "string", "0+")]
    assert told(merged.structs["SV0"]) == [("Y", "int32", "0+")]
    assert ("Old", "[]SV0", "0") in told(merged.root)


def test_a_field_of_old_may_use_a_structure_that_both_have():
    common = [{"name": "S", "versions": "0+", "fields": [field("X")]}]
    newer, older = [field("A", "S")], [field("A", "S"), field("B", "S", "0")]
    merged = merge(newer, older, commonStructs=common)
    assert told(merged.root) == [("A", "S", "0+"), ("B", "S", "0")]
    assert list(merged.structs) == ["S"]


def test_two_structures_of_old_with_other_bytes_cannot_become_one():
    newer = spec_of(
        field("A", "S"),
        field("B", "S"),
        validVersions="1",
        commonStructs=[{"name": "S", "versions": "0+", "fields": [field("X")]}],
    )
    older = spec_of(
        field("A", "S1", fields=[field("X")]),
        field("B", "S2", fields=[field("X", "int8")]),
        validVersions="0",
    )
    with pytest.raises(SchemaError, match="S stands for S1 and S2 of the older release"):
        merge_versions(newer, older)


@pytest.mark.parametrize(
    ("newer", "older", "reason"),
    [
        ({"new": "3"}, {"old": "0-1"}, "3 and 0-1 leave a gap"),
        ({"flexibleVersions": "0+"}, {"flexibleVersions": "none"}, ""),
    ],
)
def test_versions_must_continue_without_a_gap(newer, older, reason):
    if not reason:
        merged = merge_versions(
            spec_of(field("A"), validVersions="1", **newer),
            spec_of(field("A"), validVersions="0", **older),
        )
        assert merged.flexible_versions == Versions.parse("1+")
        return
    with pytest.raises(SchemaError, match=reason):
        merge([field("A")], [field("A")], **newer, **older)


def test_end_of_flexible_versions_cannot_be_merged():
    with pytest.raises(SchemaError, match="flexibleVersions"):
        merge_versions(
            spec_of(field("A"), validVersions="1", flexibleVersions="none"),
            spec_of(field("A"), validVersions="0", flexibleVersions="0+"),
        )


def test_tag_of_an_older_release_cannot_be_distinguished():
    older = [field("A"), field("T", "int8", "0+", taggedVersions="0+", tag=0)]
    with pytest.raises(SchemaError, match=r"T\.taggedVersions"):
        merge([field("A")], older, new="1-3", old="0", flexibleVersions="0+")


def test_swapped_fields_cannot_be_distinguished():
    newer, older = [field("A"), field("B", "int8")], [field("B", "int8"), field("A")]
    with pytest.raises(SchemaError, match="version 0 does not go into one schema"):
        merge(newer, older, new="1-3", old="0")


def test_a_default_of_null_needs_versions_that_allow_it():
    newer = [field("A", "string", "1+", nullableVersions="1+", default="null")]
    with pytest.raises(SchemaError, match="null is not allowed in every version"):
        merge(newer, [field("A", "string")], new="1-3", old="0")


def test_deprecated_versions_are_combined_or_the_newer():
    def deprecated(newer, older):
        return merge_versions(
            spec_of(validVersions="2-3", deprecatedVersions=newer),
            spec_of(validVersions="0-1", deprecatedVersions=older),
        ).deprecated_versions

    assert deprecated("2", "0-1") == Versions(0, 2)
    assert deprecated("none", "0") == Versions(0, 0)
    assert deprecated("none", "none") == NONE
    assert deprecated("3", "0") == Versions(3, 3)


def tagged(name, tag, versions="0+", **more):
    return field(name, "int32", versions, tag=tag, taggedVersions=versions, **more)


@pytest.mark.parametrize(
    ("newer", "older", "refusal"),
    [
        (
            [field("B"), field("A")],
            [field("A"), field("B")],
            (
                "Thing.json: Thing.B: is at the place of A of the older release in version 1,"
                " by name it is B"
            ),
        ),
        (
            [field("Bar"), field("Baz")],
            [field("Foo"), field("Bar")],
            (
                "Thing.json: Thing.Bar: is at the place of Foo of the older release in version 1,"
                " by name it is Bar"
            ),
        ),
        (
            [field("A")],
            [field("A", versions="0"), field("B", versions="1+")],
            (
                "Thing.json: Thing.A: is at the place of B of the older release in version 1,"
                " by name it is A"
            ),
        ),
        (
            [field("B", versions="1"), field("A", versions="2+")],
            [field("A")],
            (
                "Thing.json: Thing.A: of the older release is at the place of B in version 1,"
                " by name it is A"
            ),
        ),
        (
            [tagged("A", 0), tagged("B", 1)],
            [tagged("B", 0), tagged("A", 1)],
            "Thing.json: Thing.A: has tag 0 in version 1, in the older release tag 1",
        ),
        (
            [tagged("A", 0)],
            [field("A")],
            "Thing.json: Thing.A: has tag 0 in version 1, in the older release no tag",
        ),
        (
            [field("In", "S", fields=[field("B"), field("A")])],
            [field("In", "S", fields=[field("A"), field("B")])],
            (
                "Thing.json: S.B: is at the place of A of the older release in version 1,"
                " by name it is B"
            ),
        ),
    ],
)
def test_a_name_that_a_shared_version_contradicts_is_refused(newer, older, refusal):
    with pytest.raises(SchemaError) as refused:
        merge(newer, older, new="1-2", old="0-1", flexibleVersions="0+")
    assert str(refused.value) == refusal


@pytest.mark.parametrize(
    ("newer", "older", "refusal"),
    [
        (
            [field("B"), field("A")],
            [field("A"), field("B")],
            (
                "Thing.json: Thing.A: version 0 does not go into one schema with the newer ones:"
                " B is at its place"
            ),
        ),
        (
            [tagged("A", 0), tagged("B", 1)],
            [tagged("B", 0), tagged("A", 1)],
            (
                "Thing.json: Thing.A: version 0 does not go into one schema with the newer ones:"
                " its tag is 1 there, not 0"
            ),
        ),
    ],
)
def test_a_version_of_old_keeps_its_places_without_a_shared_version(newer, older, refusal):
    with pytest.raises(SchemaError) as refused:
        merge(newer, older, new="1", old="0", flexibleVersions="0+")
    assert str(refused.value) == refusal


def test_default_of_an_absent_tag_must_not_change():
    newer, older = [tagged("A", 0, default="5")], [tagged("A", 0, default="6")]
    for new, old in (("1-2", "0-1"), ("1", "0")):
        with pytest.raises(SchemaError) as refused:
            merge(newer, older, new=new, old=old, flexibleVersions="0+")
        assert str(refused.value) == (
            "Thing.json: Thing.A: is tagged in version 0, but its default is 5, not 6"
        )
    plain = merge([field("A", default="5")], [field("A", default="6")], new="1", old="0")
    assert plain.root.fields[0].default == 5  # on the wire in every version of old


def test_an_absent_structure_of_old_keeps_the_defaults_inside():
    def tagged_struct(default):
        inside = [field("X", default=default)]
        return field("T", "S", "0+", taggedVersions="0+", tag=0, fields=inside)

    with pytest.raises(SchemaError, match="version 0 does not go into one schema"):
        merge([tagged_struct("5")], [tagged_struct("6")], new="1", old="0", flexibleVersions="0+")


@pytest.mark.parametrize(
    ("kinds", "refusal"),
    [
        (("topicName", "groupId"), "is a topicName, not a groupId"),
        ((None, "groupId"), "is a value without an entity type, not a groupId"),
    ],
)
def test_a_place_holds_one_kind_of_entity(kinds, refusal):
    names = zip(("New", "Old"), kinds, strict=True)
    new, old = (field(n, "string", **({"entityType": kind} if kind else {})) for n, kind in names)
    with pytest.raises(SchemaError) as refused:
        merge([new], [old], new="1-2", old="0-1")
    assert str(refused.value) == f"Thing.json: Thing.New: is at the place of Old, but {refusal}"


def test_structures_of_old_with_swapped_names_cannot_become_one():
    def inside(*names):
        return [field(name) for name in names]

    newer = spec_of(
        field("A", "S"),
        field("B", "S"),
        validVersions="1",
        commonStructs=[{"name": "S", "versions": "0+", "fields": inside("X", "Y")}],
    )
    older = spec_of(
        field("A", "S1", fields=inside("X", "Y")),
        field("B", "S2", fields=inside("Y", "X")),
        validVersions="0",
    )
    with pytest.raises(SchemaError, match="S stands for S1 and S2 of the older release"):
        merge_versions(newer, older)
