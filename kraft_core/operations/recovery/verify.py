"""Checks a recovered quorum against its plan: leader, voters, metadata and brokers.

`problems_of` is pure: the plan, a `QuorumView` and the metadata that the quorum committed in,
problems out. `committed_image` reads that metadata over connections.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.client.errors import CorruptAnswerError
from kraft_core.client.log_reader import LogReader, newest_snapshot
from kraft_core.client.metadata_log import Position, SnapshotNeeded, parse_snapshot
from kraft_core.client.quorum import Quorum, known_high_watermark
from kraft_core.client.settings import Endpoint
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.operations.findings import in_words
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.recovery.plan_files import PlanFileError, read_plan
from kraft_core.operations.recovery.verdicts import RecoveryError, old_disks
from kraft_core.operations.reports import Listener
from kraft_core.operations.view import SILENCE_MS_MAX
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_wire.errors import WireError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kraft_core.client.settings import Settings
    from kraft_core.client.steps import Operation
    from kraft_core.operations.reports import Description
    from kraft_core.operations.view import QuorumView
    from kraft_wire.records import RecordBatch

_NAMED_MAX: Final = 10
"""Topics or nodes that a sentence names; the rest is counted."""

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """The quorum of a plan: addresses of its voters, and topic ids by name."""

    cluster_id: str
    kraft_version: int
    snapshot_id: OffsetAndEpoch
    voters: frozenset[ReplicaId]
    addresses: tuple[str, ...]
    topic_ids: Mapping[str, str]
    partitions: int
    brokers: frozenset[int]
    old_voters: tuple[tuple[int, ...], ...]
    """The voters of the old quorum, two sets during a change; empty if they are not known."""

    @classmethod
    def read(cls, text: str) -> Expected:
        """Read the expected quorum from the text of a plan. Raises PlanFileError."""
        return read_plan(text, lambda found: cls._of(found["quorum"], found["image"]))

    @classmethod
    def _of(cls, quorum: Any, image: Any) -> Expected:
        voters = quorum["voters"]
        level = _of(quorum["kraft_version"], int)
        snapshot = quorum["snapshot"]
        addresses = [
            str(Endpoint(_of(one["host"], str), _of(one["port"], int)))
            for each in voters
            for one in each["endpoints"]
        ]
        if not voters or not addresses:
            raise PlanFileError("the plan has no voters with an endpoint")
        return cls(
            cluster_id=_of(quorum["cluster_id"], str),
            kraft_version=level,
            snapshot_id=OffsetAndEpoch(_of(snapshot["offset"], int), _of(snapshot["epoch"], int)),
            # a static quorum identifies voters by node id only
            voters=frozenset(
                ReplicaId(
                    _of(each["node_id"], int), _of(each["directory_id"], str) if level else None
                )
                for each in voters
            ),
            addresses=tuple(dict.fromkeys(addresses)),
            topic_ids={
                _of(name, str): _of(topic_id, str) for name, topic_id in image["topic_ids"].items()
            },
            partitions=_of(image["partitions"], int),
            brokers=frozenset(_of(each, int) for each in image["brokers"]),
            old_voters=tuple(tuple(_of(each, int) for each in one) for one in quorum["old_voters"]),
        )


def _of(value: Any, kind: type[T]) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{value!r:.40}, expected {kind.__name__}")  # noqa: TRY004
    return value


# -- checks ----------------------------------------------------------------------------------------


class Kind(StrEnum):
    """The subject of a problem; the values are public."""

    SPLIT_BRAIN = "split-brain"
    NO_LEADER = "no-leader"
    OTHER_CLUSTER = "other-cluster"
    OLD_LEADER = "old-leader"
    OLD_NODE = "old-node"
    UNKNOWN_ADDRESS = "unknown-address"
    """An address that is not of a voter of the plan and does not report its state."""
    NO_HIGH_WATERMARK = "no-high-watermark"
    VOTERS = "voters"
    VOTER_BEHIND = "voter-behind"
    METADATA_UNREAD = "metadata-unread"
    TOPICS = "topics"
    PARTITIONS = "partitions"
    BROKER_DOWN = "broker-down"
    BROKER_RESTART = "broker-restart"
    BROKER_FENCED = "broker-fenced"
    UNKNOWN_NODE = "unknown-node"


@dataclass(frozen=True, slots=True)
class Problem:
    """A difference from the plan, as a sentence that ends with what to do. `node` is its id."""

    kind: Kind
    text: str
    node: int | None = None


def problems_of(
    expected: Expected, view: QuorumView, image: ClusterImage | None, unread: str = ""
) -> tuple[Problem, ...]:
    """Return the differences from the plan, the most dangerous first.

    `image` is None where the metadata could not be read; `unread` is the reason.
    """
    found = [*_split_brain(expected, view)]
    description = view.description
    if description is None or view.cluster_id is None:
        text = f"{_no_leader(view)} {old_disks(expected.old_voters)}."
        found.append(Problem(Kind.NO_LEADER, text))
        return (*found, *_old_nodes(expected, view))
    if view.cluster_id.value != expected.cluster_id:
        text = (
            f"These controllers belong to cluster {view.cluster_id.value}, but the plan is for"
            f" {expected.cluster_id}: correct the addresses."
        )
        return (*found, Problem(Kind.OTHER_CLUSTER, text))
    if description.epoch <= expected.snapshot_id.epoch:
        text = (
            f"Node {description.leader_id} leads epoch {description.epoch}, which is not above"
            f" {expected.snapshot_id.epoch} of the plan: it leads the old quorum. Stop it."
        )
        return (*found, Problem(Kind.OLD_LEADER, text, description.leader_id))
    found += _voters(expected, view, description)
    found += _old_nodes(expected, view)
    found += _unknown_addresses(expected, view, description)
    if image is None:
        reason = unread or "the metadata was not read"
        found.append(
            Problem(Kind.METADATA_UNREAD, f"Topics and brokers were not checked: {reason}.")
        )
        return tuple(found)
    return (*found, *_topics(expected, image), *_brokers(expected, view, image))


def _split_brain(expected: Expected, view: QuorumView) -> Iterator[Problem]:
    """Report two leaders of one cluster id without common voters: they commit independently."""
    leaders = [
        each.description
        for each in view.reports
        if each.description is not None and each.cluster_id in (None, expected.cluster_id)
    ]
    for one, other in combinations(
        {(each.leader_id, each.epoch): each for each in leaders}.values(), 2
    ):
        if one.keys & other.keys:
            continue
        yield Problem(
            Kind.SPLIT_BRAIN,
            f"Cluster {expected.cluster_id} has two quorums: node {one.leader_id} leads epoch"
            f" {one.epoch} with voters {_ids(one.keys)}, node {other.leader_id} leads epoch"
            f" {other.epoch} with voters {_ids(other.keys)}. Stop the controllers that are not"
            f" voters of the plan ({_ids(expected.voters)}) now.",
        )


def _no_leader(view: QuorumView) -> str:
    failures = {each.address: each.failure for each in view.reports if each.failure is not None}
    if len(failures) == len(view.reports):
        refused = [f"{at}: {each.text}" for at, each in failures.items() if not each.is_silence]
        if refused:
            return f"No controller reports the quorum; {_some(refused)}."
        return f"No controller answers at {_some(list(failures))}: start the voters of the plan."
    return "No leader answers: start a majority of the voters of the plan."


def _voters(expected: Expected, view: QuorumView, description: Description) -> Iterator[Problem]:
    keys = description.keys
    if not expected.kraft_version:
        keys = frozenset(ReplicaId(each.node_id) for each in keys)
    if keys != expected.voters:
        yield Problem(
            Kind.VOTERS,
            f"The voters are {_ids(keys)}, but the plan has {_ids(expected.voters)}: if nobody"
            " changed them after the recovery, this is not the quorum of the plan.",
        )
    if description.high_watermark <= expected.snapshot_id.offset:
        yield Problem(
            Kind.NO_HIGH_WATERMARK,
            f"Nothing is committed above the snapshot {expected.snapshot_id}: start a majority of"
            " the voters.",
        )
    for row in view.voters:
        if row.is_leader:
            continue
        is_level = row.lag == 0 or (
            row.caught_up_ms is not None and row.caught_up_ms <= SILENCE_MS_MAX
        )
        if row.is_silent or not is_level:
            what = "does not fetch" if row.is_silent else f"lags {row.lag} records"
            yield Problem(
                Kind.VOTER_BEHIND,
                f"Voter {row.node_id} {what}: start it, or wait until it is level.",
                row.node_id,
            )


def _old_nodes(expected: Expected, view: QuorumView) -> Iterator[Problem]:
    """Yield nodes that are still in the old quorum; a leader among them is also a split brain."""
    for report in view.reports:
        epoch = report.sees_epoch
        if epoch is None or epoch > expected.snapshot_id.epoch:
            continue
        if report.cluster_id not in (None, expected.cluster_id):
            continue
        yield Problem(
            Kind.OLD_NODE,
            f"{report.address} is in epoch {epoch} of the old quorum: stop it, or see `kraft"
            " recover fence`.",
        )


def _unknown_addresses(
    expected: Expected, view: QuorumView, description: Description
) -> Iterator[Problem]:
    """Yield addresses where an old voter can run: only a refused connection rules that out.

    The leader knows of the voters whether they fetch.
    """
    known = {*expected.addresses}.union(*description.addresses.values())
    for report in view.reports:
        if report.sees_epoch is not None or report.is_broker or report.address in known:
            continue
        if report.listener is not Listener.REFUSES:
            reason = "no state was reported" if report.failure is None else report.failure.text
            yield Problem(
                Kind.UNKNOWN_ADDRESS,
                f"{report.address} does not report its state ({reason}), and an old voter can run"
                " there: look at its machine, and leave the address out if it no longer exists.",
            )


def _topics(expected: Expected, image: ClusterImage) -> Iterator[Problem]:
    different = sorted(
        name
        for name, topic_id in expected.topic_ids.items()
        if str(image.topic_ids.get(name)) != topic_id
    )
    if different:
        yield Problem(
            Kind.TOPICS,
            f"{_count(len(different), 'topic')} of the plan is missing or has another id:"
            f" {_some(different)}. If nobody deleted them, stop the brokers before they delete"
            " replicas.",
        )
        return
    count = sum(
        len(image.topics[topic_id].partitions)
        for name, topic_id in image.topic_ids.items()
        if name in expected.topic_ids
    )
    if count < expected.partitions:
        yield Problem(
            Kind.PARTITIONS,
            f"The topics of the plan have {expected.partitions} partitions, the quorum has {count}."
            " Stop the brokers before they delete replicas.",
        )


def _brokers(expected: Expected, view: QuorumView, image: ClusterImage) -> Iterator[Problem]:
    """Compare registrations with the replicas that fetch: a running broker fetches the log."""
    fetching = {each.node_id for each in view.observers if not each.is_silent}
    for node_id in sorted(expected.brokers | set(image.brokers)):
        broker = image.brokers.get(node_id)
        if node_id not in fetching:
            yield Problem(Kind.BROKER_DOWN, f"Broker {node_id} does not fetch: start it.", node_id)
        elif broker is None or (
            broker.fenced and broker.registration.broker_epoch < expected.snapshot_id.offset
        ):
            # its heartbeats are answered with STALE_BROKER_EPOCH or BROKER_ID_NOT_REGISTERED, and
            # it neither ends nor registers again
            yield Problem(
                Kind.BROKER_RESTART,
                f"Restart broker {node_id}: it runs with a registration that the recovered quorum"
                " does not have.",
                node_id,
            )
        elif broker.fenced:
            yield Problem(
                Kind.BROKER_FENCED, f"Broker {node_id} is fenced: wait, then see its log.", node_id
            )
    known = {*expected.brokers, *image.brokers, *image.controllers}
    known |= {each.node_id for each in expected.voters}
    # a controller that restarts registers only after it has found the leader
    known |= {each.node_id for each in view.answering if each.node_id is not None}
    for node_id in sorted(each for each in fetching if each is not None and each not in known):
        yield Problem(
            Kind.UNKNOWN_NODE,
            f"Node {node_id} fetches but is not registered: if it is a broker, restart broker"
            f" {node_id}; if it is an old controller, leave it.",
            node_id,
        )


def _ids(keys: Iterable[ReplicaId]) -> str:
    return in_words(sorted(each.node_id for each in keys))


def _some(values: Sequence[str]) -> str:
    rest = len(values) - _NAMED_MAX
    return ", ".join(values[:_NAMED_MAX]) + (f" and {rest} more" if rest > 0 else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# -- metadata --------------------------------------------------------------------------------------


def committed_image(endpoints: Sequence[Endpoint], settings: Settings) -> Operation[ClusterImage]:
    """Read the state that the quorum has committed. Raises ClientError and RecoveryError."""
    quorum = Quorum(endpoints, settings)
    end = yield from known_high_watermark(quorum)
    image, position = ClusterImage(), Position(0, 0)
    snapshot = yield from newest_snapshot(quorum)
    if snapshot is not None:
        snapshot_id, data = snapshot
        position = Position(snapshot_id.end_offset, snapshot_id.epoch)
        for batch in parse_snapshot(data):
            _replay(image, batch, snapshot_id.end_offset - 1)
    reader = LogReader(quorum, position, settings.api_timeout_s)
    while reader.position.offset < end:
        found = yield from reader.poll()
        if isinstance(found, SnapshotNeeded):
            raise CorruptAnswerError("the log was cut below its newest snapshot; try again")
        for batch in found:
            _replay(image, batch, None)
    return image


def _replay(image: ClusterImage, batch: RecordBatch, offset: int | None) -> None:
    try:
        for record in batch.records():
            image.replay(
                record.key,
                record.value,
                is_control=batch.is_control,
                offset=record.offset if offset is None else offset,
            )
    except (ReplayError, WireError) as error:
        raise RecoveryError(f"the metadata of the quorum cannot be read: {error}") from None
