"""What a leader writes before it is the active controller: Kafka's ActivationRecordsGenerator.

Without a metadata.version every Java follower dies at the first data record, so the records that
formatting left come before anything else, in a transaction where the level knows transactions. A
transaction that the leader before left open is aborted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.node.feature_levels import LATEST, METADATA_VERSION
from kraft_core.storage.errors import DamagedFileError
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    ConfigRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
)
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_wire.message import Message

TRANSACTIONS_FROM: Final = 13
"""Metadata transactions are there since 3.6-IV1."""

ELIGIBLE_LEADERS: Final = "eligible.leader.replicas.version"
"""Where it is above 0 the default of min.insync.replicas has to be a record."""

BROKERS: Final = 4
"""The type of resource that brokers are in a ConfigRecord; the one without a name is all."""

MIN_INSYNC: Final = "min.insync.replicas"


def framed(message: Message) -> bytes:
    """Return a record as bytes of the log."""
    return encode_metadata_record(MetadataRecord(message, 0))


def bootstrap_levels(bootstrap: Sequence[bytes]) -> dict[str, int]:
    """The features that a quorum begins with; raises DamagedFileError.

    A directory without bootstrap records begins with the newest metadata.version of production, as
    in Kafka.
    """
    try:
        messages = [decode_metadata_record(value).message for value in bootstrap]
    except WireError as error:
        raise DamagedFileError(f"A bootstrap record cannot be read: {error}.") from None
    found = {
        message.name: message.feature_level
        for message in messages
        if isinstance(message, FeatureLevelRecord)
    }
    if not messages:
        return {METADATA_VERSION: LATEST}
    if METADATA_VERSION not in found:
        raise DamagedFileError("The bootstrap records set no metadata.version.")
    return found


def activation_values(
    image: MetadataImage, bootstrap: Sequence[bytes], min_insync_replicas: int
) -> list[bytes]:
    """The records to write on claim, none if there is nothing to do; raises DamagedFileError."""
    found: list[bytes] = []
    if image.in_transaction:
        found.append(framed(AbortTransactionRecord(reason="Controller failover")))
    if image.metadata_version is not None:
        return found
    levels = bootstrap_levels(bootstrap)
    records = list(bootstrap) or [
        framed(FeatureLevelRecord(name=name, feature_level=level)) for name, level in levels.items()
    ]
    if levels.get(ELIGIBLE_LEADERS):
        records.append(framed(min_insync_record("", min_insync_replicas)))
    if levels[METADATA_VERSION] < TRANSACTIONS_FROM:
        return found + records
    begin = framed(BeginTransactionRecord(name="Bootstrap records"))
    return [*found, begin, *records, framed(EndTransactionRecord())]


def min_insync_record(broker: str, count: int | None) -> ConfigRecord:
    """Set min.insync.replicas of a broker, or of all brokers (""); None takes it back."""
    value = None if count is None else str(count)
    return ConfigRecord(resource_type=BROKERS, resource_name=broker, name=MIN_INSYNC, value=value)
