"""The witness: a voter that votes and stores but does not campaign while others can lead.

kraft has it, Kafka does not. It is for a replica that can keep a quorum alive but not serve its
users, such as this one among controllers that serve brokers, or one whose disk is nearly full
(`WitnessReason`). It campaigns only when no other voter could lead: when it refused a voter for
nothing but a shorter log, when it is the sole voter, or when for three election timeouts no leader
has answered and none was elected. As leader it writes what consensus itself needs and hands over as
soon as another voter can take over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Prospective

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import WitnessChanged
    from kraft_core.raft.consensus.roles import Follower, Leader
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ReplicaKey


_LEADERLESS_TIMEOUTS = 3
"""Election timeouts without an answer or a new leader, after which it campaigns nevertheless."""


_HAND_OVER_DOUBLINGS_MAX = 6


_STABLE_AFTER = 8
"""Fetch timeouts after which a new leader is considered stable."""


def on_witness_changed(core: CoreState, event: WitnessChanged) -> None:
    """Yield while there is any reason; one that only asked for pre-votes falls silent."""
    changed = frozenset({event.reason})
    reasons = core.witness_reasons
    core.witness_reasons = reasons | changed if event.on else reasons - changed
    if isinstance(core.role, Prospective) and not may_campaign(core):
        core.role.is_silent = True


def campaigns_at_ms(core: CoreState) -> int | None:
    """Return the earliest time to ask for votes; None for at once."""
    if not core.is_witness or core.witness_must_campaign or core.is_sole_voter:
        return None
    return core.last_leader_answer_ms + _LEADERLESS_TIMEOUTS * core.config.election_timeout_ms


def may_campaign(core: CoreState) -> bool:
    """Return True if this replica may ask for votes now."""
    at_ms = campaigns_at_ms(core)
    return at_ms is None or core.now_ms >= at_ms


def is_overdue(core: CoreState) -> bool:
    """Return True if a witness must campaign now: it has waited long enough, or refused a voter.

    Once; if it is not elected the ordinary timeouts pace its further attempts.
    """
    return core.is_witness and core.is_voter and not core.witness_campaigned and may_campaign(core)


def log_was_shorter(core: CoreState, candidate: ReplicaKey) -> None:
    """Allow the witness to campaign: it refused a voter only because of a shorter log."""
    if core.is_witness and core.is_voter and core.voters.has(candidate):
        if not core.witness_must_campaign:
            core.note(NoteKind.WITNESS_CAMPAIGNS, instead_of=candidate.id)
        core.witness_must_campaign = True


def give_way_to_answering(core: CoreState, role: Follower) -> None:
    """Yield to a leader that answers; finally once it has led for a long time."""
    if core.now_ms - role.since_ms >= _STABLE_AFTER * core.config.fetch_timeout_ms:
        core.hand_overs = 0
    core.last_leader_answer_ms = core.now_ms
    core.witness_must_campaign = core.witness_campaigned = False


def give_way_to_elected(core: CoreState) -> None:
    """Yield to a leader that a majority elected: it gets the time of one that answered.

    Without this the wait would count from the leader before it, and of two witnesses the one that
    was elected would be asked for its place at once.
    """
    core.last_leader_answer_ms = core.now_ms
    core.witness_must_campaign = core.witness_campaigned = False


def successors(core: CoreState, leader: Leader) -> tuple[ReplicaKey, ...]:
    """Return preferred successors: by log, but after a witness first those that can lead."""
    ordered = leader.progress.successors()
    if not core.is_witness:
        return ordered
    able = tuple(key for key in ordered if _can_lead(core, key.id))
    return able + tuple(key for key in ordered if key not in able)


def should_hand_over(core: CoreState, leader: Leader) -> bool:
    """Return True if a leading witness can hand over to a voter with the same log end.

    Never while a change of voters is under way, and after each time that it got leadership back it
    waits twice as long as before.
    """
    if not core.is_witness or leader.high_watermark is None or leader.change is not None:
        return False
    able = [
        each
        for each in leader.progress.voters.values()
        if each.end_offset == core.log.end_offset and _can_lead(core, each.key.id)
    ]
    if not able or leader.progress.own in able:
        return False
    if leader.hand_over_at_ms is None:
        pause = 0
        if core.hand_overs:
            doublings = min(core.hand_overs - 1, _HAND_OVER_DOUBLINGS_MAX)
            pause = core.config.election_timeout_ms << doublings
        leader.hand_over_at_ms = core.now_ms + pause
    return core.now_ms >= leader.hand_over_at_ms


def _can_lead(core: CoreState, voter_id: int) -> bool:
    peer = core.peers.get(voter_id)
    return voter_id != core.own_id and peer is not None and peer.may_lead is True
