"""Changing who votes, from any node: the leader is found, asked, and asked again if it changes.

AddRaftVoter and RemoveRaftVoter of KIP-853, for whoever embeds a node.

    await Membership(node).add(ReplicaKey(4, directory_id), endpoints)
    await Membership(node).remove(1)
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from kraft_core.consensus.values import VersionRange
from kraft_core.node.errors import MembershipError
from kraft_core.node.peers import Peers
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AddRaftVoterRequest, RemoveRaftVoterRequest
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from kraft_core.consensus.values import Endpoints, FailureReason, Node, PeerVersions, ReplicaKey
    from kraft_core.node.node import RaftNode
    from kraft_wire.message import Message
    from kraft_wire.messages import AddRaftVoterResponse, RemoveRaftVoterResponse

    _Change = AddRaftVoterRequest | RemoveRaftVoterRequest
    _Answer = AddRaftVoterResponse | RemoveRaftVoterResponse

_RETRY_S: Final = 0.1
_PATIENCE_S: Final = 1.0
_WORTH_ASKING_AGAIN: Final = frozenset(
    {ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.REQUEST_TIMED_OUT}
)


class Membership:
    """The voters of a node's quorum, as something that can be changed."""

    def __init__(self, node: RaftNode) -> None:
        self._node = node

    async def add(self, key: ReplicaKey, endpoints: Endpoints, *, timeout_s: float = 30) -> None:
        """Make an observer a voter; it is one on return. That it is one already is no fault.

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
        """Make a voter an observer; it is none on return. That it is none is no fault.

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
        """Ask leaders until one of them decides, or the time is over; the last answer."""
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
        """One request on a connection of its own; None if it has no answer."""
        settings = replace(self._node.peer_settings, request_timeout_s=timeout_s)
        call = _Call(asyncio.get_running_loop().create_future())
        peers = Peers(settings, call, self._node.tasks)
        try:
            peers.send(1, leader, _Request(request))
            return cast("_Answer | None", await call.answer)
        finally:
            peers.close()
            await peers.wait_closed(_PATIENCE_S)


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
        """It is written in one version only."""
        del api_version
        return self.body


@dataclass(frozen=True, slots=True)
class _Call:
    """Waits for what comes of the only request."""

    answer: asyncio.Future[Message | None]

    def on_response(self, request_id: int, message: Message) -> None:
        """The leader has decided, or says why not."""
        del request_id
        if not self.answer.done():
            self.answer.set_result(message)

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """It could not be asked."""
        del request_id, reason
        if not self.answer.done():
            self.answer.set_result(None)

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """The replica hears that by a connection of its own."""

    def on_gone(self, node_id: int) -> None:
        """The replica hears that by a connection of its own."""
