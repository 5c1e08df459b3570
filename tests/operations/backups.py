"""A pretended quorum with a snapshot and a log, and backups of it."""

from __future__ import annotations

import random

from kraft_core.client.settings import Settings
from kraft_core.operations.backup_copy import QuorumSource, back_up
from kraft_wire.messages import (
    FeatureLevelRecord,
    SnapshotFooterRecord,
    SnapshotHeaderRecord,
    TopicRecord,
)
from kraft_wire.primitives import Uuid
from tests.client.fake_quorum import World
from tests.support.record_batches import batch, control, leader_change, metadata

CONTROL = 0x20


def topic(number):
    return metadata(TopicRecord(name=f"t{number}", topic_id=Uuid(number.to_bytes(16, "big"))))


def written(base_offset, epoch, *numbers):
    return batch(base_offset, epoch, [topic(number) for number in numbers])


def snapshot_of(epoch, *numbers):
    level = metadata(FeatureLevelRecord(name="metadata.version", feature_level=25))
    records = [level, *map(topic, numbers)]
    header = batch(0, epoch, [control(3, SnapshotHeaderRecord())], attributes=CONTROL)
    footer = [control(4, SnapshotFooterRecord())]
    end = batch(1 + len(records), epoch, footer, attributes=CONTROL)
    return header + batch(1, epoch, records) + end


def quorum(*, with_snapshot=True):
    """A leader with topics 1 to 6; 1 to 3 are in a snapshot, batches of two after it."""
    world = World(3)
    world.elect(1, 2)
    for node in world.nodes:
        node.append(leader_change(0, 1, 1))
        node.append(written(1, 1, 1, 2, 3))
        node.append(written(4, 1, 4, 5))
        node.append(leader_change(6, 2, 1))
        node.append(written(7, 2, 6))
        if with_snapshot:
            node.snapshots.append(((4, 1), snapshot_of(1, 1, 2, 3)))
            node.clean((4, 1))
    world.node(1).commit()
    return world


class Driver:
    def __init__(self, world):
        self.iterate = world.items

    def close(self):
        pass


def source(world, **settings):
    settings = {"random": random.Random(1), "api_timeout_s": 5.0, **settings}
    return QuorumSource("c1:9093,c2:9093,c3:9093", Driver(world), settings=Settings(**settings))


def copied(world, target, **settings):
    return back_up(source(world, **settings), str(target))
