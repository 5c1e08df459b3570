"""What all invariants share: a name, where it comes from, how often it was judged and met."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from kraft_core.simulation.result import InvariantFailed

if TYPE_CHECKING:
    from kraft_core.simulation.cluster import Cluster


class Invariant(ABC):
    """One rule, registered with the hooks of one cluster.

    `evaluations` counts judgements. `reached` is its "sometimes" twin: how often the case that the
    rule is about really came up, so that a campaign that never exercised it is told from one that
    found nothing.
    """

    name: ClassVar[str]
    meaning: ClassVar[str]
    """One sentence."""
    source: ClassVar[str]
    """Who else checks it, or where it is reasoned."""
    twin: ClassVar[str]
    """One sentence: the case whose coming up `reached` counts."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.evaluations = 0
        self.reached = 0
        self.watch()

    @abstractmethod
    def watch(self) -> None:
        """Register with `self.cluster.hooks`."""

    def ensure(self, holds: bool, detail: object) -> None:
        """Judge: raises InvariantFailed unless it holds."""
        self.evaluations += 1
        if not holds:
            raise InvariantFailed(self.name, str(detail))
