"""Several releases as one, above all the committed union of 4.4.0 and 3.9.2.

The layouts that both sides are compared by are computed here from the raw JSON, not by the code
under test.
"""

from __future__ import annotations

import json
import zipfile
from functools import cache

import pytest

from codegen.releases.folder import without_abouts
from codegen.releases.merge import merge, merge_message
from codegen.releases.sources import Release
from codegen.schema.error_codes import schema_files
from codegen.schema.model import Versions
from codegen.schema.reader import read_folder
from codegen.schema.writer import schema_text
from tests.support.schemas import RELEASES, SPECS, field, release, spec_of
from tests.support.vectors import read_vectors

OTHER_NUMBERING = {
    "ConsumerGroupCurrentMemberAssignmentKey": "8",
    "ConsumerGroupMemberMetadataKey": "5",
    "ConsumerGroupMetadataKey": "3",
    "ConsumerGroupPartitionMetadataKey": "4",
    "ConsumerGroupTargetAssignmentMemberKey": "7",
    "ConsumerGroupTargetAssignmentMetadataKey": "6",
    "GroupMetadataKey": "2",
    "OffsetCommitKey": "1",
    "ShareGroupMemberMetadataKey": "10",
    "ShareGroupMetadataKey": "11",
}
"""Keys of 3.9.2 whose version is what 4.x calls the apiKey."""

OTHER_BYTES = {"ReadShareGroupStateSummaryResponse": "0", "ShareGroupMetadataValue": "0"}


def raw_schemas(version):
    """Read the JSON of a release by message name."""
    found = {}
    for path in sorted((RELEASES / version).glob("*.jar")):
        with zipfile.ZipFile(path) as jar:
            for name in jar.namelist():
                schema = json.loads(jar.read(name))
                found[schema["name"]] = schema
    return found


def bounds(text):
    if not text or text == "none":
        return range(0)
    lowest, _, highest = text.rstrip("+").partition("-")
    end = 40 if text.endswith("+") else int(highest or lowest) + 1
    return range(int(lowest), end)


def raw_layout(schema, version, *, names, fields=None):
    """List what a version has on the wire: tag, type, null, length form, and what is inside."""
    common = {one["name"]: one["fields"] for one in schema.get("commonStructs", [])}
    flexible = version in bounds(schema["flexibleVersions"])
    found = []
    for one in schema["fields"] if fields is None else fields:
        if version not in bounds(one.get("versions", one.get("taggedVersions"))):
            continue
        inside = one["type"].removeprefix("[]")
        members = one.get("fields") or common.get(inside)
        if members is not None:
            inside = raw_layout(schema, version, names=names, fields=members)
        tag = int(one["tag"]) if version in bounds(one.get("taggedVersions")) else -1
        name = one["name"] if names else ""
        nullable = version in bounds(one.get("nullableVersions"))
        compact = flexible and "flexibleVersions" not in one
        found.append((tag, name, one["type"][:2] == "[]", inside, nullable, compact))
    return sorted(found, key=lambda line: line[0]), flexible


@cache
def raw_merged():
    """Read the committed specs as plain JSON, comments and all."""
    found = {}
    for path in schema_files(SPECS):
        text = path.read_text(encoding="utf-8")
        schema = json.loads("".join(line for line in text.splitlines() if line[:2] != "//"))
        found[schema["name"]] = schema
    return found


def versions_of(schemas):
    return [
        (name, version)
        for name, schema in schemas.items()
        for version in bounds(schema["validVersions"])
    ]


def test_every_version_of_the_newest_release_stands_names_and_all():
    raw = raw_schemas("4.4.0")
    versions = versions_of(raw)
    assert len(versions) == 744
    for name, version in versions:
        ours = raw_layout(raw_merged()[name], version, names=True)
        assert ours == raw_layout(raw[name], version, names=True), (name, version)


def test_every_other_version_of_the_older_release_has_its_bytes():
    raw, newest = raw_schemas("3.9.2"), set(versions_of(raw_schemas("4.4.0")))
    extra = [
        (name, version)
        for name, version in versions_of(raw)
        if (name, version) not in newest
        if version not in bounds(OTHER_NUMBERING.get(name))
    ]
    assert len(extra) == 123
    for name, version in extra:
        ours = raw_layout(raw_merged()[name], version, names=False)
        assert ours == raw_layout(raw[name], version, names=False), (name, version)


def test_shared_versions_have_equal_bytes_or_are_distinguished():
    raw = raw_schemas("3.9.2")
    newest = set(versions_of(raw_schemas("4.4.0")))
    shared = [one for one in versions_of(raw) if one in newest]
    assert len(shared) == 607
    differ = {
        name: str(version)
        for name, version in shared
        if raw_layout(raw_merged()[name], version, names=False)
        != raw_layout(raw[name], version, names=False)
        if not only_tags_were_added(raw_merged()[name], raw[name], version)
    }
    assert differ == OTHER_BYTES


def only_tags_were_added(newer, older, version):
    def without_tags(layout):
        if isinstance(layout, str):
            return layout
        lines, flexible = layout
        return [
            (*rest, without_tags(i), n, c) for tag, *rest, i, n, c in lines if tag < 0
        ], flexible

    return without_tags(raw_layout(newer, version, names=False)) == without_tags(
        raw_layout(older, version, names=False)
    )


def test_merge_reports_the_messages_left_out():
    merged = merge([release("4.4.0"), release("3.9.2")])
    told = {one.message: str(one.versions) for one in merged.left_out}
    assert told == {**OTHER_NUMBERING, **OTHER_BYTES}
    assert str(merged.left_out[0]) == (
        "ConsumerGroupCurrentMemberAssignmentKey 8 of 3.9.2: the newer release numbers "
        "coordinator keys by apiKey, not by version"
    )
    assert len(merged.messages) == 290
    assert list(merged.messages) == sorted(merged.messages)
    assert sum(len(set(spec.valid_versions)) for spec in merged.messages.values()) == 867


def test_the_committed_specs_are_that_merge():
    merged = merge([release("4.4.0"), release("3.9.2")])
    committed = read_folder(SPECS)
    assert list(committed) == list(merged.messages)
    for name, spec in committed.items():
        assert spec.source == f"{merged.areas[name]}/{name}.json"
        facts = schema_text(without_abouts(spec))
        assert facts == schema_text(without_abouts(merged.messages[name])), name


@pytest.mark.parametrize(("version", "count"), [("3.9.2", 736), ("4.4.0", 739)])
def test_every_message_of_the_vectors_is_there(version, count):
    vectors = {(vector["message"], vector["version"]) for vector in read_vectors(version)}
    assert len(vectors) == count
    assert vectors <= set(versions_of(raw_schemas(version)))
    if version == "4.4.0":
        assert vectors <= set(versions_of(raw_merged()))
    else:
        missing = {(name, int(v)) for name, v in OTHER_NUMBERING.items()}
        assert vectors - set(versions_of(raw_merged())) == missing


def test_messages_that_the_newest_release_gave_up_come_back():
    merged = merge([release("4.4.0"), release("3.9.2")]).messages
    assert "LeaderAndIsrRequest" not in release("4.4.0").messages
    assert merged["LeaderAndIsrRequest"] == release("3.9.2").messages["LeaderAndIsrRequest"]
    assert str(merged["ControlledShutdownRequest"].valid_versions) == "0-3"
    assert str(merged["RequestHeader"].valid_versions) == "0-2"


def test_one_release_alone_is_what_it_is():
    merged = merge([release("3.9.2")])
    assert merged.messages == release("3.9.2").messages
    assert merged.left_out == []


def test_newest_release_wins_in_a_merge():
    def one(name, kind, versions):
        spec = spec_of(field(name, kind), validVersions=versions)
        return Release(name, {"Thing": spec}, {"Thing": name})

    merged = merge([one("c", "int8", "2"), one("b", "int8", "1-2"), one("a", "int16", "0-1")])
    assert merged.areas == {"Thing": "c"}
    thing = merged.messages["Thing"]
    told = [(one.name, str(one.type), str(one.versions)) for one in thing.root.fields]
    assert told == [("a", "int16", "0"), ("c", "int8", "1+")]
    assert str(thing.valid_versions) == "0-2"
    assert [str(one) for one in merged.left_out] == [
        (
            "Thing 1 of a: other bytes: Thing at place 0 the newer release has c (int8),"
            " the older a (int16)"
        )
    ]


@pytest.mark.parametrize(
    ("newer", "older", "reason"),
    [
        (
            {"type": "metadata", "apiKey": 1},
            {},
            "the newer release has a metadata of this name",
        ),
        (
            {"type": "metadata", "apiKey": 1},
            {"type": "metadata", "apiKey": 2},
            "the newer release has it with apiKey 1",
        ),
    ],
)
def test_another_message_of_the_same_name_is_left_out(newer, older, reason):
    stands = spec_of(field("A"), validVersions="1", **newer)
    found, left_out, renamed = merge_message(
        stands, spec_of(field("A"), validVersions="0", **older)
    )
    assert found is stands
    assert renamed == []
    assert [(one.versions, one.reason) for one in left_out] == [(Versions(0, 0), reason)]


def test_values_of_coordinators_continue_under_their_new_type():
    newer = spec_of(field("A"), type="coordinator-value", apiKey=1, validVersions="1")
    found, left_out, renamed = merge_message(newer, spec_of(field("A"), validVersions="0"))
    assert found.valid_versions == Versions(0, 1)
    assert left_out == renamed == []


@pytest.mark.parametrize(
    ("newer", "older", "reason"),
    [
        (
            [field("A")],
            [field("A", "int64")],
            "Thing at place 0 the newer release has A (int32), the",
        ),
        (
            [field("A")],
            [field("A"), field("B")],
            "at place 1 the newer release has no field, the ol",
        ),
        (
            [field("A", "string", nullableVersions="0+")],
            [field("A", "string")],
            "the newer release has A (string, nullable), the older A (string)",
        ),
        (
            [field("A", "[]B", fields=[field("X")])],
            [field("A", "[]B", fields=[field("X", "int8")])],
            "A at place 0 the newer release has X (int32), the older X (int8)",
        ),
    ],
)
def test_the_reason_of_other_bytes_is_where_they_part(newer, older, reason):
    _, left_out, _ = merge_message(
        spec_of(*newer, validVersions="0"), spec_of(*older, validVersions="0")
    )
    (found,) = left_out
    assert found.reason.startswith("other bytes: ")
    assert reason in found.reason


def test_only_one_release_may_be_flexible():
    _, left_out, _ = merge_message(
        spec_of(field("A"), flexibleVersions="0+"), spec_of(field("A"), flexibleVersions="1+")
    )
    assert [str(one) for one in left_out] == [
        "Thing 0: other bytes: only the newer release is flexible"
    ]


def test_fields_that_pair_by_place_are_named():
    newer = spec_of(field("New"), field("X", "string"), validVersions="1-2")
    older = spec_of(field("Old"), field("X", "string"), validVersions="0-1")
    _, left_out, renamed = merge_message(newer, older)
    assert left_out == []
    assert [str(one) for one in renamed] == ["Thing: Old is New in Thing"]


def test_changed_default_of_a_shared_tag_is_reported():
    def one(default):
        tag = {"taggedVersions": "0+", "tag": 0, "default": default}
        return spec_of(field("A", **tag), validVersions="0-1", flexibleVersions="0+")

    _, left_out, _ = merge_message(one("5"), one("6"))
    assert [str(each) for each in left_out] == [
        f"Thing {version}: other bytes: absent tag 0 of Thing stands for other defaults of A"
        for version in (0, 1)
    ]
