"""`kraft doctor --before-moving`: what kraft controllers would meet in a running cluster.

It reads the whole metadata log as `kraft tail` does, replays it as an active controller, and asks
the same function whether that may act. Nothing is written, and no node is joined.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.client import Change
    from kraft_core.controller.metadata_image import MetadataImage

_MEASURED_PARTITIONS: Final = 100_000
"""Larger clusters were not measured (docs/controller.md)."""

_CODES: Final = {"info": 0, "warning": 1, "error": 2}

_CLASSES: Final = ("create.topic.policy.class.name", "alter.config.policy.class.name")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about the cluster: how bad it is, where, what, and what to do."""

    severity: str
    area: str
    reason: str
    remedy: str


def report(controllers: str, options: dict[str, Any], as_json: bool) -> int:  # the option
    """Print what is found, and return the exit code of the worst; raises ClientError."""
    found = examine_cluster(controllers, options)
    if as_json:
        echo(json.dumps([asdict(each) for each in found]))
    else:
        for each in found:
            echo(f"{each.severity.upper()} ({each.area}): {each.reason}", f"  {each.remedy}")
    return max(_CODES[each.severity] for each in found)


def examine_cluster(controllers: str, options: dict[str, Any]) -> list[Finding]:
    """Return what is found in the cluster of these controllers; raises ClientError."""
    from kraft_core.client import tail

    settings = {**options, "include_secrets": True}  # what is opaque must be seen as it is
    return findings_of(tail(controllers, from_start=True, until_current=True, **settings))


def findings_of(changes: Iterable[Change]) -> list[Finding]:
    """Return what the records of a metadata log say; the first finding is the verdict."""
    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_wire.messages import KRaftVersionRecord, VotersRecord

    image = MetadataImage(serves_brokers=True)
    kraft_version, voters = 0, frozenset[int]()
    for change in changes:
        match change.record:
            case KRaftVersionRecord() as record:
                kraft_version = record.kraft_version
            case VotersRecord() as record:
                voters = frozenset(each.voter_id for each in record.voters)
            case _ if not change.is_control:
                image.replay(value_of(change), change.offset)
    return [
        _verdict(image),
        _way(kraft_version),
        *_registrations(image, voters),
        *_size(image),
    ]


def value_of(change: Change) -> bytes:
    """Return a metadata record as the bytes of the log."""
    from kraft_wire.records.metadata_frame import (
        MetadataRecord,
        OpaqueMetadataRecord,
        encode_metadata_record,
    )

    record: Any = change.record
    if not isinstance(record, OpaqueMetadataRecord):
        record = MetadataRecord(record, change.version)
    return encode_metadata_record(record)


def _verdict(image: MetadataImage) -> Finding:
    from kraft_core.config.feature_levels import LATEST, RELEASE, version_name
    from kraft_core.controller.activation import find_obstacle

    level = image.metadata_version
    if level is None:
        return Finding(
            "error",
            "moving",
            "The log has no metadata.version yet: no active controller has written to it.",
            "Start the controllers that formatted it first, and ask again.",
        )
    obstacle = find_obstacle(image, {})
    if obstacle is not None:
        return Finding(
            "error",
            "moving",
            f"A kraft controller would not act: {obstacle.text}.",
            f"It knows what Kafka {RELEASE} writes, metadata.version 7 to {LATEST}. Finish what is"
            " open, or lower the level; do not replace a majority of the controllers before.",
        )
    return Finding(
        "info",
        "moving",
        f"A kraft controller would act: metadata.version is {level} ({version_name(level)}), and"
        " all records are known.",
        "Give it kraft.controller=active, and what the files of the controllers say about topics,"
        " brokers and security. Java classes cannot be run: see that none of"
        f" {' and '.join(_CLASSES)} is set, and that the authorizer is StandardAuthorizer.",
    )


def _way(kraft_version: int) -> Finding:
    if kraft_version:
        return Finding(
            "info",
            "moving",
            "The voters are records (kraft.version 1): move in place, or with new ids.",
            "Replace one controller at a time; wait until it has caught up before the next.",
        )
    return Finding(
        "info",
        "moving",
        "The voters are in controller.quorum.voters (kraft.version 0): move in place only.",
        "Give each kraft controller the id, address and directory of the one that it replaces.",
    )


def _registrations(image: MetadataImage, voters: frozenset[int]) -> Iterator[Finding]:
    others = sorted(image.controllers.keys() - voters)
    if voters and others:
        yield Finding(
            "info",
            "moving",
            f"Controllers {', '.join(map(str, others))} are registered and are not voters.",
            "Kafka counts them for feature levels for good, kraft only while they fetch.",
        )


def _size(image: MetadataImage) -> Iterator[Finding]:
    count = sum(len(topic.partitions) for topic in image.cluster.topics.values())
    if count > _MEASURED_PARTITIONS:
        yield Finding(
            "warning",
            "moving",
            f"The cluster has {count:,} partitions; above {_MEASURED_PARTITIONS:,} kraft was not"
            " measured.",
            "Try a copy of the cluster first.",
        )
