"""A cluster of records, and what a request makes of it."""

from __future__ import annotations

import random

import pytest

from kraft_core.config.gates import Gate
from kraft_core.controller.context import Context, ControllerSettings, ControllerState, Refusal
from kraft_core.controller.decider import Decider, decision_of
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.metadata import ClusterImage, record_version
from kraft_wire.messages import (
    ConfigRecord,
    FeatureLevelRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    TopicRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)

CLUSTER = "cluster"
LEVEL = 33
SESSION_MS = 9000
RANGES = {"metadata.version": (7, 33), "eligible.leader.replicas.version": (0, 1)}


def incarnation(number):
    return Uuid(bytes([number]) * 16)


def directory(broker_id, number=0):
    return Uuid(bytes([200 + number] * 15 + [broker_id]))


def topic_id(name):
    return Uuid(name.encode().rjust(16, b"."))


def broker(broker_id, *, epoch=None, fenced=False, rack=None, directories=1, **more):
    """Broker 1 has epoch 101 unless it says otherwise."""
    cls = RegisterBrokerRecord
    return cls(
        broker_id=broker_id,
        incarnation_id=incarnation(broker_id),
        broker_epoch=100 + broker_id if epoch is None else epoch,
        end_points=(cls.BrokerEndpoint(name="A", host="h", port=1),),
        features=tuple(
            cls.BrokerFeature(name=name, min_supported_version=low, max_supported_version=high)
            for name, (low, high) in RANGES.items()
        ),
        rack=rack,
        fenced=fenced,
        log_dirs=tuple(directory(broker_id, number) for number in range(directories)),
        **more,
    )


def topic(name, *partitions, **configs):
    """Records of a topic with these partitions and configs."""
    topic_record = TopicRecord(name=name, topic_id=topic_id(name))
    settings = [
        ConfigRecord(resource_type=2, resource_name=name, name=key.replace("_", "."), value=value)
        for key, value in configs.items()
    ]
    numbered = [
        one.replace(topic_id=topic_id(name), partition_id=number)
        for number, one in enumerate(partitions)
    ]
    return [topic_record, *settings, *numbered]


def partition(*replicas, isr=None, leader=None, elr=(), epochs=(5, 7), **more):
    """All replicas in the ISR and the first one the leader, unless it says otherwise."""
    isr = replicas if isr is None else isr
    leader = (isr[0] if isr else -1) if leader is None else leader
    return PartitionRecord(
        replicas=replicas,
        isr=isr,
        leader=leader,
        leader_epoch=epochs[0],
        partition_epoch=epochs[1],
        directories=tuple(directory(one) for one in replicas),
        eligible_leader_replicas=elr or None,
        **more,
    )


def without_directories(record):
    none = {name: () for name in ("log_dirs", "directories") if name in record._FIELDS}
    return record.replace(**none)


def cluster(*records, level=LEVEL, elr=False, static=None):
    """The state of an active controller with these records (or lists of them)."""
    image = ClusterImage(strict=True, indexed=True)
    features = [FeatureLevelRecord(name="metadata.version", feature_level=level)]
    if elr:
        features.append(
            FeatureLevelRecord(name="eligible.leader.replicas.version", feature_level=1)
        )
    flat = [one for each in records for one in (each if isinstance(each, list) else [each])]
    if not Gate.DIRECTORY_ASSIGNMENT.is_open(level):
        flat = [without_directories(one) for one in flat]
    for record in (*features, *flat):
        # as it is written at this level
        framed = encode_metadata_record(MetadataRecord(record, record_version(record, level)))
        image.replay_metadata(decode_metadata_record(framed).message, 0)
    image.start_journal()
    sessions = BrokerSessions(SESSION_MS)
    sessions.begin(image.brokers.items(), 0)
    settings = ControllerSettings(1, CLUSTER, SESSION_MS, static or {})
    return ControllerState(settings, image, sessions, random.Random(1), next_offset=1000)


def newest(request):
    return max(request.VERSIONS)


def decide(state, request, version=None, **context):
    """Decide a request as a controller does, with all of its checks of records."""
    version = newest(request) if version is None else version
    outcome = Decider(state).decide(request, Context(version, **context))
    assert outcome.fault is None
    if isinstance(outcome.answer, Refusal):
        raise outcome.answer
    messages = [decode_metadata_record(value).message for value in outcome.values]
    return outcome.answer, messages


def refusal(state, request, version=None, **context):
    """The code and the text with which a request is refused, and nothing is written."""
    version = newest(request) if version is None else version
    with pytest.raises(Refusal) as caught:
        decision_of(request, Context(version, **context))(state)
    return caught.value.code, caught.value.text


def changes(messages):
    """Return the fields that differ from their defaults, without topic and partition 0."""
    found = []
    for message in messages:
        plain = type(message)()
        values = {
            name: value
            for name in message._FIELDS
            if (value := getattr(message, name)) != getattr(plain, name) and name != "topic_id"
        }
        if values.get("partition_id") == 0:
            del values["partition_id"]
        found.append((type(message).__name__, values))
    return found
