"""The tally of an election, counted over the voter set as it was when the election began."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.voters import VoterSet


class Votes:
    """Who granted and who refused. The replica itself grants."""

    def __init__(self, voters: VoterSet, own_id: int) -> None:
        self._answers: dict[int, bool | None] = dict.fromkeys(voters.ids)
        self._majority = voters.majority
        self.own_id = own_id
        self.record(own_id, granted=True)

    def record(self, voter_id: int, *, granted: bool) -> None:
        """Take an answer; one from a node outside the set of this election does not count."""
        if voter_id in self._answers:
            self._answers[voter_id] = granted

    def ask_again(self, voter_id: int) -> None:
        """Count that voter as one that has not answered yet."""
        if voter_id in self._answers and voter_id != self.own_id:
            self._answers[voter_id] = None

    @property
    def granting(self) -> tuple[int, ...]:
        """Who granted, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer)

    @property
    def unrecorded(self) -> tuple[int, ...]:
        """Who has not answered, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer is None)

    @property
    def is_won(self) -> bool:
        """Whether a majority granted."""
        return len(self.granting) >= self._majority

    @property
    def is_lost(self) -> bool:
        """Whether those who granted and those who may still do so are no majority."""
        return len(self.granting) + len(self.unrecorded) < self._majority
