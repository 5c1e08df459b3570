"""The ports of one life of a node that are not storage's own: its links and its quorum-state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.network import LISTENER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.consensus.values import Election, Node
    from kraft_core.replica.rpc_mapping import WireRequest
    from kraft_core.simulation.network import Asked
    from kraft_core.simulation.node import SimulatedNode
    from kraft_core.storage.log_directory import LogDirectory
    from kraft_wire.message import Message


class Link:
    """The network port of one life of a node; sending is an operation before which it may end."""

    def __init__(self, node: SimulatedNode) -> None:
        self._node = node
        self._network = node.cluster.network
        self._asked: dict[int, Asked] = {}

    def receive(self, reply_to: int, asked: Asked, message: Message) -> None:
        """Hand in a request; nobody else has ever had that number."""
        self._asked[reply_to] = asked
        self._node.replica.receive_request(reply_to, LISTENER, asked.api_version, message)

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        """Send a request."""
        self._node.disk.count_down()
        self._network.send(self._node, request_id, to, request)

    def respond(self, reply_to: int, response: Message, api_version: int) -> None:
        """Answer one, once."""
        self._node.disk.count_down()
        self._asked.pop(reply_to).answer(response.encode(api_version))


class WatchedElection:
    """The election port: tells replica and observers when quorum-state is durable.

    As in a node that takes a while, in which the node may end, be paused or asked to shut down.
    """

    def __init__(
        self, node: SimulatedNode, directory: LogDirectory, delay: Callable[[], int]
    ) -> None:
        self._node = node
        self._file = directory.election
        self._delay = delay

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Replace quorum-state, later."""
        node = self._node

        def write() -> None:
            self._file.write(election, kraft_version, voter_ids)
            node.stored_election = election
            node.cluster.hooks.call(Moment.ELECTION_STORED, node)
            node.replica.election_stored()

        node.after(self._delay(), write)
        return True
