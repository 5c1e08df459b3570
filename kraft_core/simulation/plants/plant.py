"""What a plant is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.simulation.plants.patch import Patch


@dataclass(frozen=True, slots=True)
class Plant:
    """A deliberately wrong replica, storage, driver or operator.

    `invariants` are the names under which it may be found; it is planted for the first of them.
    The seeds of `scenario` from 0 on, `seeds` of them, are enough to find it under the first name.
    """

    name: str
    about: str
    invariants: tuple[str, ...]
    seeds: int
    break_it: Callable[[Patch], None]
    scenario: str = "default"
