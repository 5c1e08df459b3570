"""The generated writers against the check by the schema: one verdict on any value."""

from __future__ import annotations

import random
from array import array

import pytest

from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.limits import ARRAY_ELEMENTS_MAX, TAGGED_FIELDS_MAX, UNKNOWN_TAG_BYTES_MAX
from kraft_wire.messages import (
    DescribeGroupsRequest,
    FetchRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    kafka_messages,
    message_class,
)
from kraft_wire.primitives import Uuid
from tests.support.drawn_values import Drawing, check_verdict

NAMES = sorted(kafka_messages().entries)
MOODS = ((0.5, 0.0), (0.9, 0.0), (0.9, 0.3), (0.2, 0.0), (0.8, 0.0), (1.0, 0.5))
"""How often a field is at its default, and how often a structure has an unknown tag."""
ROUNDS = 4


def test_writers_and_the_check_agree_on_drawn_values():
    written = refused = 0
    for number, name in enumerate(NAMES):
        cls = message_class(name)
        for mood, (at_default, tagged) in enumerate(MOODS * ROUNDS):
            rng = random.Random(1000 * number + mood)
            message = Drawing(cls, rng, at_default=at_default, tagged=tagged).message()
            for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
                try:
                    accepted = check_verdict(message, version)
                except AssertionError as error:
                    raise AssertionError(f"{name} {version}: {message!r}") from error
                written, refused = written + accepted, refused + (not accepted)
    assert written > 10_000
    assert refused > 2000


def test_writers_and_the_check_agree_on_values_of_wrong_types():
    refused = 0
    for number, name in enumerate(NAMES * ROUNDS * 3):
        cls = message_class(name)
        drawing = Drawing(cls, random.Random(number), at_default=0.3, odd=0.1)
        for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
            message = drawing.message()
            try:
                refused += not check_verdict(message, version)
            except AssertionError as error:
                raise AssertionError(f"{name} {version}: {message!r}") from error
    assert refused > 2000


INTS = memoryview(array("i", [1, 2, 3]))
ROWS = memoryview(bytes(6)).cast("B", (2, 3))


@pytest.mark.parametrize(
    ("message", "version", "path"),
    [
        (SaslAuthenticateRequest(auth_bytes=INTS), 1, "authBytes"),
        (SaslAuthenticateRequest(auth_bytes=INTS), 2, "authBytes"),
        (
            SaslAuthenticateRequest(auth_bytes=memoryview(bytes(6)).cast("B", (2, 3))),
            2,
            "authBytes",
        ),
        (MetadataRequest(allow_auto_topic_creation="false"), 12, "allowAutoTopicCreation"),
        (MetadataRequest(allow_auto_topic_creation=1), 12, "allowAutoTopicCreation"),
        (
            FetchRequest(unknown_tagged_fields=((1000, INTS),)),
            17,
            "taggedFields",
        ),
    ],
)
def test_length_and_truth_value_are_not_trusted(message, version, path):
    with pytest.raises(EncodeError) as refusal:
        message.encode(version)
    assert refusal.value.path == path


def test_one_string_is_no_array_of_strings():
    for kind in (str, type("Text", (str,), {})):
        with pytest.raises(TypeError, match="array of strings"):
            DescribeGroupsRequest(groups=kind("abc"))
    request = DescribeGroupsRequest(groups=["abc"])
    assert request.groups == ("abc",)
    request.groups = "abc"
    for version in (0, 5):
        with pytest.raises(EncodeError) as refusal:
            request.encode(version)
        assert refusal.value.path == "groups"


@pytest.mark.parametrize(
    "held", [bytearray(b"abc"), memoryview(b"abc"), memoryview(b"aabbcc")[::2], Uuid(bytes(16))]
)
@pytest.mark.parametrize("version", [1, 2])
def test_buffers_of_single_bytes_are_written(held, version):
    octets = SaslAuthenticateRequest(auth_bytes=held).encode(version)
    assert SaslAuthenticateRequest.decode(octets, version).auth_bytes == bytes(held)


@pytest.mark.parametrize("version", [0, 5])
def test_arrays_are_not_written_longer_than_they_are_read(version):
    most = DescribeGroupsRequest(groups=("",) * ARRAY_ELEMENTS_MAX)
    assert DescribeGroupsRequest.decode(most.encode(version), version) == most
    more = DescribeGroupsRequest(groups=("",) * (ARRAY_ELEMENTS_MAX + 1))
    with pytest.raises(EncodeError, match="the maximum is 1000000") as refusal:
        more.encode(version)
    assert refusal.value.path == "groups"


def test_tags_are_not_written_that_are_not_read():
    tags = tuple((1000 + number, b"") for number in range(TAGGED_FIELDS_MAX))
    request = FetchRequest(unknown_tagged_fields=tags)
    assert FetchRequest.decode(request.encode(17), 17) == request
    for refused in (
        ((999, b""), *tags),
        ((1000, bytes(UNKNOWN_TAG_BYTES_MAX)), (1001, b"x")),
    ):
        with pytest.raises(EncodeError) as refusal:
            FetchRequest(unknown_tagged_fields=refused).encode(17)
        assert refusal.value.path == "taggedFields"


@pytest.mark.parametrize("version", [12, 17, 18])
def test_a_tag_of_the_schema_is_no_unknown_tag_in_any_version(version):
    for tag in (0, 1, 2):
        request = FetchRequest(unknown_tagged_fields=((tag, b"x"),))
        if tag == 2:
            FetchRequest.decode(request.encode(version), version)
            continue
        with pytest.raises(EncodeError, match=f"tag {tag} is that of a field") as refusal:
            request.encode(version)
        assert refusal.value.path == f"taggedFields[{tag}]"


@pytest.mark.parametrize("name", NAMES)
def test_unknown_tags_are_refused_by_versions_that_are_not_flexible(name):
    cls = message_class(name)
    message = cls(unknown_tagged_fields=((1000, b"kept"),))
    for version in range(cls.VERSIONS[0], cls.VERSIONS[1] + 1):
        if cls.schema().is_flexible(version):
            continue
        with pytest.raises(UnsupportedVersionError, match="no tagged fields"):
            message.encode(version)
