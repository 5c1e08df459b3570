"""Check-quorum: a leader resigns if others can lead better.

A leader that no majority of voters has fetched from for 1.5 fetch timeouts resigns (Kafka's
`LeaderState.timeUntilCheckQuorumExpires`, KAFKA-15489), so that clients and observers look for
another one. kraft adds the disk of the leader: it also resigns if the others commit records that it
cannot write for the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import NoteKind

if TYPE_CHECKING:
    from kraft_core.raft.consensus.roles import Leader
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ReplicaKey


def restart_check_quorum(core: CoreState, leader: Leader) -> None:
    """Restart the check-quorum timer: 1.5 fetch timeouts, as in Kafka."""
    leader.check_quorum_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms


def hear_voter(core: CoreState, leader: Leader, key: ReplicaKey) -> None:
    """Note that a voter is alive; a majority restarts the check-quorum timer.

    Fetch and FetchSnapshot count (LeaderState.updateCheckQuorumForFollowingVoter).
    """
    entry = leader.progress.voter_for(key)
    own = leader.progress.own
    # neither an observer nor a voter's id with another directory counts towards the majority
    if entry is None or entry is own:
        return
    leader.heard[key.id] = True
    # the leader counts itself only while it is in the voter set (KIP-853: it can remove itself)
    if len(leader.heard) >= core.voters.majority - (own is not None):
        leader.heard.clear()
        restart_check_quorum(core, leader)


def is_majority_silent(core: CoreState, leader: Leader) -> bool:
    """Return True if the check-quorum timer expired; a sole voter has no other voters."""
    # without this, clients would keep using a leader that was cut off, and it would never learn of
    # a new epoch (KAFKA-15489)
    if core.is_sole_voter or core.now_ms < leader.check_quorum_deadline_ms:
        return False
    core.note(NoteKind.CHECK_QUORUM_FAILED, heard=tuple(leader.heard), epoch=leader.epoch)
    return True


def watch_own_disk(core: CoreState, leader: Leader, *, has_moved: bool) -> None:
    """Start, renew or stop the timer of the leader's own disk; call it when either end moves.

    Once the high watermark is above our own durable end a majority holds what we lack, so one of
    them can lead better than a leader whose disk hangs (it would serve records that it can lose,
    and new ones would commit without it forever). A sole voter is never in that state. With a
    majority that is as slow as we are the high watermark does not get ahead. Java syncs on its one
    thread, so that it falls silent as a whole.
    """
    if (leader.high_watermark or 0) <= core.log.flushed_end:
        leader.disk_deadline_ms = None
    elif leader.disk_deadline_ms is None or has_moved:
        leader.disk_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms


def postpone_own_disk(core: CoreState, leader: Leader) -> None:
    """Restart the expired timer of the own disk: this leader must keep leading now."""
    deadline_ms = leader.disk_deadline_ms
    if deadline_ms is not None and core.now_ms >= deadline_ms:
        leader.disk_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms


def own_disk_hangs(core: CoreState, leader: Leader) -> bool:
    """Return True if the timer of `watch_own_disk` has expired."""
    deadline_ms = leader.disk_deadline_ms
    # a completion that has arrived is handled before the turn ends, one that has not is late
    if not core.is_turn_end or deadline_ms is None or core.now_ms < deadline_ms:
        return False
    core.note(
        NoteKind.LEADER_DISK_HANGS,
        flushed=core.log.flushed_end,
        high_watermark=leader.high_watermark,
        epoch=leader.epoch,
    )
    return True
