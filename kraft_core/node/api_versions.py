"""What a node tells of itself: ApiVersions as a controller of Kafka 4.3.1 answers it.

APIs and versions are those of its controller listener. Below version 4 features that begin at level
0 are not told as supported (KAFKA-17011), so kraft.version is seen from version 4 on. What is
finalized is told in every version that has room for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.node.feature_levels import KRAFT_VERSION, LOWEST, METADATA_VERSION
from kraft_core.replica.rpc_mapping import ANSWERED_API_KEYS
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

_TABLE: Final = (
    "1:4-18 17:0-1 18:0-4 19:2-7 20:1-6 29:1-3 30:1-3 31:1-3 32:1-4 33:0-2 36:0-2 37:0-3 38:1-3"
    " 39:1-2 40:1-2 41:1-3 43:0-2 44:0-1 45:0-1 46:0-0 49:0-1 50:0-0 51:0-0 52:0-2 53:0-1 54:0-1"
    " 55:0-2 56:2-3 57:0-2 58:0-0 59:0-1 60:0-2 62:0-4 63:0-2 64:0-0 67:0-0 70:0-0 73:0-0 80:0-1"
    " 81:0-0 82:0-0"
)


def _served() -> dict[int, tuple[int, int]]:
    found = {}
    for entry in _TABLE.split():
        key, _, versions = entry.partition(":")
        lowest, _, highest = versions.partition("-")
        found[int(key)] = (int(lowest), int(highest))
    return found


SERVED: Final = _served()
"""Lowest and highest version of each API of the controller listener, by API key."""

REPLICA_APIS: Final = {key: SERVED[key] for key in sorted((18, *ANSWERED_API_KEYS))}
"""Those that a replica answers itself, and ApiVersions."""

JAVA_SOFTWARE: Final = "apache-kafka-java"
OWN_SOFTWARE: Final = "kraft"
WITNESS_SOFTWARE: Final = "kraft-witness"
"""The software names by which a Fetch connection tells whether its replica may lead."""

_SOFTWARE: Final = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?")
_NAMED_FROM: Final = 3
_LOW_FEATURES_FROM: Final = 4


@dataclass(frozen=True, slots=True)
class FinalizedFeatures:
    """The levels that the metadata log has set, and the offset up to which it was read.

    `epoch` is -1 as long as no metadata.version is known.
    """

    levels: Mapping[str, int] = field(default_factory=lambda: {METADATA_VERSION: LOWEST})
    epoch: int = -1


@dataclass(frozen=True, slots=True)
class SelfDescription:
    """What there is to tell: APIs, supported features, finalized ones, and kraft.version."""

    served: Mapping[int, tuple[int, int]]
    supported: Mapping[str, tuple[int, int]]
    finalized: FinalizedFeatures
    kraft_version: int


def api_versions_answer(
    request: ApiVersionsRequest,
    api_version: int,
    told: SelfDescription,
) -> ApiVersionsResponse:
    """Answer an ApiVersions request; 42 for a software name or version that is none."""
    if api_version >= _NAMED_FROM and not _is_named(request):
        return ApiVersionsResponse(error_code=ErrorCode.INVALID_REQUEST)
    cls = ApiVersionsResponse
    levels = dict(told.finalized.levels)
    if told.kraft_version:
        levels[KRAFT_VERSION] = told.kraft_version
    return cls(
        api_keys=tuple(
            cls.ApiVersion(api_key=key, min_version=lowest, max_version=highest)
            for key, (lowest, highest) in told.served.items()
        ),
        supported_features=tuple(
            cls.SupportedFeatureKey(name=name, min_version=lowest, max_version=highest)
            for name, (lowest, highest) in told.supported.items()
            if lowest or api_version >= _LOW_FEATURES_FROM
        ),
        finalized_features_epoch=told.finalized.epoch,
        finalized_features=tuple(
            cls.FinalizedFeatureKey(name=name, max_version_level=level, min_version_level=level)
            for name, level in levels.items()
            if level
        ),
    )


def may_lead(software_name: str | None) -> bool | None:
    """Whether a replica that fetches with this software can lead; None if nothing is told."""
    return {JAVA_SOFTWARE: True, OWN_SOFTWARE: True, WITNESS_SOFTWARE: False}.get(
        software_name or ""
    )


def _is_named(request: ApiVersionsRequest) -> bool:
    return all(
        _SOFTWARE.fullmatch(text)
        for text in (request.client_software_name, request.client_software_version)
    )
