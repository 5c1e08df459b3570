"""Bytes inside JoinGroup, SyncGroup and DescribeGroups: subscriptions and assignments.

They begin with two bytes of version. What members of groups with newer protocols send (consumer,
share and streams groups) is in the fields of their requests, and needs none of this.

Versions only append fields, so that every member reads what a newer one wrote: bytes of a version
above the newest known one are read as that one, and bytes after the end are ignored
(ConsumerProtocol). Topics and owned partitions are sorted as Java's consumer does, since the leader
compares subscriptions by their bytes.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, TypeVar

from kraft_wire.errors import DecodeError, TruncatedError, UnsupportedVersionError
from kraft_wire.messages import ConsumerProtocolAssignment, ConsumerProtocolSubscription
from kraft_wire.primitives import byte_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kraft_wire.message import Message

__all__ = [
    "CONSUMER_PROTOCOL",
    "assigned_partitions",
    "assignment",
    "decode_assignment",
    "decode_subscription",
    "encode_assignment",
    "encode_subscription",
    "owned_partitions",
    "subscription",
]

CONSUMER_PROTOCOL: Final = "consumer"
"""`protocol_type` of the groups whose members have these bytes."""

_VERSION: Final = Layout(">h")

M = TypeVar("M", bound="Message")


def subscription(
    topics: Iterable[str],
    owned: Mapping[str, Iterable[int]] | None = None,
    *,
    user_data: bytes | None = None,
    generation_id: int = -1,
    rack_id: str | None = None,
) -> ConsumerProtocolSubscription:
    """Build the subscription of a member; `owned` are the partitions that it has kept, by topic."""
    cls = ConsumerProtocolSubscription
    kept = (
        cls.TopicPartition(topic=topic, partitions=sorted(numbers))
        for topic, numbers in sorted((owned or {}).items())
    )
    return cls(
        topics=sorted(topics),
        user_data=user_data,
        owned_partitions=[each for each in kept if each.partitions],
        generation_id=generation_id,
        rack_id=rack_id,
    )


def assignment(
    partitions: Mapping[str, Iterable[int]], *, user_data: bytes | None = None
) -> ConsumerProtocolAssignment:
    """Build the assignment of a member, by topic, in the given order."""
    cls = ConsumerProtocolAssignment
    given = (
        cls.TopicPartition(topic=each, partitions=tuple(partitions[each])) for each in partitions
    )
    return cls(assigned_partitions=[each for each in given if each.partitions], user_data=user_data)


def encode_subscription(
    subscription: ConsumerProtocolSubscription, version: int | None = None
) -> bytes:
    """Write `protocols[].metadata` of a JoinGroup request, in the newest version or this one.

    A version above the newest known one is written as that one. Raises UnsupportedVersionError for
    a negative version.
    """
    return _encoded(subscription, version)


def decode_subscription(
    data: bytes | bytearray | memoryview,
) -> tuple[ConsumerProtocolSubscription, int]:
    """Read a subscription; also return the version stated in it. Raises DecodeError."""
    return _decoded(ConsumerProtocolSubscription, data)


def encode_assignment(assignment: ConsumerProtocolAssignment, version: int | None = None) -> bytes:
    """Write `assignments[].assignment` of a SyncGroup request; as `encode_subscription`."""
    return _encoded(assignment, version)


def decode_assignment(
    data: bytes | bytearray | memoryview,
) -> tuple[ConsumerProtocolAssignment, int]:
    """Read an assignment; as `decode_subscription`.

    A member without partitions can get zero bytes: that raises TruncatedError.
    """
    return _decoded(ConsumerProtocolAssignment, data)


def owned_partitions(subscription: ConsumerProtocolSubscription) -> dict[str, tuple[int, ...]]:
    """Return the partitions that a member has kept, by topic."""
    return _by_topic((each.topic, each.partitions) for each in subscription.owned_partitions)


def assigned_partitions(assignment: ConsumerProtocolAssignment) -> dict[str, tuple[int, ...]]:
    """Return the partitions of a member, by topic."""
    return _by_topic((each.topic, each.partitions) for each in assignment.assigned_partitions)


def _by_topic(pairs: Iterable[tuple[str, Iterable[int]]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for topic, partitions in pairs:  # another client can name a topic twice
        found[topic] = (*found.get(topic, ()), *partitions)
    return found


def _encoded(message: Message, version: int | None) -> bytes:
    lowest, highest = type(message).VERSIONS
    version = highest if version is None else min(version, highest)
    if version < lowest:
        raise UnsupportedVersionError(f"{type(message).__name__} has no version {version}")
    return _VERSION.pack(version) + message.encode(version)


def _decoded(cls: type[M], data: bytes | bytearray | memoryview) -> tuple[M, int]:
    data = byte_view(data).tobytes()
    if len(data) < _VERSION.size:
        raise TruncatedError(f"{cls.__name__} without a version", offset=len(data))
    (version,) = _VERSION.unpack_from(data)
    if version < 0:
        raise DecodeError(f"{cls.__name__} has no version {version}", offset=0)
    message, _ = cls.decode_prefix(data, min(version, cls.VERSIONS[1]), _VERSION.size)
    return message, version
