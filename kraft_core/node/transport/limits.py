"""Limits on requests: bytes of the frame and elements of the arrays, for each API.

A frame is refused as soon as its API key and its length have arrived, and elements are counted
before anything is decoded: neither costs more than the limit itself. The same limits apply to a
request inside an Envelope. Only the table below has the limits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import ConfigurationError
from kraft_wire.errors import LimitError, UnknownMessageError, WireError
from kraft_wire.headers import decode_request_header
from kraft_wire.inspection.element_count import elements_above
from kraft_wire.limits import FRAME_BYTES_MAX
from kraft_wire.messages import ApiKey, request_class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.config.properties import Properties

REQUEST_MAX_BYTES: Final = "kraft.request.max.bytes"
BYTES_OVERRIDES: Final = "kraft.request.max.bytes.overrides"
ELEMENTS_OVERRIDES: Final = "kraft.request.max.elements.overrides"
SOCKET_MAX_BYTES: Final = "socket.request.max.bytes"

SMALL_BYTES: Final = 64 << 10
"""The limit of raft's own requests."""

_INLINE_BYTES: Final = 16 << 10

_BYTES: Final[dict[int, int]] = {
    **dict.fromkeys(
        (
            ApiKey.FETCH,
            ApiKey.VOTE,
            ApiKey.BEGIN_QUORUM_EPOCH,
            ApiKey.END_QUORUM_EPOCH,
            ApiKey.FETCH_SNAPSHOT,
            ApiKey.ADD_RAFT_VOTER,
            ApiKey.REMOVE_RAFT_VOTER,
            ApiKey.UPDATE_RAFT_VOTER,
        ),
        SMALL_BYTES,  # raft
    ),
    **dict.fromkeys((ApiKey.SASL_HANDSHAKE, ApiKey.API_VERSIONS), SMALL_BYTES),
    ApiKey.SASL_AUTHENTICATE: 512 << 10,  # sasl.server.max.receive.size
    **dict.fromkeys(
        (
            ApiKey.BROKER_REGISTRATION,
            ApiKey.BROKER_HEARTBEAT,
            ApiKey.ALLOCATE_PRODUCER_IDS,
            ApiKey.CONTROLLER_REGISTRATION,
        ),
        SMALL_BYTES,  # brokers and controllers register and report
    ),
    ApiKey.ASSIGN_REPLICAS_TO_DIRS: 1 << 20,
}
"""Bytes of a frame by API key; others have `kraft.request.max.bytes`."""

_ELEMENTS: Final[dict[int, int]] = {
    ApiKey.ALTER_PARTITION: 200_000,
    **dict.fromkeys(
        (
            ApiKey.CREATE_TOPICS,
            ApiKey.CREATE_PARTITIONS,
            ApiKey.INCREMENTAL_ALTER_CONFIGS,
            ApiKey.ALTER_PARTITION_REASSIGNMENTS,
        ),
        50_000,
    ),
}
"""Elements of all arrays of a request by API key: AlterPartition; topics, partitions, configs and
reassignments. A topic with its partitions and configs is several elements."""

_ELEMENTS_OF_OTHERS: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """Limits in bytes and elements; `*_by_key` override the table.

    No frame is longer than `socket_max_bytes`, regardless of the others.
    """

    socket_max_bytes: int = FRAME_BYTES_MAX
    max_bytes: int = 16 << 20
    bytes_by_key: Mapping[int, int] = field(default_factory=dict)
    elements_by_key: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, properties: Properties) -> RequestLimits:
        """Read the limits that a configuration sets; raises ConfigurationError."""
        socket_max = properties.integer(SOCKET_MAX_BYTES, FRAME_BYTES_MAX, 1)
        default = min(cls().max_bytes, socket_max)
        return cls(
            socket_max_bytes=socket_max,
            max_bytes=properties.integer(REQUEST_MAX_BYTES, default, 1, socket_max),
            bytes_by_key=_overrides(properties, BYTES_OVERRIDES, socket_max),
            elements_by_key=_overrides(properties, ELEMENTS_OVERRIDES, FRAME_BYTES_MAX),
        )

    def frame_bytes(self, api_key: int) -> int:
        """Return the longest frame of an API; small for unknown APIs, which are not served."""
        limit = self.bytes_by_key.get(api_key)
        if limit is None:
            limit = _BYTES.get(api_key, self.max_bytes if _name(api_key) else SMALL_BYTES)
        return min(limit, self.socket_max_bytes)

    def elements(self, api_key: int) -> int:
        """Return the limit of array elements in a request of an API, all arrays together."""
        return self.elements_by_key.get(api_key, _ELEMENTS.get(api_key, _ELEMENTS_OF_OTHERS))

    def is_inline(self, api_key: int, size: int) -> bool:
        """Return True if a frame of `size` bytes can be decoded on the event loop.

        Raft's requests always are: they must not wait for a client's large request.
        """
        return size <= _INLINE_BYTES or (_BYTES.get(api_key) == SMALL_BYTES and size <= SMALL_BYTES)

    def check_frame(self, api_key: int, size: int) -> None:
        """Raise LimitError, which names the key to raise, if a frame is too long."""
        limit = self.frame_bytes(api_key)
        if size <= limit:
            return
        if limit == self.socket_max_bytes:
            key = SOCKET_MAX_BYTES
        elif api_key in self.bytes_by_key or api_key in _BYTES:
            key = f"{BYTES_OVERRIDES}={api_key}:BYTES"
        else:
            key = REQUEST_MAX_BYTES
        api = _name(api_key) or f"API key {api_key}"
        raise LimitError(
            f"{api} of {size} bytes exceeds the limit of {limit} bytes; {key} raises it"
        )

    def check_elements(self, api_key: int, payload: bytes | memoryview) -> None:
        """Raise LimitError, which names the key to raise, if a request has too many elements.

        `payload` is the request with its header. An element takes at least one byte, so that small
        requests are not looked at. What else is wrong with the bytes is left to the decoder.
        """
        limit = self.elements(api_key)
        if len(payload) <= limit:
            return
        try:
            header, start = decode_request_header(payload)
            cls = request_class(api_key)
        except (WireError, KeyError):
            return
        place = elements_above(cls, header.request_api_version, payload, start, limit)
        if place is not None:
            raise LimitError(
                f"{_name(api_key)} of {len(payload)} bytes has more than {limit} elements,"
                f" {ELEMENTS_OVERRIDES}={api_key}:COUNT raises the limit",
                offset=place,
            )


def _name(api_key: int) -> str | None:
    try:
        return request_class(api_key).__name__.removesuffix("Request")
    except UnknownMessageError:
        return None


def _overrides(properties: Properties, key: str, highest: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in properties.list(key):
        api_key, colon, number = entry.partition(":")
        is_pair = colon and all(part.isascii() and part.isdigit() for part in (api_key, number))
        if not is_pair or not 0 < int(number) <= highest or _name(int(api_key)) is None:
            raise ConfigurationError(
                f"{key}: invalid entry {entry!r}; expected API_KEY:NUMBER, a number from 1 to"
                f" {highest}."
            )
        found[int(api_key)] = int(number)
    return found
