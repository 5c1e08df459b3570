"""Registrations of controllers: ControllerRegistration (70), after ClusterControlManager."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.controller.decision import Decision, Refusal
from kraft_core.image.snapshot_records import CONTROLLER_REGISTRATION_FROM
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ControllerRegistrationResponse, RegisterControllerRecord

if TYPE_CHECKING:
    from kraft_core.controller.decision import Context, ControllerState
    from kraft_wire.messages import ControllerRegistrationRequest

_SECURITY_PROTOCOLS: Final = range(4)
"""PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL."""


def register_controller(
    state: ControllerState, request: ControllerRegistrationRequest, context: Context
) -> Decision:
    """Register a controller, again if it asks again."""
    del context
    if any(each.security_protocol not in _SECURITY_PROTOCOLS for each in request.listeners):
        # The replay of an unknown protocol ends every Java controller.
        text = "A listener has an unknown security protocol."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if state.metadata_version < CONTROLLER_REGISTRATION_FROM:
        text = "The current MetadataVersion is too old to support controller registrations."
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION, text)
    answer = ControllerRegistrationResponse(error_message="")
    return Decision(answer, (registration_record(request),))


def registration_record(asked: ControllerRegistrationRequest) -> RegisterControllerRecord:
    """The record that registers a controller. Of listeners with one name the last counts."""
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
