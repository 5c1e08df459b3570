"""Registers a controller with the active one, for tools to find and upgrades to count.

Kafka's ControllerRegistrationManager: as long as the metadata log has no registration of this
incarnation, the leader is asked for one, at the address that the voter set has for it. It is asked
again after 100 ms, then twice as long each time, two minutes at most.

Two processes with one node id (a copied machine) would replace each other's registration without
end, and let the log grow. Each time that this happens the node waits twice as long before it
registers again; Kafka's controllers do not.
"""

from __future__ import annotations

import logging
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from kraft_core.config.feature_levels import (
    METADATA_VERSION,
    SUPPORTED,
)
from kraft_core.config.gates import Gate
from kraft_core.node.transport.peers import Peers
from kraft_core.raft.consensus.values import VersionRange
from kraft_wire.messages import (
    ApiKey,
    ControllerRegistrationRequest,
    ControllerRegistrationResponse,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.node.node import RaftNode
    from kraft_core.node.tasks import Timer
    from kraft_core.raft.consensus.values import FailureReason, Node, PeerVersions
    from kraft_wire.message import Message

_LOG: Final = logging.getLogger("kraft.controller")

_PROTOCOLS: Final = {"PLAINTEXT": 0, "SSL": 1, "SASL_PLAINTEXT": 2, "SASL_SSL": 3}
"""SecurityProtocol.id."""
_FIRST_RETRY_S: Final = 0.1
_RETRY_MAX_S: Final = 120.0
_JITTER: Final = 0.02
_REPLAYED_WITHIN_S: Final = 2.0
"""Time limit for the leader's record to be applied here."""

_PAUSE_S: Final = 2.0
"""Time without a registration after the log replaced its registration for the first time.

The longest pause is `_RETRY_MAX_S`."""

_STAYS_S: Final = 600.0
"""A registration that was not replaced for so long stays: longer than two pauses of either side."""


@dataclass(frozen=True, slots=True)
class _Request:
    """The request, in the form for peers."""

    body: ControllerRegistrationRequest
    api_key: int = ApiKey.CONTROLLER_REGISTRATION
    versions: VersionRange = VersionRange(0, 0)  # noqa: RUF009 - frozen

    def message(self, api_version: int) -> Message:
        """Return the request; it has one version."""
        del api_version
        return self.body


class Registration:
    """One incarnation of a controller, until the log shows its registration.

    `incarnation_id` is new at each start. Call `look` when the leader or the log has changed, or at
    any time; it does only what is due. Call `applied` with the log's incarnation each time that it
    may have changed.
    """

    def __init__(self, node: RaftNode) -> None:
        self.incarnation_id = Uuid(uuid4().bytes)
        self._node = node
        self._peers = Peers(node.peer_settings, self, node.tasks)
        self._numbers = 0
        self._is_asking = False
        self._retry: Timer | None = None
        self._retry_s = _FIRST_RETRY_S
        self._is_here = False
        self._pause: Timer | None = None
        self._pause_s = _PAUSE_S
        self._replaced_at_s = float("-inf")
        self._is_closed = False
        self._levels: Mapping[str, int] = {}
        self._registered: Mapping[int, bytes] = {}

    def look(self, levels: Mapping[str, int], registered: Mapping[int, bytes]) -> None:
        """Send the registration if the log lacks it.

        `levels` are the finalized features, `registered` the incarnations by controller id.
        """
        self._levels, self._registered = levels, registered
        if self._is_asking or self._retry is not None or self.is_held or not self._is_wanted:
            return
        leader = self._leader()
        if leader is not None:
            self._ask(leader)

    @property
    def is_held(self) -> bool:
        """Return True while this node waits because another process registered in its place."""
        return self._pause is not None

    def applied(self, incarnation_id: bytes | None) -> None:
        """Note the incarnation that the log has for this node's id; None if it has none."""
        was_here, self._is_here = self._is_here, incarnation_id == self.incarnation_id
        if was_here and not self._is_here and incarnation_id is not None and not self._is_closed:
            self._replaced()

    def _replaced(self) -> None:
        now_s = time.monotonic()
        has_stayed = now_s - self._replaced_at_s > _STAYS_S
        self._pause_s = _PAUSE_S if has_stayed else min(2 * self._pause_s, _RETRY_MAX_S)
        self._replaced_at_s = now_s
        if self._pause is not None:
            self._pause.cancel()
        self._pause = self._node.tasks.later(self._pause_s, self._resume)
        _LOG.error(
            "Another process registered as controller %d, the id of this node. A machine or a"
            " directory was copied: stop the copy. This one registers again in %d s",
            *(self._node.configuration.node_id, round(self._pause_s)),
        )

    def _resume(self) -> None:
        self._pause = None
        self.look(self._levels, self._registered)

    def close(self) -> None:
        """Stop sending requests."""
        self._is_closed = True
        self._peers.close()
        for timer in (self._retry, self._pause):
            if timer is not None:
                timer.cancel()

    async def wait_closed(self, timeout_s: float) -> None:
        """Wait until the connection is gone."""
        await self._peers.wait_closed(timeout_s)

    @property
    def _is_wanted(self) -> bool:
        level = self._levels.get(METADATA_VERSION)
        if self._is_closed or not Gate.CONTROLLER_REGISTRATION.is_open(level):
            return False
        return self._registered.get(self._node.configuration.node_id) != self.incarnation_id

    def _leader(self) -> Node | None:
        """Return the active controller's address; None if it is unknown, or is this node."""
        leader = self._node.leader_address
        return None if leader is None or leader.id == self._node.core.config.node_id else leader

    def request(self) -> ControllerRegistrationRequest:
        """Return the registration of this node."""
        cls = ControllerRegistrationRequest
        return cls(
            controller_id=self._node.configuration.node_id,
            incarnation_id=self.incarnation_id,
            zk_migration_ready=False,
            listeners=tuple(
                cls.Listener(
                    name=each.name,
                    host=each.host,
                    port=each.port,
                    security_protocol=self._protocol(each.name),
                )
                for each in self._node.core.config.endpoints
            ),
            features=tuple(
                cls.Feature(name=name, min_supported_version=lowest, max_supported_version=highest)
                for name, (lowest, highest) in SUPPORTED.items()
            ),
        )

    def _protocol(self, name: str) -> int:
        listener = self._node.configuration.security.listeners.get(name)
        return _PROTOCOLS["PLAINTEXT" if listener is None else listener.protocol]

    def _ask(self, leader: Node) -> None:
        self._is_asking = True
        self._numbers += 1
        self._peers.send(self._numbers, leader, _Request(self.request()))

    def _fail(self) -> None:
        spread = 1 + random.uniform(-_JITTER, _JITTER)  # noqa: S311 - to be out of step
        self._look_again_in(self._retry_s * spread)
        self._retry_s = min(self._retry_s * 2, _RETRY_MAX_S)

    def _look_again_in(self, delay_s: float) -> None:
        self._is_asking = False
        if not self._is_closed:
            self._retry = self._node.tasks.later(delay_s, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        self.look(self._levels, self._registered)

    # -- answers of peers ---------------------------------------------------------------------

    def on_response(self, request_id: int, message: Message) -> None:
        """Handle the leader's response; the log shows whether the registration was written."""
        del request_id
        if isinstance(message, ControllerRegistrationResponse) and not message.error_code:
            self._retry_s = _FIRST_RETRY_S
            self._look_again_in(_REPLAYED_WITHIN_S)
        else:
            self._fail()

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """Retry later: the leader could not be asked."""
        del request_id, reason
        self._fail()

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """Ignore the description; the replica gets it from a separate connection."""

    def on_gone(self, node_id: int) -> None:
        """Ignore the loss; the replica learns of it from a separate connection."""
