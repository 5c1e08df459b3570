"""What invariants keep account of themselves, from effects and events, one of each for a cluster.

Naive on purpose: a twin never asks the code under test what follows from what happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.simulation.cluster import Cluster

_T = TypeVar("_T")


def twin(cluster: Cluster, kind: Callable[[Cluster], _T]) -> _T:
    """The one twin of that kind that watches this cluster; made when it is first asked for.

    Whoever asks before it registers with the hooks itself is called after the twin is up to date.
    """
    known = cluster.hooks.twins
    if kind not in known:
        known[kind] = kind(cluster)
    return cast("_T", known[kind])
