"""A plan that gives a quorum new voters when the majority of the old ones is lost.

Reading order: `Choices` (the operator's decisions), `plan_quorum` (the new voters and S, from a
survey), `plan` (all of it, with the metadata that S holds). It is pure: the caller reads
directories and draws directory ids, and the same inputs give the same plan and the same bytes of S.

S is a snapshot whose offset and epoch are above everything known. Each replica, running or not,
accepts it in place of its log: a leader whose log starts at S answers each older position with the
id of S, and a start truncates a log fully to a snapshot whose epoch and offset are above its end
(KafkaRaftClient, KafkaMetadataLog).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import KRAFT_VERSION
from kraft_core.operations.recovery.applying import RecoverySnapshot
from kraft_core.operations.recovery.repairs import (
    DEFAULT_JUMPS,
    DataPlane,
    Jumps,
    PlanRefusedError,
    Reason,
    Repaired,
    repair,
    some_of,
)
from kraft_core.operations.recovery.verdicts import Verdict
from kraft_core.raft.consensus.values import (
    EPOCH_MAX,
    OffsetAndEpoch,
)
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.raft.storage.meta_properties import is_reserved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kraft_core.metadata.cluster_image import ClusterImage
    from kraft_core.operations.recovery.repairs import Finding, Repair
    from kraft_core.operations.recovery.verdicts import (
        Evidence,
        LeftDirectory,
        Range,
        ReplicaLog,
        Survey,
    )
    from kraft_core.raft.consensus.voters import Voter

BACKUP_NODE_ID: Final = 2_147_483_647
"""The node id in meta.properties of a folder that `kraft backup` wrote."""

_OFFSET_MAX: Final = 1 << 62
"""The limit of the offset of S: as many offsets remain above it."""
_CHANGES_MAX: Final = 1000
"""Changes of a rival that a plan lists; the rest is counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """The decisions of the operator.

    `lost` are voters that have no directory here and can come back, `destroyed` those whose disks
    are known not to exist any more: only their ids can be given to new voters.
    """

    voters: VoterSet
    lost: frozenset[int] = frozenset()
    destroyed: frozenset[int] = frozenset()
    branch: str | None = None
    """The directory whose log is kept where rivals exist."""
    endpoints_only: bool = False
    """A majority is available; only the endpoints of the voters change."""
    to_dynamic: bool = False
    """Go from kraft.version 0 to 1."""
    no_brokers: bool = False
    """The metadata is for a new cluster without data."""
    new_cluster_id: str | None = None
    brokers_stopped: bool = False
    adopt_topics: bool = False
    jumps: Jumps = DEFAULT_JUMPS


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """All inputs of a plan: paths, evidence, choices.

    `backups` are folders of `kraft backup`, `high_watermarks` are by node id.
    """

    directories: tuple[str, ...]
    choices: Choices
    backups: tuple[str, ...] = ()
    broker_directories: tuple[str, ...] = ()
    high_watermarks: tuple[tuple[int, int], ...] = ()
    static_voters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Size and SHA-256 of a file; for a directory of a broker the number of its partitions."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Change:
    """A record of a rival: its offset and its meaning."""

    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Records of a branch of the log, mostly of one that is dropped, as metadata changes.

    `unlisted` is the number of changes after those that are listed.
    """

    range: Range
    changes: tuple[Change, ...]
    unlisted: int = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """Records that may be missing: those after `since`, or in place of kept ones from `first` on.

    `since_ms` is the time of the last record in the chosen log. An active controller writes a NoOp
    every 500 ms (metadata.max.idle.interval.ms), so what is missing was written after that time.
    `committed_end` is the end of records that are known to be lost.
    """

    first: int
    since: OffsetAndEpoch
    since_ms: int | None
    committed_end: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class QuorumPlan:
    """The new quorum: its voters, the log that it continues, and the id of S.

    `voters` counts also where `kraft_version` is 0; it is then for controller.quorum.voters.
    """

    cluster_id: str
    kraft_version: int
    snapshot_id: OffsetAndEpoch
    voters: VoterSet
    chosen: str
    certain: Evidence | None
    ranges: tuple[Range, ...]
    loss: Loss | None
    lost: tuple[int, ...]
    destroyed: tuple[int, ...]
    old_voters: tuple[tuple[int, ...], ...]
    """The voters of the old quorum, two sets if a change may not be committed."""
    timestamp_ms: int
    """The time in S: that of the last record in the chosen log."""

    @property
    def rivals(self) -> tuple[Range, ...]:
        """Ranges of other logs that may have been committed and are dropped."""
        return tuple(each for each in self.ranges if each.verdict is Verdict.RIVAL)

    @property
    def others(self) -> tuple[Range, ...]:
        """Ranges of other logs that are dropped, committed or not."""
        verdicts = (Verdict.RIVAL, Verdict.EXCLUDED)
        return tuple(each for each in self.ranges if each.verdict in verdicts)

    def snapshot(self, records: Sequence[bytes]) -> RecoverySnapshot:
        """Return S with these records, framed as in the log."""
        return RecoverySnapshot(
            snapshot_id=self.snapshot_id,
            kraft_version=self.kraft_version,
            voters=self.voters,
            records=records,
            last_ms=self.timestamp_ms,
            wall_ms=self.timestamp_ms,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class RecoveryPlan:
    """A plan. `records` are those of S; `phrase` names everything that is accepted."""

    quorum: QuorumPlan
    choices: Choices
    dropped: tuple[Dropped, ...]
    repairs: tuple[Repair, ...]
    findings: tuple[Finding, ...]
    image: ClusterImage
    records: tuple[bytes, ...]
    phrase: str

    def snapshot(self) -> RecoverySnapshot:
        """Return S, which is the same for each new voter."""
        return self.quorum.snapshot(self.records)


# -- the quorum ------------------------------------------------------------------------------------


def plan_quorum(survey: Survey, choices: Choices) -> QuorumPlan:
    """Plan new voters and S. Raises PlanRefusedError.

    `survey` must have been made with the branch of the choices.
    """
    chosen = next(each for each in survey.directories if each.log is survey.judgement.chosen)
    _check_directories(survey)
    _check_forms(survey, choices, chosen)
    if choices.new_cluster_id is None:
        _check_lost(survey, choices)
    _check_rivals(survey, choices)
    _check_voters(survey, choices, chosen)
    loss = None
    if not survey.has_majority:
        loss = _loss(survey, chosen)
    return QuorumPlan(
        cluster_id=choices.new_cluster_id or chosen.cluster_id,
        kraft_version=1 if choices.to_dynamic else chosen.voters.level,
        snapshot_id=_snapshot_id(survey, choices.jumps),
        voters=choices.voters,
        chosen=chosen.path,
        certain=survey.judgement.certain,
        ranges=survey.judgement.ranges,
        loss=loss,
        lost=tuple(sorted(choices.lost)),
        destroyed=tuple(sorted(choices.destroyed)),
        old_voters=tuple(tuple(each.ids) for each in survey.electorates),
        timestamp_ms=max(0, chosen.last_ms or 0),
    )


def _check_directories(survey: Survey) -> None:
    for unread in survey.unread:
        raise PlanRefusedError(
            Reason.UNREADABLE,
            f"{unread.path} cannot be used: {unread.fault}; leave it out if its node is lost",
        )
    for each in survey.directories:
        if each.process is not None:
            raise PlanRefusedError(
                Reason.IN_USE,
                f"{each.path} is in use by {_process(each.process)}: stop it, its log can grow",
            )


def _process(number: int) -> str:
    return f"process {number}" if number else "a process"


def _check_forms(survey: Survey, choices: Choices, chosen: LeftDirectory) -> None:
    level = chosen.voters.level
    if choices.new_cluster_id is not None and not choices.no_brokers:
        raise PlanRefusedError(
            Reason.CLUSTER_ID,
            "a new cluster id needs --no-brokers: brokers of the old cluster refuse it",
        )
    if choices.new_cluster_id == chosen.cluster_id:
        raise PlanRefusedError(
            Reason.CLUSTER_ID, f"{chosen.cluster_id} is the cluster id of the old cluster"
        )
    if choices.to_dynamic and level:
        raise PlanRefusedError(
            Reason.DYNAMIC, f"the quorum is dynamic already: its kraft.version is {level}"
        )
    if choices.endpoints_only and not (level or choices.to_dynamic):
        raise PlanRefusedError(
            Reason.ENDPOINT,
            "a static quorum has its endpoints in controller.quorum.voters: change them there",
        )
    if choices.new_cluster_id is not None:
        return
    if not survey.electorates:
        raise PlanRefusedError(
            Reason.NO_VOTERS, "the logs name no voters: for a static quorum give --static-voters"
        )
    if choices.endpoints_only and not survey.has_majority:
        raise PlanRefusedError(
            Reason.NO_MAJORITY,
            "--endpoints-only keeps all voters and needs the directories of a majority of them",
        )
    if survey.has_majority and not (choices.endpoints_only or choices.to_dynamic):
        raise PlanRefusedError(
            Reason.MAJORITY,
            "the directories of a majority of the voters are here: start these voters and do"
            " nothing else",
        )
    if survey.has_majority and set(choices.voters.ids) != set(survey.electorates[-1].ids):
        raise PlanRefusedError(
            Reason.VOTERS,
            "the directories of a majority are here, so the voters stay"
            f" {_numbers(survey.electorates[-1].ids)}, not {_numbers(choices.voters.ids)}",
        )
    jumps, given = DEFAULT_JUMPS, choices.jumps
    is_lower = given.offsets < jumps.offsets or given.epochs < jumps.epochs
    if chosen.key.id == BACKUP_NODE_ID and is_lower:
        raise PlanRefusedError(
            Reason.JUMP,
            f"{chosen.path} is a backup, and the cluster continued after it: jump at least"
            f" {jumps.offsets} offsets and {jumps.epochs} epochs",
        )


def _check_lost(survey: Survey, choices: Choices) -> None:
    both = choices.lost & choices.destroyed
    if both:
        raise PlanRefusedError(Reason.LOST, f"{_nodes(both)}: named as lost and as destroyed")
    named = choices.lost | choices.destroyed
    missing = {one for each in survey.electorates for one in each.missing}
    unnamed = missing - named
    if unnamed and not survey.has_majority:
        raise PlanRefusedError(
            Reason.LOST,
            f"no directory of {_nodes(unnamed)} was given: find it, or use --lost or --destroyed",
        )
    if named - missing:
        raise PlanRefusedError(
            Reason.LOST, f"{_nodes(named - missing)}: not a voter without a directory"
        )


def _check_rivals(survey: Survey, choices: Choices) -> None:
    chosen = survey.judgement.chosen.name
    if choices.branch is None and survey.judgement.rivals:
        rivals = ", ".join(
            f"{each.log} from {each.start} to {(each.end or 0) - 1}"
            for each in survey.judgement.rivals
        )
        raise PlanRefusedError(
            Reason.RIVALS,
            f"{chosen} and other logs have different records that may have been committed"
            f" ({rivals}): compare them and name the one to keep with --branch",
        )
    if choices.branch is not None and choices.branch != chosen:
        raise PlanRefusedError(Reason.RIVALS, f"the survey was made without {choices.branch}")


def _check_voters(survey: Survey, choices: Choices, chosen: LeftDirectory) -> None:
    if not choices.voters:
        raise PlanRefusedError(Reason.VOTERS, "a quorum needs at least one voter")
    used = {each.key.directory_id for each in survey.directories}
    for each in survey.directories:
        used |= {one.key.directory_id for _, voters in each.voters.sets for one in voters}
    old = chosen.voters.sets[-1][1] if chosen.voters.sets else VoterSet()
    listeners = _common_listeners(old)
    for voter in choices.voters:
        _check_voter(voter, used)
        used.add(voter.key.directory_id)
        names = {each.name.upper() for each in voter.endpoints}
        if not listeners <= names:
            raise PlanRefusedError(
                Reason.ENDPOINT,
                f"voter {voter.id} has no endpoint of the listener"
                f" {', '.join(sorted(listeners - names))}, which the old voters have",
            )
    if choices.new_cluster_id is not None:
        return
    # BeginQuorumEpoch that names the receiver's own id as the leader ends a Java process, and two
    # processes of one id disturb each other's connections
    again = set(choices.voters.ids) & choices.lost
    if again and not survey.has_majority:
        raise PlanRefusedError(
            Reason.VOTERS,
            f"{_nodes(again)}: lost, and can come back; use another id, or --destroyed if no disk"
            " of it exists any more",
        )


def _check_voter(voter: Voter, used: set[bytes | None]) -> None:
    directory_id = voter.key.directory_id
    if not 0 <= voter.id < BACKUP_NODE_ID:
        raise PlanRefusedError(Reason.VOTERS, f"{voter.id} is not a node id")
    if directory_id is None or is_reserved(directory_id):
        raise PlanRefusedError(
            Reason.DIRECTORY_ID, f"voter {voter.id} has no directory id, or a reserved one"
        )
    # an old disk has this id: with the id kept it could vote in the new quorum
    if directory_id in used:
        raise PlanRefusedError(
            Reason.DIRECTORY_ID,
            f"the directory id of voter {voter.id} is in use or was: a new directory needs a new"
            " one",
        )
    hosts = [(each.host, each.port) for each in voter.endpoints]
    if not hosts or not all(host and 0 < port < 1 << 16 for host, port in hosts):
        raise PlanRefusedError(Reason.ENDPOINT, f"voter {voter.id} has no valid endpoint")


def _common_listeners(voters: VoterSet) -> set[str]:
    """Return the listeners that each of the voters has."""
    names = [{each.name.upper() for each in voter.endpoints} for voter in voters]
    return set.intersection(*names) if names else set()


def _snapshot_id(survey: Survey, jumps: Jumps) -> OffsetAndEpoch:
    """Return an offset and an epoch above all known ones."""
    for name, value in (("offsets", jumps.offsets), ("epochs", jumps.epochs)):
        if value < 1:
            raise PlanRefusedError(
                Reason.JUMP, f"a jump of {value} {name} does not exceed the highest known value"
            )
    logs: list[ReplicaLog] = [each.log for each in survey.directories]
    points = [one for each in survey.directories for one in each.snapshots]
    ends = [each.end for each in logs] + [each.offset for each in points]
    ends += [each.end for each in survey.judgement.ranges if each.end is not None]
    epochs = [each.last.epoch for each in logs] + [each.epoch for each in points]
    epochs += [each.epoch for each in survey.directories]
    found = OffsetAndEpoch(max(ends) + jumps.offsets, max(epochs) + jumps.epochs)
    if found.epoch > EPOCH_MAX:
        raise PlanRefusedError(
            Reason.JUMP, f"epoch {found.epoch} is too high, the limit is {EPOCH_MAX}: jump less"
        )
    if found.offset > _OFFSET_MAX:
        raise PlanRefusedError(
            Reason.JUMP, f"offset {found.offset} is too high, the limit is {_OFFSET_MAX}: jump less"
        )
    return found


def _loss(survey: Survey, chosen: LeftDirectory) -> Loss:
    ranges = survey.judgement.ranges
    first = next(each.start for each in ranges if each.verdict is Verdict.UNKNOWN_LOSS)
    committed = [each.end for each in ranges if each.verdict is Verdict.LOST]
    return Loss(first, chosen.log.last, chosen.last_ms, committed[0] if committed else None)


# -- all of it -------------------------------------------------------------------------------------


def plan(
    survey: Survey,
    image: ClusterImage,
    choices: Choices,
    data_plane: DataPlane,
    changes: Mapping[str, Sequence[Change]],
) -> RecoveryPlan:
    """Plan a recovery. Raises PlanRefusedError.

    `image` is the state to which the chosen log leads; it is not changed. `changes` are the
    records of other logs, by the name of the log.
    """
    quorum = plan_quorum(survey, choices)
    chosen = next(each for each in survey.directories if each.path == quorum.chosen)
    if choices.no_brokers:
        given: DataPlane | None = None
        if data_plane.directories:
            raise PlanRefusedError(
                Reason.BROKERS, "--no-brokers is for a cluster without data: leave out --broker-dir"
            )
    else:
        given = data_plane
        if chosen.key.id == BACKUP_NODE_ID and not data_plane.directories:
            raise PlanRefusedError(
                Reason.BROKERS,
                f"{chosen.path} is a backup: give the directories of all brokers with --broker-dir,"
                " or --no-brokers for a new cluster",
            )
    if choices.to_dynamic:
        _check_releases(image)
    repaired = repair(
        image,
        given,
        new_voters=frozenset(choices.voters.ids),
        old_voters=survey.voter_ids,
        cluster_id=chosen.cluster_id,
        is_lossless=survey.has_majority and choices.new_cluster_id is None,
        brokers_stopped=choices.brokers_stopped,
        adopt_topics=choices.adopt_topics,
        jumps=choices.jumps,
    )
    dropped = tuple(dropped_in(each, changes.get(each.log, ())) for each in quorum.others)
    return RecoveryPlan(
        quorum=quorum,
        choices=choices,
        dropped=dropped,
        repairs=repaired.repairs,
        findings=repaired.findings,
        image=repaired.image,
        records=repaired.records,
        phrase="; ".join(_phrase(quorum, choices, repaired)),
    )


def _check_releases(image: ClusterImage) -> None:
    """Refuse kraft.version 1 if a registered controller does not support it."""
    for node_id, record in sorted(image.controllers.items()):
        highest = {each.name: each.max_supported_version for each in record.features}
        if highest.get(KRAFT_VERSION, 0) < 1:
            raise PlanRefusedError(
                Reason.DYNAMIC,
                f"controller {node_id} does not support kraft.version 1, which came with Kafka 3.9",
            )


def dropped_in(found: Range, changes: Iterable[Change]) -> Dropped:
    """Return the changes in a range of a log, up to a limit."""
    inside = [
        each
        for each in changes
        if found.start <= each.offset and (found.end is None or each.offset < found.end)
    ]
    return Dropped(found, tuple(inside[:_CHANGES_MAX]), max(0, len(inside) - _CHANGES_MAX))


def _phrase(quorum: QuorumPlan, choices: Choices, repaired: Repaired) -> Iterable[str]:
    if choices.new_cluster_id is not None:
        yield f"a new cluster {choices.new_cluster_id} without data"
    elif choices.no_brokers:
        yield "the cluster has no brokers and no data"
    if quorum.loss is None:
        yield "the directories are no older copies"
    if choices.endpoints_only:
        yield f"new endpoints for voters {_numbers(choices.voters.ids)}"
    if choices.to_dynamic:
        yield "a dynamic quorum"
    loss = quorum.loss
    if loss is not None:
        when = "" if loss.since_ms is None else f", {in_words(loss.since_ms)}"
        yield f"accept the loss of metadata after offset {loss.since.offset - 1}{when}"
        if loss.first < loss.since.offset:
            yield f"offsets {loss.first} to {loss.since.offset - 1} are kept without proof"
        if loss.committed_end is not None:
            yield f"committed offsets up to {loss.committed_end - 1} are lost"
    for each in quorum.rivals:
        yield f"drop offsets {each.start} to {(each.end or 0) - 1} of {each.log}"
    if quorum.lost:
        yield f"{_nodes(quorum.lost)} {'stay' if len(quorum.lost) > 1 else 'stays'} off"
    if quorum.destroyed:
        yield f"no disk of {_nodes(quorum.destroyed)} exists any more"
    if choices.brokers_stopped:
        yield "every broker is stopped"
    yield from repaired.accepted


def in_words(wall_ms: int) -> str:
    """Format a time of the log; the log can contain any number."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, OSError, ValueError):
        return f"{wall_ms} ms"


def _numbers(ids: Iterable[int]) -> str:
    return some_of(str(each) for each in sorted(ids))


def _nodes(ids: Iterable[int]) -> str:
    found = list(ids)
    return f"{'nodes' if len(found) > 1 else 'node'} {_numbers(found)}"
