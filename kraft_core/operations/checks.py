"""The findings of a `QuorumView`: what is wrong with the quorum that it shows.

Each function answers one question and looks at the view alone, so that a finding can be tested with
reports that were made by hand. `examined` asks all of them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from kraft_core.config.gates import Gate
from kraft_core.operations import findings as f
from kraft_core.operations.reports import Reach
from kraft_core.operations.view import KRAFT_VERSION, METADATA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.operations.findings import Finding
    from kraft_core.operations.node_state import NodeState, PeerTrouble, ReplicaId
    from kraft_core.operations.view import QuorumView, ReplicaView

LAG_MAX: Final = 1_000
"""Records that a voter may lag before that is reported."""
STUCK_MS: Final = 60_000
"""Milliseconds for which a voter that fetches may lag before that is reported."""
CLOCK_MS_MAX: Final = 2_000
_WITH_A_LEADER: Final = {"leader", "follower", "observer", "resigned"}
"""States of a node that is the leader, or is in contact with the leader that it names."""
_MIB: Final = 20
_CERTIFICATE_DAYS_MIN: Final = 30


def examined(view: QuorumView) -> QuorumView:
    """Return the view with its findings, the worst first."""
    found = [finding for check in _CHECKS for finding in check(view)]
    return replace(view, findings=tuple(f.sorted_by_severity(found)))


# -- the quorum ------------------------------------------------------------------------------------


def of_leaders(view: QuorumView) -> Iterator[Finding]:
    """Check that there is exactly one leader, and that it has committed."""
    if view.leader_id is None:
        yield from _without_leader(view)
        return
    if view.high_watermark is not None and view.high_watermark < 0:
        yield f.NoHighWatermark(leader=view.leader_id, epoch=view.epoch or 0)
    keys = {each.key for each in view.voters}
    for report, other in view.others:
        is_foreign = any(each.address == report.address for each in _foreign(view))
        # the same voters: the later epoch has won. Other voters are another quorum
        if not is_foreign and keys & other.keys:
            yield f.StaleLeader(
                node=other.leader_id,
                epoch=other.epoch,
                leader=view.leader_id,
                newest=view.epoch or 0,
            )


def _without_leader(view: QuorumView) -> Iterator[Finding]:
    # the leader and log that a node of another cluster reports are not this quorum's
    foreign = _foreign(view)
    answering = [each for each in view.answering if each not in foreign]
    if not answering:
        named = {each.forwarded.leader_id for each in view.reports if each.forwarded is not None}
        if named:
            yield f.LeaderSilent(leaders=tuple(sorted(named)))
        elif not foreign:  # they have a finding of their own
            yield _without_reports(view)
        return
    heard = [each for each in answering if _hears_leader(each)]
    named = {each.sees_leader.value for each in heard if each.sees_leader is not None}
    leaders = tuple(sorted(each for each in named if each >= 0))
    if leaders:
        yield f.LeaderSilent(leaders=leaders)
        yield from _longest_log(view)
        return
    voters = {each.value for each in _voter_sets(view)}
    sizes = sorted({len(each) for each in voters})
    yield f.NoLeader(
        answering=len(answering),
        voters=f"{sizes[-1]} voters" if sizes and sizes[-1] > 1 else "the voters",
    )
    yield from _longest_log(view)


def _without_reports(view: QuorumView) -> Finding:
    """Return the finding for addresses without a report: only silent ones need a start."""
    present = [each for each in view.reports if each.failure is None or not each.failure.is_silence]
    if not present:
        return f.NoAnswer(asked=len(view.reports))
    return f.NothingReported(answering=len(present), asked=len(view.reports))


def _hears_leader(row: ReplicaView) -> bool:
    """Return False for a node that reports that it has lost the leader that it names.

    A prospective does, and a follower whose last connection to that leader failed: without a
    majority a voter alternates between the two (KIP-996).
    """
    if row.own_role is not None and row.own_role.value not in _WITH_A_LEADER:
        return False
    named = None if row.sees_leader is None else row.sees_leader.value
    return all(each.node_id != named for each in row.peers)


def _longest_log(view: QuorumView) -> Iterator[Finding]:
    longest = view.longest_logs
    if not longest or longest[0].log_end is None or not longest[0].log_end.value:
        return  # an empty log is nothing to keep
    if longest[0].log_end_epoch is not None:
        yield f.LongestLog(
            nodes=tuple(_named(each) for each in longest),
            end=longest[0].log_end.value,
            epoch=longest[0].log_end_epoch.value,
        )


def _named(row: ReplicaView) -> str:
    """Format a node with its address."""
    return row.name if row.key is None else f"{row.name.lower()} ({row.address})"


def _foreign(view: QuorumView) -> list[ReplicaView]:
    ours = view.cluster_id
    return [
        each
        for each in view.replicas
        if ours is not None and each.cluster_id is not None and each.cluster_id.value != ours.value
    ]


def of_clusters(view: QuorumView) -> Iterator[Finding]:
    """Check that all nodes belong to one cluster."""
    ours = view.cluster_id
    for each in _foreign(view):
        if ours is not None and each.cluster_id is not None:
            who = "the files of this machine say" if ours.by == "files" else f"{ours.by} says"
            yield f.ForeignCluster(
                address=each.address or each.name,
                theirs=each.cluster_id.value,
                ours=ours.value,
                others=who,
            )


def _voter_sets(view: QuorumView) -> list[_VoterSet]:
    """Return the different voter sets in force in this cluster, each with its nodes.

    A follower of the leader can lack the last change of voters, so its report counts only while
    it follows no leader.
    """
    foreign = _foreign(view)
    found: dict[frozenset[ReplicaId], _VoterSet] = {}
    for row in view.replicas:
        if row.voters is None or row in foreign or not row.voters.value:
            continue
        leads = row.own_role is not None and row.own_role.value == "leader"
        follows = row.sees_leader is not None and row.sees_leader.value >= 0
        if leads or not follows:
            keys = frozenset(row.voters.value)
            found.setdefault(keys, _VoterSet(keys)).rows.append(row)
    return list(found.values())


class _VoterSet:
    """Voters, and the nodes that have them in force."""

    def __init__(self, keys: frozenset[ReplicaId]) -> None:
        self.value = keys
        self.rows: list[ReplicaView] = []

    def __str__(self) -> str:
        ids = f.in_words(sorted(each.node_id for each in self.value))
        what = "voters" if len(self.value) > 1 else "voter"
        return f"{f.in_words(_named(each) for each in self.rows)} with {what} {ids}"

    def is_apart(self, other: _VoterSet) -> bool:
        """Return True if no replica is a voter of both."""
        return not any(
            one.node_id == two.node_id and None in {one.directory_id, two.directory_id}
            for one in self.value
            for two in other.value
        ) and not (self.value & other.value)


def of_voter_sets(view: QuorumView) -> Iterator[Finding]:
    """Check that all nodes have the same voters."""
    sets = _voter_sets(view)
    apart = [
        each for each in sets if any(each is not other and each.is_apart(other) for other in sets)
    ]
    if apart:
        cluster = "" if view.cluster_id is None else view.cluster_id.value
        yield f.SplitBrain(cluster=cluster or "of unknown id", quorums=tuple(map(str, apart)))
    lists: dict[tuple[int, ...], list[str]] = {}
    for row in view.replicas:
        if row.voters is None or row in _foreign(view):
            continue
        if not row.voters.value:
            if row.sees_leader is None or row.sees_leader.value < 0:
                yield f.NoVoters(who=_named(row).capitalize() if row.key else row.name)
        elif all(each.directory_id is None for each in row.voters.value):
            ids = tuple(sorted(each.node_id for each in row.voters.value))
            lists.setdefault(ids, []).append(_named(row))
    local = view.local
    if local is not None and local.static_voters and lists:
        lists.setdefault(tuple(sorted(local.static_voters)), []).append("the file of this machine")
    if len(lists) > 1 and not apart:
        yield f.VoterListsDiffer(
            lists=tuple(f"{f.in_words(ids)} on {f.in_words(where)}" for ids, where in lists.items())
        )
    yield from _ignored_lists(view)


def _ignored_lists(view: QuorumView) -> Iterator[Finding]:
    """Yield static lists with other voters, which a dynamic quorum does not use."""
    if not any(each.directory_id is not None for each in view.voters):
        return
    voters = sorted(each.node_id for each in view.voters if each.node_id is not None)
    named = {
        report.state.key.node_id: [each.node_id for each in report.state.static_voters]
        for report in view.reports
        if report.state is not None and report.state.static_voters
    }
    if view.local is not None and view.local.static_voters:
        named[view.local.node_id] = list(view.local.static_voters)
    for node_id, listed in sorted(named.items()):
        yield f.StaticVotersIgnored(
            node=node_id, listed=f.in_words(sorted(listed)), voters=f.in_words(voters)
        )


def of_majority(view: QuorumView) -> Iterator[Finding]:
    """Count the failures that the quorum survives."""
    voters = view.voters
    silent = [each for each in voters if each.is_silent]
    alive = len(voters) - len(silent)
    if silent and alive == view.majority:
        yield f.JustAMajority(alive=alive, voters=len(voters))
    if voters and len(voters) % 2 == 0:
        yield f.EvenVoters(voters=len(voters))


# -- voters ----------------------------------------------------------------------------------------


def of_replicas(view: QuorumView) -> Iterator[Finding]:
    """Check that every voter fetches, and keeps up."""
    replaced = {each.node_id for each in _second(view) if not each.is_silent}
    for row in view.voters:
        node_id = row.node_id or 0
        if row.is_silent:
            if node_id not in replaced:  # reported together with its new directory
                yield f.SilentVoter(voter=node_id, since=_since(row))
            continue
        lag, behind_ms = row.lag or 0, row.caught_up_ms
        if lag and behind_ms is not None and behind_ms > STUCK_MS and not row.is_leader:
            yield f.StuckVoter(voter=node_id, lag=lag, seconds=behind_ms // 1000)
        elif lag > LAG_MAX:
            yield f.LaggingVoter(voter=node_id, lag=lag)
        committed = view.high_watermark or 0
        is_empty = row.log_end is not None and row.log_end.value == 0
        if is_empty and committed > 0 and row.own_role is not None:
            yield f.EmptyLog(voter=node_id, directory=row.directory_id or "", committed=committed)


def _since(row: ReplicaView) -> str:
    if row.last_fetch_ms is None:
        return "since the leader was elected"
    return f"for {row.last_fetch_ms / 1000:.0f} s"


def _second(view: QuorumView) -> list[ReplicaView]:
    """Return observers with the node id of a voter and another directory."""
    ids = {each.node_id for each in view.voters}
    return [each for each in view.observers if each.node_id in ids]


def of_ids(view: QuorumView) -> Iterator[Finding]:
    """Check that every node id and every directory is used once."""
    for other in _second(view):
        voter = view.replica(other.node_id or 0)
        if voter is None:
            continue
        node_id, mine, theirs = other.node_id or 0, voter.directory_id, other.directory_id
        if other.is_silent:
            yield f.OldEntry(node=node_id, old=theirs or "", since=_since(other))
        elif voter.is_silent:
            yield f.DiskReplaced(
                node=node_id, new=theirs or "", old=mine or "", since=_since(voter)
            )
        else:
            yield f.DuplicateNodeId(node=node_id, voter=mine or "", observer=theirs or "")
    if view.description is None:
        return
    for cloned in view.description.contested:
        yield f.ClonedVoter(
            voter=cloned.voter_id, directory=cloned.directory_id, addresses=cloned.addresses
        )
    for fallen in view.description.regressed:
        yield f.RestoredVoter(
            voter=fallen.voter_id,
            directory=fallen.directory_id,
            acknowledged=fallen.acknowledged,
            fetched=fallen.fetched,
            when=_time(fallen.wall_ms),
        )


def _time(wall_ms: int) -> str:
    """Format a time of the leader's clock in UTC; the number if it is not a time."""
    try:
        when = datetime.fromtimestamp(wall_ms / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return f"{wall_ms} ms"
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def of_this_machine(view: QuorumView) -> Iterator[Finding]:
    """Compare the node of this machine with its files."""
    local = view.local
    if local is None or view.leader_id is None:
        return
    rows = [each for each in view.replicas if each.role and each.node_id == local.node_id]
    if not rows:
        yield f.UnknownToLeader(node=local.node_id)
    voter = next((each for each in rows if each.is_voter), None)
    if voter is None:
        if rows:
            yield f.NotAVoter(node=local.node_id)
    elif voter.directory_id and local.directory_id and voter.directory_id != local.directory_id:
        yield f.OtherDirectory(
            node=local.node_id, here=local.directory_id, voter=voter.directory_id
        )
    ahead_ms = view.clock_ahead_ms
    if ahead_ms is not None and abs(ahead_ms) > CLOCK_MS_MAX:
        yield f.ClocksDiffer(who="this machine", seconds=ahead_ms / 1000)


# -- nodes and connections -------------------------------------------------------------------------


def of_connections(view: QuorumView) -> Iterator[Finding]:
    """Report nodes that do not answer this command, or other nodes, and brokers among them."""
    for report in view.reports:
        if report.is_broker:
            yield f.BrokerListener(address=report.address)
    for row in view.replicas:
        if row.failure is not None:
            who = "This command" if row.key is None else f"{row.name}, asked by this command"
            yield failure(who, row.address or "", row.failure.reach, row.failure.text)
    for row in view.replicas:
        yield from _of_peers(row.name, row.peers)


def _of_peers(who: str, peers: Iterable[PeerTrouble]) -> Iterator[Finding]:
    for each in peers:
        try:
            reach = Reach(each.kind)
        except ValueError:  # of a newer release
            reach = Reach.ERROR
        whom = f"node {each.node_id}" if each.node_id >= 0 else "a bootstrap server"
        yield failure(f"{who} to {whom}", each.address, reach, each.error)


def failure(who: str, address: str, reach: Reach, error: str) -> Finding:
    """Return the finding about an address that did not answer properly."""
    match reach:
        case Reach.UNRESOLVED:
            return f.Unresolved(who=who, address=address, error=error)
        case Reach.UNREACHABLE:
            return f.Unreachable(who=who, address=address, error=error)
        case Reach.NOT_KAFKA:
            return f.NotKafka(who=who, address=address, error=error)
        case Reach.SPEAKS_TLS:
            return f.SpeaksTls(who=who, address=address)
        case Reach.SPEAKS_PLAINTEXT:
            return f.SpeaksPlaintext(who=who, address=address)
        case Reach.TLS_FAILED:
            return f.CertificateRefused(who=who, address=address, error=error)
        case Reach.LOGIN_REQUIRED:
            return f.LoginRequired(who=who, address=address, error=error)
        case Reach.LOGIN_NOT_OFFERED:
            return f.LoginNotOffered(who=who, address=address)
        case Reach.NOT_AUTHENTICATED:
            return f.LoginRefused(who=who, address=address, error=error)
        case Reach.NO_RIGHT:
            return f.PrincipalRefused(who=who, address=address, error=error)
        case Reach.OTHER_CLUSTER:
            return f.OtherClusterRefused(who=who, address=address)
        case Reach.ERROR:
            return f.AnswersError(who=who, address=address, error=error)


def of_nodes(view: QuorumView) -> Iterator[Finding]:
    """Report nodes in an earlier epoch, nodes that are not ready, and what they report."""
    foreign = _foreign(view)
    leading = {other.leader_id for _, other in view.others}
    for row in view.replicas:
        if row in foreign or row.node_id in leading or view.epoch is None:
            continue
        if row.sees_epoch is not None and row.sees_epoch.value < view.epoch:
            yield f.EarlierEpoch(
                who=_named(row).capitalize() if row.key else row.name,
                epoch=row.sees_epoch.value,
                newest=view.epoch,
            )
    for row in view.replicas:
        if row.is_ready is False:
            yield f.NotReady(who=str(row.address), reason=row.not_ready or "it does not say why")
    for report in view.reports:
        if report.state_error is not None:
            yield f.UnreadState(who=report.address, error=report.state_error)
        if report.state is not None:
            yield from _reported(report.state)


def _reported(state: NodeState) -> Iterator[Finding]:
    """Return the findings of a node that no other fact of its state shows."""
    for each in state.findings:
        if each.id in f.FINDINGS and each.id not in _KNOWN_BY_NODE:
            continue  # the view derives it
        finding = f.restored(each.id, each.arguments)
        if finding is None:
            who = f"Node {state.key.node_id}"
            text = each.text.rstrip(".")
            finding = f.NodeReports(who=who, finding=each.id, sentence_of_node=text)
        yield finding


# -- the active controller, metadata, machines -----------------------------------------------------


def of_active_controller(view: QuorumView) -> Iterator[Finding]:
    """Check that the leader acts as controller, and that the others could."""
    is_acting = True
    for row in view.replicas:
        obstacle = "" if row.obstacle is None else row.obstacle.value
        if row.is_leader and row.is_active is not None and not row.is_active.value:
            is_acting = False
            yield f.NoActiveController(leader=row.node_id or 0, reason=obstacle)
        elif obstacle:
            yield f.CannotBecomeActive(who=row.name, reason=obstacle)
    if is_acting and view.leader_id is not None:
        return
    for row in view.replicas:
        if row.witness is not None and row.witness.value:
            yield f.Witness(who=row.name, reasons=row.witness.value)


def of_metadata(view: QuorumView) -> Iterator[Finding]:
    """Check that nodes can read the metadata, and that controllers are registered."""
    foreign = _foreign(view)
    levels: dict[str, int] = {}
    for row in view.replicas:
        for name, fact in (
            (METADATA_VERSION, row.metadata_version),
            (KRAFT_VERSION, row.kraft_version),
        ):
            if fact is not None and row not in foreign:
                levels[name] = max(levels.get(name, 0), fact.value)
    for row in view.replicas:
        highest = {
            METADATA_VERSION: row.metadata_version_max,
            KRAFT_VERSION: row.kraft_version_max,
        }
        for name, level in levels.items():
            limit = highest[name]
            if limit is not None and level > limit and row not in foreign:
                yield f.NewerMetadata(who=row.name, feature=name, level=level, highest=limit)
    if view.leader is None or view.leader.address is None:
        return
    known = {each.node_id for each in view.replicas if each.role is not None}
    for report in view.reports:
        if report.address == view.leader.address and report.registered is not None:
            for node_id, address in sorted(report.registered.items()):
                if node_id not in known:
                    yield f.GhostRegistration(node=node_id, address=address)


def of_machines(view: QuorumView) -> Iterator[Finding]:
    """Check the disks and the clocks of the nodes."""
    for row in view.replicas:
        if row.lacks_room:
            free = row.free_bytes
            yield lacks_room(row.name, None if free is None else free.value)
        if row.clock_ahead_ms is not None and abs(row.clock_ahead_ms) > CLOCK_MS_MAX:
            yield f.ClocksDiffer(who=row.name, seconds=row.clock_ahead_ms / 1000)


def lacks_room(who: str, free: int | None) -> Finding:
    """Return the finding about a disk with less room than the reserve; None if that is unknown."""
    return f.NodeLacksRoom(who=who, free="little" if free is None else f"{free >> _MIB} MiB")


_CHECKS: Final = (
    of_leaders,
    of_clusters,
    of_voter_sets,
    of_active_controller,
    of_connections,
    of_replicas,
    of_ids,
    of_this_machine,
    of_majority,
    of_nodes,
    of_metadata,
    of_machines,
)


def of_certificate(
    who: str, listener: str, subject: str, not_after: datetime, now: datetime
) -> Finding:
    """Return the finding about how long a certificate is valid."""
    when = f"{not_after:%Y-%m-%d %H:%M}"
    days = (not_after - now).total_seconds() / 86_400
    if days < 0:
        return f.CertificateExpired(who=who, listener=listener, subject=subject, when=when)
    row = f.CertificateEnds if days < _CERTIFICATE_DAYS_MIN else f.CertificateValid
    return row(who=who, listener=listener, subject=subject, days=int(days), when=when)


# -- of one node about itself ----------------------------------------------------------------------


def of_node(state: NodeState) -> Iterator[Finding]:
    """Return the findings that a node has about itself, for its metrics and its state document."""
    who = f"Node {state.key.node_id}"
    if state.leader_id is None:
        yield f.KnowsNoLeader(who=who, epoch=state.epoch)
    if not state.voters and state.leader_id is None:
        yield f.NoVoters(who=who)
    if state.lacks_room:
        yield lacks_room(who, state.free_bytes)
    if state.obstacle:
        yield f.CannotBecomeActive(who=who, reason=state.obstacle)
    yield from _of_peers(who, state.peers)
    yield from _reported(state)


KNOWN_BY_NODE: Final = (
    f.SnapshotsFail,
    f.DiskSlow,
    f.CertificateExpired,
    f.CertificateEnds,
    f.CertificateKept,
    f.TokenKeysUnread,
    f.AclsUnreadable,
    f.CredentialsUnreadable,
)
"""Rows about which only the node itself has the facts: it reports them with their arguments."""
_KNOWN_BY_NODE: Final = frozenset(each.id for each in KNOWN_BY_NODE)

OF_NODE: Final = (
    *KNOWN_BY_NODE,
    f.KnowsNoLeader,
    f.NoVoters,
    f.NodeLacksRoom,
    f.CannotBecomeActive,
    f.Unresolved,
    f.Unreachable,
    f.NotKafka,
    f.SpeaksTls,
    f.SpeaksPlaintext,
    f.CertificateRefused,
    f.LoginRequired,
    f.LoginNotOffered,
    f.LoginRefused,
    f.PrincipalRefused,
    f.OtherClusterRefused,
    f.AnswersError,
)
"""All that `of_node` can return: the label of the metric is bounded by it."""


def why_not_ready(state: NodeState) -> Finding:
    """Return the reason of a node that is not ready, the worst of its findings."""
    who = f"Node {state.key.node_id}"
    if state.lacks_room:
        return lacks_room(who, state.free_bytes)
    if state.obstacle:
        return f.CannotBecomeActive(who=who, reason=state.obstacle)
    if state.leader_id is None:
        return f.KnowsNoLeader(who=who, epoch=state.epoch)
    return f.NotCaughtUp(who=who, leader=state.leader_id)


# -- for `doctor` ----------------------------------------------------------------------------------


def of_kind(view: QuorumView) -> Iterator[Finding]:
    """Report whether the quorum is static or dynamic, and whether it can be made dynamic."""
    if view.leader_id is None:
        return
    levels = [each.kraft_version.value for each in view.replicas if each.kraft_version]
    if max(levels, default=0) > 0:
        yield f.KraftVersion(level=max(levels))
        return
    reasons = list(_obstacles_to_dynamic(view))
    yield f.CannotBecomeDynamic(reasons="; ".join(reasons)) if reasons else f.CanBecomeDynamic()


def _obstacles_to_dynamic(view: QuorumView) -> Iterable[str]:
    for row in view.voters:
        if row.kraft_version_max is None:
            yield f"voter {row.node_id} does not answer"
        elif row.kraft_version_max < 1:
            yield f"voter {row.node_id} is older than Kafka 3.9"
    versions = [each.metadata_version.value for each in view.replicas if each.metadata_version]
    highest = max(versions, default=0)
    if not Gate.DYNAMIC_QUORUM.is_open(highest):
        yield f"metadata.version {highest} is below {Gate.DYNAMIC_QUORUM.first} (3.9)"
