"""A message that has everything, in each of its versions."""

from __future__ import annotations

import pytest

from kraft_wire.errors import EncodeError, UnsupportedVersionError
from kraft_wire.messages import (
    FetchResponse,
    JoinGroupResponse,
    MetadataResponse,
    VoteRequest,
    kafka_messages,
)
from kraft_wire.primitives import Uuid

NUMBERS = {"int8": 7, "int16": 300, "uint16": 60_000, "int32": 70_000, "uint32": 2**31}
VALUES = {
    **NUMBERS,
    "int64": 2**40,
    "float64": 1.5,
    "bool": True,
    "string": "text",
    "bytes": b"bytes",
    "records": b"records",
    "uuid": Uuid(b"sixteen letters."),
}
KAFKA = kafka_messages()


def class_of(cls, name):
    """The class of a structure, which may be shared by name with the message's own."""
    return getattr(cls, name.rpartition(".")[2])


def full(cls, root, struct):
    """A structure in which no field has its default."""
    values = {}
    for field in struct.fields:
        if field.struct is not None:
            one = full(class_of(root, field.struct.name), root, field.struct)
        elif field.type == "bool":
            one = field.is_array or not field.default
        else:
            one = VALUES[field.type]
            if not field.is_array and one == field.default:
                one = one + type(one)(1)
        values[field.name] = [one] if field.is_array else one
    return cls(**values)


@pytest.mark.parametrize("name", sorted(KAFKA.entries))
def test_a_message_with_everything_is_written_and_read_in_every_version(name):
    cls = KAFKA.message_class(name)
    schema = cls.schema()
    message = full(cls, cls, schema.root)
    for version in range(schema.versions[0], schema.versions[1] + 1):
        fitted = message.fit(version)
        assert cls.decode(fitted.encode(version), version) == fitted
        assert fitted.fit(version) is fitted


def test_fit_keeps_fields_of_the_version():
    message = full(VoteRequest, VoteRequest, VoteRequest.schema().root)
    newest = VoteRequest.VERSIONS[1]
    assert message.fit(newest) is message
    oldest = message.fit(0)
    assert oldest.cluster_id == message.cluster_id
    assert oldest.voter_id == VoteRequest().voter_id != message.voter_id
    (topic,) = oldest.topics
    assert topic.topic_name == message.topics[0].topic_name
    assert message == full(VoteRequest, VoteRequest, VoteRequest.schema().root)


def test_unknown_tags_go_where_there_is_no_place_for_them():
    broker = MetadataResponse.MetadataResponseBroker(unknown_tagged_fields=((7, b"x"),))
    message = MetadataResponse(brokers=[broker], unknown_tagged_fields=((9, b"y"),))
    assert message.fit(12) is message
    assert message.fit(1) == MetadataResponse(brokers=[MetadataResponse.MetadataResponseBroker()])


def test_the_only_name_of_an_entry_is_not_dropped():
    topic = FetchResponse.FetchableTopicResponse(topic="orders")
    message = FetchResponse(responses=[topic])
    assert message.fit(12) is message
    with pytest.raises(UnsupportedVersionError, match="FetchResponse 13 has no field topic"):
        message.fit(13)
    both = message.replace(responses=[topic.replace(topic_id=Uuid(b"t" * 16))])
    assert both.fit(13).responses[0].topic == ""
    assert both.fit(12).responses[0].topic == "orders"


@pytest.mark.parametrize("version", [-1, 99])
def test_unknown_version_is_refused(version):
    with pytest.raises(UnsupportedVersionError, match="VoteRequest has no version"):
        VoteRequest().fit(version)


def test_a_subclass_stays_what_it_is():
    class Mine(VoteRequest):
        __slots__ = ()

    assert type(Mine(voter_id=3).fit(0)) is Mine


def test_null_stays_where_the_version_has_none():
    """Kafka's broker writes an empty protocol name before version 7 (KIP-559)."""
    fitted = JoinGroupResponse(protocol_name=None).fit(6)
    assert fitted.protocol_name is None
    with pytest.raises(EncodeError, match="protocolName"):
        fitted.encode(6)
    assert fitted.replace(protocol_name="").encode(6)
