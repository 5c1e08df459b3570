"""The six roles: the knowledge of a replica in each, and its answer to a vote request.

Roles change their own fields; `transitions` alone decides which role follows which. Each has its
`election`, the part of it that must survive a restart; it is read after every event, so those that
cannot change in place are created once. Before the roles: the pending change of voters of a leader,
the snapshot that a follower downloads, and the votes of a campaign.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.values import Election, Endpoints, ReplicaKey

if TYPE_CHECKING:
    from collections import deque

    from kraft_core.raft.consensus.contested import AddressHistory
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.progress import Progress
    from kraft_core.raft.consensus.values import Node, OffsetAndEpoch, SnapshotId
    from kraft_core.raft.consensus.voters import VoterSet


class ChangeKind(Enum):
    """The request that began the change of voters."""

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
    """One attempt. Its number tells its chunks from those of an earlier attempt for the same id.

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
    """A complete download that is about to replace the log. It no longer depends on a role.

    The file is whole and what it holds is committed, whichever replica leads by now; so it is
    completed even if the epoch changes meanwhile, and nothing is claimed of the log until then.
    """

    number: int
    snapshot_id: SnapshotId


# -- a campaign: the voters to ask, and the tally --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidacy:
    """The voters to ask and the log end to state; created by `elections.candidacy`."""

    voters: VoterSet
    end: OffsetAndEpoch


class Votes:
    """Voters that granted or refused. The replica itself grants."""

    def __init__(self, voters: VoterSet, own_id: int) -> None:
        self._answers: dict[int, bool | None] = dict.fromkeys(voters.ids)
        self._majority = voters.majority
        self.own_id = own_id
        self.record(own_id, granted=True)

    def record(self, voter_id: int, *, granted: bool) -> None:
        """Count an answer; one from a node outside the set of this election is ignored."""
        # responses of nodes that are not in the voter set must not count towards a majority
        if voter_id in self._answers:
            self._answers[voter_id] = granted

    def ask_again(self, voter_id: int) -> None:
        """Treat that voter as one that has not answered yet."""
        if voter_id in self._answers and voter_id != self.own_id:
            self._answers[voter_id] = None

    @property
    def granting(self) -> tuple[int, ...]:
        """The voters that granted, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer)

    @property
    def unrecorded(self) -> tuple[int, ...]:
        """The voters that have not answered, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer is None)

    @property
    def is_won(self) -> bool:
        """Return True if a majority granted."""
        return len(self.granting) >= self._majority

    @property
    def is_lost(self) -> bool:
        """Return True if granted and outstanding votes together are not a majority."""
        return len(self.granting) + len(self.unrecorded) < self._majority


# -- the roles -------------------------------------------------------------------------------------


class Consent(Enum):
    """The answer of a role to a vote request, before logs are compared."""

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
        """The part of the role that must survive a restart."""
        return Election(self.epoch, self.leader_id, self.voted)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:
        """Grant one vote per epoch, none once a leader is known, and any number of pre-votes."""
        return _consent(self.voted, self.leader_id, candidate, pre_vote=pre_vote)


@dataclass(slots=True)
class Prospective:
    """A replica that sends pre-votes before it raises its epoch (KIP-996).

    `basis` holds the voters to ask and the log end to state. A witness does not send pre-votes.
    After an early pre-vote, sent because the leader was unreachable, the replica keeps its fetch
    deadline and can resume fetching.
    """

    epoch: int
    basis: Candidacy
    votes: Votes
    election_deadline_ms: int
    leader_id: int | None = None
    leader_endpoints: Endpoints = ()
    voted: ReplicaKey | None = None
    is_silent: bool = False
    fetch_deadline_ms: int | None = None

    @property
    def fails_over(self) -> bool:
        """Return True if the pre-vote is early because the leader was unreachable."""
        return self.fetch_deadline_ms is not None

    def fail_over(self, leader_id: int, fetch_deadline_ms: int) -> None:
        """Ask before the timeout (fast failover): the unreachable leader counts as a refusal."""
        self.fetch_deadline_ms = fetch_deadline_ms
        self.votes.record(leader_id, granted=False)

    @property
    def election(self) -> Election:
        """Unchanged: becoming prospective stores nothing."""
        return Election(self.epoch, self.leader_id, self.voted)

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:
        """Return the answer of an unattached replica."""
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
        """Refuse a vote, which is spent; grant a pre-vote."""
        return Consent.IF_UP_TO_DATE if pre_vote else Consent.NEVER


@dataclass(slots=True)
class Leader:
    """Takes appends, serves fetches, changes the voter set.

    `start_offset` is the log end when leadership was won; nothing is known committed before the
    high watermark is above it. `voters_at_level_0` is the set that UpdateRaftVoter fills in while
    kraft.version is 0, kept in memory only. `voters_settled_at_ms` is when the voter set in force
    was committed, or when leadership began if that was later. `addresses` has the history of each
    voter whose endpoints an UpdateRaftVoter replaced lately. `heard` are the voters that fetched
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
    addresses: dict[int, AddressHistory] = field(default_factory=dict)
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
        """Return NEVER: a leader never votes in its epoch."""
        return Consent.NEVER


@dataclass(slots=True)
class Follower:
    """Fetches from a known leader.

    `fetch_timeout_ms` is the configured one and a little of its own. `has_fetched` says whether
    the leader of this epoch has answered with success; until then, and again after the fetch
    timeout, pre-votes are granted. `ask_again_at_ms` is set during a fast failover: then a
    pre-vote is asked for, again and again, until a fetch succeeds. `has_missed` says whether a
    request to the leader had no answer, `owes_fetch` that the next one is a Fetch even if a request
    for membership is due, `waits_for_disk` that none can leave before our own disk is done.
    `leader_resigned` is set by EndQuorumEpoch: from then on `fetch_deadline_ms` is when to
    campaign, and no answer moves it. `fetch_again_at_ms` is when the next Fetch may leave.
    `leader_node` is its address on our default listener, once looked up.
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
    fetch_again_at_ms: int = 0
    waits_for_disk: bool = False
    leader_resigned: bool = False
    has_updated_leader: bool = False
    download: Download | None = None
    ask_again_at_ms: int | None = None
    leader_node: Node | None = None
    election: Election = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.election = Election(self.epoch, self.leader_id, self.voted)

    # -- the timers: these methods alone change them -------------------------------------------

    def leader_answered(self, now_ms: int) -> bool:
        """Note a successful answer of the leader. Return False if it has resigned.

        What it sent before it resigned can come after EndQuorumEpoch on another connection, and it
        will not lead this epoch again (KIP-595).
        """
        if self.leader_resigned:
            return False
        self.has_fetched, self.has_missed = True, False
        self.ask_again_at_ms = None
        self.fetch_deadline_ms = now_ms + self.fetch_timeout_ms
        return True

    def leader_lost(self) -> None:
        """Grant pre-votes from now on (KIP-996): the fetch timeout ended, or no peer answers."""
        self.has_fetched = False

    def leader_missed(self) -> None:
        """Try another address of the leader: a request had no answer."""
        self.has_missed = True

    def leader_moved(self, endpoints: Endpoints) -> None:
        """Use the leader's new address. No timer restarts, since the address can be old."""
        self.endpoints, self.leader_node, self.has_missed = endpoints, None, False

    def leader_gave_up(self, campaign_at_ms: int) -> None:
        """Handle EndQuorumEpoch: campaign, and ignore later answers of the resigned leader.

        Its request comes again until it was acknowledged, which must not put the campaign off. It
        will not lead this epoch again, so pre-votes are granted at once.
        """
        if self.leader_resigned:
            campaign_at_ms = min(campaign_at_ms, self.fetch_deadline_ms)
        self.fetch_deadline_ms = campaign_at_ms
        self.leader_resigned, self.has_fetched = True, False

    def disk_keeps_from_asking(self, now_ms: int, *, is_behind: bool) -> None:
        """Restart the fetch timeout after this node's own disk delayed its fetches.

        A Fetch acknowledges its offset, so none leaves before the log is durable. With disks that
        are slow alike the fetch timeout would end in the midst of every sync, and the follower that
        is done first would depose a living leader.
        """
        if is_behind:
            self.waits_for_disk = True
        elif self.waits_for_disk:
            self.waits_for_disk = False
            if not self.leader_resigned:
                self.fetch_deadline_ms = max(self.fetch_deadline_ms, now_ms + self.fetch_timeout_ms)

    def fail_over_at(self, time_ms: int) -> None:
        """Ask for pre-votes then, unless the leader answers before (fast failover)."""
        self.ask_again_at_ms = time_ms

    def hold_back_until(self, time_ms: int) -> None:
        """Let another voter ask first, if this one is about to ask."""
        if self.ask_again_at_ms is not None:
            self.ask_again_at_ms = max(self.ask_again_at_ms, time_ms)

    def fail_over_no_more(self) -> None:
        """Cancel the failover: pre-votes wait for the fetch timeout."""
        self.ask_again_at_ms = None

    def fetch_sent(self) -> None:
        """Allow a membership request to leave next."""
        self.owes_fetch = False

    def fetch_not_before(self, time_ms: int) -> None:
        """Wait with the next Fetch: our disk cannot take more before that time."""
        self.fetch_again_at_ms = time_ms

    def membership_sent(self) -> None:
        """Send a Fetch before the next membership request."""
        self.owes_fetch = True

    def ask_for_membership_at(self, time_ms: int) -> None:
        """Set the earliest time of the next membership request."""
        self.update_voter_at_ms = time_ms

    def continue_failover(self, fetch_deadline_ms: int | None, ask_again_at_ms: int) -> None:
        """Follow the same leader again after refused pre-votes, with the former fetch deadline."""
        self.fetch_deadline_ms = fetch_deadline_ms or self.fetch_deadline_ms
        self.ask_again_at_ms = ask_again_at_ms

    def continue_resignation(self, before: Follower) -> None:
        """Keep the time of the campaign although a resigned leader reports more endpoints."""
        self.leader_resigned, self.fetch_deadline_ms = True, before.fetch_deadline_ms

    def consent(self, candidate: ReplicaKey, *, pre_vote: bool) -> Consent:  # noqa: ARG002
        """Refuse a vote while a leader is known; grant a pre-vote only without contact with it."""
        return Consent.IF_UP_TO_DATE if pre_vote and not self.has_fetched else Consent.NEVER


@dataclass(slots=True)
class Resigned:
    """A former leader of this epoch that announces its resignation; it will not lead it again.

    `unacked`: voters that have not acknowledged it, ascending. `is_restarted`: the files of the
    last run say that this replica leads the epoch; it then prefers no successors.
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
        """Grant the leader elected in this epoch, because a pre-vote costs nothing."""
        return Consent.IF_UP_TO_DATE if pre_vote else Consent.NEVER


Role = Unattached | Prospective | Candidate | Leader | Follower | Resigned


def _consent(
    voted: ReplicaKey | None, leader_id: int | None, candidate: ReplicaKey, *, pre_vote: bool
) -> Consent:
    if pre_vote:
        return Consent.IF_UP_TO_DATE
    # one vote in each epoch, by id and directory id (QuorumState.canGrantVote): the same id on
    # another disk is another candidate
    if voted is not None:
        return Consent.AGAIN if voted.matches(candidate) else Consent.NEVER
    # an epoch that has a leader needs no second one
    return Consent.NEVER if leader_id is not None else Consent.IF_UP_TO_DATE
