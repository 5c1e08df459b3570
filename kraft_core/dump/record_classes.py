"""Which message a number stands for in each internal topic.

Kafka counts the records of the cluster's metadata, of the remote log's metadata, and of each
coordinator from 0, so a number alone says little.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from kraft_core.dump.options import Topic
    from kraft_wire.message import Message

_REMOTE_LOG: Final = ("RemoteLogSegment", "RemotePartition")
_SHARE: Final = ("ShareSnapshot", "ShareUpdate")
_TRANSACTION: Final = ("TransactionLog",)

_PREFIXES: Final[dict[Topic, tuple[str, ...]]] = {
    "remote-log-metadata": _REMOTE_LOG,
    "share-group-state": _SHARE,
    "transaction-log": _TRANSACTION,
}
_ELSEWHERE: Final = (*_REMOTE_LOG, *_SHARE, *_TRANSACTION)


class RecordClasses:
    """The messages of an internal topic by number; each is imported when a record needs it.

    `kind` is that of the schemas: metadata, coordinator-key or coordinator-value.
    """

    def __init__(self, topic: Topic, kind: str) -> None:
        mine = _PREFIXES.get(topic)
        self._names = {
            entry.api_key: name
            for name, entry in kafka_messages().entries.items()
            if entry.kind == kind
            and entry.api_key is not None
            and (name.startswith(mine) if mine else not name.startswith(_ELSEWHERE))
        }
        self._classes: dict[int, type[Message]] = {}

    @property
    def numbers(self) -> list[int]:
        """All numbers that stand for a message, ascending."""
        return sorted(self._names)

    def get(self, number: int) -> type[Message] | None:
        """Give the message of a number, None if there is none."""
        if number not in self._classes and number in self._names:
            self._classes[number] = kafka_messages().message_class(self._names[number])
        return self._classes.get(number)


@cache
def record_classes(topic: Topic, kind: str) -> RecordClasses:
    """Give the messages of an internal topic."""
    return RecordClasses(topic, kind)
