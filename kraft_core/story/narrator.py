"""Which records belong together: a topic and its partitions are one event, not fifty."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from kraft_core.story.sentences import Names, sentence
from kraft_wire.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.client.changes import Change

_TOPIC = 2
"""The resource type of a topic's configuration."""

_TOPICS_NAMED = 3
"""Topics that a sentence about many partitions names before it says "and others"."""


_LANDMARKS = frozenset(
    (
        "LeaderChangeMessage",
        "VotersRecord",
        "KRaftVersionRecord",
        "RegisterControllerRecord",
        "UnregisterControllerRecord",
        "RegisterBrokerRecord",
        "BrokerRegistrationChangeRecord",
        "UnregisterBrokerRecord",
        "FeatureLevelRecord",
        "RemoveTopicRecord",
        "UserScramCredentialRecord",
        "AccessControlEntryRecord",
    )
)


class Event(NamedTuple):
    """Something that happened: offset of its first record, milliseconds since 1970, and words.

    A landmark is about the cluster itself, or about who may use it.
    """

    offset: int
    epoch: int
    timestamp: int
    text: str
    is_landmark: bool = False


class Narrator:
    """Turns records, in the order of the log, into events.

    Records of one batch were written together; those about one topic in a row are one event.
    `silent` counts records that say nothing to a person (no-ops, frames of snapshots).
    """

    def __init__(self) -> None:
        self.names = Names()
        self.silent = 0

    def tell(self, changes: Iterable[Change]) -> Iterator[Event]:
        """Tell the records of one batch."""
        for (_, subject), run in groupby(changes, key=_Subjects()):
            records = list(run)
            first = records[0]
            if subject == "topic":
                text = self._topic([change.record for change in records])
            elif subject == "partitions":
                text = self._partitions([change.record for change in records])
            else:
                yield from self._each(records)
                continue
            yield Event(first.offset, first.epoch, first.timestamp, text)

    def _each(self, changes: list[Change]) -> Iterator[Event]:
        for change in changes:
            if isinstance(change.record, Message):
                text = sentence(change.record, self.names)
            else:
                text = f"a record that this release does not know is written ({change.name})"
            if text:
                is_landmark = type(change.record).__name__ in _LANDMARKS
                yield Event(change.offset, change.epoch, change.timestamp, text, is_landmark)
            else:
                self.silent += 1

    def _topic(self, records: list[Any]) -> str:
        """A topic, its configuration and its partitions."""
        created = sentence(records[0], self.names)
        configs = [
            f"{record.name}={record.value}"
            for record in records
            if hasattr(record, "resource_type")
        ]
        partitions = [record for record in records if hasattr(record, "partition_id")]
        replicas = len(partitions[0].replicas) if partitions else 0
        shape = f" with {_count(len(partitions), 'partition')} of {_count(replicas, 'replica')}"
        settings = f" ({', '.join(configs)})" if configs else ""
        return created + (shape if partitions else "") + settings

    def _partitions(self, records: list[Any]) -> str:
        """Partitions that are added, or that change their leader or replicas."""
        added = [record for record in records if type(record).__name__ == "PartitionRecord"]
        changed = len(records) - len(added)
        parts = []
        if added:
            parts.append(f"{_count(len(added), 'partition')} added to {self._topics(added)}")
        if changed:
            others = [record for record in records if record not in added]
            which = f"{others[0].partition_id}" if changed == 1 else ""
            if which:
                parts.append(f"partition {self._topics(others)}-{which} {self._change(others[0])}")
            else:
                parts.append(
                    f"{changed} partitions of {self._topics(others)} change leader or replicas"
                )
        return "; ".join(parts)

    def _change(self, record: Any) -> str:
        told = []
        if record.leader == -1:
            told.append("loses its leader")
        elif record.leader >= 0:
            told.append(f"is led by broker {record.leader}")
        if record.isr is not None:
            told.append(f"has {list(record.isr)} in sync")
        if record.replicas is not None:
            told.append(f"is placed on {list(record.replicas)}")
        return ", ".join(told) or "changes"

    def _topics(self, records: list[Any]) -> str:
        names = list(dict.fromkeys(self.names.topic(record.topic_id) for record in records))
        more = len(names) - _TOPICS_NAMED
        return ", ".join(names[:_TOPICS_NAMED]) + (f" and {more} more" if more > 0 else "")


class _Subjects:
    """Which event each record belongs to: a number for it, and what it is about."""

    def __init__(self) -> None:
        self._number = 0
        self._subject = ""
        self._topic = ""

    def __call__(self, change: Change) -> tuple[int, str]:
        """Place the next record."""
        record: Any = change.record
        kind = type(record).__name__
        if kind == "TopicRecord":
            self._topic = record.name
            self._begin("topic")
        elif self._subject != "topic" or not self._is_about_topic(record, kind):
            of_partitions = kind in {"PartitionRecord", "PartitionChangeRecord"}
            subject = "partitions" if of_partitions else "each"
            if subject != self._subject:
                self._begin(subject)
        return self._number, self._subject

    def _begin(self, subject: str) -> None:
        self._number += 1
        self._subject = subject

    def _is_about_topic(self, record: Any, kind: str) -> bool:
        if kind == "ConfigRecord":
            return bool(record.resource_type == _TOPIC and record.resource_name == self._topic)
        return kind == "PartitionRecord"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
