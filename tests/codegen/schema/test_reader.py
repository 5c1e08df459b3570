"""Whole schemas: the message, its structures, a folder of them."""

from __future__ import annotations

import json
import random

import pytest

from codegen.errors import SchemaError
from codegen.schema.model import NONE, Kind, Versions
from codegen.schema.reader import HIGHEST_DEPTH, notes_on, read_folder, read_message, read_text
from codegen.schema.types import ABSENT
from codegen.schema.writer import schema_text
from tests.support.schemas import RELEASES, SPECS, field, release, schema, spec_of


def refusal(*fields, **top):
    with pytest.raises(SchemaError) as refused:
        spec_of(*fields, **top)
    return str(refused.value).removeprefix("Thing.json: ")


def test_request_is_read_with_key_and_listeners():
    spec = spec_of(
        field("A"),
        type="request",
        apiKey=52,
        listeners=["controller"],
        validVersions="0-2",
        deprecatedVersions="0",
        flexibleVersions="1+",
        latestVersionUnstable=True,
        about="What it is for.",
    )
    assert (spec.name, spec.kind, spec.api_key) == ("Thing", Kind.REQUEST, 52)
    assert (spec.valid_versions, spec.flexible_versions) == (Versions(0, 2), Versions(1, 32767))
    assert spec.deprecated_versions == Versions(0, 0)
    assert spec.latest_version_unstable
    assert spec.listeners == ("controller",)
    assert spec.root.about == "What it is for."
    assert spec.source == "Thing.json"
    assert list(spec.all_structs()) == [spec.root]


@pytest.mark.parametrize("top", [{}, {"fields": [{"anything": 1}], "flexibleVersions": ...}])
def test_a_message_without_versions_is_none(top):
    assert read_message(schema(**{"validVersions": "none", **top}), "Thing.json") is None


def test_missing_flexible_versions_are_none():
    """Optional up to 2.8, and unknown before 2.4."""
    spec = spec_of(field("A"), flexibleVersions=...)
    assert (spec.flexible_versions, spec.states_flexibility) == (NONE, False)
    assert spec == spec_of(field("A"), flexibleVersions="none")


def test_a_note_names_what_lacks_flexible_versions_where_others_have_them():
    old, new = spec_of(field("A"), flexibleVersions=...), spec_of(field("A"))
    none = spec_of(field("A"), flexibleVersions="none")
    assert notes_on([old, none]) == []
    assert notes_on([none, new]) == []
    assert notes_on([old, new]) == ["Thing.json: has no flexibleVersions, which means none"]


def test_versions_may_be_a_number():
    (spec,) = spec_of(field("A", versions=2), validVersions="2-3").root.fields
    assert spec.versions == Versions(2, 2)
    assert spec_of(field("A"), validVersions=0, flexibleVersions="none").valid_versions == (
        Versions(0, 0)
    )
    assert "must be text, is true" in refusal(field("A", versions=True))
    assert "-1" in refusal(field("A", versions=-1))


@pytest.mark.parametrize("rest", ["}", " ]", "\nnext", "{}"])
def test_text_after_the_json_is_ignored_where_it_may_be(rest):
    """2.8.2 released a schema with one brace too many."""
    text = schema(field("A"))
    assert read_message(f"\n// first\n{text}{rest}", "Thing.json", may_trail=True) == spec_of(
        field("A")
    )
    with pytest.raises(SchemaError, match="Extra data"):
        read_message(text + rest, "")
    with pytest.raises(SchemaError):
        read_message(text[:-1], "", may_trail=True)


def test_tags_of_forks_leave_a_gap():
    tagged = {"taggedVersions": "2+", "versions": "2+"}
    spec = spec_of(field("A", tag=0, **tagged), field("B", tag=10_003, **tagged))
    assert [each.tag for each in spec.root.fields] == [0, 10_003]
    assert read_message(schema_text(spec), "Thing.json") == spec
    assert "leaves a gap" in refusal(field("A", tag=9_999, **tagged))


def test_even_then_unknown_attributes_are_refused():
    assert refusal(validVersions="none", anything=1).startswith("anything: is not an attribute")


@pytest.mark.parametrize(
    ("top", "reason"),
    [
        ({"name": "thing"}, "name: 'thing' cannot name a message or structure"),
        ({"name": "None"}, "name: 'None' cannot name a message or structure"),
        ({"name": "KIND"}, "name: 'KIND' cannot name a message or structure"),
        ({"name": ...}, "name: is missing"),
        ({"type": "record"}, "type: 'record' is not one of request, response"),
        ({"type": "request"}, "apiKey: is missing; a request must have one"),
        ({"type": "metadata"}, "apiKey: is missing; a metadata must have one"),
        ({"apiKey": 32768}, "apiKey: must be a number from 0 to 32767"),
        ({"validVersions": ...}, "validVersions: is missing"),
        ({"validVersions": "0+"}, "validVersions: 0+ has no upper end"),
        ({"flexibleVersions": "0-3"}, "flexibleVersions: 0-3 must be none or open (0+)"),
        ({"listeners": ["broker"]}, "listeners: only requests have them"),
        ({"type": "request", "apiKey": 1, "listeners": ["x"]}, "listeners: 'x' is none of broker"),
        ({"latestVersionUnstable": True}, "latestVersionUnstable: only requests have it"),
        ({"versions": "0+"}, "versions: is not an attribute of Kafka's schema language"),
        ({"headerVersions": {"0+": "1"}}, "headerVersions: only requests and responses"),
        (
            {"type": "coordinator-key", "apiKey": 1, "flexibleVersions": "none"},
            "validVersions: a coordinator-key has version 0 only",
        ),
        (
            {"type": "coordinator-key", "apiKey": 1, "validVersions": "0"},
            "flexibleVersions: a coordinator-key has none",
        ),
    ],
)
def test_rules_of_messages(top, reason):
    assert refusal(**top).startswith(reason)


def test_header_versions_are_ranges():
    spec = spec_of(type="request", apiKey=1, headerVersions={"2+": 2, "0-1": "1"})
    assert spec.header_versions == ((Versions(0, 1), 1), (Versions(2, 32767), 2))


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"1+": 1}, "headerVersions.1+: ranges must follow each other: expected 0"),
        ({"0-1": 1, "3+": 2}, "headerVersions.3+: ranges must follow each other: expected 2"),
        ({"0-2": 1, "2+": 2}, "headerVersions.2+: ranges must follow each other: expected 3"),
        ({"0-1": 2, "2+": 1}, "headerVersions.2+: header version 1 follows 2"),
        ({"0-3": 1}, "headerVersions: must be open at the end (4+)"),
        ({"0+": 1}, "headerVersions.0+: header 1 is not flexible, but versions 2-3 are"),
        ({"none": 1}, "headerVersions.none: ranges must follow"),
        ({"x": 1}, "headerVersions.x: 'x' is not a valid range of versions"),
        ({"0+": None}, "headerVersions.0+: must be a number"),
        ({"0+": "one"}, "headerVersions.0+: must be a number from 0"),
        ([], "headerVersions: must be an object"),
    ],
)
def test_header_versions_leave_no_gap(headers, reason):
    assert refusal(type="request", apiKey=1, headerVersions=headers).startswith(reason)


def test_only_api_versions_answers_flexibly_under_a_plain_header():
    top = {"type": "response", "headerVersions": {"0+": "0"}}
    assert spec_of(apiKey=18, **top).header_versions == ((Versions(0, 32767), 0),)
    assert refusal(apiKey=17, **top).startswith("headerVersions.0+: header 0 is not flexible")


def test_structures_come_before_what_contains_them():
    spec = spec_of(
        field("A", "[]Outer", "1+", fields=[field("B", "Inner", "2+", fields=[field("C")])]),
        field("D", "Shared", "0-2"),
        field("E", "[]Shared", "0-2"),
        commonStructs=[
            {"name": "Unused", "versions": "0+", "fields": []},
            {"name": "Shared", "versions": "0-2", "fields": [field("F", "Deep", fields=[])]},
        ],
    )
    assert list(spec.structs) == ["Inner", "Outer", "Deep", "Shared", "Unused"]
    versions = {name: str(struct.versions) for name, struct in spec.structs.items()}
    assert versions == {
        "Inner": "2+",
        "Outer": "1+",
        "Deep": "0+",
        "Shared": "0-2",
        "Unused": "0+",
    }
    assert [field.name for field in spec.root.fields] == ["A", "D", "E"]


@pytest.mark.parametrize(
    ("fields", "common", "reason"),
    [
        ([field("A", "Gone")], [], "A.type: structure Gone is not defined"),
        ([field("A", "S", fields=[field("B", "S")])], [], "A.B.type: structure S contains itself"),
        ([field("A", "Thing", fields=[])], [], "A.type: structure Thing contains itself"),
        (
            [field("A", "S", fields=[]), field("B", "S", fields=[])],
            [],
            "B.type: structure S is defined twice",
        ),
        (
            [field("A", "S", fields=[])],
            [{"name": "S", "versions": "0+", "fields": []}],
            "A.fields: common structure S is defined again",
        ),
        (
            [field("A", "S")],
            [{"name": "S", "versions": "0+", "fields": [field("B", "[]T")]}] * 2,
            "commonStructs.S.name: structure S is defined twice",
        ),
        (
            [field("A", "S")],
            [
                {"name": "S", "versions": "0+", "fields": [field("B", "[]T")]},
                {"name": "T", "versions": "0+", "fields": [field("C", "S")]},
            ],
            "commonStructs.T.C.type: structure S contains itself",
        ),
        ([], [{"name": "S", "fields": []}], "commonStructs.S.versions: is missing"),
        ([], [{"name": "S", "versions": "0+", "x": 1}], "commonStructs.S.x: is not an attribute"),
        ([field("A"), field("A")], [], "A.name: is a in Python, as A is"),
        ([field("TopicId"), field("topicID")], [], "topicID.name: is topic_id in Python"),
        ([field("A", mapKey=True)], [], "fields: mapKey has no meaning on top-level fields"),
        (
            [field("A", "[]S", fields=[field("B", "int32", "0+", tag=0)])],
            [],
            "A.B.tag: is given, but no taggedVersions",
        ),
    ],
)
def test_rules_of_structures(fields, common, reason):
    assert refusal(*fields, commonStructs=common).startswith(reason)


def test_tags_begin_at_zero_and_leave_no_gap():
    def tagged(name, tag):
        return field(name, "int32", "2+", taggedVersions="2+", tag=tag)

    assert len(spec_of(tagged("A", 1), tagged("B", 0)).root.fields) == 2
    assert refusal(tagged("A", 1), tagged("B", 1)) == "B.tag: 1 is the tag of A too"
    assert refusal(tagged("A", 0), tagged("B", 2)) == "B.tag: 2 leaves a gap: 2 tags start at 0"


def nested(depth):
    innermost = field("A", "S0", fields=[])
    for number in range(1, depth):
        innermost = field("A", f"S{number}", fields=[innermost])
    return innermost


def test_structures_nest_to_a_limit():
    assert len(spec_of(nested(HIGHEST_DEPTH)).structs) == HIGHEST_DEPTH
    assert "structures nest deeper than" in refusal(nested(HIGHEST_DEPTH + 1))
    assert "structures nest deeper than" in refusal(nested(150))


def test_json_of_any_depth_is_refused_not_suffered():
    deep = '{"name":"A","type":"S","versions":"0+","fields":[' * 50_000
    with pytest.raises(SchemaError, match="nested too deeply"):
        read_message(schema().replace("[]", f"[{deep}"), "Thing.json")


def test_files_that_are_no_text():
    assert read_text("Ä".encode(), "Thing.json") == "Ä"
    with pytest.raises(SchemaError, match=r"Thing\.json: is not UTF-8 at byte 1"):
        read_text(b"{\xff", "Thing.json")


def test_a_folder_is_read_by_name_whatever_the_files_are_called(tmp_path):
    (tmp_path / "area").mkdir()
    (tmp_path / "area" / "a.json").write_text(schema(name="Zebra"), encoding="utf-8")
    (tmp_path / "b.json").write_text(schema(name="Ape"), encoding="utf-8")
    (tmp_path / "c.json").write_text(schema(name="Gone", validVersions="none"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("{", encoding="utf-8")
    found = read_folder(tmp_path)
    assert list(found) == ["Ape", "Zebra"]
    assert found["Zebra"].source == "area/a.json"


@pytest.mark.parametrize("name", ["Thing", "THING"])
def test_two_files_cannot_make_one_module(tmp_path, name):
    (tmp_path / "a.json").write_text(schema(), encoding="utf-8")
    (tmp_path / "b.json").write_text(schema(name=name), encoding="utf-8")
    with pytest.raises(SchemaError, match=r"b\.json: name: a\.json already defines Thing"):
        read_folder(tmp_path)


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(SchemaError, match="has no schema files"):
        read_folder(tmp_path)


def test_errors_of_a_folder_name_the_file(tmp_path):
    (tmp_path / "a.json").write_text(schema(field("A", "x")), encoding="utf-8")
    with pytest.raises(SchemaError, match=r"^a\.json: A\.type: 'x' is not a valid type"):
        read_folder(tmp_path)


@pytest.mark.parametrize(
    ("version", "messages", "versions"), [("3.9.2", 240, 740), ("4.4.0", 278, 744)]
)
def test_released_schemas_are_read(version, messages, versions):
    assert (RELEASES / version).is_dir()
    found = release(version).messages
    assert len(found) == messages
    assert sum(len(set(spec.valid_versions)) for spec in found.values()) == versions


def damaged(text, chance):
    """Change a few characters, or a value somewhere in the JSON."""
    if chance.random() < 0.5:
        letters = list(text)
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice(
                '{}[]",:\\/*0-+ \n\u0663\u00b2e'
            )
        return "".join(letters)
    values = [None, True, -1, 1.5, "", "none", "9+", "[]", "Thing", [], {}, [[]], "\u00b2", "0x7f"]
    tree = json.loads(text)
    owner = tree
    while isinstance(owner, dict | list) and owner:
        keys = list(owner) if isinstance(owner, dict) else range(len(owner))
        key = chance.choice(keys)
        if not isinstance(owner[key], dict | list) or chance.random() < 0.3:
            owner[key] = chance.choice(values)
            break
        owner = owner[key]
    return json.dumps(tree)


def test_damaged_schemas_raise_only_schema_errors():
    chance = random.Random(20240601)
    texts = [schema_text(spec) for spec in release("4.4.0").messages.values()]
    refusals = []
    for _ in range(1500):
        try:
            read_message(damaged(chance.choice(texts), chance), "Thing.json")
        except SchemaError as error:
            refusals.append(str(error))
    assert 750 < len(refusals) < 1490
    assert all(refusal.startswith("Thing.json: ") for refusal in refusals)


def test_traps_of_released_schemas():
    found = release("4.4.0").messages
    log_value = {field.name: field for field in found["TransactionLogValue"].root.fields}
    assert log_value["PreviousProducerId"].versions == Versions(1, 32767)
    classic = {field.name: field for field in found["ConsumerGroupMemberMetadataValue"].root.fields}
    assert classic["ClassicMemberMetadata"].default is ABSENT
    streams = {field.name: field for field in found["StreamsGroupMetadataValue"].root.fields}
    assert streams["LastAssignmentConfigs"].default == ()
    assert found["ZkMigrationStateRecord"].source.endswith("ZkMigrationRecord.json")
    assert "LeaderAndIsrRequest" not in found
    client_id = {field.name: field for field in found["RequestHeader"].root.fields}["ClientId"]
    assert client_id.flexible_versions == NONE


def test_the_committed_specs_are_read():
    found = read_folder(SPECS)
    assert len(found) == 290
    assert sum(len(set(spec.valid_versions)) for spec in found.values()) == 867
    assert all(spec.root.about for spec in found.values())


def test_a_common_structure_must_be_there_wherever_it_is_used():
    common = [{"name": "Part", "versions": "1+", "fields": [field("B")]}]
    assert refusal(field("A", "Part"), commonStructs=common) == (
        "A.versions: structure Part does not exist in all of the versions 0-3"
    )
    assert spec_of(field("A", "Part", versions="1+"), commonStructs=common).structs


@pytest.mark.parametrize("name", ["Struct", "Message", "MESSAGES", "ValueError", "Uuid", "KIND"])
def test_messages_cannot_have_names_that_generated_modules_use(name):
    assert refusal(name=name).startswith(f"name: {name!r} cannot name a message")
