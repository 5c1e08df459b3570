"""Registrations of controllers, after ClusterControlManager.

ControllerRegistration (70), and UnregisterController (94, KIP-1312).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.gates import Gate
from kraft_core.controller.context import Decision, Refusal
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ControllerRegistrationResponse,
    RegisterControllerRecord,
    UnregisterControllerRecord,
    UnregisterControllerResponse,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from kraft_core.controller.context import Context, ControllerState
    from kraft_wire.messages import ControllerRegistrationRequest, UnregisterControllerRequest

_SECURITY_PROTOCOLS: Final = range(4)
"""PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL."""
CONTROLLERS_MAX: Final = 1_000
"""Controllers that are registered at a time."""


def register_controller(
    state: ControllerState, request: ControllerRegistrationRequest, context: Context
) -> Decision:
    """Register a controller, or update its registration."""
    del context
    check_registration(request, level=state.metadata_version, registered=state.image.controllers)
    answer = ControllerRegistrationResponse(error_message="")
    return Decision(answer, (registration_record(request),))


def check_registration(
    asked: ControllerRegistrationRequest, *, level: int | None, registered: Collection[int]
) -> None:
    """Refuse an invalid registration of a controller."""
    if any(each.security_protocol not in _SECURITY_PROTOCOLS for each in asked.listeners):
        # The replay of an unknown protocol ends every Java controller.
        text = "A listener has an unknown security protocol."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if not Gate.CONTROLLER_REGISTRATION.is_open(level):
        text = "The current MetadataVersion is too old to support controller registrations."
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION, text)
    if asked.controller_id not in registered and len(registered) >= CONTROLLERS_MAX:
        # Registrations stay until they are removed. Kafka has no limit: divergence N72
        text = f"{CONTROLLERS_MAX} controllers are registered: unregister those that are gone."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)


def unregister_controller(
    state: ControllerState, request: UnregisterControllerRequest, context: Context
) -> Decision:
    """Remove the registration of a controller that is gone; a running one registers again."""
    context.require(Operation.ALTER)
    check_unregistration(
        request.controller_id,
        own_id=state.settings.node_id,
        voter_ids=state.voter_ids,
        level=state.metadata_version,
        registered=state.image.controllers,
    )
    record = UnregisterControllerRecord(controller_id=request.controller_id)
    return Decision(UnregisterControllerResponse(), (record,), is_atomic=True)


def check_unregistration(
    controller_id: int,
    *,
    own_id: int,
    voter_ids: Container[int],
    level: int,
    registered: Container[int],
) -> None:
    """Refuse an invalid unregistration of a controller (QuorumController.unregisterController)."""
    if controller_id == own_id:
        text = "Controller cannot unregister itself while it is active."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if controller_id in voter_ids:
        # KAFKA-20865: without the registration a level could be raised that the voter lacks, and
        # the voter would stop at that record. 4.4.0 does not check it (divergence A32).
        text = f"Cannot unregister controller {controller_id} because it is part of the voter set."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if not Gate.CONTROLLER_UNREGISTRATION.is_open(level):
        text = "The current MetadataVersion is too old to support controller unregistration."
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION, text)
    if controller_id not in registered:
        text = f"Controller ID {controller_id} is not currently registered."
        raise Refusal(ErrorCode.CONTROLLER_ID_NOT_REGISTERED, text)


def registration_record(asked: ControllerRegistrationRequest) -> RegisterControllerRecord:
    """Return the record that registers a controller. The last of listeners with one name counts."""
    cls = RegisterControllerRecord
    listeners = {each.name: each for each in asked.listeners}
    return cls(
        controller_id=asked.controller_id,
        incarnation_id=asked.incarnation_id,
        zk_migration_ready=False,
        end_points=tuple(
            cls.ControllerEndpoint(
                name=each.name,
                host=each.host,
                port=each.port,
                security_protocol=each.security_protocol,
            )
            for each in listeners.values()
        ),
        features=tuple(
            cls.ControllerFeature(
                name=each.name,
                min_supported_version=each.min_supported_version,
                max_supported_version=each.max_supported_version,
            )
            for each in asked.features
        ),
    )
