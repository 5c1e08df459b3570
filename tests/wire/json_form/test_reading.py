from __future__ import annotations

import json

import pytest

from kraft_wire.errors import JsonFormError, UnsupportedVersionError
from kraft_wire.json_form import dumps, from_json, to_json
from kraft_wire.messages import (
    FetchRequest,
    PartitionRecord,
    VoteRequest,
)
from kraft_wire.primitives import Uuid
from tests.support.tiny_messages import Part, Tiny

ZERO = "AAAAAAAAAAAAAAAAAAAAAA"


NULL_DEFAULTS = {
    "flag": False,
    "small": 0,
    "short": 0,
    "port": 0,
    "count": 0,
    "offset": 0,
    "ratio": 0.0,
    "id": ZERO,
    "text": "",
    "blob": "",
    "records": None,
    "numbers": [],
}


V1 = NULL_DEFAULTS | {"part": None, "parts": []}


V2 = V1 | {"strict": 7, "loose": 7}


@pytest.mark.parametrize(("version", "form"), [(0, NULL_DEFAULTS), (1, V1), (2, V2), (3, V2)])
def test_defaults_both_ways(version, form):
    assert to_json(Tiny(), version) == form
    assert list(to_json(Tiny(), version)) == list(form)
    assert from_json(Tiny, form, version) == Tiny()


def test_every_kind_of_value_both_ways():
    message = Tiny(
        flag=True,
        small=-128,
        short=32767,
        port=65535,
        count=4294967295,
        offset=-(2**63),
        ratio=-2.5,
        id=Uuid(bytes(range(16))),
        text="日本\x00",
        blob=b"\xff\xfe",
        records=b"any bytes",
        numbers=(1, -2),
        part=Part(number=3, words=("a", "")),
        parts=(Part(), Part(number=1, words=None)),
        strict=1,
        loose=2,
        tagged="here",
        tagged_part=None,
    )
    form = {
        "flag": True,
        "small": -128,
        "short": 32767,
        "port": 65535,
        "count": 4294967295,
        "offset": -(2**63),
        "ratio": -2.5,
        "id": "AAECAwQFBgcICQoLDA0ODw",
        "text": "日本\x00",
        "blob": "//4=",
        "records": "YW55IGJ5dGVz",
        "numbers": [1, -2],
        "part": {"number": 3, "words": ["a", ""]},
        "parts": [{"number": 0, "words": []}, {"number": 1, "words": None}],
        "strict": 1,
        "loose": 2,
        "tagged": "here",
        "taggedPart": None,
    }
    assert to_json(message, 3) == form
    assert from_json(Tiny, form, 3) == message


def test_a_tagged_field_may_be_missing_and_no_other():
    assert from_json(Tiny, V2, 3) == Tiny()
    for key in V2:
        form = {name: value for name, value in V2.items() if name != key}
        with pytest.raises(JsonFormError, match="mandatory in version 2") as error:
            from_json(Tiny, form, 2)
        assert error.value.path == key


def test_unknown_keys_are_ignored():
    assert from_json(Tiny, NULL_DEFAULTS | {"nonsense": {"a": [None]}}, 0) == Tiny()


def test_only_real_integers_of_the_range_are_read():
    limits = {
        "small": (-128, 127),
        "short": (-32768, 32767),
        "port": (0, 65535),
        "count": (0, 2**32 - 1),
        "offset": (-(2**63), 2**63 - 1),
    }
    for key, (lowest, highest) in limits.items():
        for good in (lowest, highest):
            assert getattr(from_json(Tiny, NULL_DEFAULTS | {key: good}, 0), key) == good
        for bad in (lowest - 1, highest + 1, 10**5000, True, 1.0, "1", None, [1], {}):
            with pytest.raises(JsonFormError) as error:
                from_json(Tiny, NULL_DEFAULTS | {key: bad}, 0)
            assert error.value.path == key


@pytest.mark.parametrize("bad", [128, 200, 255, 256])
def test_an_int8_that_kafka_would_shift_is_refused(bad):
    with pytest.raises(JsonFormError, match="out of the range of int8"):
        from_json(Tiny, NULL_DEFAULTS | {"small": bad}, 0)


@pytest.mark.parametrize(
    ("key", "bad"),
    [
        ("flag", 1),
        ("flag", "true"),
        ("flag", None),
        ("ratio", 1),
        ("ratio", "NaN"),
        ("ratio", None),
        ("text", 5),
        ("text", None),
        ("text", ["a"]),
        ("blob", None),
        ("blob", [1]),
        ("numbers", None),
        ("numbers", {}),
        ("numbers", "ab"),
        ("id", None),
        ("id", ZERO[1:]),
        ("id", ZERO + "A"),
        ("id", "550e8400-e29b-41d4-a716-446655440000"),
        ("id", ZERO[:-1] + "+"),
    ],
)
def test_values_of_another_kind_are_refused_with_their_path(key, bad):
    with pytest.raises(JsonFormError) as error:
        from_json(Tiny, NULL_DEFAULTS | {key: bad}, 0)
    assert error.value.path == key
    assert error.value.offset is None


def test_paths_lead_into_arrays_and_structures():
    bad = {"number": 1, "words": ["a", 2]}
    for form, path in [
        (V2 | {"parts": [{"number": 0, "words": []}, bad]}, "parts[1].words[1]"),
        (V2 | {"part": {"words": []}}, "part.number"),
        (V2 | {"numbers": [1, None]}, "numbers[1]"),
        (V2 | {"parts": [None]}, "parts[0]"),
    ]:
        with pytest.raises(JsonFormError) as error:
            from_json(Tiny, form, 2)
        assert error.value.path == path


@pytest.mark.parametrize("form", [None, 5, "text", [], [{}], True])
def test_only_an_object_is_a_message(form):
    with pytest.raises(JsonFormError, match="an object is due"):
        from_json(VoteRequest, form, 0)


def test_null_is_read_where_the_version_allows_it():
    assert from_json(Tiny, V2 | {"text": None}, 2).text is None
    with pytest.raises(JsonFormError) as error:
        from_json(Tiny, V2 | {"text": None}, 3)
    assert error.value.path == "text"
    with pytest.raises(JsonFormError):
        from_json(Tiny, V2 | {"part": {"number": 0, "words": None}}, 2)


def test_a_field_of_another_version_is_read_and_left_to_the_writer():
    assert from_json(Tiny, NULL_DEFAULTS | {"strict": 5, "loose": 6}, 0) == Tiny(strict=5, loose=6)
    with pytest.raises(JsonFormError) as error:
        from_json(Tiny, NULL_DEFAULTS | {"loose": "no number"}, 0)
    assert error.value.path == "loose"


def test_a_structure_of_another_version_is_refused_while_it_is_read():
    with pytest.raises(UnsupportedVersionError, match="version 0 has no Part") as error:
        from_json(Tiny, NULL_DEFAULTS | {"parts": [{"number": 1}]}, 0)
    assert error.value.path == "parts[0]"
    assert from_json(Tiny, NULL_DEFAULTS | {"parts": [], "part": None}, 0) == Tiny()


def test_a_real_message_keeps_the_rule_of_other_versions_when_it_is_written():
    form = {"clusterId": None, "topics": []}
    assert from_json(VoteRequest, form | {"voterId": 3}, 0).encode(0) == b"\0\1\0"
    fetch = to_json(FetchRequest(), 11)
    assert from_json(FetchRequest, fetch, 11) == FetchRequest()
    state = {"replicaId": 1, "replicaEpoch": -1}
    with pytest.raises(UnsupportedVersionError, match="no ReplicaState") as error:
        from_json(FetchRequest, fetch | {"replicaState": state}, 11)
    assert error.value.path == "replicaState"


def test_versions_that_the_message_lacks_are_refused():
    for version in (-1, 4, 99):
        with pytest.raises(UnsupportedVersionError):
            to_json(Tiny(), version)
        with pytest.raises(UnsupportedVersionError):
            from_json(Tiny, V2, version)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", b""),
        ("QQ==", b"A"),
        ("QR==", b"A"),
        ("QUI=", b"AB"),
        ("QUJD", b"ABC"),
        (" QQ==\n QUJD\t", b"AABC"),
        ("QQ==QQ==", b"AA"),
        ("+/+/", b"\xfb\xff\xbf"),
    ],
)
def test_base64_as_jackson_reads_it(text, data):
    assert from_json(Tiny, NULL_DEFAULTS | {"blob": text}, 0).blob == data


@pytest.mark.parametrize(
    "text", ["Q", "QQ", "QQ=", "=", "====", "QU JD", "QUJDQ===", "-_-_", "QUJDQQ=", "AAAA=", "é==="]
)
def test_base64_that_jackson_refuses(text):
    with pytest.raises(JsonFormError, match="base64"):
        from_json(Tiny, NULL_DEFAULTS | {"blob": text}, 0)


def test_half_a_surrogate_pair_becomes_a_question_mark():
    assert from_json(Tiny, NULL_DEFAULTS | {"text": "a\ud800é\udc00"}, 0).text == "a?é?"
    assert from_json(Tiny, NULL_DEFAULTS | {"text": "🦊"}, 0).text == "🦊"


def test_uuids_with_padding_and_spare_bits_are_read():
    for text in (ZERO + "==", ZERO[:-1] + "B", ZERO[:-1] + "P"):
        assert from_json(Tiny, NULL_DEFAULTS | {"id": text}, 0).id == bytes(16)


def test_a_metadata_record_goes_through_its_text():
    record = PartitionRecord(
        partition_id=1,
        topic_id=Uuid(bytes(range(16))),
        replicas=(1, 2, 3),
        isr=(1, 2),
        leader=1,
        directories=(Uuid(bytes(16)),),
    )
    for version in (1, 2):
        text = dumps(to_json(record, version))
        assert from_json(PartitionRecord, json.loads(text), version) == record
