"""Common parts of all invariants: name, source, counters, and shared reference models.

A reference model is deliberately naive: it never uses the code under test to process an event.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from kraft_core.sim.quorum.result import InvariantFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.sim.quorum.cluster import Cluster


class Invariant(ABC):
    """One rule, registered with the hooks of one cluster.

    `evaluations` counts checks. `reached` counts how often the coverage condition was met: how
    often the case came up that the rule is about. A campaign that never reached it differs from
    one that found nothing.
    """

    name: ClassVar[str]
    meaning: ClassVar[str]
    """One sentence."""
    source: ClassVar[str]
    """Who else checks it, or where it is reasoned."""
    coverage: ClassVar[str]
    """The coverage condition in one sentence: `reached` counts how often it was met."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.evaluations = 0
        self.reached = 0
        self.watch()

    @abstractmethod
    def watch(self) -> None:
        """Register with `self.cluster.hooks`."""

    def ensure(self, holds: bool, detail: object) -> None:
        """Count an evaluation; raises InvariantFailed unless `holds`."""
        self.evaluations += 1
        if not holds:
            raise InvariantFailed(self.name, str(detail))


_T = TypeVar("_T")


def model_of(cluster: Cluster, kind: Callable[[Cluster], _T]) -> _T:
    """Return the one model of that kind for this cluster, created at the first request.

    Call this before you register hooks of your own: they then run after the model is updated.
    """
    known = cluster.hooks.models
    if kind not in known:
        known[kind] = kind(cluster)
    return cast("_T", known[kind])
