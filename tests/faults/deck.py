"""All kinds of faults, in an order that a seed decides."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.faults.faults import KINDS, PowerFailure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.faults import Fault


class Deck:
    """Kinds are drawn from the top; when none is left, the deck is made anew."""

    def __init__(self, seed: int, kinds: Sequence[type[Fault]] = KINDS) -> None:
        self._all = kinds
        self._rng = random.Random(f"deck {seed}")
        self._kinds: list[type[Fault]] = []

    def draw(self, count: int) -> list[type[Fault]]:
        """So many different kinds; a failure of the power, which takes all nodes, comes alone."""
        drawn: list[type[Fault]] = []
        while len(drawn) < min(count, len(set(self._all))):
            kind = self._draw_one()
            if kind is PowerFailure and drawn:
                self._kinds.append(kind)
                break
            drawn.append(kind)
            if kind is PowerFailure:
                break
        return drawn

    def put_back(self, kind: type[Fault]) -> None:
        """It could not be done, or did not bite: it comes again, last."""
        self._kinds.insert(0, kind)

    def _draw_one(self) -> type[Fault]:
        if not self._kinds:
            self._kinds = list(self._all)
            self._rng.shuffle(self._kinds)
        return self._kinds.pop()
