"""Which field of an older release is which of a newer one."""

from __future__ import annotations

from codegen.releases.alignment import align, reachable_versions, same_shape
from tests.support.schemas import field, release, spec_of


def pairs(newer, older, shared=(0, 1, 2, 3)):
    found = align(spec_of(*newer).root, spec_of(*older).root, shared)
    return [
        (one.newer.name if one.newer else None, one.older.name if one.older else None)
        for one in found
    ]


def test_fields_of_one_name_are_paired():
    fields = [field("A"), field("B", "string")]
    assert pairs(fields, fields) == [("A", "A"), ("B", "B")]


def test_fields_at_the_same_position_are_renamed():
    assert pairs([field("A"), field("New")], [field("A"), field("Old")]) == [
        ("A", "A"),
        ("New", "Old"),
    ]


def test_places_count_only_in_shared_versions():
    newer, older = (
        [field("A"), field("New", versions="1+")],
        [field("A"), field("Old", "int32", "0")],
    )
    assert pairs(newer, older) == [("A", "A"), (None, "Old"), ("New", None)]
    assert pairs([field("New")], [field("Old")], shared=()) == [(None, "Old"), ("New", None)]


def test_fields_of_different_shape_are_not_renamed():
    newer = [field("A"), field("New"), field("More")]
    older = [field("A"), field("Old")]
    assert pairs(newer, older) == [("A", "A"), (None, "Old"), ("New", None), ("More", None)]
    assert pairs([field("New", "string")], [field("Old")]) == [(None, "Old"), ("New", None)]


def test_a_name_with_another_type_is_another_field():
    assert pairs([field("A", "int64")], [field("A")]) == [(None, "A"), ("A", None)]


def test_tagged_fields_are_matched_by_tag():
    def tagged(name, tag):
        return field(name, "int32", "2+", taggedVersions="2+", tag=tag)

    newer = [tagged("New", 1), tagged("A", 0)]
    assert pairs(newer, [tagged("A", 0), tagged("Old", 1)]) == [("New", "Old"), ("A", "A")]


def test_other_tags_at_one_index_are_other_places():
    def tagged(name, tag, versions="2+"):
        return field(name, "int32", versions, taggedVersions=versions, tag=tag)

    newer = [tagged("Later", 0, "3+"), tagged("New", 1)]
    older = [tagged("Old", 0), tagged("Later", 1, "3+")]
    assert ("New", "Old") not in pairs(newer, older, shared=(2,))


def test_fields_of_only_the_older_release_follow_their_predecessor():
    newer = [field("A"), field("B"), field("C")]
    older = [field("X", "int8"), field("A"), field("Y", "int8"), field("Z", "int8"), field("C")]
    assert pairs(newer, older) == [
        (None, "X"),
        ("A", "A"),
        (None, "Y"),
        (None, "Z"),
        ("B", None),
        ("C", "C"),
    ]


def test_votes_and_offset_commits_were_renamed():
    newer, older = release("4.4.0").messages, release("3.9.2").messages
    found = align(
        newer["VoteRequest"].structs["PartitionData"],
        older["VoteRequest"].structs["PartitionData"],
        (0, 1),
    )
    renamed = {
        one.older.name: one.newer.name
        for one in found
        if one.older and one.newer and one.older.name != one.newer.name
    }
    assert renamed == {
        "CandidateId": "ReplicaId",
        "CandidateEpoch": "ReplicaEpoch",
        "CandidateDirectoryId": "ReplicaDirectoryId",
    }
    name = "TxnOffsetCommitRequest"
    found = align(newer[name].root, older[name].root, (0, 1, 2, 3, 4))
    assert ("GenerationIdOrMemberEpoch", "GenerationId") in [
        (one.newer.name, one.older.name) for one in found if one.older and one.newer
    ]


def test_same_shape_looks_through_names_of_structures():
    one, other, single = spec_of(
        field("A", "[]S", fields=[]), field("B", "[]T", fields=[]), field("C", "U", fields=[])
    ).root.fields
    assert same_shape(one, other)
    assert not same_shape(one, single)


def test_reach_is_what_is_on_the_wire():
    spec = spec_of(
        field("A", "S", "1+", fields=[field("B", "T", "0-2", fields=[field("C", "Both", "2+")])]),
        field("D", "Both", "0"),
        commonStructs=[
            {"name": "Both", "versions": "0+", "fields": []},
            {"name": "Unused", "versions": "0+", "fields": []},
        ],
    )
    assert reachable_versions(spec) == {
        "Thing": {0, 1, 2, 3},
        "S": {1, 2, 3},
        "T": {1, 2},
        "Both": {0, 2},
        "Unused": frozenset(),
    }


def test_a_name_that_the_other_release_has_is_no_rename():
    assert pairs([field("A"), field("B")], [field("B"), field("C")]) == [
        ("A", None),
        ("B", "B"),
        (None, "C"),
    ]


def test_a_field_with_two_places_is_no_rename():
    newer = [field("New", versions="0"), field("Newer", versions="1+")]
    assert pairs(newer, [field("Old")]) == [(None, "Old"), ("New", None), ("Newer", None)]


def test_bytes_and_records_are_one_shape():
    (blob,) = spec_of(field("A", "bytes")).root.fields
    (records,) = spec_of(field("A", "records")).root.fields
    (text,) = spec_of(field("A", "string")).root.fields
    assert same_shape(blob, records)
    assert same_shape(records, blob)
    assert not same_shape(blob, text)
