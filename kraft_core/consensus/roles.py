"""The six roles: what a replica knows in each, and how it answers a request for its vote.

Roles change their own fields; which role follows which is decided in `transitions` alone. Each has
its `election`, what of it must survive a restart; it is looked at after every event, so those that
cannot change in place are made once. Before the roles: the change of voters that a leader may have
under way, and the snapshot that a follower downloads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from kraft_core.consensus.values import Election, Endpoints, ReplicaKey

if TYPE_CHECKING:
    from collections import deque

    from kraft_core.consensus.candidacy import Candidacy, Votes
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.progress import Progress
    from kraft_core.consensus.values import Node, SnapshotId
    from kraft_core.consensus.voters import VoterSet


class ChangeKind(Enum):
    """Which request began it."""

    ADD = "add"
    REMOVE = "remove"


@dataclass(slots=True)
class PendingChange:
    """An AddRaftVoter or RemoveRaftVoter that holds the slot until it commits or times out.

    An addition first probes the new voter with ApiVersions (`probe_id`); `record_offset` is where
    the VotersRecord went. `is_answered` is set for an addition whose sender does not wait for the
    commit.
    """

    kind: ChangeKind
    voter: ReplicaKey
    reply_to: ReplyTo
    deadline_ms: int
    endpoints: Endpoints = ()
    ack_when_committed: bool = True
    probe_id: int | None = None
    record_offset: int | None = None
    is_answered: bool = False


# -- a snapshot that is downloaded -----------------------------------------------------------------


@dataclass(slots=True)
class Download:
    """One attempt. Its number tells its chunks from those of an earlier one of the same id.

    `position` counts the bytes that are stored; `is_storing` is set while a chunk is being stored,
    until then the next one is not asked for. `size` is what the last answer said.
    """

    number: int
    snapshot_id: SnapshotId
    position: int = 0
    size: int = 0
    is_storing: bool = False


@dataclass(frozen=True, slots=True)
class Installation:
    """A download that is complete and about to replace the log. It no longer depends on a role.

    The file is whole and what it holds is committed, whoever leads by now; so it is carried through
    even if the epoch changes meanwhile, and nothing is claimed of the log until it is done.
    """

    number: int
    snapshot_id: SnapshotId


# -- the roles -------------------------------------------------------------------------------------


class Consent(Enum):
    """What a role says to a vote request, before logs are compared."""

    NEVER = "never"
    IF_UP_TO_DATE = "if up to date"
    AGAIN = "again"
    """This very vote was granted before; the log is not compared again."""


@dataclass(slots=True)
class Unattached:
    """Knows the epoch, perhaps its leader, but not where to fetch.

    The election deadline is None while the replica is an observer, which never campaigns.
    """

    epoch: int
    leader_id: int | None = None
    voted: ReplicaKey | None = None
    election_deadline_ms: int | None = None

    @property
    def election(self) -> Election:
        """What of this must survive a restart."""
        return Election(self.epoch, self.leader_id, self.voted)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:
        """One vote an epoch, and none once a leader is known; any number of pre-votes."""
        return _consent(self.voted, self.leader_id, candidate, pre_vote=pre_vote)


@dataclass(slots=True)
class Prospective:
    """Asks whether it would be elected, without raising the epoch (KIP-996).

    `basis` says whom it asks and which log end it states. A silent one does not ask: the witness.
    `fails_over` marks one that asks early because the leader was unreachable; it goes back to
    fetching with the fetch deadline that it had.
    """

    epoch: int
    basis: Candidacy
    votes: Votes
    election_deadline_ms: int
    leader_id: int | None = None
    leader_endpoints: Endpoints = ()
    voted: ReplicaKey | None = None
    is_silent: bool = False
    fails_over: bool = False
    fetch_deadline_ms: int | None = None

    @property
    def election(self) -> Election:
        """The same as before: nothing is stored for becoming prospective."""
        return Election(self.epoch, self.leader_id, self.voted)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:
        """As when unattached."""
        return _consent(self.voted, self.leader_id, candidate, pre_vote=pre_vote)


@dataclass(slots=True)
class Candidate:
    """Has raised the epoch, voted for itself and asks for votes."""

    epoch: int
    own_key: ReplicaKey
    basis: Candidacy
    votes: Votes
    election_deadline_ms: int
    election: Election = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.election = Election(self.epoch, None, self.own_key)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:  # noqa: ARG002
        """Its vote is spent; a pre-vote costs nothing."""
        return Consent.IF_UP_TO_DATE if pre_vote else Consent.NEVER


@dataclass(slots=True)
class Leader:
    """Takes appends, serves fetches, changes the voter set.

    `start_offset` is the log end when leadership was won; nothing is known committed before the
    high watermark is above it. `voters_at_level_0` is the set that UpdateRaftVoter fills in while
    kraft.version is 0, kept in memory only. `voters_settled_at_ms` is when the voter set in force
    was committed, or when leadership began if that was later. `heard` are the voters that fetched
    since the check-quorum timer began. `upgrades_in_force` are append ids of upgrades to a level
    that was in force already, each with the offset of the record whose commit answers it.
    `disk_deadline_ms` is set while the high watermark is above our own durable end: when to resign
    unless that end moves.
    """

    epoch: int
    own_id: int
    start_offset: int
    granting: tuple[int, ...]
    progress: Progress
    check_quorum_deadline_ms: int
    begin_epoch_at_ms: int
    voters_at_level_0: VoterSet
    appends_in_flight: deque[int]
    unflushed: deque[tuple[int, int]]
    high_watermark: int | None = None
    change: PendingChange | None = None
    heard: dict[int, bool] = field(default_factory=dict)
    unflushed_bytes: int = 0
    upgrades_in_force: list[tuple[int, int]] = field(default_factory=list)
    resigns: bool = False
    disk_deadline_ms: int | None = None
    voters_settled_at_ms: int = 0
    hand_over_at_ms: int | None = None
    election: Election = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.election = Election(self.epoch, self.own_id, None)

    @property
    def leader_id(self) -> int:
        """Itself."""
        return self.own_id

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:  # noqa: ARG002
        """A leader votes for nobody in its epoch."""
        return Consent.NEVER


@dataclass(slots=True)
class Follower:
    """Fetches from a known leader.

    `fetch_timeout_ms` is the configured one and a little of its own. `has_fetched` tells whether
    the leader of this epoch has answered with success; until then, and again after the fetch
    timeout, pre-votes are granted. `ask_again_at_ms` is set while the leader is suspected: then a
    pre-vote is asked for, again and again, until a fetch succeeds. `has_missed` tells whether a
    request to the leader had no answer, `owes_fetch` that the next one is a Fetch even if a request
    for membership is due, `waits_for_disk` that none can leave before our own disk is done.
    `leader_resigned` is set by EndQuorumEpoch: from then on `fetch_deadline_ms` is when to
    campaign, and no answer moves it. `leader_node` is its address on our default listener, once
    looked up.
    """

    epoch: int
    leader_id: int
    endpoints: Endpoints
    fetch_timeout_ms: int
    fetch_deadline_ms: int
    update_voter_at_ms: int
    since_ms: int
    voted: ReplicaKey | None = None
    has_fetched: bool = False
    has_missed: bool = False
    owes_fetch: bool = True
    waits_for_disk: bool = False
    leader_resigned: bool = False
    has_updated_leader: bool = False
    download: Download | None = None
    ask_again_at_ms: int | None = None
    leader_node: Node | None = None
    election: Election = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.election = Election(self.epoch, self.leader_id, self.voted)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:  # noqa: ARG002
        """No vote against a leader; a pre-vote only while it has not been heard."""
        return Consent.IF_UP_TO_DATE if pre_vote and not self.has_fetched else Consent.NEVER


@dataclass(slots=True)
class Resigned:
    """Was the leader of this epoch and tells the voters so; it will not lead it again.

    `unacked` are the voters still to be told, ascending. `is_restarted` marks one that found in its
    files that it had led: it prefers no successors.
    """

    epoch: int
    own_id: int
    unacked: list[int]
    preferred: tuple[ReplicaKey, ...]
    election_deadline_ms: int
    is_restarted: bool = False
    election: Election = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.election = Election(self.epoch, self.own_id, None)

    @property
    def leader_id(self) -> int:
        """Itself: it still names itself in its answers, as Java does."""
        return self.own_id

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:  # noqa: ARG002
        """It was the one elected in this epoch; a pre-vote costs nothing."""
        return Consent.IF_UP_TO_DATE if pre_vote else Consent.NEVER


Role = Unattached | Prospective | Candidate | Leader | Follower | Resigned


def _consent(
    voted: ReplicaKey | None, leader_id: int | None, candidate: ReplicaKey, *, pre_vote: bool
) -> Consent:
    if pre_vote:
        return Consent.IF_UP_TO_DATE
    if voted is not None:
        return Consent.AGAIN if voted.matches(candidate) else Consent.NEVER
    return Consent.NEVER if leader_id is not None else Consent.IF_UP_TO_DATE
