"""Client quotas: AlterClientQuotas (49, KIP-546), and the quota of topic changes (KIP-599).

Follows ClientQuotaControlManager, ControllerMutationQuotaManager and TokenBucket. The quota of
topic changes says how many partitions a client may create and delete. A bucket holds the partitions
that may be changed at once; it fills with the rate `controller_mutation_rate` that is set for the
user, the client id or both. What is charged can make it negative: then nothing more is taken until
it has filled to 0. Buckets are state of one term of one active controller.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.controller.context import Decision, Refusal, check_batch
from kraft_core.controller.tables.configs_of_kafka import config_tables
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AlterClientQuotasResponse, ClientQuotaRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.controller.tables.configs_of_kafka import ConfigTable
    from kraft_core.metadata import ClusterImage
    from kraft_wire.messages import AlterClientQuotasRequest

# -- AlterClientQuotas (49) -----------------------------------------------------------------------

_USER, _CLIENT_ID, _IP = "user", "client-id", "ip"
_LARGEST: Final = {"INT": (1 << 31) - 1, "LONG": (1 << 63) - 1}
_MAX_FRACTION: Final = 1e-6

Entity = tuple[tuple[str, str | None], ...]


class _Outcome(NamedTuple):
    code: ErrorCode = ErrorCode.NONE
    text: str | None = None


def alter_client_quotas(
    state: ControllerState, request: AlterClientQuotasRequest, context: Context
) -> Decision:
    """Set and remove quotas; each entity succeeds or fails for itself."""
    context.require(Operation.ALTER_CONFIGS)
    outcomes: dict[Entity, _Outcome] = {}
    records: list[ClientQuotaRecord] = []
    for entry in request.entries:
        # If a type is named twice, the last name counts.
        named = {one.entity_type: one.entity_name for one in entry.entity}
        entity: Entity = tuple(sorted(named.items()))
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
    entity: Entity,
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
    """Compare like Java's Double.equals, for which NaN equals itself."""
    return left == right or (math.isnan(left) and math.isnan(right))


def _refuse(text: str) -> Refusal:
    return Refusal(ErrorCode.INVALID_REQUEST, text)


def _check_names(entity: Entity) -> None:
    if not entity:
        raise _refuse("Invalid empty client quota entity")
    for kind, name in entity:
        if kind not in (_USER, _CLIENT_ID, _IP):
            raise _refuse(f"Unhandled client quota entity type: {kind}")
        if name == "":  # null is the default entity
            raise _refuse(f"Empty {kind} not supported")


def _keys(entity: Entity, context: Context) -> ConfigTable:
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
    # since 4.4.0, at every level
    if not math.isfinite(value):
        raise _refuse(f"Quota {key} must be a finite number")
    if value <= 0:
        raise _refuse(f"Quota {key} must be greater than 0")
    if known.type not in _LARGEST:
        return
    # Java compares doubles: the largest long is rounded to 2**63.
    if value > float(_LARGEST[known.type]):
        article = "an" if known.type == "INT" else "a"
        raise _refuse(f"Proposed value for {key} is too large for {article} {known.type}.")
    if value % 1.0 > _MAX_FRACTION:
        raise _refuse(f"{key} cannot be a fractional value.")


# -- the quota of a client ------------------------------------------------------------------------

Tags = tuple[str | None, str | None]
"""User and client id that share a quota; None where that does not matter."""


def quota_of(
    quotas: Mapping[Entity, Mapping[str, float]], key: str, user: str, client_id: str
) -> tuple[Tags, float] | None:
    """Return the sharers of a client's quota, and its value; None without a quota."""
    for entity, tags in _precedence(user, client_id):
        value = quotas.get(entity, {}).get(key)
        if value is not None:
            return tags, value
    return None


def _precedence(user: str, client_id: str) -> Iterator[tuple[Entity, Tags]]:
    """Yield the entities whose quota can count: the first one that has it does.

    The name None is the default entity (ClientQuotaManager.DefaultQuotaCallback). Quotas of client
    ids, the default one too, do not count for clients without an id (`quotaLimit`).
    """
    for name in (user, None):
        if client_id:
            for client in (client_id, None):
                yield (("client-id", client), ("user", name)), (user, client_id)
        yield (("user", name),), (user, None)
    if client_id:
        for client in (client_id, None):
            yield (("client-id", client),), (None, client_id)


# -- the quota of topic changes -------------------------------------------------------------------

KEY: Final = "controller_mutation_rate"
STRICT_FROM: Final = {19: 6, 20: 5, 37: 3}
"""The APIs that are charged, and the version from which a client knows error 89."""

BUCKETS_MAX: Final = 10_000
"""Clients with a bucket; of more, those unused for longest start again."""
_THROTTLE_MAX_MS: Final = (1 << 31) - 1
_WINDOWS: Final = "controller.quota.window.num"
_WINDOW_S: Final = "controller.quota.window.size.seconds"


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_at_ms: int
    rate: float
    burst: float

    def fill(self, now_ms: int) -> None:
        """Add the tokens that accrued since the last charge."""
        gained = self.rate * (now_ms - self.filled_at_ms) / 1000
        self.tokens = min(self.burst, self.tokens + gained)
        self.filled_at_ms = now_ms

    @property
    def throttle_ms(self) -> int:
        """The time until the quota is not negative, limited to the range of the response field."""
        # NaN is not below 0, and Math.round(NaN) is 0 (Sensor.checkQuotas, throttleTimeMs)
        if not self.tokens < 0 or math.isnan(self.rate):
            return 0
        if self.rate <= 0:
            return _THROTTLE_MAX_MS
        return round(min(-self.tokens / self.rate * 1000, _THROTTLE_MAX_MS))


class MutationQuotas:
    """The buckets of all clients. `image` has the rates, `static` the file of the controller."""

    def __init__(self, image: ClusterImage, static: Mapping[str, str]) -> None:
        self._image = image
        self._burst_s = int(static.get(_WINDOWS, "11")) * int(static.get(_WINDOW_S, "1"))
        self._buckets: OrderedDict[Tags, _Bucket] = OrderedDict()

    def bucket(self, user: str, client_id: str, now_ms: int) -> _Bucket | None:
        """Return the bucket of a client, filled; None without a quota."""
        found = quota_of(self._image.client_quotas, KEY, user, client_id)
        if found is None:
            return None
        tags, rate = found
        burst = rate * self._burst_s
        bucket = self._buckets.get(tags)
        if bucket is None:
            bucket = self._buckets[tags] = _Bucket(burst, now_ms, rate, burst)
            if len(self._buckets) > BUCKETS_MAX:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(tags)
        bucket.fill(now_ms)
        bucket.rate, bucket.burst = rate, burst
        return bucket


class Charge:
    """Charges one request; `throttle_ms` is the wait in its answer.

    A strict one refuses topics while the bucket is negative; a client that does not know the error
    only gets a throttle time.
    """

    def __init__(self, bucket: Callable[[], _Bucket | None], *, is_strict: bool) -> None:
        self._bucket = bucket
        self._is_strict = is_strict
        self._charged = 0
        self.throttle_ms = 0

    def begin(self) -> None:
        """Refund the charge of an earlier attempt to decide the same request."""
        if self._charged and (bucket := self._bucket()) is not None:
            bucket.tokens += self._charged
        self._charged = self.throttle_ms = 0

    def __call__(self, partitions: int) -> None:
        """Take that many partitions from the bucket; raises Refusal (89)."""
        bucket = self._bucket()
        if bucket is None:
            return
        if self._is_strict and bucket.tokens < 0:
            self.throttle_ms = bucket.throttle_ms
            raise Refusal(
                ErrorCode.THROTTLING_QUOTA_EXCEEDED, "The throttling quota has been exceeded."
            )
        bucket.tokens -= partitions
        self._charged += partitions
        if not self._is_strict:
            self.throttle_ms = bucket.throttle_ms
