"""ApiVersions as the leader's probe of a voter to be: which kraft.version does it support."""

from __future__ import annotations

from typing import Final

from kraft_core.consensus import rpc
from kraft_core.consensus.values import STATIC_RANGE, VersionRange
from kraft_wire.connection.client import SOFTWARE
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse

KRAFT_VERSION: Final = "kraft.version"


def probe_to_wire() -> ApiVersionsRequest:
    """Write the question. Below version 4 a feature whose lowest level is 0 is not answered."""
    name, version = SOFTWARE
    return ApiVersionsRequest(client_software_name=name, client_software_version=version)


def probe_response_from_wire(message: ApiVersionsResponse) -> rpc.ApiVersionsResponse:
    """Read the answer; a peer that does not name the feature supports level 0 alone."""
    return rpc.ApiVersionsResponse(ErrorCode(message.error_code), kraft_range(message))


def kraft_range(message: ApiVersionsResponse) -> VersionRange:
    """The levels of kraft.version that an ApiVersions answer tells of."""
    for feature in message.supported_features:
        if feature.name == KRAFT_VERSION:
            return VersionRange(feature.min_version, feature.max_version)
    return STATIC_RANGE
