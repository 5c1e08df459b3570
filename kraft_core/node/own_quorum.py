"""Embedding: a quorum for custom data, its formation, voters and snapshots.

    LEDGER = OwnQuorum("ledger")
    node = LEDGER.configuration(1, "127.0.0.1:9001", folder)
    LEDGER.begin(node)                        # at the very first node, or at the first voters
    LEDGER.join(other)                        # at every later one
    async with RaftNode(node, machine): ...

    await Membership(node).add(ReplicaKey(4, directory_id), endpoints)
    await Membership(node).remove(1)
    await write_snapshot(node)                # before a backup, for nodes that join

A node that joins knows only the addresses that it was given. Its directory id is new, so that a
node that lost its disk is not mistaken for its former self (KIP-853). `Membership` sends
AddRaftVoter and RemoveRaftVoter (KIP-853) from any node: it finds the leader, and asks again if the
leader changes.
"""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from kraft_core.config.errors import ConfigurationError, MembershipError
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.formatting import standalone_voter
from kraft_core.node.transport.peers import Peers
from kraft_core.raft.consensus.values import VersionRange
from kraft_core.raft.storage.meta_properties import new_directory_id
from kraft_core.raft.topic import QuorumTopic
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AddRaftVoterRequest, RemoveRaftVoterRequest
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kraft_core.node.node import RaftNode
    from kraft_core.raft.consensus.values import (
        Endpoint,
        Endpoints,
        FailureReason,
        Node,
        PeerVersions,
        ReplicaKey,
    )
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_wire.message import Message
    from kraft_wire.messages import AddRaftVoterResponse, RemoveRaftVoterResponse

    _Change = AddRaftVoterRequest | RemoveRaftVoterRequest
    _Answer = AddRaftVoterResponse | RemoveRaftVoterResponse
    from kraft_core.raft.consensus.values import SnapshotId


# -- the quorum ------------------------------------------------------------------------------------

LISTENER: Final = "QUORUM"
_NAMES: Final = uuid.UUID("5f0c1a52-7b1e-4c38-9e57-2b6f7d0a9c41")
"""Topic ids are derived from names: quorums of one name have the same id, others do not."""


@dataclass(frozen=True, slots=True)
class OwnQuorum:
    """A quorum by its name, the same at all its nodes; raises ValueError for Kafka's name.

    `cluster_id` distinguishes quorums of the same name: nodes of one refuse those of another.
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
        """Return the configuration of a node at `address` (HOST:PORT); raises ConfigurationError.

        `servers` are addresses of nodes through which the quorum is found, `settings` Kafka's keys.
        A node that is not a voter joins by itself, unless `controller.quorum.auto.join.enable` is
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
        """Format the directory of a first voter if needed; return True if this call did so.

        Without `voters` the quorum begins with this node alone; with them this node is one of
        several, and all of them are formatted with the same set. Raises ConfigurationError and
        StorageError.
        """
        node_id = configuration.node_id
        if voters is None:
            voters = standalone_voter(node_id, new_directory_id(), _endpoint(configuration))
        own = voters.get(node_id)
        if own is None or own.key.directory_id is None:
            raise ConfigurationError(f"Node {node_id} is not one of the initial voters.")
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
    """Return the address at which later nodes find the first voter."""
    listener = configuration.bound[0]
    if not listener.port:
        raise ConfigurationError("A quorum needs an address with a fixed port, not 0.")
    (endpoint,) = configuration.endpoints({listener.name: listener.port})
    return endpoint


# -- its voters ------------------------------------------------------------------------------------

_RETRY_S: Final = 0.1
_CLOSE_TIMEOUT_S: Final = 1.0
_WORTH_ASKING_AGAIN: Final = frozenset(
    {ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.REQUEST_TIMED_OUT}
)


class Membership:
    """Changes the voters of a node's quorum."""

    def __init__(self, node: RaftNode) -> None:
        self._node = node

    async def add(self, key: ReplicaKey, endpoints: Endpoints, *, timeout_s: float = 30) -> None:
        """Make an observer a voter; it is one on return. An existing voter is not an error.

        The leader waits until it has caught up. Raises MembershipError and NodeEndedError.
        """
        request = AddRaftVoterRequest(
            cluster_id=self._node.core.config.cluster_id,
            timeout_ms=int(timeout_s * 1000),
            voter_id=key.id,
            voter_directory_id=Uuid(key.directory_id or bytes(16)),
            listeners=tuple(
                AddRaftVoterRequest.Listener(name=each.name, host=each.host, port=each.port)
                for each in endpoints
            ),
        )
        error, sentence = await self._change(request, timeout_s)
        is_there = error is ErrorCode.DUPLICATE_VOTER and self._node.voters.has(key)
        if error is not ErrorCode.NONE and not is_there:
            raise MembershipError(f"Node {key.id} was not made a voter: {sentence}", error)

    async def remove(self, voter_id: int, *, timeout_s: float = 30) -> None:
        """Make a voter an observer. Do nothing if it is not a voter.

        Raises MembershipError and NodeEndedError.
        """
        voter = self._node.voters.get(voter_id)
        if voter is None:
            return
        request = RemoveRaftVoterRequest(
            cluster_id=self._node.core.config.cluster_id,
            voter_id=voter_id,
            voter_directory_id=Uuid(voter.key.directory_id or bytes(16)),
        )
        error, sentence = await self._change(request, timeout_s)
        is_gone = error is ErrorCode.VOTER_NOT_FOUND and self._node.voters.get(voter_id) is None
        if error is not ErrorCode.NONE and not is_gone:
            raise MembershipError(f"Voter {voter_id} was not removed: {sentence}", error)

    async def _change(self, request: _Change, timeout_s: float) -> tuple[ErrorCode | None, str]:
        """Ask leaders until one of them decides or the time is over; return the last answer."""
        node, loop = self._node, asyncio.get_running_loop()
        deadline_s = loop.time() + timeout_s
        error: ErrorCode | None = None
        sentence = f"no leader answered within {timeout_s:g} s."
        try:
            async with asyncio.timeout_at(deadline_s):
                while True:
                    leader = await node.until(lambda: node.leader_address)
                    answer = await self._ask(cast("Node", leader), request, timeout_s)
                    if answer is not None:
                        error = ErrorCode(answer.error_code)
                        sentence = f"{answer.error_message or error.name}."
                        if error not in _WORTH_ASKING_AGAIN:
                            break
                    await asyncio.sleep(_RETRY_S)
        except TimeoutError:
            pass
        return error, sentence

    async def _ask(self, leader: Node, request: _Change, timeout_s: float) -> _Answer | None:
        """Send one request on a separate connection; return None if there is no response."""
        settings = replace(self._node.peer_settings, request_timeout_s=timeout_s)
        call = _Call(asyncio.get_running_loop().create_future())
        peers = Peers(settings, call, self._node.tasks)
        try:
            peers.send(1, leader, _Request(request))
            return cast("_Answer | None", await call.answer)
        finally:
            peers.close()
            await peers.wait_closed(_CLOSE_TIMEOUT_S)


@dataclass(frozen=True, slots=True)
class _Request:
    """A change of voters in version 0: it is answered when it is committed."""

    body: _Change
    versions: VersionRange = VersionRange(0, 0)  # noqa: RUF009 - frozen

    @property
    def api_key(self) -> int:
        """80 or 81."""
        return self.body.API_KEY

    def message(self, api_version: int) -> Message:
        """Return the request; it has one version."""
        del api_version
        return self.body


@dataclass(frozen=True, slots=True)
class _Call:
    """Waits for the result of the only request."""

    answer: asyncio.Future[Message | None]

    def on_response(self, request_id: int, message: Message) -> None:
        """Store the leader's decision or refusal."""
        del request_id
        if not self.answer.done():
            self.answer.set_result(message)

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """Store a failure: the leader could not be asked."""
        del request_id, reason
        if not self.answer.done():
            self.answer.set_result(None)

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """Ignore the description; the replica gets it from a separate connection."""

    def on_gone(self, node_id: int) -> None:
        """Ignore the loss; the replica learns of it from a separate connection."""


# -- its snapshots ---------------------------------------------------------------------------------


async def write_snapshot(node: RaftNode) -> SnapshotId:
    """Write a snapshot of the applied state, wait until it is on disk, and return its id.

    As long as the state machine cannot write one, or nothing is applied, it is waited for. Raises
    NodeEndedError.
    """
    wanted = node.replica.applied.offset

    def stored() -> SnapshotId | None:
        latest = node.directory.latest_snapshot()
        if latest is not None and latest.snapshot_id.offset >= wanted:
            return latest.snapshot_id
        if node.replica.request_snapshot():
            node.turn_soon()
        return None

    return cast("SnapshotId", await node.until(stored))
