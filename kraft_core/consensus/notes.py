"""Notes: what the core would log. One kind for each thing that a trace or a campaign looks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NoteKind(StrEnum):
    """Every kind of note. The simulation demands that each was reached."""

    BECAME_UNATTACHED = "became-unattached"
    BECAME_PROSPECTIVE = "became-prospective"
    BECAME_CANDIDATE = "became-candidate"
    BECAME_LEADER = "became-leader"
    BECAME_FOLLOWER = "became-follower"
    BECAME_RESIGNED = "became-resigned"
    VOTE_GRANTED = "vote-granted"
    VOTE_REFUSED = "vote-refused"
    PRE_VOTE_GRANTED = "pre-vote-granted"
    PRE_VOTE_REFUSED = "pre-vote-refused"
    REMOVED_REPLICA_COMPARES_SHORTER = "removed-replica-compares-shorter"
    REMOVED_REPLICA_NEEDED = "removed-replica-needed"
    CAMPAIGN_RESTARTED = "campaign-restarted"
    ELECTION_LOST = "election-lost"
    PRE_VOTE_UNSUPPORTED = "pre-vote-unsupported"
    CLAIM_WAITS_FOR_FLUSH = "claim-waits-for-flush"
    FETCH_TIMED_OUT = "fetch-timed-out"
    LEADER_SUSPECTED = "leader-suspected"
    CHECK_QUORUM_FAILED = "check-quorum-failed"
    LEADER_DISK_HANGS = "leader-disk-hangs"
    LEADER_REMOVED = "leader-removed"
    LEADER_CONTRADICTED = "leader-contradicted"
    LEADER_MOVED = "leader-moved"
    LEADER_UNREACHABLE_ADDRESS = "leader-unreachable-address"
    WITNESS_SILENT = "witness-silent"
    WITNESS_CAMPAIGNS = "witness-campaigns"
    WITNESS_HANDS_OVER = "witness-hands-over"
    FETCH_PARKED = "fetch-parked"
    FETCH_DIVERGED = "fetch-diverged"
    FETCH_SENT_TO_SNAPSHOT = "fetch-sent-to-snapshot"
    FETCH_FROM_FOREIGN_DIRECTORY = "fetch-from-foreign-directory"
    LOG_TRUNCATED = "log-truncated"
    TRUNCATION_REFUSED = "truncation-refused"
    RECORDS_REFUSED = "records-refused"
    HIGH_WATERMARK_FELL = "high-watermark-fell"
    VOTERS_CHANGED = "voters-changed"
    VOTERS_REVERTED = "voters-reverted"
    KRAFT_VERSION_CHANGED = "kraft-version-changed"
    VOTER_ADD_STARTED = "voter-add-started"
    VOTER_ADD_DECIDED = "voter-add-decided"
    VOTER_REMOVE_STARTED = "voter-remove-started"
    VOTER_REMOVE_DECIDED = "voter-remove-decided"
    VOTER_UPDATED = "voter-updated"
    VOTER_UPDATE_SENT = "voter-update-sent"
    AUTO_JOIN_SENT = "auto-join-sent"
    AUTO_JOIN_STOPPED = "auto-join-stopped"
    SNAPSHOT_WRITTEN = "snapshot-written"
    SNAPSHOT_REFUSED = "snapshot-refused"
    SNAPSHOT_FETCH_STARTED = "snapshot-fetch-started"
    SNAPSHOT_FETCH_DROPPED = "snapshot-fetch-dropped"
    SNAPSHOT_INSTALLED = "snapshot-installed"
    PREFIX_DELETED = "prefix-deleted"
    APPEND_REJECTED = "append-rejected"
    PEER_ERROR = "peer-error"
    STALE_COMPLETION = "stale-completion"
    SHUTDOWN_STARTED = "shutdown-started"


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth a line in a log or a trace, with its facts as `name=value` words."""

    kind: NoteKind
    detail: str = ""
