"""UpdateFeatures (57): allowed changes and levels. Kafka's FeatureControlManager.

All updates of a request are made or none is. This controller, every registered broker, fenced ones
too, every voter, which must have registered, and every controller that fetches as an observer must
support the new level. Kafka counts all registrations of controllers, and below metadata.version 33
those of permanently removed controllers cannot be deleted (divergence A31). kraft.version is
raised by consensus; all others are records of the metadata log.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.config.errors import FormatError
from kraft_core.config.feature_levels import (
    BY_NAME,
    KRAFT_VERSION,
    METADATA_VERSION,
    SUPPORTED,
    check_level,
)
from kraft_core.config.gates import Gate, has_eligible_leaders, is_within, loses_metadata
from kraft_core.controller.activation import (
    BROKERS,
    MIN_INSYNC,
    framed,
    min_insync_record,
)
from kraft_core.controller.context import MIN_INSYNC_REPLICAS, Decision
from kraft_core.metadata import BROKER_CONFIG
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ConfigRecord,
    FeatureLevelRecord,
    NoOpRecord,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_wire.message import Message
    from kraft_wire.messages import RegisterBrokerRecord, RegisterControllerRecord

# -- a quorum without brokers, and rules of both --------------------------------------------------

_UPGRADE, _SAFE_DOWNGRADE, _UNSAFE_DOWNGRADE = 1, 2, 3

_LISTED_MAX: Final = 20
"""Registrations that an answer names."""

_RESULTS_TO: Final = 1
"""Up to this version an answer has a result for each feature."""


class UpdateRefusedError(Exception):
    """An update that is refused, with the reason."""


class Replicas(NamedTuple):
    """The replicas that a leader knows: itself, the latest voters, observers except brokers."""

    own_id: int
    voter_ids: frozenset[int]
    observer_ids: frozenset[int]

    @property
    def others(self) -> frozenset[int]:
        """All but the leader, whose own registration can be that of other software."""
        return (self.voter_ids | self.observer_ids) - {self.own_id}


@dataclass(frozen=True, slots=True)
class FeatureState:
    """The state that an update is checked against: image, replicas of this leader, kraft.version.

    `min_insync_replicas` is what this node's configuration has as the default of brokers.
    """

    image: MetadataImage
    replicas: Replicas
    kraft_version: int
    min_insync_replicas: int


@dataclass(frozen=True, slots=True)
class CheckedUpdates:
    """Result of a request: records, and the level of kraft.version if it is to be raised.

    The records hold a NoOp where kraft.version is among the updates.
    """

    values: tuple[bytes, ...] = ()
    kraft_version: int | None = None


def check_updates(
    updates: Iterable[UpdateFeaturesRequest.FeatureUpdateKey], state: FeatureState
) -> CheckedUpdates | str:
    """Check the updates of a request; return the reason if they are refused (error 95)."""
    try:
        records, raised = _checked_levels(
            updates,
            state.image.features,
            partial(_current_level, state=state),
            partial(_check_nodes, state=state),
        )
    except UpdateRefusedError as refused:
        return str(refused)
    values = _min_insync_values(state) if _counts_leaders(records) else []
    return CheckedUpdates((*values, *map(framed, records)), raised)


def _checked_levels(
    updates: Iterable[UpdateFeaturesRequest.FeatureUpdateKey],
    features: Mapping[str, int],
    current_level: Callable[[str], int],
    check_nodes: Callable[[int, str], None],
) -> tuple[list[Message], int | None]:
    """Return the records of levels, and the kraft.version that consensus has to raise, if any.

    It is replaced by a NoOp, as in Kafka: there must be an offset that the answer waits for.
    `features` are the finalized levels, `check_nodes` refuses a level that some node does not
    support. Raises UpdateRefusedError with the whole reason.
    """
    asked = {each.feature: (each.max_version_level, each.upgrade_type) for each in updates}
    proposed = {**features, **{name: level for name, (level, _) in asked.items()}}
    records: list[Message] = []
    raised: int | None = None
    for name, (level, kind) in asked.items():
        try:
            current = current_level(name)
            check_direction(level, kind, current, partial(check_nodes, level, name))
            if name == KRAFT_VERSION:
                raised = raised_kraft_version(level, kind, current)
                if raised is not None:
                    records.append(NoOpRecord())
                continue
            if name != METADATA_VERSION:
                check_needs(name, proposed)
        except UpdateRefusedError as refused:
            why = f"Invalid update version {level} for feature {name}. {refused}"
            raise UpdateRefusedError(why) from None
        if name == METADATA_VERSION and loses_metadata(level, current):
            raise UpdateRefusedError(lost_metadata(level, current, kind))
        records.append(FeatureLevelRecord(name=name, feature_level=level))
    return records, raised


def _counts_leaders(records: Iterable[Message]) -> bool:
    """Return True if this update starts eligible leaders: min.insync.replicas must be set."""
    return any(
        isinstance(each, FeatureLevelRecord)
        and has_eligible_leaders({each.name: each.feature_level})
        for each in records
    )


def _min_insync_values(state: FeatureState) -> list[bytes]:
    """Return the record that precedes eligible leaders: one min.insync.replicas for all brokers."""
    with_value = state.image.configured(BROKERS, MIN_INSYNC)
    records = [] if "" in with_value else [min_insync_record("", state.min_insync_replicas)]
    records += [min_insync_record(broker, None) for broker in sorted(with_value - {""})]
    return [framed(each) for each in records]


def success(
    asked: UpdateFeaturesRequest, api_version: int, note: str | None = None
) -> UpdateFeaturesResponse:
    """Return the answer to updates that were made, or that would succeed.

    Clients of Kafka ignore the message of a success; `kraft features` prints it.
    """
    if api_version > _RESULTS_TO:
        return UpdateFeaturesResponse(error_message=note)
    cls = UpdateFeaturesResponse
    results = tuple(
        cls.UpdatableFeatureResult(feature=each.feature, error_code=0, error_message="NONE")
        for each in asked.feature_updates
    )
    return cls(error_message=note, results=results)


def failure(code: ErrorCode, reason: str) -> UpdateFeaturesResponse:
    """Return the answer if one of the updates failed."""
    text = f"The update failed for all features since the following feature had an error: {reason}"
    return UpdateFeaturesResponse(error_code=code, error_message=text)


def _current_level(name: str, state: FeatureState) -> int:
    return state.kraft_version if name == KRAFT_VERSION else state.image.features.get(name, 0)


def check_direction(
    level: int, kind: int, current: int, check_supported: Callable[[], None]
) -> None:
    """Refuse an invalid change of level; `check_supported` runs between the checks."""
    if kind not in {_UPGRADE, _SAFE_DOWNGRADE, _UNSAFE_DOWNGRADE}:
        raise UpdateRefusedError("The controller does not support the given upgrade type.")
    if level < 0:
        raise UpdateRefusedError("A feature version cannot be less than 0.")
    check_supported()
    if level < current and kind == _UPGRADE:
        raise UpdateRefusedError(
            "Can't downgrade the version of this feature without setting the upgrade type to"
            " either safe or unsafe downgrade."
        )
    if level > current and kind != _UPGRADE:
        raise UpdateRefusedError("Can't downgrade to a newer version.")


def _check_nodes(level: int, name: str, state: FeatureState) -> None:
    """Check this node first, then the other controllers."""
    own_id = state.replicas.own_id
    check_range(level, f"Local controller {own_id}", SUPPORTED.get(name, (0, 0)))
    if Gate.CONTROLLER_REGISTRATION.is_open(state.image.metadata_version):
        check_controllers(level, name, state.image.controllers, state.replicas)


def check_controllers(
    level: int, name: str, registered: Mapping[int, RegisterControllerRecord], replicas: Replicas
) -> None:
    """Refuse a level that a voter or observer does not support, or if a voter is unregistered."""
    for controller_id, controller in registered.items():
        if controller_id in replicas.others:
            check_range(level, f"Controller {controller_id}", _range_of(name, controller.features))
    # a voter whose registration is gone comes back with its old range (KAFKA-20865)
    for voter_id in sorted(replicas.voter_ids - {replicas.own_id, *registered}):
        raise UpdateRefusedError(
            f"controller {voter_id} has not registered, and may not support this feature"
        )


def left_out(registered: Iterable[int], replicas: Replicas) -> str | None:
    """Return the registrations of controllers that were ignored; None if all counted."""
    ids = sorted(set(registered) - replicas.others - {replicas.own_id})
    if not ids:
        return None
    listed = ", ".join(map(str, ids[:_LISTED_MAX]))
    more = f" and {len(ids) - _LISTED_MAX} more" if len(ids) > _LISTED_MAX else ""
    return (
        f"Not counted: the registrations of controllers {listed}{more}, which are neither voters"
        " nor fetch as controllers."
    )


def check_range(level: int, who: str, supported: tuple[int, int]) -> None:
    """Refuse a level outside the range that a node supports."""
    if is_within(level, supported):
        return
    lowest, highest = supported
    if not highest:
        raise UpdateRefusedError(f"{who} does not support this feature.")
    versions = f"{lowest}-{highest}" if lowest != highest else str(lowest)
    raise UpdateRefusedError(f"{who} only supports versions {versions}")


def raised_kraft_version(level: int, kind: int, current: int) -> int | None:
    """Return the level of kraft.version to request from consensus, possibly the current one."""
    if kind == _UPGRADE:
        return level
    if level != current:
        raise UpdateRefusedError("Can't downgrade the version of this feature.")
    return None


def check_needs(name: str, proposed: dict[str, int]) -> None:
    """Refuse a level whose required levels of other features are missing."""
    if name not in BY_NAME:
        raise UpdateRefusedError(f"Feature {name} not found.")
    try:
        check_level(name, proposed)
    except FormatError as error:
        raise UpdateRefusedError(str(error)) from None


def lost_metadata(level: int, current: int, kind: int) -> str:
    """Return why such a downgrade is refused."""
    why = (
        "Refusing to perform the requested downgrade because it might delete metadata information."
    )
    if kind == _UNSAFE_DOWNGRADE:
        why = "Unsafe metadata downgrade is not supported in this version."
    return f"Unsupported metadata.version downgrade from {current} to {level}. {why}"


def why_not_raised(code: ErrorCode, level: int) -> str:
    """Return why consensus did not raise kraft.version."""
    if code == ErrorCode.INVALID_UPDATE_VERSION:
        return (
            f"Invalid upgrade of {KRAFT_VERSION} to KRAFT_VERSION_{level} because not all of the"
            " voters support it"
        )
    return f"{KRAFT_VERSION} cannot be changed now: {code.name}."


# -- a cluster with brokers -----------------------------------------------------------------------

_DISABLED = (0, 0)
"""The range of a feature that a node did not name."""


def update_features(
    state: ControllerState, request: UpdateFeaturesRequest, context: Context
) -> Decision:
    """Change finalized levels. `Decision.kraft_version` is the level that consensus must raise."""
    context.require(Operation.ALTER)
    try:
        records, kraft_version = _checked_levels(
            request.feature_updates,
            {**state.image.features, METADATA_VERSION: state.metadata_version},
            partial(_current, state),
            partial(_check_supported, state),
        )
    except UpdateRefusedError as refused:
        return Decision(failure(ErrorCode.INVALID_UPDATE_VERSION, str(refused)))
    note = None
    if Gate.CONTROLLER_REGISTRATION.is_open(state.metadata_version):
        note = left_out(state.image.controllers, _replicas(state))
    answer = success(request, context.api_version, note)
    if request.validate_only:
        return Decision(answer, is_atomic=True, kraft_version=kraft_version)
    if _counts_leaders(records):
        records = [*_one_min_insync_replicas(state), *records]
    return Decision(answer, tuple(records), is_atomic=True, kraft_version=kraft_version)


def _current(state: ControllerState, name: str) -> int:
    return state.kraft_version if name == KRAFT_VERSION else state.image.features.get(name, 0)


def _check_supported(state: ControllerState, level: int, name: str) -> None:
    """Check this node first, then all brokers, then the other controllers."""
    check_range(level, f"Local controller {state.settings.node_id}", SUPPORTED.get(name, _DISABLED))
    for broker_id, broker in state.image.brokers.items():
        supported = _range_of(name, broker.registration.features)
        check_range(level, f"Broker {broker_id}", supported)
    if Gate.CONTROLLER_REGISTRATION.is_open(state.metadata_version):
        check_controllers(level, name, state.image.controllers, _replicas(state))


def _replicas(state: ControllerState) -> Replicas:
    """Return the replicas to check, without live brokers, which fetch as observers too.

    A live broker is checked by its own registration. In Kafka's combined mode both registrations
    of a process state the same ranges. The id of a fenced broker may belong to a controller now.
    """
    brokers = {broker_id for broker_id, each in state.image.brokers.items() if not each.fenced}
    return Replicas(state.settings.node_id, state.voter_ids, state.observer_ids - brokers)


def _range_of(
    name: str,
    features: Iterable[
        RegisterBrokerRecord.BrokerFeature | RegisterControllerRecord.ControllerFeature
    ],
) -> tuple[int, int]:
    for feature in features:
        if feature.name == name:
            return feature.min_supported_version, feature.max_supported_version
    return _DISABLED


def _one_min_insync_replicas(state: ControllerState) -> Iterator[ConfigRecord]:
    """Yield the records that make min.insync.replicas equal on all brokers, before ELRs start."""
    configs = state.image.configs
    if MIN_INSYNC_REPLICAS not in configs.get((BROKER_CONFIG, ""), {}):
        yield _min_insync_record("", state.settings.static.get(MIN_INSYNC_REPLICAS, "1").strip())
    for (kind, name), values in configs.items():
        if kind == BROKER_CONFIG and name and MIN_INSYNC_REPLICAS in values:
            yield _min_insync_record(name, None)


def _min_insync_record(broker: str, value: str | None) -> ConfigRecord:
    return ConfigRecord(
        resource_type=BROKER_CONFIG, resource_name=broker, name=MIN_INSYNC_REPLICAS, value=value
    )
