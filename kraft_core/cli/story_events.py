"""The metadata log as a story: what happened in a cluster, one sentence for each event.

- `sentence` says what one metadata or control record means. `Names` has the names of topics, since
  later records have only their ids.
- `Narrator` puts records together: a topic and its partitions are one event, not fifty.
- `batches` reads the records of a log directory; secrets are redacted.

Printing and colours belong to the command.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from kraft_core.cli.output import counted
from kraft_core.client.changes import changes_of
from kraft_core.raft import directory as log_directory
from kraft_core.raft.directory import parse_snapshot
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_core.sim.pages.timeline_page import Lane, Mark, Span, Timeline
from kraft_wire.errors import WireError
from kraft_wire.message import Message
from kraft_wire.messages import LeaderChangeMessage, VotersRecord
from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from kraft_core.client.changes import Change


# -- one record as a sentence ----------------------------------------------------------------------

_RESOURCES = {2: "topic", 4: "broker", 8: "broker logger", 16: "client metrics", 32: "group"}
_OPERATIONS = (
    "unknown",
    "any",
    "all",
    "read",
    "write",
    "create",
    "delete",
    "alter",
    "describe",
    "cluster-action",
    "describe-configs",
    "alter-configs",
    "idempotent-write",
    "create-tokens",
    "describe-tokens",
    "two-phase-commit",
)
_ACL_RESOURCES = (
    "unknown",
    "any",
    "topic",
    "group",
    "cluster",
    "transactional id",
    "token",
    "user",
)
_SCRAM = {1: "SCRAM-SHA-256", 2: "SCRAM-SHA-512"}


class Names:
    """Topic names by id: later records know a topic only by its id."""

    def __init__(self) -> None:
        self._topics: dict[bytes, str] = {}

    def learn(self, topic_id: bytes, name: str) -> None:
        """Remember the name of a topic."""
        self._topics[topic_id] = name

    def topic(self, topic_id: bytes) -> str:
        """Return the name of a topic, or its id if the log began after its creation."""
        return self._topics.get(topic_id, str(topic_id))


def sentence(record: Any, names: Names) -> str:
    """Return what a record means; "" for one without meaning for a person."""
    tell = _TELLERS.get(type(record).__name__)
    return tell(record, names) if tell is not None else f"{type(record).__name__} is written"


def _leader_change(record: Any, _: Names) -> str:
    votes = ", ".join(str(voter.voter_id) for voter in record.granting_voters)
    count = len(record.voters)
    return f"controller {record.leader_id} is elected by {votes} out of {counted(count, 'voter')}"


def _voters(record: Any, _: Names) -> str:
    voters = ", ".join(
        f"{voter.voter_id} ({voter.endpoints[0].host}:{voter.endpoints[0].port})"
        if voter.endpoints
        else str(voter.voter_id)
        for voter in record.voters
    )
    return f"the voters of the quorum are {voters}"


def _register_controller(record: Any, _: Names) -> str:
    return f"controller {record.controller_id} registers itself"


def _register_broker(record: Any, _: Names) -> str:
    ends = ", ".join(f"{end.name}://{end.host}:{end.port}" for end in record.end_points)
    rack = f" in rack {record.rack}" if record.rack else ""
    return f"broker {record.broker_id} registers at {ends}{rack}"


def _broker_change(record: Any, _: Names) -> str:
    if record.in_controlled_shutdown:
        return f"broker {record.broker_id} begins a controlled shutdown"
    if record.fenced:
        return f"broker {record.broker_id} is {'fenced' if record.fenced > 0 else 'unfenced'}"
    return f"broker {record.broker_id} changes its registration"


def _topic(record: Any, names: Names) -> str:
    names.learn(record.topic_id, record.name)
    return f"topic {record.name} is created"


def _remove_topic(record: Any, names: Names) -> str:
    return f"topic {names.topic(record.topic_id)} is deleted"


def _config(record: Any, _: Names) -> str:
    kind = _RESOURCES.get(record.resource_type, f"resource {record.resource_type}")
    whose = f"{kind} {record.resource_name}" if record.resource_name else f"every {kind}"
    if record.value is None:
        return f"{whose} is reset to the default of {record.name}"
    return f"{whose} gets {record.name} = {record.value}"


def _feature(record: Any, _: Names) -> str:
    if record.feature_level == 0:
        return f"feature {record.name} is switched off"
    return f"feature {record.name} is at level {record.feature_level}"


def _scram(record: Any, _: Names) -> str:
    return f"user {record.name} gets a password ({_mechanism(record)})"


def _remove_scram(record: Any, _: Names) -> str:
    return f"user {record.name} loses the password ({_mechanism(record)})"


def _mechanism(record: Any) -> str:
    return _SCRAM.get(record.mechanism, f"mechanism {record.mechanism}")


def _acl(record: Any, _: Names) -> str:
    verdict = "may" if record.permission_type == 3 else "may not"
    operation = _at(_OPERATIONS, record.operation)
    kind = _at(_ACL_RESOURCES, record.resource_type)
    prefixed = " (prefix)" if record.pattern_type == 4 else ""
    return f"{record.principal} {verdict} {operation} {kind} {record.resource_name}{prefixed}"


def _remove_acl(_: Any, __: Names) -> str:
    return "an access rule is removed"


def _quota(record: Any, _: Names) -> str:
    entity = ", ".join(
        f"{part.entity_type} {part.entity_name or 'default'}" for part in record.entity
    )
    if record.remove:
        return f"{entity} loses the quota {record.key}"
    return f"{entity} gets the quota {record.key} = {record.value:g}"


def _producer_ids(record: Any, _: Names) -> str:
    return f"broker {record.broker_id} takes producer ids up to {record.next_producer_id}"


def _token(record: Any, _: Names) -> str:
    return f"{record.owner} has a delegation token {record.token_id}"


def _remove_token(record: Any, _: Names) -> str:
    return f"delegation token {record.token_id} is removed"


def _unregister_broker(record: Any, _: Names) -> str:
    return f"broker {record.broker_id} is unregistered"


def _unregister_controller(record: Any, _: Names) -> str:
    return f"controller {record.controller_id} is unregistered"


def _at(names: tuple[str, ...] | list[str], index: int) -> str:
    return names[index] if 0 <= index < len(names) else f"number {index}"


def _silent(_: Any, __: Names) -> str:
    return ""


_TELLERS: dict[str, Callable[[Any, Names], str]] = {
    "AbortTransactionRecord": lambda record, _: f"a transaction is given up: {record.reason}",
    "AccessControlEntryRecord": _acl,
    "BeginTransactionRecord": lambda record, _: f"a transaction begins: {record.name}",
    "BrokerRegistrationChangeRecord": _broker_change,
    "ClearElrRecord": lambda record, _: (
        f"eligible leader replicas of {record.topic_name or 'all topics'} are cleared"
    ),
    "ClientQuotaRecord": _quota,
    "ConfigRecord": _config,
    "DelegationTokenRecord": _token,
    "EndTransactionRecord": lambda _, __: "the transaction ends",
    "FeatureLevelRecord": _feature,
    "FenceBrokerRecord": lambda record, _: f"broker {record.id} is fenced",
    "KRaftVersionRecord": lambda record, _: f"kraft.version is {record.kraft_version}",
    "LeaderChangeMessage": _leader_change,
    "NoOpRecord": _silent,
    "ProducerIdsRecord": _producer_ids,
    "RegisterBrokerRecord": _register_broker,
    "RegisterControllerRecord": _register_controller,
    "RemoveAccessControlEntryRecord": _remove_acl,
    "RemoveDelegationTokenRecord": _remove_token,
    "RemoveTopicRecord": _remove_topic,
    "RemoveUserScramCredentialRecord": _remove_scram,
    "SnapshotFooterRecord": _silent,
    "SnapshotHeaderRecord": _silent,
    "TopicRecord": _topic,
    "UnfenceBrokerRecord": lambda record, _: f"broker {record.id} is unfenced",
    "UnregisterBrokerRecord": _unregister_broker,
    "UnregisterControllerRecord": _unregister_controller,
    "UserScramCredentialRecord": _scram,
    "VotersRecord": _voters,
}


# -- which records are one event -------------------------------------------------------------------

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
    """An event: offset of its first record, milliseconds since 1970, and words.

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
        """Process the records of one batch."""
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
        """Describe a topic, its configuration and its partitions."""
        created = sentence(records[0], self.names)
        configs = [
            f"{record.name}={record.value}"
            for record in records
            if hasattr(record, "resource_type")
        ]
        partitions = [record for record in records if hasattr(record, "partition_id")]
        replicas = len(partitions[0].replicas) if partitions else 0
        shape = f" with {counted(len(partitions), 'partition')} of {counted(replicas, 'replica')}"
        settings = f" ({', '.join(configs)})" if configs else ""
        return created + (shape if partitions else "") + settings

    def _partitions(self, records: list[Any]) -> str:
        """Return partitions that are added, or that change their leader or replicas."""
        added = [record for record in records if type(record).__name__ == "PartitionRecord"]
        changed = len(records) - len(added)
        parts = []
        if added:
            parts.append(f"{counted(len(added), 'partition')} added to {self._topics(added)}")
        if changed:
            others = [record for record in records if record not in added]
            which = f"{others[0].partition_id}" if changed == 1 else ""
            if which:
                parts.append(f"partition {self._topics(others)}-{which} {self._change(others[0])}")
            else:
                parts.append(
                    f"{counted(changed, 'partition')} of {self._topics(others)} change leader or"
                    " replicas"
                )
        return "; ".join(parts)

    def _change(self, record: Any) -> str:
        changes = []
        if record.leader == -1:
            changes.append("loses its leader")
        elif record.leader >= 0:
            changes.append(f"is led by broker {record.leader}")
        if record.isr is not None:
            changes.append(f"has {list(record.isr)} in sync")
        if record.replicas is not None:
            changes.append(f"is placed on {list(record.replicas)}")
        return ", ".join(changes) or "changes"

    def _topics(self, records: list[Any]) -> str:
        names = list(dict.fromkeys(self.names.topic(record.topic_id) for record in records))
        more = len(names) - _TOPICS_NAMED
        return ", ".join(names[:_TOPICS_NAMED]) + (f" and {more} more" if more > 0 else "")


class _Subjects:
    """Groups records into events: gives each record the number and the subject of its event."""

    def __init__(self) -> None:
        self._number = 0
        self._subject = ""
        self._topic = ""

    def __call__(self, change: Change) -> tuple[int, str]:
        """Return the number and the subject of the event that the next record belongs to."""
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


# -- the records of a directory --------------------------------------------------------------------


class UnreadableLogError(Exception):
    """A directory without a metadata log, or with a damaged one; one sentence."""


class BatchOfChanges(NamedTuple):
    """One batch: the size in bytes and the records, control records too."""

    size: int
    changes: list[Change]


def segments(directory: Path) -> list[Path]:
    """Return the segments of the metadata log in or below a directory, by their offsets."""
    for place in (directory, directory / KAFKAS_TOPIC.folder):
        names = (each.name for each in place.iterdir()) if place.is_dir() else ()
        if found := log_directory.segments(names):
            return [place / name for _, name in found]
    raise UnreadableLogError(_why_no_log(directory))


def _why_no_log(path: Path) -> str:
    """Return what a path contains if it is not the directory of a metadata log."""
    if not path.exists():
        return f"No such directory: {path}"
    wanted = f"the directory that has {KAFKAS_TOPIC.folder}, or that folder itself"
    if path.is_dir():
        names = [each.name for each in path.iterdir()]
        if log_directory.segments(names):
            return f"{path} has the log of another topic; name {wanted}"
        return f"{path} holds no segment of a metadata log; name {wanted}"
    if log_directory.base_offset_of(path.name, log_directory.LOG) is None:
        return f"{path} is a file and not a log directory; name {wanted}"
    if path.parent.name == KAFKAS_TOPIC.folder:
        return f"{path} is one segment of the metadata log; name its folder {path.parent}"
    return f"{path} is a segment of another topic; kraft dump-log --print-data-log prints it"


def batches(directory: Path) -> Iterator[BatchOfChanges]:
    """Read all batches; secrets are redacted. Raises UnreadableLogError where one is damaged."""
    for segment in segments(directory):
        data = segment.read_bytes()
        position = 0
        while position < len(data):
            try:
                batch = RecordBatch.parse(data, position)
                batch.validate()
                changes = list(changes_of(batch, "log", include_secrets=False))
            except WireError as error:
                raise UnreadableLogError(f"{segment.name}: {error}") from None
            yield BatchOfChanges(batch.size, changes)
            position += batch.size


# -- several directories side by side --------------------------------------------------------------


def timeline(directories: Sequence[Path]) -> Timeline:
    """Return the content of a quorum's directories, by the time of the leaders that wrote it.

    A lane for each directory: epochs with their leaders, voters, snapshots, the growth of the log.
    Raises UnreadableLogError for a directory without a metadata log or with a damaged one.
    """
    lanes = [_lane(directory) for directory in directories]
    begin_ms = min(lane.spans[0].begin_ms for lane in lanes)
    end_ms = max(lane.spans[-1].end_ms for lane in lanes)
    for lane in lanes:
        _shift(lane, begin_ms)
    begin = datetime.fromtimestamp(begin_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return Timeline(
        title=f"The metadata log in {counted(len(lanes), 'directory', 'directories')}",
        about=(
            f"Time 0 is {begin} UTC, by the clocks of the leaders that wrote the batches."
            " Messages and faults are not in log directories."
        ),
        end_ms=end_ms - begin_ms,
        level="log end offset",
        lanes=lanes,
    )


def _lane(directory: Path) -> Lane:
    own_id = _node_id(directory)
    lane = Lane(directory.name if own_id is None else f"Node {own_id}")
    spans, leader_id = lane.spans, -1
    for batch in batches(directory):
        for change in batch.changes:
            if isinstance(change.record, LeaderChangeMessage):
                leader_id = change.record.leader_id
            if not spans or spans[-1].epoch != change.epoch or change.epoch == 0:
                if spans:
                    spans[-1].end_ms = change.timestamp
                role = "Epoch" if own_id is None else "Follower"
                role = "Leader" if leader_id == own_id else role
                text = f"leader {leader_id}, from offset {change.offset}"
                spans.append(Span(change.timestamp, change.timestamp, role, change.epoch, text))
            if isinstance(change.record, VotersRecord):
                names = ", ".join(str(voter.voter_id) for voter in change.record.voters)
                text = f"voters {names} at offset {change.offset}"
                lane.marks.append(Mark(change.timestamp, "voters", text))
        last = batch.changes[-1]
        spans[-1].end_ms = max(last.timestamp, spans[-1].end_ms)
        lane.high_watermarks.append((last.timestamp, last.offset + 1))
    if not spans:
        raise UnreadableLogError(f"{directory} holds a metadata log without records")
    end_offset = lane.high_watermarks[-1][1]
    lane.marks.append(Mark(spans[-1].end_ms, "note", f"the log ends at offset {end_offset}"))
    lane.marks += _snapshot_marks(directory, lane)
    return lane


def _snapshot_marks(directory: Path, lane: Lane) -> Iterator[Mark]:
    """Yield a mark for a snapshot when its last record was written."""
    for path in sorted(segments(directory)[0].parent.glob("*-*.checkpoint")):
        found = parse_snapshot(path.name)
        if found is None:
            continue
        end_offset = found.snapshot_id.offset
        at_ms = max(
            (at for at, end in lane.high_watermarks if end <= end_offset),
            default=lane.spans[0].begin_ms,
        )
        yield Mark(at_ms, "snapshot", f"snapshot {found.snapshot_id} holds all below it")


def _node_id(directory: Path) -> int | None:
    """Return the node id in `meta.properties` of the directory or of the one around it."""
    for place in (directory, directory.parent):
        try:
            text = (place / "meta.properties").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        for line in text.splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "node.id" and value.strip().isdigit():
                return int(value)
    return None


def _shift(lane: Lane, begin_ms: float) -> None:
    for span in lane.spans:
        span.begin_ms -= begin_ms
        span.end_ms -= begin_ms
    lane.marks = [mark._replace(at_ms=mark.at_ms - begin_ms) for mark in lane.marks]
    lane.high_watermarks = [(at - begin_ms, end) for at, end in lane.high_watermarks]
