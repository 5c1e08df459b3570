"""A round: three nodes, clients, and faults drawn from a seed, one step after the other.

Each round has a deck of all faults, shuffled by its seed. A step takes one of them or two, and does
them to different nodes at once, more often than not one of them to the leader. A fault that did not
bite goes back into the deck. Between steps the quorum sometimes gets the time to heal, sometimes
not; at the end it must. What a step draws depends on the seed and the number of the step alone; who
leads meanwhile is up to the nodes.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Protocol

from tests.faults.deck import Deck
from tests.faults.faults import ROWS, PowerFailure
from tests.faults.tally import Tally
from tests.faults.victim import comes_true
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.faults.clients import Clients
    from tests.faults.faults import Fault
    from tests.faults.victim import Victim

FAULTS = 7
"""How many must bite in a round."""
FAULTS_OF_A_ROW = {"clones": 2, "restored": 1}
"""Rows with fewer: a clone takes half a minute, logs begin behind an older copy after a minute, and
of a voter a leader says once a minute at most that it fell back."""
MISSES_MAX = 24
CLIENTS = 4
_PROGRESS = 10


class QuorumOnTrial(Protocol):
    """Three nodes behind a bad network, not started yet."""

    victims: Sequence[Victim]
    clients: Clients
    hold_s: tuple[float, float]
    """How long faults last once they have bitten."""
    bite_s: float
    """How long they may take to bite."""

    def judge(self, tally: Tally) -> None:
        """Everything is healed and the clients have finished: look at the nodes and their logs."""


class Round:
    """One round of a quorum. `tell` hears of each step before it is taken."""

    def __init__(
        self, quorum: QuorumOnTrial, seed: int, tell: Callable[[str], None], row: str = "all"
    ) -> None:
        self._quorum = quorum
        self._seed = seed
        self._faults = FAULTS_OF_A_ROW.get(row, FAULTS)
        self._deck = Deck(seed, ROWS[row])
        self._tell = tell
        self._steps = 0
        self.tally = Tally()

    def run(self) -> Tally:
        """Go through it; AssertionError or TimeoutError where something does not hold."""
        begin = time.monotonic()
        quorum, tally = self._quorum, self.tally
        for each in quorum.victims:
            each.node.launch()
        for each in quorum.victims:
            each.until_ready()
        quorum.clients.start(CLIENTS)
        self._commit("first commits")
        while tally.bitten.total() < self._faults:
            self._step()
            assert tally.missed.total() < MISSES_MAX, f"faults do not bite: {tally.missed}"
        for each in quorum.victims:
            each.until_ready()
        self._commit("commits after the last fault")
        quorum.clients.finish()
        tally.acknowledged = quorum.clients.acknowledged
        tally.leaders = quorum.clients.leaders
        quorum.judge(tally)
        tally.judged = quorum.clients.history.check()
        tally.seconds = time.monotonic() - begin
        return tally

    def _step(self) -> None:
        self._steps += 1
        rng = random.Random(f"step {self._steps} of {self._seed}")
        faults = self._draw(rng)
        self._tell(" and ".join(map(str, faults)))
        if any(each.needs_commits for each in faults):
            self._commit(f"commits before {faults[0]}")
        for each in faults:
            if each.needs_ready:
                each.victim.until_ready()
        for each in faults:
            each.begin()
        comes_true(lambda: all(each.has_bitten for each in faults), self._quorum.bite_s)
        time.sleep(rng.uniform(*self._quorum.hold_s))
        if len(faults) == 1 and faults[0].lets_commit and faults[0].has_bitten:
            self._commit(f"commits during {faults[0]}")
        for each in faults:
            self._end(each)
        self._look_for_deaths()
        if rng.random() < 0.5:
            self._commit(f"commits after {faults[0]}")

    def _end(self, fault: Fault) -> None:
        if fault.has_bitten:
            self.tally.bitten[fault.name] += 1
        else:
            self.tally.missed[fault.name] += 1
            self._deck.put_back(type(fault))
        fault.end()

    def _draw(self, rng: random.Random) -> list[Fault]:
        """Faults and the nodes that they are done to."""
        victims = list(self._quorum.victims)
        rng.shuffle(victims)
        if rng.random() < 0.5:
            leader = self._quorum.clients.leader
            victims.sort(key=lambda each: each.node.node_id != leader)
        kinds = self._deck.draw(2 if rng.random() < 0.4 else 1)
        faults: list[Fault] = []
        for kind in kinds:
            if kind is PowerFailure:
                return [PowerFailure(victims, rng)]
            able = [
                each
                for each in victims
                if each.node.watch or not kind.needs_watch
                if not (kind.needs_follower and each.node.node_id == self._quorum.clients.leader)
            ]
            if able:
                victims.remove(able[0])
                faults.append(kind(able[0], random.Random(rng.random())))
            else:
                self._deck.put_back(kind)
        return faults

    def _commit(self, what: str) -> None:
        """Wait until clients get somewhere."""
        clients = self._quorum.clients
        want = clients.acknowledged + _PROGRESS
        try:
            wait_until(lambda: clients.acknowledged >= want, what)
        except TimeoutError:
            words = "\n".join(each.last_words() for each in self._quorum.victims)
            raise TimeoutError(f"no {what}\n{words}") from None
        self._look_for_deaths()

    def _look_for_deaths(self) -> None:
        """Nobody ends by itself."""
        for each in self._quorum.victims:
            assert each.node.is_running, each.last_words()
