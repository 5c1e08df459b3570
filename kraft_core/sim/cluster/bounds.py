"""Limits of the tables of a controller that grow with brokers and controllers.

A limit is computed from the current cluster, so that one leftover entry for each of many former
brokers or voters exceeds it. The limits that keep peers from filling memory are constants in
production code: `tests/architecture/bounds.py` lists them, and the tables of a node that the
simulator does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from kraft_core.raft.consensus.roles import Leader
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from kraft_core.metadata import ClusterImage
    from kraft_core.sim.cluster.controllers import ControllerNode
    from kraft_core.sim.quorum.node import SimulatedNode

_LOOK_MS: Final = 1_000
_PENDING_MAX: Final = 1_000
"""Requests, decisions and events that wait for one node of a small cluster."""
_EPOCHS_MAX: Final = 64
"""Epochs and voter sets of a log with retention: each is in force for days."""
_REGISTERED_MAX: Final = 12
"""Registered brokers: each is removed within some days after it stopped."""


class Bound(NamedTuple):
    """A table, its size on a node and its limit there."""

    table: str
    tables: Callable[[ControllerNode], tuple[Sized, ...]]
    limit: Callable[[ControllerNode], int]


def _nodes(node: ControllerNode) -> int:
    return len(node.cluster.nodes)


def _named_nodes(node: ControllerNode) -> int:
    """Return the number of nodes and of bootstrap servers, which have negative ids."""
    return len(node.cluster.nodes) + len(node.cluster.bootstrap_servers)


def _image(node: ControllerNode) -> ClusterImage:
    return node.controller.image.cluster


def _topics(node: ControllerNode) -> int:
    return len(_image(node).topics)


def _partitions(node: ControllerNode) -> int:
    return sum(len(each.partitions) for each in _image(node).topics.values())


def _replicas(node: ControllerNode) -> int:
    topics = _image(node).topics.values()
    return sum(len(one.replicas) for each in topics for one in each.partitions.values())


def _brokers(node: ControllerNode) -> int:
    return len(_image(node).brokers)


def _by_broker(node: ControllerNode) -> tuple[Sized, ...]:
    index = _image(node).index
    return () if index is None else (index.in_sync, index.eligible, index.in_directory)


def _leader_tables(node: ControllerNode) -> tuple[Sized, ...]:
    role = node.core.role
    if not isinstance(role, Leader):
        return ()
    return role.progress.observers, role.progress.voters, role.addresses, role.heard


def _sessions(node: ControllerNode) -> tuple[Sized, ...]:
    active = node.controller._active
    if active is None:
        return ()
    sessions = active.state.sessions
    return sessions._contacts, sessions._brokers


def _decisions(node: ControllerNode) -> tuple[Sized, ...]:
    active = node.controller._active
    early = (node.controller._early,)
    if active is None:
        return early
    return *early, active._queue, active._waiting, active._decider._appended


BOUNDS: Final = (
    Bound("observers, voters and what a leader knows of them", _leader_tables, _nodes),
    Bound("peers that have asked", lambda node: (node.core._state.peers,), _nodes),
    Bound(
        "peers that were asked, do not answer, or are of another cluster",
        lambda node: (
            node.core._state.in_flight._awaited,
            node.core._state.in_flight._backing_off,
            node.core._state.in_flight._unanswered,
            node.core._state.in_flight._foreign,
            node.core._state.in_flight._last_ids,
        ),
        _named_nodes,
    ),
    Bound("parked fetches", lambda node: (node.core._state.parked,), _nodes),
    Bound(
        "voter sets and levels in the log",
        lambda node: (node.core._state.history.sets, node.core._state.history.levels),
        lambda _: _EPOCHS_MAX,
    ),
    Bound(
        "events and appends of the replica",
        lambda node: (node.replica._inbox,),
        lambda _: _PENDING_MAX,
    ),
    Bound("sessions of brokers", _sessions, _brokers),
    Bound("requests and decisions of the controller", _decisions, lambda _: _PENDING_MAX),
    Bound(
        "registered brokers",
        lambda node: (_image(node).brokers,),
        lambda _: _REGISTERED_MAX,
    ),
    Bound(
        "registered controllers", lambda node: (node.controller.image.cluster.controllers,), _nodes
    ),
    Bound(
        "directories of brokers",
        lambda node: (_image(node).directories,),
        lambda node: 2 * _brokers(node),
    ),
    Bound("ISRs, ELRs and directories by broker", _by_broker, _replicas),
    Bound("names of topics that collide", lambda node: (_image(node).names_by_collision,), _topics),
    Bound(
        "partitions to balance or reassign",
        lambda node: (
            ()
            if (index := _image(node).index) is None
            else (index.imbalanced, index.reassigning, index.leaderless)
        ),
        _partitions,
    ),
)
"""All tables of consensus, replica and controller that brokers, voters or operators make grow."""


class TablesAreBounded(Invariant):
    """Checks that brokers and controllers that are gone leave no entry in a table."""

    name = "tables-are-bounded"
    meaning = "Each table of consensus, replica and controller is within its bound."
    source = "kraft's rule for a process that runs for a year"
    coverage = "A table shrank."

    def watch(self) -> None:
        """Subscribe to turns, to check all tables of a node at intervals."""
        self._due_ms: dict[int, int] = {}
        self._sizes: dict[tuple[int, str], int] = {}
        self.largest: dict[str, int] = {}
        """The most entries that each table had."""
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _turned(self, node: SimulatedNode) -> None:
        now_ms = self.cluster.now_ms
        if now_ms < self._due_ms.get(node.node_id, 0):
            return
        self._due_ms[node.node_id] = now_ms + _LOOK_MS
        for bound in BOUNDS:
            self._look(cast("ControllerNode", node), bound)

    def _look(self, node: ControllerNode, bound: Bound) -> None:
        size = max(map(len, bound.tables(node)), default=0)
        limit = bound.limit(node)
        key = (node.node_id, bound.table)
        self.reached += size < self._sizes.get(key, 0)
        self._sizes[key] = size
        self.largest[bound.table] = max(size, self.largest.get(bound.table, 0))
        self.ensure(size <= limit, f"node {node.node_id}: {bound.table}: {size} of {limit}")
