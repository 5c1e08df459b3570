"""A structure that several objects share as their default: nobody can change it for all."""

from __future__ import annotations

import copy
import pickle

import pytest

from kraft_wire.inspection import read_tree
from kraft_wire.messages import FetchRequest, FetchResponse, kafka_messages, message_class
from kraft_wire.schema import ABSENT

ReplicaState = FetchRequest.ReplicaState


def shared_defaults():
    """Every default structure of every message: the class, the field and the object."""
    for name in sorted(kafka_messages().entries):
        cls = message_class(name)
        yield from _of(cls, cls.schema().root, cls)


def _of(message, struct, cls):
    for field in struct.fields:
        if field.struct is None:
            continue
        inner = getattr(message, field.struct.name)
        if field.default is ABSENT and not field.is_array:
            yield f"{cls.__qualname__}.{field.name}", inner, getattr(cls(), field.name)
        yield from _of(message, field.struct, inner)


ALL = list(shared_defaults())


@pytest.mark.parametrize(("name", "cls", "shared"), ALL, ids=[name for name, *_ in ALL])
def test_a_shared_default_refuses_assignment_and_is_an_instance_of_its_class(name, cls, shared):
    for field in cls.__slots__:
        held = getattr(shared, field)
        with pytest.raises(AttributeError, match="shared default"):
            setattr(shared, field, held)
        with pytest.raises(AttributeError, match="shared default"):
            delattr(shared, field)
    with pytest.raises(AttributeError):
        shared.__class__ = cls
    with pytest.raises(AttributeError):
        shared.something_else = 1
    assert isinstance(shared, cls)
    assert (shared, hash(shared), repr(shared)) == (cls(), hash(cls()), repr(cls()))
    assert cls() == shared
    assert type(shared).__slots__ == cls.__slots__


def test_decoded_messages_share_defaults_that_refuse_assignment():
    partition = FetchResponse.PartitionData()
    topic = FetchResponse.FetchableTopicResponse(partitions=[partition])
    octets = FetchResponse(responses=[topic]).encode(17)
    decoded = FetchResponse.decode(octets, 17).responses[0].partitions[0]
    with pytest.raises(AttributeError):
        decoded.diverging_epoch.epoch = 7
    assert decoded.diverging_epoch.epoch == FetchResponse.PartitionData().diverging_epoch.epoch
    assert FetchResponse.decode(octets, 17).encode(17) == octets


def test_a_shared_default_matches_its_class():
    match FetchRequest().replica_state:
        case ReplicaState(replica_id=-1, replica_epoch=-1):
            pass
        case other:
            pytest.fail(f"{other!r} is no ReplicaState")


def test_copies_of_a_shared_default_can_be_changed():
    shared = FetchRequest().replica_state
    for made in (
        copy.copy(shared),
        copy.deepcopy(shared),
        pickle.loads(pickle.dumps(shared)),  # noqa: S301  # our own bytes
        type(shared)(),
    ):
        assert type(made) is ReplicaState
        made.replica_id = 5
        assert made == ReplicaState(replica_id=5)
        assert made != shared
    assert pickle.loads(pickle.dumps(FetchRequest())) == FetchRequest()  # noqa: S301


@pytest.mark.parametrize("state", [ReplicaState(), copy.copy(FetchRequest().replica_state)])
def test_structure_of_defaults_is_not_written(state):
    octets = FetchRequest(replica_state=state).encode(17)
    assert octets == FetchRequest().encode(17)
    assert "replicaState" not in str(read_tree(FetchRequest.schema(), octets, 17).root)


def test_every_difference_from_a_structure_of_defaults_is_written():
    for state in (
        ReplicaState(replica_id=1),
        ReplicaState(replica_epoch=1),
        ReplicaState(unknown_tagged_fields=((9, b""),)),
    ):
        octets = FetchRequest(replica_state=state).encode(17)
        assert FetchRequest.decode(octets, 17).replica_state == state
