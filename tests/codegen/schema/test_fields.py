"""The rules for the attributes of one field, each refused with file, field and attribute."""

from __future__ import annotations

import json

import pytest

from codegen.errors import SchemaError
from codegen.schema.model import NONE, Versions
from codegen.schema.types import FieldType
from tests.support.schemas import field, spec_of


def read(name="A", kind="int32", versions="0+", **more):
    (found,) = spec_of(field(name, kind, versions, **more)).root.fields
    return found


def refusal(kind="int32", versions="0+", **more):
    with pytest.raises(SchemaError) as refused:
        spec_of(field("A", kind, versions, **more))
    assert str(refused.value).startswith("Thing.json: A.")
    return str(refused.value).removeprefix("Thing.json: A.")


def test_plain_field_has_defaults():
    found = read()
    assert (found.name, found.type, found.versions) == ("A", FieldType("int32"), Versions(0, 32767))
    assert (found.nullable_versions, found.tagged_versions, found.tag) == (NONE, NONE, None)
    assert (found.ignorable, found.map_key, found.zero_copy) == (False, False, False)
    assert (found.entity_type, found.flexible_versions, found.about) == (None, None, "")


def test_every_attribute_of_a_field_is_read():
    found = read(
        kind="bytes",
        versions="1+",
        nullableVersions="2+",
        taggedVersions="2+",
        tag="0",
        ignorable=True,
        zeroCopy=True,
        about="What it is.",
    )
    assert (found.nullable_versions, found.tagged_versions) == (Versions(2, 32767),) * 2
    assert found.tag == 0
    assert found.ignorable
    assert found.zero_copy
    assert found.about == "What it is."


def test_tagged_versions_replace_missing_versions():
    assert read(versions=None, taggedVersions="2+", tag=0).versions == Versions(2, 32767)


def test_field_without_versions_is_refused():
    assert refusal(versions=None) == "versions: is missing"


@pytest.mark.parametrize(
    ("kind", "name", "is_array"),
    [("uint16", "uint16", False), ("[]uuid", "uuid", True), ("[]string", "string", True)],
)
def test_type_and_array_are_read_from_the_text(kind, name, is_array):
    assert read(kind=kind).type == FieldType(name, is_array=is_array)


@pytest.mark.parametrize("kind", ["int", "[]", "[][]int32", "thing", "Thi_ng", "[]None", "", "Ä"])
def test_invalid_type_is_refused(kind):
    assert refusal(kind=kind).startswith("type: ")


@pytest.mark.parametrize("default", [None, ...])
def test_default_of_json_null_is_no_default(default):
    more = {} if default is ... else {"default": default}
    assert read(kind="[]int32", nullableVersions="0+", **more).default == ()
    assert read(kind="[]int32", nullableVersions="0+", default="null").default is None


def test_a_default_must_fit():
    assert refusal(kind="int8", default=300) == "default: 300 is out of the range of int8"
    assert "null is not allowed in every version" in refusal(
        kind="string", nullableVersions="1+", default="null"
    )


@pytest.mark.parametrize(
    ("kind", "entity"),
    [("string", "topicName"), ("[]int32", "brokerId"), ("int64", "producerId")],
)
def test_entity_types_agree_with_the_type(kind, entity):
    assert read(kind=kind, entityType=entity).entity_type == entity


def test_entity_type_must_match_the_type_of_the_field():
    assert "brokerId is of type int32" in refusal(kind="int64", entityType="brokerId")
    assert read(entityType="nodeId").entity_type == "nodeId"  # a fork's own: of any type
    assert read(entityType="unknown").entity_type is None


def test_flexible_versions_of_its_own():
    assert read(kind="string", flexibleVersions="none").flexible_versions == NONE
    assert refusal(flexibleVersions="none").startswith("flexibleVersions: only string and bytes")
    assert refusal(kind="string", flexibleVersions="1+").startswith(
        "flexibleVersions: 1+ is not within"
    )
    assert read(kind="string", flexibleVersions="2+").flexible_versions is None
    assert refusal(kind="string", flexibleVersions="3+") == (
        "flexibleVersions: 3+ is a part of the message's 2+: must be all or none"
    )


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"nullableVersions": "0+"}, "nullableVersions: a field of type int32 cannot be null"),
        ({"zeroCopy": True}, "zeroCopy: only bytes can have it"),
        ({"fields": []}, "fields: a field of type int32 has no fields of its own"),
        ({"tag": 0}, "tag: is given, but no taggedVersions"),
        ({"taggedVersions": "2+"}, "taggedVersions: is given, but no tag"),
        ({"tag": 0, "taggedVersions": "2-3"}, "taggedVersions: 2-3 must be open (2+)"),
        (
            {"tag": 0, "taggedVersions": "2+", "versions": "3+"},
            "taggedVersions: 2+ is not within versions 3+",
        ),
        (
            {"tag": 0, "taggedVersions": "1+"},
            "taggedVersions: 1+ is not within flexible 2+",
        ),
        ({"tag": 0, "taggedVersions": "2+", "mapKey": True}, "tag: a key field cannot be tagged"),
        ({"tag": -1, "taggedVersions": "2+"}, "tag: must be a number from 0"),
        ({"tag": 2**31 - 1, "taggedVersions": "2+"}, "tag: must be a number from 0"),
        ({"tags": 0}, "tags: is not an attribute of Kafka's schema language"),
        ({"ignorable": 1}, "ignorable: must be true or false, is 1"),
        ({"versions": "x"}, "versions: 'x' is not a valid range of versions"),
        ({"about": 1}, "about: must be text, is 1"),
    ],
)
def test_invalid_field_is_refused_with_its_reason(more, reason):
    assert refusal(**more).startswith(reason)


def test_tagged_versions_are_all_nullable_or_none():
    more = {"tag": 0, "taggedVersions": "2+"}
    assert refusal(kind="string", nullableVersions="3+", **more) == (
        "nullableVersions: either all tagged versions are nullable or none"
    )
    assert read(kind="string", nullableVersions="0+", **more).tag == 0


def test_records_cannot_be_tagged():
    assert refusal(kind="records", tag=0, taggedVersions="2+") == "tag: records cannot be tagged"


def test_records_cannot_be_elements():
    assert refusal(kind="[]records") == "type: records cannot be elements of an array"


@pytest.mark.parametrize("attribute", ["about", "default"])
def test_text_that_no_file_can_hold(attribute):
    half = json.loads('"\\ud83d"')
    with pytest.raises(SchemaError, match="holds half of a surrogate pair") as refused:
        spec_of(field("A", "string", **{attribute: half}))
    assert (refused.value.source, refused.value.path) == ("Thing.json", f"A.{attribute}")


@pytest.mark.parametrize("name", ["a_b", "1a", "", "Ä", "a b"])
def test_invalid_name_is_refused(name):
    with pytest.raises(SchemaError, match="is not a valid name"):
        spec_of(field(name))
