"""Conditions under which a node becomes the active controller, and its first records.

Kafka's controllers must be able to take over with these records at any moment, and the reverse. The
form of a record follows from the finalized levels, not from the software: so a node acts next to
controllers of any release, as Kafka's own do during a rolling upgrade, while each finalized level
is in its own range. The registered controllers do not matter: below metadata.version 33 a
registration is never removed, and every principal with CLUSTER_ACTION can write one for any id
(KAFKA-20395).

The first records are those of Kafka's ActivationRecordsGenerator. Without a metadata.version every
Java follower dies at the first data record, so the records that formatting left come before
anything else, in a transaction where the level knows transactions. A transaction that the leader
before left open is aborted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import LATEST, METADATA_VERSION
from kraft_core.config.gates import Gate, has_eligible_leaders
from kraft_core.controller.metadata_image import Obstacle, Reason, is_known_level, level_text
from kraft_core.raft.storage.errors import DamagedFileError
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
    from collections.abc import Mapping, Sequence

    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_wire.message import Message

BOOTSTRAP_TRANSACTION: Final = "Bootstrap records"
"""The name of the one transaction that Kafka's controllers write."""

_NOT_MIGRATING: Final = frozenset({0, 3})
"""NONE and POST_MIGRATION of ZkMigrationState: nothing is on its way from ZooKeeper."""

_MIGRATING: Final = {1: "MIGRATION", 2: "PRE_MIGRATION", 4: "ZK"}
"""The other states. Kafka 3.4 wrote PRE_MIGRATION as 1; ZK is never written."""


def find_obstacle(image: MetadataImage, bootstrap: Mapping[str, int]) -> Obstacle | None:
    """Return why this node must not be active with this metadata; None if it can.

    `bootstrap` are the levels that formatting left, where the log has no metadata.version yet.
    """
    if image.unreadable is not None:
        return image.unreadable
    unknown = image.unknown_level
    if unknown is not None:
        return Obstacle(Reason.FEATURE_LEVEL, level_text(*unknown))
    if (obstacle := bootstrap_obstacle(bootstrap)) is not None:
        return obstacle
    state = image.cluster.zk_migration_state or 0
    if state not in _NOT_MIGRATING:
        name = _MIGRATING.get(state, f"{state}, which kraft does not know")
        return Obstacle(Reason.ZK_MIGRATION, f"the ZooKeeper migration state is {name}")
    if image.in_transaction and image.transaction_name != BOOTSTRAP_TRANSACTION:
        text = f"the transaction {image.transaction_name!r} is open"
        return Obstacle(Reason.OPEN_TRANSACTION, text)
    return None


def bootstrap_obstacle(bootstrap: Mapping[str, int]) -> Obstacle | None:
    """Return why a log must not begin with these levels; None if it can."""
    for name, level in bootstrap.items():
        if not is_known_level(name, level):
            text = f"the directory was formatted with {name} at level {level}"
            return Obstacle(Reason.FEATURE_LEVEL, text)
    return None


# -- the first records ----------------------------------------------------------------------------

BROKERS: Final = 4
"""The type of resource that brokers are in a ConfigRecord; the one without a name is all."""

MIN_INSYNC: Final = "min.insync.replicas"


def framed(message: Message) -> bytes:
    """Return a record as bytes of the log."""
    return encode_metadata_record(MetadataRecord(message, 0))


def bootstrap_levels(bootstrap: Sequence[bytes]) -> dict[str, int]:
    """Return the features of a new quorum; raises DamagedFileError.

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
    """Return the records to write on claim, if any; raises DamagedFileError."""
    found: list[bytes] = []
    if image.in_transaction:
        found.append(framed(AbortTransactionRecord(reason="Controller failover")))
    if image.metadata_version is not None:
        return found
    levels = bootstrap_levels(bootstrap)
    records = list(bootstrap) or [
        framed(FeatureLevelRecord(name=name, feature_level=level)) for name, level in levels.items()
    ]
    if has_eligible_leaders(levels):  # its default of min.insync.replicas has to be a record
        records.append(framed(min_insync_record("", min_insync_replicas)))
    if not Gate.TRANSACTIONS.is_open(levels[METADATA_VERSION]):
        return found + records
    begin = framed(BeginTransactionRecord(name="Bootstrap records"))
    return [*found, begin, *records, framed(EndTransactionRecord())]


def min_insync_record(broker: str, count: int | None) -> ConfigRecord:
    """Set min.insync.replicas of a broker, or of all brokers (""); None removes it."""
    value = None if count is None else str(count)
    return ConfigRecord(resource_type=BROKERS, resource_name=broker, name=MIN_INSYNC, value=value)
