"""Copies with other values, messages as dicts, and what `match` finds by position."""

from __future__ import annotations

import copy
import sys
from random import Random

import pytest

from kraft_wire.message import Struct
from kraft_wire.messages import (
    CreateTopicsRequest,
    FetchRequest,
    MetadataResponse,
    VoteRequest,
    kafka_messages,
)
from kraft_wire.primitives import Uuid
from tests.support.drawn_values import Drawing

TAGS = ((77, b"kept"),)
NAMES = sorted(kafka_messages().entries)


def vote():
    partition = VoteRequest.PartitionData(
        voter_directory_id=Uuid(bytes(range(16))), last_offset=5, unknown_tagged_fields=TAGS
    )
    topic = VoteRequest.TopicData(topic_name="t", partitions=[partition])
    return VoteRequest(cluster_id="c", voter_id=3, topics=[topic], unknown_tagged_fields=TAGS)


def test_a_replaced_field_is_that_of_a_copy_and_all_others_stay():
    message = vote()
    copied = message.replace(voter_id=4)
    assert (message.voter_id, copied.voter_id) == (3, 4)
    assert copied.topics is message.topics
    assert copied.unknown_tagged_fields == TAGS
    assert copied != message
    assert copied.replace(voter_id=3) == message
    assert message.replace() == message
    assert message.replace() is not message


def test_values_are_taken_as_the_constructor_takes_them():
    copied = vote().replace(topics=(VoteRequest.TopicData() for _ in range(2)), cluster_id=None)
    assert copied.topics == (VoteRequest.TopicData(), VoteRequest.TopicData())
    assert copied.cluster_id is None
    with pytest.raises(TypeError):
        CreateTopicsRequest.CreatableReplicaAssignment().replace(broker_ids=7)
    assert vote().replace(unknown_tagged_fields=()).unknown_tagged_fields == ()


def test_replace_refuses_unknown_fields():
    with pytest.raises(TypeError, match="'voter'"):
        vote().replace(voter=1)
    with pytest.raises(TypeError):
        vote().replace(1)


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is new in Python 3.13")
def test_copy_replace_sets_a_field():
    assert copy.replace(vote(), voter_id=4).voter_id == 4


def test_replace_protocol_matches_replace_method():
    assert vote().__replace__(voter_id=4) == vote().replace(voter_id=4)


def test_a_copy_of_a_shared_default_is_an_ordinary_structure():
    shared = FetchRequest().replica_state
    copied = shared.replace(replica_id=3)
    assert type(copied) is FetchRequest.ReplicaState
    assert (shared.replica_id, copied.replica_id) == (-1, 3)
    assert type(shared.replace()) is FetchRequest.ReplicaState
    message = FetchRequest(replica_state=copied)
    assert FetchRequest.decode(message.encode(17), 17).replica_state.replica_id == 3


class Named(VoteRequest):
    """A subclass with something of its own."""

    def __init__(self, name):
        super().__init__(voter_id=9)
        self.name = name


def test_a_copy_of_a_subclass_keeps_class_and_attributes():
    copied = Named("a").replace(voter_id=10)
    assert type(copied) is Named
    assert (copied.name, copied.voter_id) == ("a", 10)


def test_a_dict_has_all_fields_and_structures_as_dicts():
    assert vote().as_dict() == {
        "cluster_id": "c",
        "voter_id": 3,
        "topics": (
            {
                "topic_name": "t",
                "partitions": (
                    {
                        "partition_index": 0,
                        "replica_epoch": 0,
                        "replica_id": 0,
                        "replica_directory_id": Uuid(bytes(16)),
                        "voter_directory_id": Uuid(bytes(range(16))),
                        "last_offset_epoch": 0,
                        "last_offset": 5,
                        "pre_vote": False,
                        "unknown_tagged_fields": TAGS,
                    },
                ),
            },
        ),
        "unknown_tagged_fields": TAGS,
    }


def test_a_dict_keeps_types_and_the_order_of_the_schema():
    values = vote().as_dict()
    assert list(values) == ["cluster_id", "voter_id", "topics", "unknown_tagged_fields"]
    directory = values["topics"][0]["partitions"][0]["voter_directory_id"]
    assert type(directory) is Uuid
    assert FetchRequest().as_dict()["replica_state"] == {"replica_id": -1, "replica_epoch": -1}
    assert MetadataResponse(topics=[]).as_dict()["cluster_id"] is None


def rebuilt(cls, struct, values):
    """What the dict of a message is made of again, by the schema."""
    arguments = dict(values)
    for field in struct.fields:
        value = arguments[field.name]
        if field.struct is None or value is None:
            continue
        inner = getattr(cls, field.struct.name)
        if field.is_array:
            arguments[field.name] = [_part(cls, inner, field.struct, one) for one in value]
        else:
            arguments[field.name] = _part(cls, inner, field.struct, value)
    return arguments


def _part(cls, inner, struct, value):
    assert type(value) is dict
    return inner(**rebuilt(cls, struct, value))


def test_the_dict_of_any_message_says_all_of_it():
    for name in NAMES:
        cls = kafka_messages().message_class(name)
        drawing = Drawing(cls, Random(name), at_default=0.3, tagged=0.2)
        for _ in range(5):
            message = drawing.message()
            again = cls(**rebuilt(cls, cls.schema().root, message.as_dict()))
            assert again == message


def test_fields_can_be_matched_by_position_and_replaced_one_by_one():
    for name in NAMES:
        cls = kafka_messages().message_class(name)
        assert cls.__match_args__ == tuple(field.name for field in cls.schema().root.fields)
        for struct in (cls, *filter(_is_struct, vars(cls).values())):
            assert (*struct.__match_args__, "unknown_tagged_fields") == struct._FIELDS
            initial = struct()
            for field in struct._FIELDS:
                copied = initial.replace(**{field: getattr(initial, field)})
                assert copied == initial
                assert type(copied) is struct


def _is_struct(value):
    return isinstance(value, type) and issubclass(value, Struct)


def test_messages_match_by_position():
    match vote():
        case VoteRequest(cluster, voter, (VoteRequest.TopicData("t", partitions),)):
            assert (cluster, voter, len(partitions)) == ("c", 3, 1)
        case _:
            raise AssertionError
    match FetchRequest().replica_state:
        case FetchRequest.ReplicaState(replica, epoch):
            assert (replica, epoch) == (-1, -1)
        case _:
            raise AssertionError
