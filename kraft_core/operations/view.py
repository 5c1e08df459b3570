"""`QuorumView`: one model of a quorum, from the reports of its nodes and of this machine.

Rows are keyed by node id and directory id, since a replaced disk or a second process is another
replica. Each fact has its source and its time. A fact that no node reports is None: a Java node
that does not lead reports its leader, its epoch and its features, and nothing about its log.

`quorum_view` is pure: reports in, view out. The findings are in `checks`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from kraft_core.operations.node_state import ReplicaId

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_core.operations.findings import Finding
    from kraft_core.operations.node_state import PeerTrouble
    from kraft_core.operations.reports import (
        Description,
        Failure,
        LocalNode,
        NodeReport,
    )

METADATA_VERSION: Final = "metadata.version"
KRAFT_VERSION: Final = "kraft.version"
SILENCE_MS_MAX: Final = 10_000
"""A voter or observer that has not fetched for longer is silent."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """A value, its source ("node 3", an address, or "files"), and its wall time in ms."""

    value: T
    by: str
    at_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplicaView:
    """One replica. `key` is None for an address whose owner is unknown."""

    key: ReplicaId | None
    address: str | None = None
    """Where it was asked; None for a replica that only others mention."""
    cluster_id: Fact[str] | None = None
    role: Fact[str] | None = None
    """Leader, Voter or Observer, as the leader says."""
    own_role: Fact[str] | None = None
    """leader, candidate, follower, ..., as a kraft node says of itself."""
    log_end: Fact[int] | None = None
    log_end_epoch: Fact[int] | None = None
    """The epoch of its last record: known of kraft nodes."""
    lag: int | None = None
    """The number of records that it lacks of the leader's log."""
    last_fetch_ms: int | None = None
    """Milliseconds since it fetched, by the leader's clock; None for never and for the leader."""
    caught_up_ms: int | None = None
    """Milliseconds since it had everything, by the leader's clock."""
    sees_leader: Fact[int] | None = None
    """The leader that the node itself knows, -1 for none."""
    sees_epoch: Fact[int] | None = None
    voters: Fact[tuple[ReplicaId, ...]] | None = None
    """The voters in force for this node."""
    metadata_version: Fact[int] | None = None
    kraft_version: Fact[int] | None = None
    kraft_version_max: int | None = None
    """The highest kraft.version that it supports."""
    metadata_version_max: int | None = None
    is_active: Fact[bool] | None = None
    obstacle: Fact[str] | None = None
    """Why it cannot become the active controller."""
    witness: Fact[tuple[str, ...]] | None = None
    """Why it yields to other voters; empty if it does not."""
    free_bytes: Fact[int] | None = None
    lacks_room: bool = False
    clock_ahead_ms: int | None = None
    """How far its clock is ahead of the leader's."""
    peers: tuple[PeerTrouble, ...] = ()
    """The last errors towards other nodes."""
    is_ready: bool | None = None
    not_ready: str | None = None
    answered_ms: int | None = None
    failure: Failure | None = None

    @property
    def node_id(self) -> int | None:
        """The node id, if it is known."""
        return None if self.key is None else self.key.node_id

    @property
    def directory_id(self) -> str | None:
        """The directory id, if it is known; static voters have none."""
        return None if self.key is None else self.key.directory_id

    @property
    def is_voter(self) -> bool:
        """Return True if the leader counts it as a voter."""
        return self.role is not None and self.role.value in {"Leader", "Voter"}

    @property
    def is_leader(self) -> bool:
        """Return True if the replica is the leader of the view."""
        return self.role is not None and self.role.value == "Leader"

    @property
    def is_silent(self) -> bool:
        """Return True if the replica has not fetched for a long time, by the leader's clock."""
        if self.role is None or self.is_leader:
            return False
        return self.last_fetch_ms is None or self.last_fetch_ms > SILENCE_MS_MAX

    @property
    def name(self) -> str:
        """The name in sentences: "Node 3", or the address of an unknown node."""
        return str(self.address) if self.key is None else f"Node {self.key.node_id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class QuorumView:
    """A quorum. Without a leader that answered, `leader_id`, `epoch` and `high_watermark` are None.

    `others` are descriptions of further leaders: stale ones, those of the other half of a split
    brain, and those of other clusters. `local` is the node of this machine, if its files were
    looked at.
    """

    at_ms: int
    cluster_id: Fact[str] | None = None
    leader_id: int | None = None
    epoch: int | None = None
    high_watermark: int | None = None
    """-1 if the leader has none yet."""
    description: Description | None = None
    others: tuple[tuple[NodeReport, Description], ...] = ()
    replicas: tuple[ReplicaView, ...] = ()
    reports: tuple[NodeReport, ...] = ()
    local: LocalNode | None = None
    clock_ahead_ms: int | None = None
    """How far the clock of whoever asked is ahead of the leader's."""
    findings: tuple[Finding, ...] = field(default=())

    @property
    def leader(self) -> ReplicaView | None:
        """The row of the leader."""
        return next((each for each in self.replicas if each.is_leader), None)

    @property
    def voters(self) -> tuple[ReplicaView, ...]:
        """The voters that the leader names, itself included."""
        return tuple(each for each in self.replicas if each.is_voter)

    @property
    def observers(self) -> tuple[ReplicaView, ...]:
        """The replicas that fetch from the leader without a vote: brokers are among them."""
        return tuple(each for each in self.replicas if each.role is not None and not each.is_voter)

    @property
    def answering(self) -> tuple[ReplicaView, ...]:
        """The nodes that named a leader."""
        return tuple(each for each in self.replicas if each.sees_epoch is not None)

    @property
    def majority(self) -> int:
        """The number of voters that must follow."""
        return len(self.voters) // 2 + 1

    @property
    def longest_logs(self) -> tuple[ReplicaView, ...]:
        """The replicas with the longest log, by epoch and then offset; several if they are equal.

        Logs whose last epoch is not known are left out: an offset alone does not order logs. So are
        those of other clusters.
        """
        ours = self.cluster_id
        found = [
            (_log_end(each), each)
            for each in self.replicas
            if ours is None or each.cluster_id is None or each.cluster_id.value == ours.value
        ]
        known = [(end, each) for end, each in found if end is not None]
        longest = max((end for end, _ in known), default=None)
        return tuple(each for end, each in known if end == longest)

    def replica(self, node_id: int, directory_id: str | None = None) -> ReplicaView | None:
        """Return the row of a replica; without a directory id a voter is preferred."""
        found = [
            each
            for each in self.replicas
            if each.node_id == node_id and directory_id in {None, each.directory_id}
        ]
        return min(found, key=lambda each: not each.is_voter, default=None)

    def to_json(self, bootstrap: str) -> dict[str, Any]:
        """Return rows and findings for `--json`; times are wall time in ms."""
        return {
            "at_ms": self.at_ms,
            "cluster_id": _plain(self.cluster_id),
            "leader_id": self.leader_id,
            "epoch": self.epoch,
            "high_watermark": self.high_watermark,
            "clock_ahead_ms": self.clock_ahead_ms,
            "nodes": [
                {"node_id": each.node_id, "directory_id": each.directory_id} | _plain(each)
                for each in self.replicas
            ],
            "findings": [each.to_json(bootstrap) for each in self.findings],
        }


def _plain(value: Any) -> Any:
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else value  # type: ignore[arg-type]  # instances alone


def _log_end(replica: ReplicaView) -> tuple[int, int] | None:
    if replica.log_end is None or replica.log_end_epoch is None:
        return None
    return replica.log_end_epoch.value, replica.log_end.value


# -- derivation ------------------------------------------------------------------------------------


def quorum_view(
    reports: Sequence[NodeReport], at_ms: int, local: LocalNode | None = None
) -> QuorumView:
    """Build a view from the reports; it has no findings yet (`checks.examined`)."""
    cluster_id = _cluster_id(reports, local)
    own = [each for each in reports if not _is_foreign(each, cluster_id)]
    leaders = [(each, each.description) for each in reports if each.description is not None]
    main = max(
        ((each, found) for each, found in leaders if each in own),
        key=lambda pair: pair[1].epoch,
        default=None,
    )
    view = QuorumView(at_ms=at_ms, cluster_id=cluster_id, reports=tuple(reports), local=local)
    rows: dict[object, ReplicaView] = {}
    now_ms = at_ms
    if main is not None:
        report, description = main
        now_ms = _leader_clock(description, at_ms)
        for row in _described(report, description, now_ms):
            rows[row.key] = row
        view = replace(
            view,
            leader_id=description.leader_id,
            epoch=description.epoch,
            high_watermark=description.high_watermark,
            description=description,
            others=tuple(pair for pair in leaders if not _is_same(pair[1], description)),
            clock_ahead_ms=report.at_ms - now_ms if description.leader.last_fetch_ms > 0 else None,
        )
    else:
        view = replace(view, others=tuple(leaders))
    for report in reports:
        is_own = report in own
        key = _key_of(report, own, rows if is_own else {})
        place = key if is_own and key is not None else (report.address, key)
        before = rows.get(place)
        if before is not None and before.address is not None and before.failure is None:
            continue  # another address of a node that has answered
        row = before or ReplicaView(key=key)
        rows[place] = _asked(row, report, view.clock_ahead_ms)
    return replace(view, replicas=tuple(sorted(rows.values(), key=_order)))


def _cluster_id(reports: Iterable[NodeReport], local: LocalNode | None) -> Fact[str] | None:
    """Return the cluster id of most nodes; of several with as many nodes, the first one named."""
    said = [Fact(each.cluster_id, each.address, each.at_ms) for each in reports if each.cluster_id]
    if local is not None and local.cluster_id is not None:
        return Fact(local.cluster_id, "files", 0)
    if not said:
        return None
    ((most, _),) = Counter(each.value for each in said).most_common(1)
    return next(each for each in said if each.value == most)


def _is_foreign(report: NodeReport, cluster_id: Fact[str] | None) -> bool:
    return None not in (report.cluster_id, cluster_id) and report.cluster_id != cluster_id.value  # type: ignore[union-attr]


def _leader_clock(description: Description, at_ms: int) -> int:
    """Return when the leader answered, from its own entry, on the clock of the other times."""
    said = description.leader.last_fetch_ms
    return said if said > 0 else at_ms


def _described(report: NodeReport, description: Description, now_ms: int) -> Iterable[ReplicaView]:
    by, end = f"node {description.leader_id}", description.leader.log_end
    for entries, role in ((description.voters, "Voter"), (description.observers, "Observer")):
        for each in entries:
            is_leader = each == description.leader
            yield ReplicaView(
                key=each.key,
                role=Fact("Leader" if is_leader else role, by, report.at_ms),
                log_end=Fact(each.log_end, by, report.at_ms) if each.log_end >= 0 else None,
                lag=max(0, end - each.log_end) if each.log_end >= 0 else None,
                last_fetch_ms=None if is_leader else _ago(each.last_fetch_ms, now_ms),
                caught_up_ms=_ago(each.last_caught_up_ms, now_ms),
            )


def _is_same(one: Description, other: Description) -> bool:
    """Return True for two addresses of one leader, or one leader queried twice."""
    return (one.leader.key, one.epoch) == (other.leader.key, other.epoch)


def _ago(then_ms: int, now_ms: int) -> int | None:
    return max(0, now_ms - then_ms) if then_ms >= 0 else None


def _key_of(
    report: NodeReport, reports: Iterable[NodeReport], rows: dict[object, ReplicaView]
) -> ReplicaId | None:
    """Return the replica at an address, as it, a leader or a registration reports."""
    node_id = None
    if report.description is not None:
        return report.description.leader.key
    if report.state is not None:
        key = report.state.key
        # a static quorum identifies voters by node id only
        return ReplicaId(key.node_id) if ReplicaId(key.node_id) in rows else key
    for other in reports:
        found: dict[str, int] = {}
        if other.registered is not None:
            found |= {address: each for each, address in other.registered.items()}
        if other.description is not None:
            addresses = other.description.addresses.items()
            found |= {address: each for each, several in addresses for address in several}
        node_id = found.get(report.address, node_id)
    if node_id is None:
        return None
    # if several replicas have that id, only the fetching one can answer
    same = [row for row in rows.values() if row.node_id == node_id]
    last = min(same, key=_silence, default=None)
    return ReplicaId(node_id) if last is None else last.key


def _silence(row: ReplicaView) -> tuple[bool, int]:
    if row.is_leader:
        return False, -1
    return row.last_fetch_ms is None, row.last_fetch_ms or 0


def _asked(row: ReplicaView, report: NodeReport, ahead_ms: int | None) -> ReplicaView:
    """Add what a node reports about itself to its row."""
    address, at_ms = report.address, report.at_ms

    def fact(value: T | None) -> Fact[T] | None:
        return None if value is None else Fact(value, address, at_ms)

    levels, ranges = report.levels, report.ranges
    row = replace(
        row,
        address=address,
        cluster_id=fact(report.cluster_id),
        sees_leader=fact(report.sees_leader),
        sees_epoch=fact(report.sees_epoch),
        metadata_version=fact(None if levels is None else levels.get(METADATA_VERSION)),
        kraft_version=fact(None if levels is None else levels.get(KRAFT_VERSION, 0)),
        kraft_version_max=ranges.get(KRAFT_VERSION, (0, 0))[1] if ranges else None,
        metadata_version_max=ranges.get(METADATA_VERSION, (0, None))[1],
        is_active=fact(report.is_active),
        obstacle=fact(report.obstacle),
        is_ready=report.is_ready,
        not_ready=report.not_ready,
        answered_ms=report.answered_ms,
        failure=report.failure,
    )
    if report.description is not None:
        keys = tuple(each.key for each in report.description.voters)
        row = replace(row, voters=fact(keys), own_role=fact("leader"))
        if row.role is None:  # the leader of another quorum
            row = replace(row, log_end=fact(report.description.leader.log_end))
    state = report.state
    if state is None:
        return row
    offset_ms = state.clock_ms - at_ms if state.clock_ms > 0 else None
    known_end = row.log_end if row.role is not None else None
    return replace(
        row,
        own_role=fact(state.role),
        voters=fact(state.voters),
        log_end=known_end or fact(state.log_end),
        log_end_epoch=fact(state.log_end_epoch),
        sees_leader=fact(-1 if state.leader_id is None else state.leader_id),
        sees_epoch=fact(state.epoch),
        obstacle=row.obstacle or fact(state.obstacle),
        witness=fact(state.witness_reasons),
        free_bytes=fact(state.free_bytes),
        lacks_room=state.lacks_room,
        clock_ahead_ms=None if None in (offset_ms, ahead_ms) else offset_ms + ahead_ms,  # type: ignore[operator]
        peers=state.peers,
    )


def _order(row: ReplicaView) -> tuple[bool, bool, int, str]:
    is_observer = row.role is not None and row.role.value == "Observer"
    return is_observer, row.key is None, row.node_id or 0, row.address or ""
