"""SCRAM credentials: AlterUserScramCredentials (51), after ScramControlManager (KIP-554).

Requests carry the salted password, from which the keys that are stored are computed here. Nothing
of it is shown or logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.gates import Gate
from kraft_core.controller.context import Decision, Refusal
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterUserScramCredentialsResponse,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
from kraft_wire.sasl import SCRAM_MECHANISMS

if TYPE_CHECKING:
    from kraft_core.controller.context import Context, ControllerState
    from kraft_wire.message import Message
    from kraft_wire.messages import AlterUserScramCredentialsRequest

_MECHANISMS: Final = {one.number: one for one in SCRAM_MECHANISMS.values()}


def alter_user_scram_credentials(
    state: ControllerState, request: AlterUserScramCredentialsRequest, context: Context
) -> Decision:
    """Remove and set credentials; a request may name each user once."""
    context.require(Operation.ALTER)
    deletions: dict[str, AlterUserScramCredentialsRequest.ScramCredentialDeletion] = {}
    upsertions: dict[str, AlterUserScramCredentialsRequest.ScramCredentialUpsertion] = {}
    errors: dict[str, Refusal] = {}
    everything: list[Any] = [*request.deletions, *request.upsertions]
    for asked in everything:
        name = asked.name
        if name in errors:
            continue
        if deletions.pop(name, None) is not None or upsertions.pop(name, None) is not None:
            text = "A user credential cannot be altered twice in the same request"
            errors[name] = Refusal(ErrorCode.DUPLICATE_RESOURCE, text)
            continue
        try:
            _check_name(state, name, asked.mechanism)
            if isinstance(asked, request.ScramCredentialDeletion):
                _check_deletion(state, asked)
                deletions[name] = asked
            else:
                _check_upsertion(asked)
                upsertions[name] = asked
        except Refusal as refusal:
            errors[name] = refusal
    for name in [name for name, one in upsertions.items() if not one.salted_password]:
        del upsertions[name]  # Java cannot create a key from an empty value, and returns this
        errors[name] = Refusal(ErrorCode.UNKNOWN_SERVER_ERROR)
    cls = AlterUserScramCredentialsResponse.AlterUserScramCredentialsResult
    records: list[Message] = [
        RemoveUserScramCredentialRecord(name=name, mechanism=one.mechanism)
        for name, one in deletions.items()
    ]
    records += [_record(one) for one in upsertions.values()]
    results = [cls(user=name, error_message=None) for name in (*deletions, *upsertions)]
    results += [
        cls(user=name, error_code=refusal.code, error_message=refusal.text)
        for name, refusal in errors.items()
    ]
    answer = AlterUserScramCredentialsResponse(results=tuple(results))
    return Decision(answer, tuple(records), is_atomic=True)


def _check_name(state: ControllerState, name: str, mechanism: int) -> None:
    if not Gate.SCRAM.is_open(state.metadata_version):
        text = "The current metadata.version does not support SCRAM"
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION, text)
    if not name:
        raise Refusal(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty")
    if mechanism not in _MECHANISMS:
        raise Refusal(ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism")


def _check_deletion(
    state: ControllerState, asked: AlterUserScramCredentialsRequest.ScramCredentialDeletion
) -> None:
    if (asked.mechanism, asked.name) not in state.image.scram_credentials:
        text = "Attempt to delete a user credential that does not exist"
        raise Refusal(ErrorCode.RESOURCE_NOT_FOUND, text)


def _check_upsertion(
    asked: AlterUserScramCredentialsRequest.ScramCredentialUpsertion,
) -> None:
    mechanism = _MECHANISMS[asked.mechanism]
    if asked.iterations < mechanism.lowest:
        raise Refusal(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too few iterations")
    if asked.iterations > mechanism.highest:
        raise Refusal(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too many iterations")


def _record(
    asked: AlterUserScramCredentialsRequest.ScramCredentialUpsertion,
) -> UserScramCredentialRecord:
    mechanism = _MECHANISMS[asked.mechanism]
    salted, salt = bytes(asked.salted_password), bytes(asked.salt)
    kept = mechanism.credential(salted, salt, asked.iterations)
    return UserScramCredentialRecord(name=asked.name, mechanism=asked.mechanism, **kept._asdict())
