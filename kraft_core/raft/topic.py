"""The topic of a quorum: Kafka's own, or one for a user's data.

A quorum of a user's own data has another name and id towards peers and on disk, so that no Kafka
node takes its log for the metadata of a cluster, and none of its nodes takes Kafka's. The replica
and its storage share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kraft_wire.primitives import ZERO_UUID, Uuid

PARTITION: Final = 0
"""The one partition of every such topic."""
_KAFKAS_NAME: Final = "__cluster_metadata"
_KAFKAS_ID: Final = Uuid(bytes(15) + b"\x01")


@dataclass(frozen=True, slots=True)
class QuorumTopic:
    """Name and id of a quorum's topic; ValueError for invalid ones."""

    name: str = _KAFKAS_NAME
    topic_id: Uuid = _KAFKAS_ID

    def __post_init__(self) -> None:
        if (self.name == _KAFKAS_NAME) is not (self.topic_id == _KAFKAS_ID):
            raise ValueError(
                "a user-defined topic must not have the name or id of Kafka's metadata topic"
            )
        if not self.name or "/" in self.name or self.topic_id == ZERO_UUID:
            raise ValueError(f"{self.name!r} with id {self.topic_id} is not a valid topic")

    @property
    def folder(self) -> str:
        """The folder of its log in a log directory."""
        return f"{self.name}-{PARTITION}"


KAFKAS_TOPIC: Final = QuorumTopic()
"""The metadata of a Kafka cluster."""
