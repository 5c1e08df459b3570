"""A KRaft replica and everything around it.

What embedding a quorum needs is imported from here; a name is loaded when it is first used:

    from kraft_core import Membership, OwnQuorum, RaftNode, StateMachine

Public besides that: `kraft_core.client` (clients of a running quorum), `kraft_core.metadata` (the
state of a cluster out of its metadata records), and `kraft_core.raft.consensus.core` for a driver
of your own. Semantic versioning covers these names. Everything else is private and can change.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
