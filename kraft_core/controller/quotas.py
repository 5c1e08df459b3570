"""Client quotas: AlterClientQuotas (49), after ClientQuotaControlManager (KIP-546)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.controller.config_tables import config_tables
from kraft_core.controller.decision import Decision, Refusal, check_batch
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AlterClientQuotasResponse, ClientQuotaRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.controller.config_tables import ConfigTable
    from kraft_core.controller.decision import Context, ControllerState
    from kraft_wire.messages import AlterClientQuotasRequest

_USER, _CLIENT_ID, _IP = "user", "client-id", "ip"
_LARGEST: Final = {"INT": (1 << 31) - 1, "LONG": (1 << 63) - 1}
_MAX_FRACTION: Final = 1e-6

_Entity = tuple[tuple[str, str | None], ...]


class _Outcome(NamedTuple):
    code: ErrorCode = ErrorCode.NONE
    text: str | None = None


def alter_client_quotas(
    state: ControllerState, request: AlterClientQuotasRequest, context: Context
) -> Decision:
    """Set and remove quotas; each entity succeeds or fails for itself."""
    context.require(Operation.ALTER_CONFIGS)
    outcomes: dict[_Entity, _Outcome] = {}
    records: list[ClientQuotaRecord] = []
    for entry in request.entries:
        # Of a type that is named twice the last name counts.
        named = {one.entity_type: one.entity_name for one in entry.entity}
        entity: _Entity = tuple(sorted(named.items()))
        changes: dict[str, float | None] = {}
        is_repeated = entity in outcomes
        for change in entry.ops:
            is_repeated |= change.key in changes
            changes.setdefault(change.key, None if change.remove else change.value)
        if is_repeated:
            shown = ", ".join(f"{kind}={'null' if name is None else name}" for kind, name in entity)
            text = f"Ignoring duplicate entity ClientQuotaEntity(entries={{{shown}}})"
            outcomes[entity] = _Outcome(ErrorCode.INVALID_REQUEST, text)
            continue
        try:
            records += _changed(state, entity, changes, context)
            outcomes[entity] = _Outcome()
        except Refusal as refusal:
            outcomes[entity] = _Outcome(refusal.code, refusal.text)
        check_batch(records)
    cls = AlterClientQuotasResponse
    entries = tuple(
        cls.EntryData(
            error_code=outcome.code,
            error_message=outcome.text,
            entity=tuple(
                cls.EntityData(entity_type=kind, entity_name=name) for kind, name in entity
            ),
        )
        for entity, outcome in outcomes.items()
    )
    decided = () if request.validate_only else tuple(records)
    return Decision(cls(entries=entries), decided, is_atomic=True)


def _changed(
    state: ControllerState,
    entity: _Entity,
    changes: Mapping[str, float | None],
    context: Context,
) -> list[ClientQuotaRecord]:
    _check_names(entity)
    keys = _keys(entity, context)
    current = state.image.client_quotas.get(entity, {})
    named = tuple(
        ClientQuotaRecord.EntityData(entity_type=kind, entity_name=name) for kind, name in entity
    )
    records = []
    for key, value in changes.items():
        if value is None:
            if key in current:
                records.append(ClientQuotaRecord(entity=named, key=key, remove=True))
            continue
        _check_value(keys, key, value)
        if key not in current or not _is_same(current[key], value):
            records.append(ClientQuotaRecord(entity=named, key=key, value=value))
    return records


def _is_same(left: float, right: float) -> bool:
    """As Java's Double.equals, for which NaN equals itself."""
    return left == right or (math.isnan(left) and math.isnan(right))


def _refuse(text: str) -> Refusal:
    return Refusal(ErrorCode.INVALID_REQUEST, text)


def _check_names(entity: _Entity) -> None:
    if not entity:
        raise _refuse("Invalid empty client quota entity")
    for kind, name in entity:
        if kind not in (_USER, _CLIENT_ID, _IP):
            raise _refuse(f"Unhandled client quota entity type: {kind}")
        if name == "":  # null is the default entity
            raise _refuse(f"Empty {kind} not supported")


def _keys(entity: _Entity, context: Context) -> ConfigTable:
    """Return the quotas that such an entity can have."""
    named = dict(entity)
    if _IP not in named:
        return config_tables().user_quota
    if len(named) > 1:
        raise _refuse(
            "Invalid quota entity combination, IP entity shouldnot be combined with User or"
            " ClientId"
        )
    address = named[_IP]
    if address is not None and not context.is_address(address):
        raise _refuse(f"{address} is not a valid IP or resolvable host.")
    return config_tables().address_quota


def _check_value(keys: ConfigTable, key: str, value: float) -> None:
    known = keys.get(key)
    if known is None:
        raise _refuse(f"Invalid configuration key {key}")
    if value <= 0:
        raise _refuse(f"Quota {key} must be greater than 0")
    if known.type not in _LARGEST:
        return
    # Java compares doubles: the largest long is rounded to 2**63.
    if value > float(_LARGEST[known.type]):
        article = "an" if known.type == "INT" else "a"
        raise _refuse(f"Proposed value for {key} is too large for {article} {known.type}.")
    if math.isfinite(value) and value % 1.0 > _MAX_FRACTION:
        raise _refuse(f"{key} cannot be a fractional value.")
