"""Delegation tokens: Create (38), Renew (39) and Expire (40), after DelegationTokenControlManager.

A token is its id; what its owner presents is an HMAC of that id with the secret key of the
controllers' files (KIP-48). None of these responses has an error message.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.gates import Gate
from kraft_core.controller.context import Decision, Refusal
from kraft_core.security.authorizer import Operation, ResourceType
from kraft_core.security.principals import Principal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    CreateDelegationTokenResponse,
    DelegationTokenRecord,
    ExpireDelegationTokenResponse,
    RemoveDelegationTokenRecord,
    RenewDelegationTokenResponse,
)

if TYPE_CHECKING:
    from kraft_core.controller.context import Context, ControllerState
    from kraft_wire.messages import (
        CreateDelegationTokenRequest,
        ExpireDelegationTokenRequest,
        RenewDelegationTokenRequest,
    )

SECRET_KEY: Final = "delegation.token.secret.key"  # noqa: S105  # the name of a config
_MAX_LIFETIME_MS: Final = ("delegation.token.max.lifetime.ms", 604_800_000)
_EXPIRY_TIME_MS: Final = ("delegation.token.expiry.time.ms", 86_400_000)
_LATEST_MS: Final = (1 << 63) - 1
_ERROR_TIMESTAMP: Final = -1

_REQUESTER_FROM: Final = 3
"""The version since which a response names the requester of the token next to its owner."""

EXPIRED_PER_TASK: Final = 1000
"""Number of tokens that one run of the periodic task removes; the next run follows at once."""


def _setting(state: ControllerState, config: tuple[str, int]) -> int:
    name, default = config
    return int(state.settings.static.get(name, str(default)))


def _secret(state: ControllerState) -> bytes | None:
    text = state.settings.static.get(SECRET_KEY)
    return None if text is None else text.strip().encode()


def _hmac(secret: bytes, token_id: str) -> bytes:
    return hmac.digest(secret, token_id.encode(), "sha512")


def _check_enabled(state: ControllerState) -> ErrorCode:
    if _secret(state) is None:
        return ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED
    if not Gate.DELEGATION_TOKENS.is_open(state.metadata_version):
        return ErrorCode.UNSUPPORTED_VERSION
    return ErrorCode.NONE


def create_delegation_token(
    state: ControllerState, request: CreateDelegationTokenRequest, context: Context
) -> Decision:
    """Issue a token to the principal, or to an owner that it may create tokens for."""
    requester = owner = context.principal
    if request.owner_principal_name:
        owner = Principal(request.owner_principal_type or "", request.owner_principal_name)

    named: dict[str, Any] = {"principal_type": owner.type, "principal_name": owner.name}
    if context.api_version >= _REQUESTER_FROM:
        named["token_requester_principal_type"] = requester.type
        named["token_requester_principal_name"] = requester.name

    def answer(code: ErrorCode, stamps: int = 0) -> Decision:
        return Decision(
            CreateDelegationTokenResponse(
                error_code=code,
                **named,
                issue_timestamp_ms=stamps,
                expiry_timestamp_ms=stamps,
                max_timestamp_ms=stamps,
            )
        )

    if not context.may_use_tokens:
        return answer(ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED, _ERROR_TIMESTAMP)
    if owner != requester and not context.allows(
        Operation.CREATE_TOKENS, ResourceType.USER, str(owner)
    ):
        return answer(ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED, _ERROR_TIMESTAMP)
    code, secret = _check_enabled(state), _secret(state)
    if code or secret is None:
        return answer(code)
    if any(renewer.principal_type != "User" for renewer in request.renewers):
        return answer(ErrorCode.INVALID_PRINCIPAL_TYPE)
    lifetime = _setting(state, _MAX_LIFETIME_MS)
    if request.max_lifetime_ms > 0:
        lifetime = min(lifetime, request.max_lifetime_ms)
    now = state.wall_ms
    latest = min(now + lifetime, _LATEST_MS)
    expiry = min(latest, now + _setting(state, _EXPIRY_TIME_MS))
    token_id = str(state.random_id())
    record = DelegationTokenRecord(
        owner=str(owner),
        requester=str(requester),
        renewers=tuple(str(Principal("User", one.principal_name)) for one in request.renewers),
        issue_timestamp=now,
        max_timestamp=latest,
        expiration_timestamp=expiry,
        token_id=token_id,
    )
    response = CreateDelegationTokenResponse(
        **named,
        issue_timestamp_ms=now,
        expiry_timestamp_ms=expiry,
        max_timestamp_ms=latest,
        token_id=token_id,
        hmac=_hmac(secret, token_id),
    )
    return Decision(response, (record,), is_atomic=True)


def renew_delegation_token(
    state: ControllerState, request: RenewDelegationTokenRequest, context: Context
) -> Decision:
    """Extend the life of a token, at most to its latest time."""
    cls = RenewDelegationTokenResponse
    try:
        token = _token(state, bytes(request.hmac), context)
        # Kafka checks the expiration before the owner.
        if _is_expired(state, token):
            raise Refusal(ErrorCode.DELEGATION_TOKEN_EXPIRED)
        _check_renewer(token, context)
    except Refusal as refusal:
        return Decision(cls(error_code=refusal.code, expiry_timestamp_ms=_error_timestamp(refusal)))
    period = _setting(state, _EXPIRY_TIME_MS)
    if request.renew_period_ms > 0:
        period = min(period, request.renew_period_ms)
    expiry = min(token.max_timestamp, state.wall_ms + period)
    answer = cls(expiry_timestamp_ms=expiry)
    return Decision(answer, (_expiring(token, expiry),), is_atomic=True)


def expire_delegation_token(
    state: ControllerState, request: ExpireDelegationTokenRequest, context: Context
) -> Decision:
    """Change when a token expires; a negative period removes it at once."""
    cls = ExpireDelegationTokenResponse
    now, period = state.wall_ms, request.expiry_time_period_ms
    try:
        token = _token(state, bytes(request.hmac), context)
        _check_renewer(token, context)
        if period >= 0 and _is_expired(state, token):
            raise Refusal(ErrorCode.DELEGATION_TOKEN_EXPIRED)
    except Refusal as refusal:
        return Decision(cls(error_code=refusal.code, expiry_timestamp_ms=_error_timestamp(refusal)))
    if period < 0:
        record = RemoveDelegationTokenRecord(token_id=token.token_id)
        return Decision(cls(expiry_timestamp_ms=now), (record,), is_atomic=True)
    expiry = min(token.max_timestamp, now + period)
    answer = cls(expiry_timestamp_ms=expiry)
    return Decision(answer, (_expiring(token, expiry),), is_atomic=True)


def expire_tokens(state: ControllerState) -> Decision:
    """Remove expired tokens, some at a time: the periodic task."""
    records = []
    for token in state.image.delegation_tokens.values():
        if _is_expired(state, token):
            records.append(RemoveDelegationTokenRecord(token_id=token.token_id))
        if len(records) == EXPIRED_PER_TASK:
            break
    return Decision(None, tuple(records))


def _token(state: ControllerState, presented: bytes, context: Context) -> DelegationTokenRecord:
    if not context.may_use_tokens:
        raise Refusal(ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED)
    code, secret = _check_enabled(state), _secret(state)
    if code or secret is None:
        raise Refusal(code)
    for token in state.image.delegation_tokens.values():
        if hmac.compare_digest(_hmac(secret, token.token_id), presented):
            return token
    raise Refusal(ErrorCode.DELEGATION_TOKEN_NOT_FOUND)


def _error_timestamp(refusal: Refusal) -> int:
    is_checked_first = refusal.code == ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
    return _ERROR_TIMESTAMP if is_checked_first else 0


def _is_expired(state: ControllerState, token: DelegationTokenRecord) -> bool:
    return min(token.max_timestamp, token.expiration_timestamp) < state.wall_ms


def _check_renewer(token: DelegationTokenRecord, context: Context) -> None:
    if str(context.principal) not in (token.owner, *token.renewers):
        raise Refusal(ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH)


def _expiring(token: DelegationTokenRecord, expiry: int) -> DelegationTokenRecord:
    return DelegationTokenRecord(
        owner=token.owner,
        requester=token.requester,
        renewers=token.renewers,
        issue_timestamp=token.issue_timestamp,
        max_timestamp=token.max_timestamp,
        expiration_timestamp=expiry,
        token_id=token.token_id,
    )
