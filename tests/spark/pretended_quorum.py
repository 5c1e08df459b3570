"""A client of the pretended quorum of the client's tests: no socket, and time of its own."""

from __future__ import annotations

import random

from kraft_core.client import Client, Settings
from kraft_core.client.quorum import Quorum
from kraft_spark.quorum.feed import QuorumFeed
from kraft_spark.quorum.options import parse_quorum_options
from kraft_wire.messages import NoOpRecord
from tests.support.record_batches import batch, metadata


class WorldClient(Client):
    """Performs the client's steps in a `World`."""

    def __init__(self, world, settings=None):
        super().__init__("c1:9093")
        self._quorum = Quorum(world.bootstrap, settings or Settings(random=random.Random(3)))
        self._driver = world

    def close(self):
        self._quorum.forget_leader()


def quorum_options(**given):
    texts = {name: str(value) for name, value in given.items()}
    return parse_quorum_options({"kafka.bootstrap.controllers": "c1:9093", **texts})


def feed_of(world, **given):
    options = quorum_options(**given)
    return QuorumFeed(WorldClient(world), options, "cluster")


def no_ops(base_offset, epoch, count=1):
    return batch(base_offset, epoch, [metadata(NoOpRecord())] * count)
