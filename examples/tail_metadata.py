"""Follow the metadata of a live Kafka cluster and print what happens to its topics.

    python examples/tail_metadata.py localhost:9093

Any controller will do: the leader is found through it, and found again when it changes. The
program is not a member of the quorum and cannot disturb it. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from typing import TYPE_CHECKING

from kraft_core.client import Change, tail_async
from kraft_wire.messages import ConfigRecord, PartitionRecord, RemoveTopicRecord, TopicRecord

if TYPE_CHECKING:
    from kraft_wire.primitives import Uuid

TOPIC_CONFIG = 2


class Topics:
    """The names of the topics, learnt from the records, and what to say about each change."""

    def __init__(self) -> None:
        self._names: dict[Uuid, str] = {}

    def sentence(self, change: Change) -> str | None:
        """Say what a record means for a topic; None when it is not about one."""
        match change.record:
            case TopicRecord() as topic:
                self._names[topic.topic_id] = topic.name
                return f"topic {topic.name} was created"
            case RemoveTopicRecord() as removed:
                return f"topic {self._names.pop(removed.topic_id, '?')} was deleted"
            case PartitionRecord() as partition:
                name = self._names.get(partition.topic_id, "?")
                return f"{name}-{partition.partition_id} is led by broker {partition.leader}"
            case ConfigRecord() as config if config.resource_type == TOPIC_CONFIG:
                return f"topic {config.resource_name} has {config.name}={config.value}"
        return None


async def follow(controllers: str) -> None:
    """Print a sentence for each change: first the past, then what happens."""
    topics = Topics()
    async for change in tail_async(controllers, from_start=True, exclude=["NoOpRecord"]):
        if sentence := topics.sentence(change):
            print(f"{change.offset:>8}  {sentence}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("controllers", metavar="HOST:PORT[,HOST:PORT...]", help="controllers")
    given = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(follow(given.controllers))
