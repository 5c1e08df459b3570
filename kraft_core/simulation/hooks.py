"""Who hears of what: observers register for the effects, events and moments that they judge.

Nothing is called for what nobody registered, so an invariant costs only where its matter changes.
"""

from __future__ import annotations

from collections import defaultdict
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.consensus.roles import Role
    from kraft_core.simulation.ledger import CommittedEntry
    from kraft_core.simulation.node import SimulatedNode


class Moment(Enum):
    """What is neither an effect nor an event."""

    STARTED = "started"
    """A node has recovered its disk and its core has handled `Started`."""
    STOPPED = "stopped"
    """A node is down, however it came to be; its disk is as the end left it."""
    DISK_LOST = "disk-lost"
    """A node that is down has an empty disk and a new directory id now."""
    ELECTION_STORED = "election-stored"
    """quorum-state is durable: `node.stored_election`."""
    TURNED = "turned"
    """A node has ended a turn."""
    HEALED = "healed"
    """Once, with each node: no more faults from here on."""
    ENDED = "ended"
    """Once, with each node: phase 2 has come to its good end."""


class Hooks:
    """Callbacks by what they are for, each called in the order of registration."""

    def __init__(self) -> None:
        self.effects: dict[type, list[Callable[[SimulatedNode, Any], None]]] = defaultdict(list)
        """By class of effect: called right before it is performed, all before it having been."""
        self.events: dict[type, list[Callable[[SimulatedNode, Any], None]]] = defaultdict(list)
        """By class of event: called after the core handled it, before its effects are performed.

        Of a turn that ends with nothing due nobody is told.
        """
        self.roles: list[Callable[[SimulatedNode, Role, Role], None]] = []
        """Called with the role before and the role after an event."""
        self.moments: dict[Moment, list[Callable[[SimulatedNode], None]]] = defaultdict(list)
        self.commits: list[Callable[[SimulatedNode, CommittedEntry], None]] = []
        """Called once for each entry that is known as committed for the first time anywhere."""
        self.applied: list[Callable[[SimulatedNode, int, int], None]] = []
        """Called with the end of what a state machine holds by now, and the digest of its state."""
        self.twins: dict[object, object] = {}
        """What several observers share, by its kind."""

    def call(self, moment: Moment, node: SimulatedNode) -> None:
        """The moment has come for that node."""
        for callback in self.moments[moment]:
            callback(node)
