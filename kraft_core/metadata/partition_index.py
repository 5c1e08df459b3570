"""An index of the partitions that concern a broker, a directory or an election.

Kafka keeps the same in BrokersToIsrs, BrokersToElrs, BrokersToDirs (`directoriesToPartitions`),
`imbalancedPartitions` and `reassigningTopics` of ReplicationControlManager. Without them each fence
of a broker would walk all partitions. Every set is a dict without values: it keeps the order of
insertion, so that decisions do not depend on the hash seed of the process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.metadata.cluster_image import Partition
    from kraft_wire.primitives import Uuid

NO_LEADER: Final = -1

Owner = TypeVar("Owner", bound="int | Uuid")


class PartitionKey(NamedTuple):
    """A partition by the id of its topic and its number."""

    topic_id: Uuid
    number: int


_Keys = dict[PartitionKey, None]


class PartitionIndex:
    """Follows every change of a partition; all look-ups are in constant time."""

    def __init__(self) -> None:
        self.in_sync: dict[int, _Keys] = {}
        """By broker: the partitions with the broker in the ISR."""
        self.eligible: dict[int, _Keys] = {}
        """By broker: the partitions with the broker in the eligible leader replicas (KIP-966)."""
        self.led: dict[int, _Keys] = {}
        """By broker: the partitions that it leads, in their ISR; under -1 those without a leader.

        Two changes of one batch can leave a leader outside its ISR, which BrokersToIsrs forgets.
        """
        self.in_directory: dict[Uuid, _Keys] = {}
        """By directory id: the partitions with a replica there, reserved ids included."""
        self.imbalanced: _Keys = {}
        """The partitions whose leader is not the preferred replica, leaderless ones included."""
        self.reassigning: _Keys = {}
        """The partitions that add or remove replicas (KIP-455)."""

    @property
    def leaderless(self) -> _Keys:
        """The partitions without a leader."""
        return self.led.get(NO_LEADER, {})

    def leads(self, broker_id: int) -> bool:
        """Return True if a broker leads any partition."""
        return bool(self.led.get(broker_id))

    def change(self, key: PartitionKey, old: Partition | None, new: Partition | None) -> None:
        """Update the index; None is a partition that does not exist."""
        if new is None:
            if old is not None:
                self._remove(key, old)
            return
        if old is None:
            self._add(key, new)
            return
        # a change names few of the fields: leave the sets of the others alone
        if old.isr != new.isr:
            _move(self.in_sync, key, old.isr, new.isr)
        if old.eligible_leader_replicas != new.eligible_leader_replicas:
            _move(self.eligible, key, old.eligible_leader_replicas, new.eligible_leader_replicas)
        if old.leader != new.leader or old.isr != new.isr:
            _move(self.led, key, _leader(old), _leader(new))
        if old.directories != new.directories:
            _move(self.in_directory, key, old.directories, new.directories)
        _mark(self.imbalanced, key, is_in=not new.has_preferred_leader)
        _mark(self.reassigning, key, is_in=new.is_reassigning)

    def _add(self, key: PartitionKey, state: Partition) -> None:
        _put(self.in_sync, key, state.isr)
        _put(self.eligible, key, state.eligible_leader_replicas)
        _put(self.led, key, _leader(state))
        _put(self.in_directory, key, state.directories)
        if not state.has_preferred_leader:
            self.imbalanced[key] = None
        if state.is_reassigning:
            self.reassigning[key] = None

    def _remove(self, key: PartitionKey, state: Partition) -> None:
        _move(self.in_sync, key, state.isr, ())
        _move(self.eligible, key, state.eligible_leader_replicas, ())
        _move(self.led, key, _leader(state), ())
        _move(self.in_directory, key, state.directories, ())
        self.imbalanced.pop(key, None)
        self.reassigning.pop(key, None)


def _leader(state: Partition) -> tuple[int, ...]:
    leader = state.leader
    return (leader,) if leader == NO_LEADER or leader in state.isr else ()


def _put(owners: dict[Owner, _Keys], key: PartitionKey, after: tuple[Owner, ...]) -> None:
    for owner in after:
        keys = owners.get(owner)
        if keys is None:
            keys = owners[owner] = {}
        keys[key] = None


def _move(
    owners: dict[Owner, _Keys],
    key: PartitionKey,
    before: tuple[Owner, ...],
    after: tuple[Owner, ...],
) -> None:
    for owner in _only(before, after):
        keys = owners[owner]
        del keys[key]
        if not keys:
            del owners[owner]
    for owner in _only(after, before):
        owners.setdefault(owner, {})[key] = None


def _only(these: tuple[Owner, ...], others: tuple[Owner, ...]) -> Iterator[Owner]:
    """Yield each value of `these` that is not in `others`, once."""
    return (value for value in dict.fromkeys(these) if value not in others)


def _mark(keys: _Keys, key: PartitionKey, *, is_in: bool) -> None:
    if is_in:
        keys[key] = None
    else:
        keys.pop(key, None)
