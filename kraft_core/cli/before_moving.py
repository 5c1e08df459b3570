"""`kraft doctor --before-moving`: checks before kraft controllers join a running cluster.

It reads the whole metadata log as `kraft tail` does, replays it as an active controller, and asks
the same function whether that may act. Nothing is written, and no node is joined.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.admin_connection import waiting_note
from kraft_core.cli.findings import exit_code, finding_lines
from kraft_core.cli.output import echo
from kraft_core.operations import findings as f

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.client import Change
    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_core.operations.findings import Finding

_MEASURED_PARTITIONS: Final = 100_000
"""Larger clusters were not measured (docs/controller.md)."""


def report(controllers: str, options: dict[str, Any], *, as_json: bool) -> int:
    """Print the findings and return the exit code of the worst; raises ClientError."""
    found = examine_cluster(controllers, options)
    if as_json:
        echo(json.dumps([each.to_json(controllers) for each in found]))
    else:
        echo(*finding_lines(found, controllers))
    return exit_code(found)


def examine_cluster(controllers: str, options: dict[str, Any]) -> list[Finding]:
    """Return the findings about the cluster of these controllers; raises ClientError."""
    from kraft_core.client import tail

    # opaque text must be shown unchanged
    settings = {**options, "include_secrets": True, "on_note": waiting_note}
    return findings_of(tail(controllers, from_start=True, until_current=True, **settings))


def findings_of(changes: Iterable[Change]) -> list[Finding]:
    """Return the findings about the records of a metadata log; the first one is the verdict."""
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
        return f.NotBegun()
    obstacle = find_obstacle(image, {})
    if obstacle is not None:
        return f.WouldNotAct(reason=obstacle.text, release=RELEASE, latest=LATEST)
    return f.WouldAct(level=level, name=version_name(level))


def _way(kraft_version: int) -> Finding:
    return f.MoveInPlaceOrWithNewIds() if kraft_version else f.MoveInPlace()


def _registrations(image: MetadataImage, voters: frozenset[int]) -> Iterator[Finding]:
    others = sorted(image.controllers.keys() - voters)
    if voters and others:
        yield f.RegisteredNotVoting(controllers=tuple(others))


def _size(image: MetadataImage) -> Iterator[Finding]:
    count = sum(len(topic.partitions) for topic in image.cluster.topics.values())
    if count > _MEASURED_PARTITIONS:
        yield f.UnmeasuredSize(partitions=count, measured=_MEASURED_PARTITIONS)
