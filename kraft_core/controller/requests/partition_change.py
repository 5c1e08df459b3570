"""Changes of one partition: elections, eligible leader replicas, the end of a reassignment.

Every change of a partition, by any cause, goes through `partition_change`, as through
PartitionChangeBuilder in Kafka. The order of its steps is part of the behaviour: the reassignment
is completed before the election, and the election before the ISR is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.config.gates import Gate
from kraft_wire.messages import PartitionChangeRecord
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_core.metadata import Partition
    from kraft_core.metadata.partition_index import PartitionKey

NO_LEADER: Final = -1
_NO_LEADER_CHANGE: Final = -2
_NO_RECOVERY_CHANGE: Final = -1
RECOVERED: Final = 0
RECOVERING: Final = 1
"""The leader was elected uncleanly and has to recover first (LeaderRecoveryState, KIP-704)."""

MIGRATING: Final = ZERO_UUID
UNASSIGNED: Final = Uuid(bytes(15) + b"\1")
"""Reserved directory ids: no record named a directory yet, or the broker has not chosen one."""


class Election(Enum):
    """Which replicas an election considers."""

    PREFERRED = "preferred"
    """The first replica before the present leader."""
    ONLINE = "online"
    """The present leader, then any replica in the ISR or eligible."""
    UNCLEAN = "unclean"
    """As ONLINE, then any replica: records can be lost."""


class Elected(NamedTuple):
    """The result of an election; leader -1 means no leader."""

    leader: int
    is_unclean: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """Settings that affect a partition besides its state.

    `is_acceptable` returns whether a broker may lead it now, `default_directory` which directory a
    new replica on a broker gets. `min_isr` is the effective min.insync.replicas of the topic,
    bounded by the number of replicas of its partition 0. `has_elr` is whether the feature
    eligible.leader.replicas.version is on (KIP-966).
    """

    is_acceptable: Callable[[int], bool]
    default_directory: Callable[[int], Uuid]
    metadata_version: int
    min_isr: int
    has_elr: bool


@dataclass(slots=True)
class Target:
    """The target state of a partition; `of` begins with its current state."""

    isr: tuple[int, ...]
    replicas: tuple[int, ...]
    removing: tuple[int, ...]
    adding: tuple[int, ...]
    recovery_state: int
    election: Election = Election.ONLINE
    uncleanly_shut_down: tuple[int, ...] = ()
    directories: Mapping[int, Uuid] | None = None
    """Directories of replicas by broker, in place of the recorded ones."""

    @classmethod
    def of(cls, state: Partition) -> Target:
        """Return the current state as a target."""
        return cls(
            state.isr,
            state.replicas,
            state.removing_replicas,
            state.adding_replicas,
            state.leader_recovery_state,
        )


@dataclass(slots=True)
class _Change:
    """The fields of a PartitionChangeRecord; the defaults change nothing."""

    isr: tuple[int, ...] | None = None
    leader: int = _NO_LEADER_CHANGE
    replicas: tuple[int, ...] | None = None
    removing_replicas: tuple[int, ...] | None = None
    adding_replicas: tuple[int, ...] | None = None
    leader_recovery_state: int = _NO_RECOVERY_CHANGE
    directories: tuple[Uuid, ...] | None = None
    eligible_leader_replicas: tuple[int, ...] | None = None
    last_known_elr: tuple[int, ...] | None = None


def partition_change(
    key: PartitionKey, state: Partition, target: Target, rules: Rules
) -> PartitionChangeRecord | None:
    """Return the record that brings a partition to its target, None if it is already there.

    Follows PartitionChangeBuilder.build of Kafka 4.3.1, except that only replicas are eligible or
    last known: Kafka keeps ids that a reassignment has taken away, and a partition whose ELR is one
    of these alone stays offline while its only replica is alive (divergence A28). `target` is
    changed.
    """
    change = _Change()
    _complete_reassignment(target)
    elr = _target_elr(state, target, rules)
    elected = _elect(state, target, elr, rules)
    if elected.leader != state.leader:
        elr = _apply_election(change, state, target, elr, elected)
    # A removed replica must learn that its leadership has ended: bump the epoch.
    if change.leader == _NO_LEADER_CHANGE and not set(state.replicas) <= set(target.replicas):
        change.leader = state.leader
    # The leader of an unclean election can lack records that eligible replicas have.
    if change.isr is not None or not rules.has_elr:
        elr = ()
    if elr != state.eligible_leader_replicas:
        change.eligible_leader_replicas = elr
    # Without ELR the last member stays in the ISR of a partition without a leader: it is the one
    # that has everything. With ELR it is among the eligible leaders instead.
    may_be_empty = rules.has_elr
    if change.isr is None and target.isr != state.isr and (target.isr or may_be_empty):
        change.isr = target.isr
    _bump_epoch_on_shrink(change, state, rules)
    _keep_last_known_leader(change, state, target, rules)
    _assign(change, state, target, rules)
    if target.recovery_state != state.leader_recovery_state:
        change.leader_recovery_state = target.recovery_state
    if change == _Change():
        return None
    return PartitionChangeRecord(
        topic_id=key.topic_id,
        partition_id=key.number,
        isr=change.isr,
        leader=change.leader,
        replicas=change.replicas,
        removing_replicas=change.removing_replicas,
        adding_replicas=change.adding_replicas,
        leader_recovery_state=change.leader_recovery_state,
        directories=change.directories,
        eligible_leader_replicas=change.eligible_leader_replicas,
        last_known_elr=change.last_known_elr,
    )


# -- reassignment (KIP-455) ---------------------------------------------------------------------


def _complete_reassignment(target: Target) -> None:
    """Finish a reassignment once the ISR allows it (PartitionReassignmentReplicas)."""
    if not (target.removing or target.adding):
        return
    isr = without(target.isr, target.removing)
    replicas = without(target.replicas, target.removing)
    if target.removing and not (isr and replicas):
        return
    if not set(target.adding) <= set(isr):
        return  # a new replica that has not caught up can be unhealthy
    # When the factor shrinks, ending early could leave fewer in sync than before.
    if len(target.adding) < len(target.removing) and not set(replicas) <= set(isr):
        return
    target.isr, target.replicas = isr, replicas
    target.removing = target.adding = ()


def without(these: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Return `these` in order, except members of `others`."""
    return tuple(value for value in these if value not in others)


# -- elections ----------------------------------------------------------------------------------


def _target_elr(state: Partition, target: Target, rules: Rules) -> tuple[int, ...]:
    """Return the replicas that can lead without an ISR: they have all committed records.

    KIP-966: replicas that left an ISR below min.insync.replicas, except those that shut down
    uncleanly. Kafka keeps them in a HashSet; here they are sorted.
    """
    if not rules.has_elr:
        return state.eligible_leader_replicas
    if len(target.isr) >= rules.min_isr:
        return ()
    candidates = {*state.eligible_leader_replicas, *state.isr}
    candidates.difference_update(target.isr, target.uncleanly_shut_down)
    candidates.intersection_update(target.replicas)
    elr = tuple(sorted(candidates))
    is_same = set(elr) == set(state.eligible_leader_replicas)
    return state.eligible_leader_replicas if is_same else elr


def _elect(state: Partition, target: Target, elr: tuple[int, ...], rules: Rules) -> Elected:
    def is_valid(replica: int) -> bool:
        # An eligible replica leads only when the ISR is empty.
        is_member = replica in target.isr or (not target.isr and replica in elr)
        return is_member and rules.is_acceptable(replica)

    candidates = [state.leader, *target.replicas]
    if target.election is Election.PREFERRED:
        candidates = [target.replicas[0], *candidates]
    for replica in candidates:
        if is_valid(replica):
            return Elected(replica, is_unclean=False)
    last_known = _known_replicas(state, target)
    if (
        rules.has_elr
        and not target.isr
        and not elr
        and len(last_known) == 1
        and rules.is_acceptable(last_known[0])
    ):
        return Elected(last_known[0], is_unclean=True)
    if target.election is Election.UNCLEAN:
        for replica in target.replicas:
            if rules.is_acceptable(replica):
                return Elected(replica, is_unclean=True)
    return Elected(NO_LEADER, is_unclean=False)


def _known_replicas(state: Partition, target: Target) -> tuple[int, ...]:
    """Return the last known leader, while it is a replica."""
    return tuple(value for value in state.last_known_elr if value in target.replicas)


def _apply_election(
    change: _Change,
    state: Partition,
    target: Target,
    elr: tuple[int, ...],
    elected: Elected,
) -> tuple[int, ...]:
    """Write the new leader; return the eligible replicas that remain."""
    change.leader = elected.leader
    if elected.leader in elr:
        target.isr = (elected.leader,)
        elr = without(elr, (elected.leader,))
    # Also for a replica of the ELR, if the ISR had members: their logs can be longer.
    if elected.is_unclean:
        change.isr = (elected.leader,)
        if state.leader_recovery_state != RECOVERING:
            change.leader_recovery_state = RECOVERING
    return elr


def _bump_epoch_on_shrink(change: _Change, state: Partition, rules: Rules) -> None:
    # before it followers had to learn of a smaller ISR by a new leader epoch (KAFKA-15021)
    if (
        not Gate.ISR_SHRINK_KEEPS_EPOCH.is_open(rules.metadata_version)
        and change.leader == _NO_LEADER_CHANGE
        and change.isr is not None
        and not set(state.isr) <= set(change.isr)
    ):
        change.leader = state.leader


def _keep_last_known_leader(
    change: _Change, state: Partition, target: Target, rules: Rules
) -> None:
    """Note the last leader of a partition that loses its leader; clear it for a new leader."""
    if not rules.has_elr:
        return
    last_known = _known_replicas(state, target)
    if change.leader >= 0:
        last_known = ()
    elif change.leader == NO_LEADER and not last_known and state.leader in target.replicas:
        last_known = (state.leader,)
    if last_known != state.last_known_elr:
        change.last_known_elr = last_known


def _assign(change: _Change, state: Partition, target: Target, rules: Rules) -> None:
    if Gate.DIRECTORY_ASSIGNMENT.is_open(rules.metadata_version):
        known = dict(zip(state.replicas, state.directories, strict=True))
        known |= target.directories or {}
        directories = tuple(
            known[replica] if replica in known else rules.default_directory(replica)
            for replica in target.replicas
        )
        if directories != state.directories:
            change.directories = directories
    if target.replicas != state.replicas:
        change.replicas = target.replicas
    if target.removing != state.removing_replicas:
        change.removing_replicas = target.removing
    if target.adding != state.adding_replicas:
        change.adding_replicas = target.adding
