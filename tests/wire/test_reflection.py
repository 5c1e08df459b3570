"""What programs and people can ask of messages at run time: fields, types, descriptions."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from typing import Final, get_args, get_origin, get_type_hints

import pytest

from codegen.__main__ import own_specs
from codegen.naming import attribute_name
from codegen.schema.reader import read_folder
from kraft_wire import messages
from kraft_wire.message import Struct
from kraft_wire.messages import (
    FetchRequest,
    ProduceRequest,
    VoteRequest,
    kafka_messages,
)
from kraft_wire.primitives import Uuid
from kraft_wire.reflection import schema_of, versions_text
from kraft_wire.schema import NEVER, OPEN, FieldSchema, MessageSchema, StructSchema

SPECS = {spec.name: spec for spec in read_folder(own_specs()).values()}


def test_schemas_say_at_run_time_what_their_files_say():
    assert SPECS.keys() == kafka_messages().entries.keys()
    for name, spec in SPECS.items():
        schema = kafka_messages().message_class(name).schema()
        deprecated = spec.deprecated_versions & spec.valid_versions
        expected = (deprecated.lowest, deprecated.highest) if deprecated else NEVER
        assert schema.deprecated_versions == expected
        assert schema.latest_version_unstable == spec.latest_version_unstable
        assert schema.listeners == spec.listeners
        structs = {struct.name: struct for struct in schema.structs()}
        assert structs.keys() == {struct.name for struct in spec.all_structs()}
        for struct in spec.all_structs():
            found = structs[struct.name]
            assert found.about == " ".join(struct.about.split())
            for field in struct.fields:
                described = found.field(attribute_name(field.name))
                assert described.about == " ".join(field.about.split())
                assert described.map_key == field.map_key
                assert described.entity_type == field.entity_type
                assert described.ignorable == field.ignorable
                assert described.type_text == str(field.type)


def test_some_attributes_are_used_at_all():
    fields = [
        field
        for entry in kafka_messages().entries
        for struct in kafka_messages().message_class(entry).schema().structs()
        for field in struct.fields
    ]
    assert sum(bool(field.about) for field in fields) > 2000
    assert {field.entity_type for field in fields} >= {"brokerId", "topicName", "groupId", None}
    assert any(field.map_key for field in fields)
    assert ProduceRequest.schema().listeners == ("broker",)


def test_newest_stable_version_excludes_unstable_one():
    root = StructSchema("A", (0, 2), ())
    schema = MessageSchema("A", "request", 1, (0, 2), NEVER, root)
    assert schema.newest_stable_version == 2
    unstable = MessageSchema("A", "request", 1, (0, 2), NEVER, root, latest_version_unstable=True)
    assert unstable.newest_stable_version == 1
    new = MessageSchema("A", "request", 1, (0, 0), NEVER, root, latest_version_unstable=True)
    assert new.newest_stable_version == -1


def test_a_structure_is_listed_once_after_those_inside_it():
    leaf = StructSchema("Leaf", (0, 0), (FieldSchema("x", "x", "int32", (0, 0), default=0),))
    parts = tuple(
        FieldSchema(name, name, "struct", (0, 0), is_array=True, struct=leaf) for name in "ab"
    )
    root = StructSchema("Root", (0, 0), parts)
    schema = MessageSchema("Root", "data", None, (0, 0), NEVER, root)
    assert [struct.name for struct in schema.structs()] == ["Leaf", "Root"]
    assert parts[0].type_text == "[]Leaf"
    with pytest.raises(KeyError):
        root.field("c")


def classes():
    for name in kafka_messages().entries:
        cls = kafka_messages().message_class(name)
        yield cls
        yield from (
            part
            for part in vars(cls).values()
            if isinstance(part, type) and issubclass(part, Struct)
        )


def test_type_hints_of_every_class_resolve():
    for cls in classes():
        hints = get_type_hints(cls)
        assert set(cls._FIELDS) <= hints.keys()
        assert all(get_origin(hints[name]) is Final for name in cls.__match_args__)
        assert get_type_hints(cls.__init__).keys() == {*cls._FIELDS, "return"}
        assert [name for name in cls.__annotations__ if name not in cls._FIELDS] == []


def test_type_hints_are_the_types_of_values():
    hints = get_type_hints(VoteRequest.PartitionData)
    assert get_args(hints["voter_directory_id"]) == (Uuid,)
    (topics,) = get_args(get_type_hints(VoteRequest)["topics"])
    assert topics == tuple[VoteRequest.TopicData, ...]


def test_help_shows_the_fields():
    text = pydoc.plain(pydoc.render_doc(VoteRequest))
    for line in (
        "Versions 0-2 of a request with key 52; flexible versions: 0-2; listeners: controller.",
        "voter_id: int32, versions 1-2, ignorable, entity brokerId",
        "Node id of the voter that is asked; -1 if unknown.",
        "cluster_id: string, nullable",
        "topics: []TopicData",
        "class VoteRequest(kraft_wire.message.Request)",
        "cluster_id: 'str | None' = None",
    ):
        assert line in text
    inner = pydoc.plain(pydoc.render_doc(VoteRequest.PartitionData))
    assert "pre_vote: bool, version 2" in inner


def test_every_doc_string_has_a_line_for_each_field():
    for cls in classes():
        _, struct = schema_of(cls)
        lines = cls.__doc__.splitlines()
        for field in struct.fields:
            assert any(line.startswith(f"    {field.name}: ") for line in lines)
    assert FetchRequest().replica_state.__doc__ == FetchRequest.ReplicaState.__doc__


def test_a_subclass_has_a_doc_string_of_its_own():
    class Own(VoteRequest):
        __slots__ = ()

    assert Own.__doc__ is None
    assert schema_of(Own) == schema_of(VoteRequest)


def test_schema_of_refuses_a_class_that_is_not_generated():
    with pytest.raises(LookupError, match="Struct"):
        schema_of(Struct)


@pytest.mark.parametrize(
    ("versions", "text"),
    [((0, 2), "0-2"), ((2, 2), "2"), ((1, OPEN), "1+"), (NEVER, "none")],
)
def test_versions_are_written_as_in_schemas(versions, text):
    assert versions_text(versions) == text


def test_all_names_are_listed():
    names = dir(messages)
    assert names == sorted(set(names))
    assert {*kafka_messages().entries, "ApiKey", "kafka_messages", "request_class"} <= set(names)


def test_no_description_is_loaded_before_it_is_asked_for():
    code = """
import sys
from kraft_wire.messages import VoteRequest, FetchRequest
loaded = lambda: [name for name in sys.modules if ".schemas." in name]
assert not loaded() and "kraft_wire.reflection" not in sys.modules
VoteRequest(), FetchRequest().replica_state
assert not loaded()
assert "voter_id" in VoteRequest.__doc__
assert loaded() == ["kraft_wire.generated.schemas.vote_request"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
