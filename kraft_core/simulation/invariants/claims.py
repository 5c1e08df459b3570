"""Claims: what a replica says of its log must be on its disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import SendRequest
from kraft_core.consensus.rpc import Fetch, Vote
from kraft_core.simulation.invariants.ballots import log_end
from kraft_core.simulation.invariants.invariant import Invariant

if TYPE_CHECKING:
    from kraft_core.simulation.node import SimulatedNode


class FlushBeforeFetch(Invariant):
    """A fetch offset acknowledges."""

    name = "FlushBeforeFetch"
    meaning = "The offset that a replica fetches from is the end of its log, and durable."
    source = "FlushBeforeFetch (KIP-853 gaps), KAFKA-17332"
    twin = "A replica fetched while some of its peers' records had just become durable here."

    def watch(self) -> None:
        """Fetches that leave."""
        self._last: dict[int, int] = {}
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        fetch = effect.request
        if type(fetch) is not Fetch:
            return
        offset = fetch.fetch_offset
        self.reached += offset > self._last.get(node.node_id, 0)
        self._last[node.node_id] = offset
        self.evaluations += 1
        if not offset == node.log.end_offset == node.flushed_end:
            ends = (node.log.end_offset, node.flushed_end)
            self.ensure(holds=False, detail=(str(node.key), "fetches from", offset, "has", ends))


class ClaimOnlyDurable(Invariant):
    """A candidate's log end is a claim, too."""

    name = "ClaimOnlyDurable"
    meaning = "No vote request states a log end that is not there or not durable."
    source = "ClaimOnlyDurable (KIP-853 gaps)"
    twin = "A replica asked for votes with a log that is not empty."

    def watch(self) -> None:
        """Vote requests that leave."""
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        vote = effect.request
        if type(vote) is not Vote:
            return
        self.reached += vote.last_offset > 0
        real = log_end(node.log, vote.last_offset)
        is_real = real is None or real == (vote.last_offset_epoch, vote.last_offset)
        holds = vote.last_offset <= node.flushed_end and is_real
        self.ensure(holds, (str(node.key), vote, "flushed", node.flushed_end, "log", real))
