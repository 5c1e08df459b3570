"""Placement of the replicas of new partitions: Kafka's StripedReplicaPlacer.

Brokers are taken in stripes over the racks, so that the replicas of a partition are in different
racks where there are enough, and leaders and replicas are spread evenly. The start in each list is
drawn: with a fixed start many small topics would all lead on the first broker.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random


class UsableBroker(NamedTuple):
    """A broker that can get replicas: not shutting down, with a directory that is not cordoned."""

    broker_id: int
    rack: str | None
    is_fenced: bool


class PlacementError(ValueError):
    """The replication factor cannot be reached: INVALID_REPLICATION_FACTOR (38)."""


@dataclass(slots=True)
class _Brokers:
    """A list that is walked once per round, each round from one place further on."""

    ids: list[int] = field(default_factory=list)
    start: int = 0
    taken: int = 0
    round: int = 0

    def begin(self, chance: Random) -> None:
        self.ids.sort()
        if self.ids:
            self.start = chance.randrange(len(self.ids))

    def next(self, round_number: int) -> int | None:
        if not self.ids:
            return None
        if self.round != round_number:
            self.round, self.taken = round_number, 0
            self.start = (self.start + 1) % len(self.ids)
        if self.taken == len(self.ids):
            return None
        self.taken += 1
        return self.ids[(self.taken - 1 + self.start) % len(self.ids)]


@dataclass(slots=True)
class _Rack:
    unfenced: _Brokers = field(default_factory=_Brokers)
    fenced: _Brokers = field(default_factory=_Brokers)

    def next(self, round_number: int) -> int | None:
        """Return the next unfenced broker, then the next fenced one."""
        broker_id = self.unfenced.next(round_number)
        return self.fenced.next(round_number) if broker_id is None else broker_id


class ReplicaPlacer:
    """Places the partitions of one topic, one after the other; `chance` draws starts and order."""

    def __init__(self, brokers: Iterable[UsableBroker], chance: Random) -> None:
        self._chance = chance
        by_name: dict[str | None, _Rack] = {}
        self._unfenced = self._all = 0
        for broker in brokers:
            rack = by_name.setdefault(broker.rack, _Rack())
            (rack.fenced if broker.is_fenced else rack.unfenced).ids.append(broker.broker_id)
            self._unfenced += not broker.is_fenced
            self._all += 1
        # no rack comes first, the others by name
        names = sorted(by_name, key=lambda name: (name is not None, name or ""))
        self._racks = [by_name[name] for name in names]
        for rack in self._racks:
            rack.fenced.begin(chance)
            rack.unfenced.begin(chance)
        self._offset = chance.randrange(len(self._racks)) if self._racks else 0
        self._round = 0

    def check(self, replication_factor: int) -> None:
        """Raise PlacementError, with Kafka's text, for a factor that cannot be reached."""
        if replication_factor <= 0:
            raise PlacementError(
                f"Invalid replication factor {replication_factor}: the replication factor must be"
                " positive."
            )
        if not self._unfenced:
            raise PlacementError(
                "All brokers are currently fenced, or have all their log directories cordoned."
            )
        if replication_factor > self._all:
            raise PlacementError(
                f"The target replication factor of {replication_factor} cannot be reached because"
                f" only {self._all} broker(s) are registered or some brokers have all their log"
                " directories cordoned."
            )

    def place(self, replication_factor: int) -> tuple[int, ...]:
        """Return the replicas of the next partition; raises PlacementError."""
        self.check(replication_factor)
        # After as many rounds as there are brokers the assignments would repeat.
        if self._round == self._unfenced > 1:
            self._shuffle()
            self._round = 0
        self._offset %= len(self._racks)
        first, skipped = self._first_replica()
        replicas = [first]
        at = self._offset
        while len(replicas) < replication_factor:
            rack, index = self._racks[at], at
            at = (at + 1) % len(self._racks)
            if index == skipped:  # the rack of the first replica had its turn
                skipped = None
                continue
            broker_id = rack.next(self._round)
            if broker_id is not None:
                replicas.append(broker_id)
        self._round += 1
        self._offset += 1
        return tuple(replicas)

    def _first_replica(self) -> tuple[int, int | None]:
        """Return the first replica, which leads and so is unfenced, with the place of its rack."""
        for step in range(len(self._racks)):
            index = (self._offset + step) % len(self._racks)
            broker_id = self._racks[index].unfenced.next(self._round)
            if broker_id is not None:
                return broker_id, index
        raise PlacementError(
            "All brokers are currently fenced, or have all their log directories cordoned."
        )

    def _shuffle(self) -> None:
        self._chance.shuffle(self._racks)
        for rack in self._racks:
            self._chance.shuffle(rack.fenced.ids)
            self._chance.shuffle(rack.unfenced.ids)
