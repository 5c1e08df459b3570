"""The features of a cluster: levels supported by a node, finalized levels, and changes.

`describe_features` and `update_features` are what a controller or broker is asked. The rest reads
what a user asks for on the command line (Kafka's FeatureCommand): the levels of a release, or
`NAME=LEVEL`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from kraft_core.admin.cluster import find_node
from kraft_core.admin.errors import RequestRefusedError, check
from kraft_core.admin.routes import WORK_S, ask, call
from kraft_core.client.errors import ClientError, ConnectionLostError
from kraft_core.client.session import open_session
from kraft_core.config.errors import FormatError
from kraft_core.config.feature_levels import FEATURES, METADATA_VERSION, metadata_version, short
from kraft_wire import messages
from kraft_wire.connection.client import SOFTWARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_core.admin.routes import Route
    from kraft_core.client.steps import Operation


# -- the features of a cluster ---------------------------------------------------------------------


class UpgradeType(IntEnum):
    """The allowed changes of a level (FeatureUpdate.UpgradeType)."""

    UPGRADE = 1
    SAFE_DOWNGRADE = 2
    UNSAFE_DOWNGRADE = 3


class FeatureUpdate(NamedTuple):
    """A feature and its requested level; 0 disables it."""

    feature: str
    level: int
    upgrade_type: UpgradeType


class FeatureLevels(NamedTuple):
    """A feature as a node reports it.

    `finalized` is 0 where the feature is not finalized, and None where the node does not know yet.
    """

    feature: str
    lowest: int
    highest: int
    finalized: int | None


class UpdateOutcome(NamedTuple):
    """The outcome of the update of one feature; the error is None if it was updated.

    `note` is a further text of the controller, such as which registrations it did not count.
    """

    update: FeatureUpdate
    error: RequestRefusedError | None
    note: str | None = None


def describe_features(
    route: Route, node_id: int | None = None
) -> Operation[messages.ApiVersionsResponse]:
    """Ask the active controller, any broker, or the node of an id for its features."""
    name, version = SOFTWARE
    request = messages.ApiVersionsRequest(
        client_software_name=name, client_software_version=version
    )
    if node_id is None:
        response = yield from ask(route, request, messages.ApiVersionsResponse, is_repeatable=True)
    else:
        endpoint = yield from find_node(route, node_id)
        session = yield from open_session(endpoint, route.settings)
        route.forget()
        answer = yield from call(session, request)
        if not isinstance(answer, messages.ApiVersionsResponse):
            raise ConnectionLostError(f"{endpoint} sent an unexpected response")
        response = answer
    check(response.error_code, None)
    return response


def feature_levels(response: messages.ApiVersionsResponse) -> list[FeatureLevels]:
    """Return the features of a response, sorted by name."""
    finalized: dict[str, int | None] = {
        each.name: each.max_version_level for each in response.finalized_features
    }
    absent: int | None = 0
    if response.finalized_features_epoch < 0:
        # without a high watermark 4.4 reports nothing (KAFKA-19964), older releases a
        # metadata.version of 7 that the cluster may never have had
        absent, finalized[METADATA_VERSION] = None, None
    return sorted(
        (
            FeatureLevels(
                each.name, each.min_version, each.max_version, finalized.get(each.name, absent)
            )
            for each in response.supported_features
        ),
        key=lambda each: each.feature,
    )


def check_update(update: FeatureUpdate) -> None:
    """Refuse an update that no cluster would accept; raises ClientError."""
    if not update.feature.strip():
        raise ClientError("the name of a feature is empty")
    if update.level < 0:
        raise ClientError(f"{update.feature}={update.level}: a level cannot be negative")
    if update.level == 0 and update.upgrade_type is UpgradeType.UPGRADE:
        raise ClientError(f"{update.feature}=0: use `disable` to set level 0, not `upgrade`")


def update_features(
    route: Route, updates: Sequence[FeatureUpdate], *, validate_only: bool = False
) -> Operation[list[UpdateOutcome]]:
    """Change levels, or with `validate_only` only check them; one outcome for each.

    Since Kafka 4.0 either all of them are changed or none.
    """
    for update in updates:
        check_update(update)
    request = messages.UpdateFeaturesRequest(
        timeout_ms=int(WORK_S * 1000),
        validate_only=validate_only,
        feature_updates=[
            messages.UpdateFeaturesRequest.FeatureUpdateKey(
                feature=each.feature, max_version_level=each.level, upgrade_type=each.upgrade_type
            )
            for each in updates
        ],
    )
    response = yield from ask(
        route, request, messages.UpdateFeaturesResponse, is_repeatable=validate_only
    )
    note = None if response.error_code else response.error_message
    return [UpdateOutcome(each, _error_of(each, response), note) for each in sorted(updates)]


def _error_of(
    update: FeatureUpdate, response: messages.UpdateFeaturesResponse
) -> RequestRefusedError | None:
    """Return the error of one feature; newer responses have one error for all or none."""
    if response.error_code:
        return RequestRefusedError(response.error_code, response.error_message)
    if not response.results:
        return None
    for result in response.results:
        if result.feature == update.feature:
            failed = RequestRefusedError(result.error_code, result.error_message)
            return failed if result.error_code else None
    return RequestRefusedError(-1, f"the answer has no result for {update.feature}")


# -- updates from the command line -----------------------------------------------------------------


def upgrade_type(*, unsafe: bool | None) -> UpgradeType:
    """Return an upgrade where `unsafe` is None, else a downgrade."""
    if unsafe is None:
        return UpgradeType.UPGRADE
    return UpgradeType.UNSAFE_DOWNGRADE if unsafe else UpgradeType.SAFE_DOWNGRADE


def wished(
    kind: UpgradeType, *, release: str | None, metadata: str | None, levels: Sequence[str]
) -> list[FeatureUpdate]:
    """Return the levels of a release, or of metadata.version by name and `NAME=LEVEL` for others.

    Raises ValueError or ClientError with one sentence.
    """
    if release is not None:
        if metadata is not None or levels:
            raise ValueError("--release-version excludes --feature and --metadata")
        return _of_release(kind, release)
    pairs = [] if metadata is None else [(METADATA_VERSION, _level(metadata))]
    return _updates(kind, [*pairs, *map(parse_level, levels)])


def disabled(features: Iterable[str], *, unsafe: bool) -> list[FeatureUpdate]:
    """Return the updates that set these features to level 0."""
    return _updates(upgrade_type(unsafe=unsafe), [(feature, 0) for feature in features])


def parse_level(text: str) -> tuple[str, int]:
    """Read NAME=LEVEL; raises ValueError."""
    name, equals, digits = (part.strip() for part in text.partition("="))
    level = short(digits)
    if not equals or level is None:
        raise ValueError(f"{text!r} is not a valid NAME=LEVEL")
    return name, level


def _of_release(kind: UpgradeType, release: str) -> list[FeatureUpdate]:
    """Return all features at the levels of a release; none is upgraded to 0."""
    version = _level(release)
    levels = {METADATA_VERSION: version} | {each.name: each.default(version) for each in FEATURES}
    return [
        FeatureUpdate(name, level, kind)
        for name, level in levels.items()
        if level > 0 or kind is not UpgradeType.UPGRADE
    ]


def _updates(kind: UpgradeType, levels: Iterable[tuple[str, int]]) -> list[FeatureUpdate]:
    found: dict[str, FeatureUpdate] = {}
    for name, level in levels:
        if name in found:
            raise ValueError(f"{name} is given more than once")
        found[name] = FeatureUpdate(name, level, kind)
        check_update(found[name])
    return list(found.values())


def _level(release: str) -> int:
    try:
        return metadata_version(release, unstable=True)
    except FormatError as error:
        raise ValueError(str(error)) from None
