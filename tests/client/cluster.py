"""A small cluster to follow, and what its tests have in common."""

from __future__ import annotations

import random

from kraft_core.client.changes import Change
from kraft_core.client.quorum import Quorum
from kraft_core.client.settings import Settings
from kraft_core.client.tailing import follow
from kraft_wire.messages import FetchResponse
from tests.client.fake_quorum import World
from tests.support.record_batches import leader_change, snapshot, topics


def led(leader_id=1, epoch=1, count=3):
    """A quorum whose leader has the start of its epoch and two topics, all committed."""
    world = World(count)
    world.elect(leader_id, epoch)
    for node in world.nodes:
        node.append(leader_change(0, epoch, leader_id))
        node.append(topics(1, epoch, "a", "b"))
        node.high_watermark = 3 if node.leads else -1
    return world


def write(world, *batches, committed=True):
    for node in world.nodes:
        if node.is_up:
            for data in batches:
                node.append(data)
            if node.leads and committed:
                node.commit()


def following(world, wish, **changes):
    quorum = Quorum(world.bootstrap, Settings(random=random.Random(2), **changes))
    return world.items(follow(quorum, wish))


def label(change):
    assert isinstance(change, Change)
    return getattr(change.record, "name", change.name)


def labels(items):
    return [label(item) for item in items if isinstance(item, Change)]


def take(items, count):
    """The next so many changes; notes are left out."""
    found = []
    while len(found) < count:
        item = next(items)
        if isinstance(item, Change):
            found.append(item)
    return found


def with_snapshot(world, end_offset=3, epoch=1, clean=True):
    for node in world.nodes:
        data = snapshot(epoch, "a", "b")
        node.snapshots.append(((end_offset, epoch), data))
        if clean:
            node.clean(node.snapshots[0][0])
    return world


def mangled_fetch(change):
    """Change the partition of each Fetch answer that has records."""

    def mangle(response):
        if not isinstance(response, FetchResponse) or not response.responses:
            return response
        topic = response.responses[0]
        (partition,) = topic.partitions
        if not partition.records:
            return response
        fields = {name: getattr(partition, name) for name in partition.__slots__}
        changed = FetchResponse.PartitionData(**{**fields, **change(partition)})
        one = FetchResponse.FetchableTopicResponse(topic_id=topic.topic_id, partitions=(changed,))
        return FetchResponse(responses=(one,), node_endpoints=response.node_endpoints)

    return mangle
