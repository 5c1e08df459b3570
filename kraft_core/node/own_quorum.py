"""A quorum of one's own data: its name, how its nodes are configured, how it begins and grows.

    LEDGER = OwnQuorum("ledger")
    node = LEDGER.configuration(1, "127.0.0.1:9001", folder)
    LEDGER.begin(node)                        # at the very first node, or at the first voters
    LEDGER.join(other)                        # at every later one
    async with RaftNode(node, machine): ...

A node that joins knows nobody but the addresses it is given. Its directory id is drawn anew, so
that a node whose disk was lost is not taken for what it was (KIP-853).
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.errors import ConfigurationError
from kraft_core.node.first_voters import standalone_voter
from kraft_core.quorum_topic import QuorumTopic
from kraft_core.storage.meta_properties import new_directory_id
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kraft_core.consensus.values import Endpoint
    from kraft_core.consensus.voters import VoterSet

LISTENER: Final = "QUORUM"
_NAMES: Final = uuid.UUID("5f0c1a52-7b1e-4c38-9e57-2b6f7d0a9c41")
"""Topic ids follow from names: two quorums of one name know each other, others do not."""


@dataclass(frozen=True, slots=True)
class OwnQuorum:
    """A quorum by its name, the same at all its nodes; raises ValueError for Kafka's own name.

    `cluster_id` tells two quorums of the same name apart: nodes of one refuse those of another.
    """

    name: str
    cluster_id: str = ""

    def __post_init__(self) -> None:
        self.topic  # noqa: B018 - a name that cannot be one is refused at once

    @property
    def topic(self) -> QuorumTopic:
        """The topic that holds the data."""
        return QuorumTopic(self.name, Uuid(uuid.uuid5(_NAMES, self.name).bytes))

    def configuration(
        self,
        node_id: int,
        address: str,
        folder: str,
        servers: Iterable[str] = (),
        settings: Mapping[str, str] | None = None,
    ) -> NodeConfiguration:
        """What a node at `address` (HOST:PORT) is told; raises ConfigurationError.

        `servers` are addresses of nodes through which the quorum is found, `settings` Kafka's keys.
        A node that is no voter joins by itself, unless `controller.quorum.auto.join.enable` is
        false.
        """
        return NodeConfiguration.of(
            {
                "process.roles": "controller",
                "node.id": str(node_id),
                "listeners": f"{LISTENER}://{address}",
                "controller.listener.names": LISTENER,
                "controller.quorum.bootstrap.servers": ",".join(servers) or address,
                "controller.quorum.auto.join.enable": "true",
                "log.dirs": folder,
                **(settings or {}),
            },
            self.topic,
        )

    def begin(self, configuration: NodeConfiguration, voters: VoterSet | None = None) -> bool:
        """Format the directory of a first voter, unless it is formatted; whether that was done.

        Without `voters` the quorum begins with this node alone; with them this node is one of
        several, and all of them are formatted with the same set. Raises ConfigurationError and
        StorageError.
        """
        node_id = configuration.node_id
        if voters is None:
            voters = standalone_voter(node_id, new_directory_id(), _endpoint(configuration))
        own = voters.get(node_id)
        if own is None or own.key.directory_id is None:
            raise ConfigurationError(f"Node {node_id} is none of the first voters.")
        return self._prepare(configuration, own.key.directory_id, voters)

    def join(self, configuration: NodeConfiguration) -> bool:
        """Format the directory of a node that comes later, unless it is formatted.

        Whether that was done. Raises StorageError.
        """
        return self._prepare(configuration, new_directory_id(), None)

    def _prepare(
        self, configuration: NodeConfiguration, directory_id: bytes, voters: VoterSet | None
    ) -> bool:
        cluster_id = self.cluster_id or self.name
        return prepare_directory(configuration, cluster_id, directory_id, voters)


def _endpoint(configuration: NodeConfiguration) -> Endpoint:
    """Where the first voter is found by those who come later."""
    listener = configuration.bound[0]
    if not listener.port:
        raise ConfigurationError("A quorum begins at an address with a port of its own, not 0.")
    (endpoint,) = configuration.endpoints({listener.name: listener.port})
    return endpoint
