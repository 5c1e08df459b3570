"""The topic of a quorum: Kafka's own, or one of a user's own data.

The replica knows its one partition under Kafka's name. A quorum of a user's own data has another
name and id towards peers and on disk, so that no Kafka node takes its log for the metadata of a
cluster, and none of its nodes takes Kafka's. Messages are translated where they enter and leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kraft_core.replica.rpc_mapping import PARTITION, TOPIC, TOPIC_ID
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.file_names import METADATA_FOLDER
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from kraft_wire.message import Message

_NAMES: Final = ("topic_name", "name", "topic")
_NO_NAME: Final = ""
_NO_ID: Final = Uuid(bytes(16))


@dataclass(frozen=True, slots=True)
class QuorumTopic:
    """Name and id of a quorum's topic; its one partition is 0."""

    name: str = TOPIC
    topic_id: Uuid = TOPIC_ID

    def __post_init__(self) -> None:
        is_kafkas_name, is_kafkas_id = self.name == TOPIC, self.topic_id == TOPIC_ID
        if is_kafkas_name is not is_kafkas_id:
            raise ValueError("a topic of one's own has another name and another id than Kafka's")
        if not self.name or "/" in self.name or self.topic_id == _NO_ID:
            raise ValueError(f"{self.name!r} with id {self.topic_id} is no topic")

    @property
    def is_kafkas(self) -> bool:
        """Whether this is the metadata of a Kafka cluster."""
        return self.name == TOPIC

    @property
    def folder(self) -> str:
        """The folder of its log."""
        return f"{self.name}-{PARTITION}"

    def to_peers(self, message: Message) -> Message:
        """A message of the replica as peers know it. It is changed where it is."""
        if not self.is_kafkas:
            _rename(message, {TOPIC: self.name}, {TOPIC_ID: self.topic_id})
        return message

    def from_peers(self, message: Message) -> Message:
        """A message of a peer as the replica knows it. It is changed where it is."""
        if not self.is_kafkas:
            names = {self.name: TOPIC, TOPIC: _NO_NAME}
            _rename(message, names, {self.topic_id: TOPIC_ID, TOPIC_ID: _NO_ID})
        return message


KAFKAS_TOPIC: Final = QuorumTopic()


def _rename(message: Any, names: dict[str, str], ids: dict[Uuid, Uuid]) -> None:
    for topics in ("topics", "responses"):
        for topic in getattr(message, topics, ()):
            for name in _NAMES:
                if hasattr(topic, name):
                    setattr(topic, name, names.get(getattr(topic, name), getattr(topic, name)))
            if hasattr(topic, "topic_id"):
                topic.topic_id = ids.get(topic.topic_id, topic.topic_id)


class TopicRoot(DiskFolder):
    """A log directory whose metadata folder has the name of a topic's."""

    def __init__(self, path: str, topic: QuorumTopic) -> None:
        super().__init__(path)
        self._topic = topic

    def folder(self, name: str) -> DiskFolder:
        """The folder of that name in this one."""
        return super().folder(self._renamed(name))

    def has_folder(self, name: str) -> bool:
        """Whether there is a folder of that name."""
        return super().has_folder(self._renamed(name))

    def _renamed(self, name: str) -> str:
        return self._topic.folder if name == METADATA_FOLDER else name
