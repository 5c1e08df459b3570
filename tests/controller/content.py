"""Records, batches and images for the tests of the controller."""

from __future__ import annotations

import random

from kraft_core.controller.activation import framed
from kraft_core.controller.context import ControllerSettings, ControllerState
from kraft_core.controller.metadata_image import MetadataImage
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import FeatureLevelRecord, RegisterControllerRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from kraft_wire.records.metadata_frame import decode_metadata_record

FOREIGN = bytes.fromhex("018f0100")
"""A record of a kind that no Kafka knows yet."""


def feature(name, level):
    return FeatureLevelRecord(name=name, feature_level=level)


def value_of(record):
    return record if isinstance(record, bytes) else framed(record)


def batch(*records, base_offset=0):
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=1)
    for record in records:
        builder.append(0, None, value_of(record))
    return RecordBatch.parse(builder.build())


def registered(node_id, *, incarnation=1, listener="CONTROLLER", **features):
    """A registration; `features` are ranges by name, with _ for the dot."""
    cls = RegisterControllerRecord
    return cls(
        controller_id=node_id,
        incarnation_id=Uuid(bytes(15) + bytes([incarnation])),
        end_points=(
            cls.ControllerEndpoint(name=listener, host="here", port=9000 + node_id),
            cls.ControllerEndpoint(name="OTHER", host="there", port=9100 + node_id),
        ),
        features=tuple(
            cls.ControllerFeature(
                name=name.replace("_", "."), min_supported_version=low, max_supported_version=high
            )
            for name, (low, high) in features.items()
        ),
    )


def image_of(*records):
    image = MetadataImage()
    for record in records:
        image.replay(value_of(record))
    return image


def state_of(*records, **static):
    """The state of a controller with an image of these records and these configs of its file."""
    settings = ControllerSettings(1, "cluster", static=static)
    image = ClusterImage(strict=True, indexed=True, journaled=True)
    for record in records:
        image.replay_metadata(record)
    return ControllerState(settings, image, BrokerSessions(9000), random.Random(1))


def messages_of(values):
    return [decode_metadata_record(value).message for value in values]
