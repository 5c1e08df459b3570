"""UpdateFeatures (57) in a cluster with brokers: Kafka's FeatureControlManager.

All updates of a request are made or none is. This controller, every registered broker, fenced ones
too, and every controller must support the new level. `feature_updates` does the same for a quorum
without brokers, from an image of its own.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kraft_core.controller.decision import MIN_INSYNC_REPLICAS, Decision
from kraft_core.controller.feature_updates import (
    UpdateRefusedError,
    check_direction,
    check_needs,
    check_range,
    failure,
    loses_metadata,
    lost_metadata,
    raised_kraft_version,
    success,
)
from kraft_core.image import BROKER_CONFIG
from kraft_core.image.cluster_image import KRAFT_VERSION, METADATA_VERSION
from kraft_core.image.snapshot_records import CONTROLLER_REGISTRATION_FROM, ELIGIBLE_LEADERS
from kraft_core.node.feature_levels import SUPPORTED
from kraft_core.security.authorizer import Operation
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ConfigRecord, FeatureLevelRecord, NoOpRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.controller.decision import Context, ControllerState
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        RegisterBrokerRecord,
        RegisterControllerRecord,
        UpdateFeaturesRequest,
    )

_DISABLED = (0, 0)
"""The range of a feature that a node did not name."""


def update_features(
    state: ControllerState, request: UpdateFeaturesRequest, context: Context
) -> Decision:
    """Change finalized levels. `Decision.kraft_version` is what consensus has to raise."""
    context.require(Operation.ALTER)
    asked = {
        each.feature: (each.max_version_level, each.upgrade_type)
        for each in request.feature_updates
    }
    levels = {name: level for name, (level, _) in asked.items()}
    proposed = {**state.image.features, METADATA_VERSION: state.metadata_version, **levels}
    records: list[Message] = []
    kraft_version = None
    for name, (level, kind) in asked.items():
        try:
            current = _current(state, name)
            check_direction(level, kind, current, partial(_check_supported, state, name, level))
            if name == KRAFT_VERSION:
                kraft_version = raised_kraft_version(level, kind, current)
                if kraft_version is not None:
                    # There must be an offset that the answer waits for.
                    records.append(NoOpRecord())
                continue
            if name != METADATA_VERSION:
                check_needs(name, proposed)
        except UpdateRefusedError as refused:
            why = f"Invalid update version {level} for feature {name}. {refused}"
            return Decision(failure(ErrorCode.INVALID_UPDATE_VERSION, why))
        if name == METADATA_VERSION and loses_metadata(level, current):
            why = lost_metadata(level, current, kind)
            return Decision(failure(ErrorCode.INVALID_UPDATE_VERSION, why))
        records.append(FeatureLevelRecord(name=name, feature_level=level))
    answer = success(request, context.api_version)
    if request.validate_only:
        return Decision(answer, is_atomic=True, kraft_version=kraft_version)
    if levels.get(ELIGIBLE_LEADERS, 0) > 0:
        records = [*_one_min_insync_replicas(state), *records]
    return Decision(answer, tuple(records), is_atomic=True, kraft_version=kraft_version)


def _current(state: ControllerState, name: str) -> int:
    return state.kraft_version if name == KRAFT_VERSION else state.image.features.get(name, 0)


def _check_supported(state: ControllerState, name: str, level: int) -> None:
    """Here first, then by every broker, then by every controller, which must be registered."""
    check_range(level, f"Local controller {state.settings.node_id}", SUPPORTED.get(name, _DISABLED))
    for broker_id, broker in state.image.brokers.items():
        supported = _range_of(name, broker.registration.features)
        check_range(level, f"Broker {broker_id}", supported)
    if state.metadata_version < CONTROLLER_REGISTRATION_FROM:
        return
    own = state.settings.node_id
    for controller_id, controller in state.image.controllers.items():
        if controller_id != own:
            check_range(level, f"Controller {controller_id}", _range_of(name, controller.features))
    for voter_id in sorted(state.settings.voter_ids - {own, *state.image.controllers}):
        raise UpdateRefusedError(
            f"controller {voter_id} has not registered, and may not support this feature"
        )


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
    """Yield what makes min.insync.replicas the same on all brokers, before ELRs are kept."""
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
