"""Requests of brokers and operators to controllers; requests and responses can get lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import SUPPORTED
from kraft_core.node.service import ServedRequest
from kraft_core.sim.quorum.network import LISTENER
from kraft_wire.messages import ControllerRegistrationRequest, response_class

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.sim.cluster.controllers import ControllerCluster, ControllerNode
    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid

_DELAY_MS: Final = (1, 1, 2, 5, 20, 60)
_TIMEOUT_MS: Final = 1500
NOT_CONTROLLER: Final = 41


class Requests:
    """Carries requests. `lost` of 1000 messages do not arrive; nothing crosses `cut` links.

    A request is carried as bytes in its version, as is its answer.
    """

    def __init__(self, cluster: ControllerCluster, rng: Random) -> None:
        self._cluster = cluster
        self._rng = rng
        self.lost = rng.choice((0, 0, 10, 50))
        self.cut: set[int] = set()
        """Ids of the senders that reach no controller."""
        self.carried = 0

    def leader(self) -> ControllerNode:
        """Return the target of a request: nearly always the leader, else a random node."""
        leader = self._cluster.leader()
        nodes = self._cluster.controllers
        if leader is None or not self._rng.randrange(20):
            return self._rng.choice(nodes)
        return next(node for node in nodes if node is leader)

    def ask(
        self,
        sender: int,
        message: Message,
        api_version: int,
        on_answer: Callable[[Message | None], None],
    ) -> None:
        """Ask a controller; `on_answer` is called once, with None if no answer came in time."""
        node, timeline = self.leader(), self._cluster.timeline
        answered = False
        self.carried += 1

        def end(answer: Message | None) -> None:
            nonlocal answered
            if not answered:
                answered = True
                on_answer(answer)

        timeline.at(_TIMEOUT_MS, lambda: end(None))
        if self._is_lost(sender):
            return
        content = message.encode(api_version)
        incarnation = node.incarnation

        def reply(answer: Message) -> None:
            if self._is_lost(sender):
                return
            content = answer.encode(api_version)
            cls = response_class(message.API_KEY or -1)
            decoded = cls.decode(content, api_version)
            timeline.at(self._rng.choice(_DELAY_MS), lambda: end(decoded))

        def deliver() -> None:
            if node.is_up and node.incarnation == incarnation:
                asked = type(message).decode(content, api_version)
                self._cluster.model.delivered(node, asked)
                node.controller.receive(ServedRequest(LISTENER, api_version, asked, reply))

        node.after(self._rng.choice(_DELAY_MS), deliver)

    def _is_lost(self, sender: int) -> bool:
        return sender in self.cut or self._rng.randrange(1000) < self.lost

    def register_controller(self, node: ControllerNode) -> None:
        """Register a standby, unless the log already has this incarnation."""
        known = node.controller.image.controllers.get(node.node_id)
        incarnation_id = node.controller.incarnation_id
        if known is None or known.incarnation_id != incarnation_id:
            request = registration_request(node.node_id, incarnation_id)
            self.ask(node.node_id, request, 0, lambda _: None)


def error_of(answer: Message | None) -> int:
    """Return the top-level error of a response; -1000 if none arrived."""
    return -1000 if answer is None else int(getattr(answer, "error_code", 0))


def registration_request(node_id: int, incarnation_id: Uuid) -> ControllerRegistrationRequest:
    """Return the registration that a controller sends."""
    cls = ControllerRegistrationRequest
    return cls(
        controller_id=node_id,
        incarnation_id=incarnation_id,
        listeners=(
            cls.Listener(name="CONTROLLER", host="localhost", port=9093, security_protocol=0),
        ),
        features=tuple(
            cls.Feature(name=name, min_supported_version=lowest, max_supported_version=highest)
            for name, (lowest, highest) in SUPPORTED.items()
        ),
    )
