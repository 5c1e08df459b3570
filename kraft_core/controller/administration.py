"""Responses of the active controller of a quorum without brokers: Kafka's ControllerApis.

It registers controllers and changes features; there are no brokers, so one that wants to register
is refused, and one that says it is registered is unknown. All else that is advertised is refused
with UNSUPPORTED_VERSION (35): NOT_CONTROLLER would make Kafka's clients try again for a minute.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.config.gates import Gate
from kraft_core.controller.activation import framed
from kraft_core.controller.context import Refusal
from kraft_core.controller.host import observer_ids
from kraft_core.controller.requests.controller_registrations import (
    check_registration,
    check_unregistration,
    registration_record,
)
from kraft_core.controller.requests.features import (
    FeatureState,
    Replicas,
    check_updates,
    failure,
    left_out,
    success,
    why_not_raised,
)
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    ControllerRegistrationResponse,
    UnregisterBrokerRequest,
    UnregisterControllerRecord,
    UnregisterControllerRequest,
    UnregisterControllerResponse,
    UpdateFeaturesRequest,
)

if TYPE_CHECKING:
    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_core.node.node import RaftNode
    from kraft_core.node.service import ServedRequest
    from kraft_core.raft.replica import AppendTicket
    from kraft_wire.message import Message

_LOG: Final = logging.getLogger("kraft.controller")
_NOTE_AGAIN_S: Final = 60.0
_NOTED_BROKERS_MAX: Final = 100

_NO_LONGER: Final = "This controller stopped being the active one."
_NOT_HERE: Final = "This controller serves no brokers, and has no metadata but that of controllers."


class _Update(NamedTuple):
    request: ServedRequest
    asked: UpdateFeaturesRequest


class Administration:
    """Answers requests in one epoch, while this node is the active controller.

    Changes are made one after the other, each checked against what the one before it left: a record
    that was right by an older state can be one that no follower can replay.
    """

    def __init__(self, node: RaftNode, image: MetadataImage, epoch: int) -> None:
        self._node = node
        self._image = image
        self._epoch = epoch
        self._changes: deque[ServedRequest] = deque()
        self._is_changing = False
        self._is_walking = False
        self._noted_brokers: dict[int, float] = {}

    def answer(self, request: ServedRequest) -> None:
        """Answer a request that belongs neither to the replica nor to every controller."""
        match request.message:
            case (
                UpdateFeaturesRequest()
                | ControllerRegistrationRequest()
                | UnregisterControllerRequest()
            ):
                self._changes.append(request)
                self._change_next()
            case BrokerRegistrationRequest():
                self._note_broker(request.message.broker_id, request.context.host)
                is_ours = request.message.cluster_id == self._node.directory.meta.cluster_id
                code = ErrorCode.UNSUPPORTED_VERSION
                _refuse(request, code if is_ours else ErrorCode.INCONSISTENT_CLUSTER_ID)
            case BrokerHeartbeatRequest():
                _refuse(request, ErrorCode.STALE_BROKER_EPOCH)
            case UnregisterBrokerRequest():
                text = f"Broker ID {request.message.broker_id} is not currently registered"
                _refuse(request, ErrorCode.BROKER_ID_NOT_REGISTERED, text)
            case _:
                _refuse(request, ErrorCode.UNSUPPORTED_VERSION, _NOT_HERE)

    def _note_broker(self, broker_id: int, host: str) -> None:
        """Log a refused broker: once a minute, and not for each invented id."""
        now_s = time.monotonic()
        if now_s - self._noted_brokers.get(broker_id, -_NOTE_AGAIN_S) < _NOTE_AGAIN_S:
            return
        if len(self._noted_brokers) >= _NOTED_BROKERS_MAX:
            self._noted_brokers.clear()
        self._noted_brokers[broker_id] = now_s
        _LOG.warning(
            "Broker %d at %s tried to register and was refused: this controller does not serve "
            "brokers."
            " Set kraft.controller=active, or kraft.witness=true among Kafka's controllers",
            *(broker_id, host),
        )

    def resign(self) -> None:
        """End this epoch: refuse waiting requests with NOT_CONTROLLER."""
        while self._changes:
            _refuse(self._changes.popleft(), ErrorCode.NOT_CONTROLLER, _NO_LONGER)

    # -- changes ------------------------------------------------------------------------------

    def _change_next(self) -> None:
        """Make the next changes, until one must wait for its records."""
        if self._is_walking:
            return
        self._is_walking = True
        while self._changes and not self._is_changing:
            self._is_changing = True
            self._change(self._changes.popleft())
        self._is_walking = False

    def _change(self, request: ServedRequest) -> None:
        """Begin a change; `_changed` is called when it is answered."""
        match request.message:
            case UpdateFeaturesRequest():
                self._update(_Update(request, request.message))
            case ControllerRegistrationRequest():
                self._register(request, request.message)
            case UnregisterControllerRequest():
                self._unregister(request, request.message)

    def _changed(self) -> None:
        self._is_changing = False
        self._change_next()

    def _refuse_change(
        self, request: ServedRequest, code: ErrorCode, text: str | None = None
    ) -> None:
        _refuse(request, code, text)
        self._changed()

    def _answer_when(self, ticket: AppendTicket, request: ServedRequest, answer: Message) -> None:
        """Answer a change when its record is committed, or lost with the leadership."""

        def decided(ticket: AppendTicket) -> None:
            code = _code_of(ticket)
            if code:
                _refuse(request, code, _NO_LONGER if code == ErrorCode.NOT_CONTROLLER else None)
            else:
                request.reply(answer)
            self._changed()

        ticket.on_end(decided)

    # -- controllers --------------------------------------------------------------------------

    def register(self, asked: ControllerRegistrationRequest) -> AppendTicket:
        """Write the registration of a controller."""
        values = [framed(registration_record(asked))]
        return self._node.append_nowait(values, self._epoch, is_exempt=True)

    def _register(self, request: ServedRequest, asked: ControllerRegistrationRequest) -> None:
        """Answer when the registration is committed."""
        try:
            check_registration(
                asked, level=self._image.metadata_version, registered=self._image.controllers
            )
        except Refusal as refusal:
            self._refuse_change(request, refusal.code, refusal.text)
            return
        answer = ControllerRegistrationResponse(error_message="")
        self._answer_when(self.register(asked), request, answer)

    def _unregister(self, request: ServedRequest, asked: UnregisterControllerRequest) -> None:
        """Answer when the removal is committed."""
        replicas = self._replicas()
        try:
            check_unregistration(
                asked.controller_id,
                own_id=replicas.own_id,
                voter_ids=replicas.voter_ids,
                level=self._image.metadata_version or 0,
                registered=self._image.controllers,
            )
        except Refusal as refusal:
            self._refuse_change(request, refusal.code, refusal.text)
            return
        record = framed(UnregisterControllerRecord(controller_id=asked.controller_id))
        ticket = self._node.append_nowait([record], self._epoch, is_exempt=True)
        self._answer_when(ticket, request, UnregisterControllerResponse())

    # -- features -----------------------------------------------------------------------------

    def _update(self, update: _Update) -> None:
        checked = check_updates(update.asked.feature_updates, self._state())
        if isinstance(checked, str):
            self._updated(update, ErrorCode.INVALID_UPDATE_VERSION, checked)
        elif checked.kraft_version is None:
            self._write(update, checked.values)
        else:
            self._raise(update, checked.kraft_version, checked.values)

    def _state(self) -> FeatureState:
        core = self._node.core
        least = self._node.configuration.controller.min_insync_replicas
        return FeatureState(self._image, self._replicas(), core.kraft_version, least)

    def _replicas(self) -> Replicas:
        core = self._node.core
        voter_ids = frozenset(voter.id for voter in core.voters)
        observers = observer_ids(core, time.monotonic_ns() // 1_000_000)
        return Replicas(self._node.configuration.node_id, voter_ids, observers)

    def _raise(self, update: _Update, level: int, values: tuple[bytes, ...]) -> None:
        """Raise kraft.version, then write the records."""

        def decided(ticket: AppendTicket) -> None:
            code = _code_of(ticket)
            if code:
                self._updated(update, code, why_not_raised(code, level))
            else:
                self._write(update, values)

        ticket = self._node.upgrade_nowait(level, validate_only=update.asked.validate_only)
        ticket.on_end(decided)

    def _write(self, update: _Update, values: tuple[bytes, ...]) -> None:
        if update.asked.validate_only or not values:
            self._updated(update)
            return
        ticket = self._node.append_nowait(values, self._epoch, is_exempt=True)
        ticket.on_end(lambda ticket: self._updated(update, _code_of(ticket)))

    def _updated(
        self, update: _Update, code: ErrorCode = ErrorCode.NONE, why: str | None = None
    ) -> None:
        """Answer an update that succeeded or failed."""
        request, asked = update
        if not code:
            request.reply(success(asked, request.api_version, self._left_out()))
        elif code == ErrorCode.NOT_CONTROLLER:
            _refuse(request, code, _NO_LONGER)
        elif why is None:
            _refuse(request, code)
        else:
            request.reply(failure(code, why))
        self._changed()

    def _left_out(self) -> str | None:
        """Return the registrations that did not count."""
        if not Gate.CONTROLLER_REGISTRATION.is_open(self._image.metadata_version):
            return None
        return left_out(self._image.controllers, self._replicas())


def _refuse(request: ServedRequest, code: ErrorCode, text: str | None = None) -> None:
    request.refuse(code, text)


def _code_of(ticket: AppendTicket) -> ErrorCode:
    """Return the outcome of an append for the client, which can retry at the new controller."""
    if ticket.outcome is AppendOutcome.COMMITTED:
        return ErrorCode.NONE
    if ticket.error == ErrorCode.NOT_LEADER_OR_FOLLOWER:
        return ErrorCode.NOT_CONTROLLER
    return ticket.error
