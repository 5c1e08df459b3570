"""ApiVersions: the common versions of both sides, and the fallback to version 0 (KIP-511).

A server that gets a version of ApiVersions it does not know answers in version 0, with error 35
and, since Kafka 2.4, its own range for that one key; the client then asks again within it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from kraft_wire import messages
from kraft_wire.errors import DecodeError, UnsupportedVersionError
from kraft_wire.headers import API_VERSIONS, answered_version, decode_body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse
    from kraft_wire.registry import MessageSet
    from kraft_wire.schema import VersionRange

__all__ = [
    "UNSUPPORTED_VERSION",
    "begins_sasl_tokens",
    "decode_versions_answer",
    "highest_common",
    "is_api_versions",
    "next_attempt",
    "own_versions",
    "refusal",
    "refuses_sasl_tokens",
    "request_type",
    "response_type",
    "served_versions",
    "versions_answer",
]

UNSUPPORTED_VERSION: Final = 35

_SASL_HANDSHAKE: Final = 17
_REFUSAL_PLACE: Final = slice(4, 6)
"""The error code of a SaslHandshake response 0, after the correlation id."""


def request_type(message_set: MessageSet | None) -> type[ApiVersionsRequest]:
    """Return the ApiVersions request of a package; raises UnknownMessageError if it has none."""
    if message_set is None:
        return messages.ApiVersionsRequest
    return cast("type[ApiVersionsRequest]", message_set.message_class("ApiVersionsRequest"))


def response_type(message_set: MessageSet | None) -> type[ApiVersionsResponse]:
    """Return the ApiVersions response of a package; raises UnknownMessageError if it has none."""
    if message_set is None:
        return messages.ApiVersionsResponse
    return cast("type[ApiVersionsResponse]", message_set.message_class("ApiVersionsResponse"))


def is_api_versions(api_key: int, message_set: MessageSet | None) -> bool:
    """Return True if requests of this key are Kafka's ApiVersions, not another protocol's."""
    known = message_set or messages.kafka_messages()
    return api_key == API_VERSIONS and known.name_of("request", api_key) == "ApiVersionsRequest"


def begins_sasl_tokens(api_key: int, api_version: int, message_set: MessageSet | None) -> bool:
    """Return True if frames without a header follow this request and its response.

    SaslHandshake 0 is followed by the tokens of the mechanism alone; since version 1 they are in
    SaslAuthenticate requests (KIP-152).
    """
    if (api_key, api_version) != (_SASL_HANDSHAKE, 0):
        return False
    known = message_set or messages.kafka_messages()
    return known.name_of("request", api_key) == "SaslHandshakeRequest"


def refuses_sasl_tokens(payload: bytes) -> bool:
    """Return True if this SaslHandshake response 0 has an error: no tokens follow it then."""
    return payload[_REFUSAL_PLACE] != b"\0\0"


def own_versions(
    message_set: MessageSet | None = None, *, with_unstable: bool = False
) -> dict[int, VersionRange]:
    """Return the lowest and highest version of every request of a package, by API key.

    A newest version that can still change is offered only `with_unstable`, as Kafka does with
    `unstable.api.versions.enable`; a request that has no other is left out.
    """
    known = message_set or messages.kafka_messages()
    found = {}
    for api_key in known.keys_of("request"):
        entry = known.entries[known.name_of("request", api_key) or ""]
        highest = entry.highest - (entry.is_unstable and not with_unstable)
        if entry.lowest <= highest:
            found[api_key] = (entry.lowest, highest)
    return found


def highest_common(
    api_key: int, theirs: Mapping[int, VersionRange], message_set: MessageSet | None = None
) -> int:
    """Choose the newest version of a request that both sides support.

    Raises UnsupportedVersionError when there is none, UnknownMessageError for an unknown key.
    """
    cls = (message_set or messages.kafka_messages()).class_of("request", api_key)
    lowest, highest = cls.VERSIONS
    if api_key not in theirs:
        raise UnsupportedVersionError(f"the peer does not serve {cls.__name__}")
    their_lowest, their_highest = theirs[api_key]
    common = min(highest, their_highest)
    if common < max(lowest, their_lowest):
        raise UnsupportedVersionError(
            f"no common version of {cls.__name__}: this side has {lowest} to {highest},"
            f" the peer {their_lowest} to {their_highest}"
        )
    return common


def decode_versions_answer(
    payload: bytes, start: int, version: int, message_set: MessageSet | None = None
) -> tuple[ApiVersionsResponse, int]:
    """Read an ApiVersions response in the requested version or, where that fails, in version 0.

    `payload` is that of the frame, `start` the first byte after the response header, `version` that
    of the request. Returns the response and the version it was read in: 0 for the refusal of a
    version that the server does not have (KIP-511), whose error code is 35. Raises a DecodeError
    for bytes that neither version takes; it is that of the version of the request.
    """
    cls = response_type(message_set)
    tried = answered_version(cls, payload, start, version)
    try:
        return decode_body(cls, payload, start, version), tried
    except DecodeError as error:
        try:
            return cls.decode(payload, 0, start), 0
        except DecodeError:
            raise error from None


def versions_answer(
    served: Mapping[int, VersionRange], message_set: MessageSet | None = None, **fields: Any
) -> ApiVersionsResponse:
    """Build the answer to ApiVersions from the served versions, by API key, in their order.

    `fields` are others of the response: `supported_features`, `throttle_time_ms`.
    """
    cls = response_type(message_set)
    ranges = (
        cls.ApiVersion(api_key=api_key, min_version=lowest, max_version=highest)
        for api_key, (lowest, highest) in sorted(served.items())
    )
    return cls(api_keys=ranges, **fields)


def served_versions(answer: ApiVersionsResponse) -> dict[int, VersionRange]:
    """Return the versions in an answer to ApiVersions, by API key."""
    return {key.api_key: (key.min_version, key.max_version) for key in answer.api_keys}


def refusal(served: VersionRange, message_set: MessageSet | None = None) -> ApiVersionsResponse:
    """Build the version-0 answer to an ApiVersions request of an unsupported version."""
    lowest, highest = served
    cls = response_type(message_set)
    own = cls.ApiVersion(api_key=API_VERSIONS, min_version=lowest, max_version=highest)
    return cls(error_code=UNSUPPORTED_VERSION, api_keys=(own,))


def next_attempt(
    answer: ApiVersionsResponse, tried: int, message_set: MessageSet | None = None
) -> int:
    """Choose the version of the next request after an answer with error 35.

    Raises UnsupportedVersionError when the answer leaves none that was not tried.
    """
    lowest, highest = request_type(message_set).VERSIONS
    offered = [(k.min_version, k.max_version) for k in answer.api_keys if k.api_key == API_VERSIONS]
    their_lowest, their_highest = offered[0] if offered else (0, 0)
    attempt = min(highest, their_highest)
    if attempt < max(lowest, their_lowest) or attempt >= tried:
        raise UnsupportedVersionError(
            f"the peer refuses ApiVersions {tried} and offers {their_lowest} to {their_highest}"
        )
    return attempt
