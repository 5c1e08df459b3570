"""The tables of a cluster over time, out of one replay of its metadata log.

Each row of a table is valid from one change to the next, as in slowly changing dimensions of type
2; with it comes which controller led when it began. Spans are times in which something was wrong:
partitions without a leader, with a short ISR or in reassignment, and fenced brokers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_core.metadata import TOPIC_CONFIG, ClusterImage
from kraft_spark.cluster_image.tables import Row, row_of, rows_by_key, table_columns
from kraft_spark.columns import INT32, INT64, TEXT, TIMESTAMP
from kraft_wire.messages import (
    AccessControlEntryRecord,
    BrokerRegistrationChangeRecord,
    ClearElrRecord,
    ClientQuotaRecord,
    ConfigRecord,
    FeatureLevelRecord,
    FenceBrokerRecord,
    KRaftVersionRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    RegisterControllerRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    RemoveUserScramCredentialRecord,
    TopicRecord,
    UnfenceBrokerRecord,
    UnregisterBrokerRecord,
    UnregisterControllerRecord,
    UserScramCredentialRecord,
    VotersRecord,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_wire.message import Message

HISTORY_TABLES: Final = (
    "topics",
    "partitions",
    "configs",
    "acls",
    "brokers",
    "controllers",
    "features",
    "quotas",
    "scram_users",
)
"""The tables of which the changes are kept."""

_VALIDITY: Final = {
    "validFrom": TIMESTAMP,
    "validTo": TIMESTAMP,
    "fromOffset": INT64,
    "toOffset": INT64,
    "activeController": INT32,
    "activeControllerEpoch": INT32,
    "clusterId": TEXT,
}

SPANS: Final = pa.schema(
    {
        "kind": TEXT,
        "topic": TEXT,
        "topicId": TEXT,
        "partition": INT32,
        "brokerId": INT32,
        "since": TIMESTAMP,
        "until": TIMESTAMP,
        "sinceOffset": INT64,
        "untilOffset": INT64,
        "ended": TEXT,
        "clusterId": TEXT,
    }
)
"""`since` is null for what was so when the log began, `until` for what is still so; `ended` is
`over`, or `deleted` with the topic or the broker's registration."""


def history_columns(table: str) -> pa.Schema:
    """Return the columns of a table with its validity."""
    if table == "spans":
        return SPANS
    return pa.schema([*table_columns(table), *pa.schema(_VALIDITY)])


Change = tuple[str, Any]
"""A table and the key of a row in it."""


class WatchedImage(ClusterImage):
    """Replays leniently, and says which rows a record may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: list[Change] = []

    def replay_control(self, message: Message | None) -> None:
        """Replay a control record of the log."""
        if isinstance(message, VotersRecord):
            before = () if self.voters is None else self.voters.voters
            nodes = {one.voter_id for one in (*before, *message.voters)} | set(self.controllers)
            self.touched += (("controllers", node) for node in sorted(nodes))
        elif isinstance(message, KRaftVersionRecord):
            self.touched.append(("features", "kraft.version"))
        super().replay_control(message)

    def _apply(self, message: Message, offset: int) -> None:
        # removed entries exist only before the change
        self.touched += self._touched_by(message)
        super()._apply(message, offset)

    def _touched_by(self, message: Message) -> Iterator[Change]:
        match message:
            case TopicRecord():
                yield "topics", message.topic_id
            case PartitionRecord() | PartitionChangeRecord():
                yield "topics", message.topic_id
                yield "partitions", (message.topic_id, message.partition_id)
            case RemoveTopicRecord():
                yield from self._topic_rows(message)
            case ClearElrRecord():
                for topic in self.topics.values():
                    if not message.topic_name or message.topic_name == topic.name:
                        for number in topic.partitions:
                            yield "partitions", (topic.topic_id, number)
            case ConfigRecord():
                resource = (message.resource_type, message.resource_name)
                yield "configs", (*resource, message.name)
            case AccessControlEntryRecord() | RemoveAccessControlEntryRecord():
                yield "acls", message.id
            case (
                RegisterBrokerRecord() | UnregisterBrokerRecord() | BrokerRegistrationChangeRecord()
            ):
                yield "brokers", message.broker_id
            case FenceBrokerRecord() | UnfenceBrokerRecord():
                yield "brokers", message.id
            case RegisterControllerRecord() | UnregisterControllerRecord():
                yield "controllers", message.controller_id
            case FeatureLevelRecord():
                yield "features", message.name
            case ClientQuotaRecord():
                entity = tuple(sorted((one.entity_type, one.entity_name) for one in message.entity))
                yield "quotas", (entity, message.key)
            case UserScramCredentialRecord() | RemoveUserScramCredentialRecord():
                yield "scram_users", (message.mechanism, message.name)

    def _topic_rows(self, message: RemoveTopicRecord) -> Iterator[Change]:
        topic = self.topics.get(message.topic_id)
        if topic is None:
            return
        yield "topics", topic.topic_id
        for number in topic.partitions:
            yield "partitions", (topic.topic_id, number)
        for name in self.configs.get((TOPIC_CONFIG, topic.name), ()):
            yield "configs", (TOPIC_CONFIG, topic.name, name)


@dataclass(slots=True)
class Moment:
    """The position of the replay: the time in microseconds, and the leader and epoch."""

    offset: int | None = None
    time: int | None = None
    controller: int | None = None
    epoch: int | None = None


@dataclass(slots=True)
class Timeline:
    """The rows of all tables with their validity, while the log is replayed."""

    cluster_id: str | None = None
    include_secrets: bool = False
    _open: dict[Change, Row] = field(default_factory=dict)
    _closed: dict[str, list[Row]] = field(default_factory=dict)

    def begin(self, image: WatchedImage) -> None:
        """Begin with the initial state of the log: its rows have no begin."""
        for table in HISTORY_TABLES:
            for key, row in rows_by_key(table, image, include_secrets=self.include_secrets):
                self._begin((table, key), row, Moment())
        image.touched.clear()

    def resume(self, image: WatchedImage, rows: dict[str, list[Row]]) -> None:
        """Continue with stored rows of an earlier update; those that are still valid are extended.

        Raises KeyError where a row of the state is not among them.
        """
        self._closed = {table: list(kept) for table, kept in rows.items()}
        for table in HISTORY_TABLES:
            columns = table_columns(table)
            valid = {
                _comparable(row, columns): row
                for row in self._closed.get(table, ())
                if row["toOffset"] is None
            }
            for key, row in rows_by_key(table, image, include_secrets=self.include_secrets):
                self._open[table, key] = valid[_comparable(row, columns)]
        image.touched.clear()

    def take(self, image: WatchedImage, moment: Moment) -> None:
        """Record the changes by the record at this moment."""
        for change in dict.fromkeys(image.touched):
            table, key = change
            row = row_of(table, key, image, include_secrets=self.include_secrets)
            before = self._open.get(change)
            if before is not None:
                columns = table_columns(table)
                is_same = row is not None and _comparable(before, columns) == _comparable(
                    row, columns
                )
                if is_same:
                    continue
                before["validTo"], before["toOffset"] = moment.time, moment.offset
                del self._open[change]
            if row is not None:
                self._begin(change, row, moment)
        image.touched.clear()

    def _begin(self, change: Change, row: Row, moment: Moment) -> None:
        full = {
            **row,
            "validFrom": moment.time,
            "validTo": None,
            "fromOffset": moment.offset,
            "toOffset": None,
            "activeController": moment.controller,
            "activeControllerEpoch": moment.epoch,
            "clusterId": self.cluster_id,
        }
        self._open[change] = full
        self._closed.setdefault(change[0], []).append(full)

    def rows(self, table: str) -> list[Row]:
        """Return all rows of a table, `spans` included, in the order in which they became valid."""
        return self._spans() if table == "spans" else self._closed.get(table, [])

    def _spans(self) -> list[Row]:
        found: list[Row] = []
        for kind, (table, applies) in _KINDS.items():
            found += self._spans_of(kind, self.rows(table), applies)
        return found

    def _spans_of(
        self, kind: str, rows: Iterable[Row], applies: Callable[[Row], bool]
    ) -> Iterator[Row]:
        by_key: dict[Any, list[Row]] = {}
        for row in rows:
            key = (row.get("topicId"), row.get("partition"), row.get("brokerId"))
            by_key.setdefault(key, []).append(row)
        for group in by_key.values():
            span: Row | None = None
            for row in group:
                is_gap = span is not None and span["untilOffset"] != row["fromOffset"]
                if span is not None and (is_gap or not applies(row)):
                    span["ended"] = "deleted" if is_gap else "over"
                    yield span
                    span = None
                if not applies(row):
                    continue
                if span is None:
                    span = self._span(kind, row)
                span["until"], span["untilOffset"] = row["validTo"], row["toOffset"]
            if span is not None:
                span["ended"] = None if span["untilOffset"] is None else "deleted"
                yield span

    def _span(self, kind: str, row: Row) -> Row:
        return {
            "kind": kind,
            **{name: row.get(name) for name in ("topic", "topicId", "partition", "brokerId")},
            "since": row["validFrom"],
            "sinceOffset": row["fromOffset"],
            "clusterId": self.cluster_id,
        }


def _comparable(row: Row, columns: pa.Schema) -> str:
    """Return the content of a row as text, equal for a row that was stored and read again."""
    return repr([_plain(row.get(name)) for name in columns.names])


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted(([str(name), _plain(one)] for name, one in value.items()), key=str)
    if isinstance(value, tuple | list):
        items = [_plain(one) for one in value]
        is_map = all(isinstance(one, list) and len(one) == 2 for one in items)
        return sorted(([str(one[0]), one[1]] for one in items), key=str) if is_map else items
    return value


_KINDS: Final[dict[str, tuple[str, Callable[[Row], bool]]]] = {
    "leaderless": ("partitions", lambda row: row["leader"] == -1),
    "underReplicated": ("partitions", lambda row: len(row["isr"]) < len(row["replicas"])),
    "reassigning": (
        "partitions",
        lambda row: bool(row["addingReplicas"] or row["removingReplicas"]),
    ),
    "fenced": ("brokers", lambda row: bool(row["fenced"])),
}
"""Kinds of spans: the table that shows them, and how."""
