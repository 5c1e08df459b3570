"""Who leads, and when the state machine may know that it is we.

A state machine must have seen everything that was committed before its epoch when it begins to
write, so it hears of its own leadership only after the first record of the epoch was applied here
(as Kafka's ListenerContext does). Every other leader it hears of at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.values import LeaderAndEpoch, LeaderChange

if TYPE_CHECKING:
    from kraft_core.consensus.effects import AppendControlRecords
    from kraft_core.replica.state_machine import StateMachine


class Leadership:
    """Follows `AnnounceLeader`. `leading_epoch` is the epoch that we lead, None while we do not."""

    def __init__(self, own_id: int | None, machine: StateMachine) -> None:
        self._own_id = own_id
        self._machine = machine
        self._epoch_start = (-1, -1)
        self._untold: LeaderAndEpoch | None = None
        self.current = LeaderAndEpoch(None, 0)
        self.leading_epoch: int | None = None

    def control_appended(self, effect: AppendControlRecords) -> None:
        """Remember where our epoch begins."""
        if any(isinstance(record, LeaderChange) for record in effect.records):
            self._epoch_start = (effect.epoch, effect.base_offset)

    def announce(self, leader: LeaderAndEpoch) -> None:
        """Take another leader or epoch; the state machine is not told before `applied`."""
        self.current = self._untold = leader
        leads = leader.leader_id is not None and leader.leader_id == self._own_id
        self.leading_epoch = leader.epoch if leads else None

    def applied(self, applied_end: int) -> None:
        """The state machine has seen everything below that offset: tell it what it may know."""
        untold = self._untold
        if untold is None or (self.leading_epoch is not None and not self._has_seen(applied_end)):
            return
        self._untold = None
        self._machine.leader_changed(untold)

    def _has_seen(self, applied_end: int) -> bool:
        epoch, start = self._epoch_start
        return epoch == self.leading_epoch and applied_end > start
