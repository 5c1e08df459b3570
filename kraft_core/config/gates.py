"""The one table of behaviour by feature level, which all decisions read.

A gate opens at one level and stays open. Its level is not typed here: it is what the classes of the
newest release print (`features.jsonl`), by the method of MetadataVersion or, without one, by the
level at which a feature became the default. Behaviour that no gate names is the same at every
level, as in any binary of Kafka.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import BY_NAME, METADATA_VERSION, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping


def _first_level(source: str) -> int:
    kind, _, name = source.rpartition(" ")
    if kind == "default":
        return min(level for level, default in BY_NAME[name].defaults.items() if default)
    method = source.removeprefix("not ")
    wanted = method == source
    return min(level for level, answer in TABLE.gates[method].items() if answer is wanted)


class Gate(Enum):
    """Behaviour that begins at a level of metadata.version, oldest first."""

    ZK_MIGRATION = (
        "isMigrationSupported",
        "KIP-866",
        "the state of a migration from ZooKeeper is a record; a broker registers as migrating",
    )
    SCRAM = ("isScramSupported", "KIP-900", "SCRAM credentials are records")
    ISR_SHRINK_KEEPS_EPOCH = (
        "not isLeaderEpochBumpRequiredOnIsrShrink",
        "KAFKA-15021",
        "a smaller ISR leaves the leader epoch as it is",
    )
    TRANSACTIONS = (
        "isMetadataTransactionSupported",
        "KIP-868",
        "the first records of a cluster are one metadata transaction",
    )
    DELEGATION_TOKENS = (
        "isDelegationTokenSupported",
        "KAFKA-15219",
        "delegation tokens are records",
    )
    CONTROLLER_REGISTRATION = (
        "isControllerRegistrationSupported",
        "KIP-919",
        "controllers register, are listed by DescribeCluster and bound feature levels",
    )
    DIRECTORY_ASSIGNMENT = (
        "isDirectoryAssignmentSupported",
        "KIP-858",
        "brokers register their log directories, and partitions are assigned to them",
    )
    DYNAMIC_QUORUM = (
        "default kraft.version",
        "KIP-853",
        "kraft.version can be 1: voters are records, which requests change",
    )
    ELIGIBLE_LEADERS = (
        "isElrSupported",
        "KIP-966",
        "records of partitions can hold eligible leader replicas",
    )
    CORDONED_DIRECTORIES = (
        "isCordonedLogDirsSupported",
        "KIP-1066",
        "brokers register cordoned log directories, which get no new partitions",
    )
    CIDR_ACLS = ("isCidrAclSupported", "KIP-1276", "the host of a new ACL can be a CIDR range")
    CONTROLLER_UNREGISTRATION = (
        "isControllerUnregistrationSupported",
        "KIP-1312",
        "the registration of a controller can be removed",
    )

    def __init__(self, source: str, kip: str, behaviour: str) -> None:
        """Create a gate whose level is derived from `source`.

        `source` is a method of MetadataVersion that becomes true, `not` and a method that becomes
        false, or `default` and a feature that is enabled by default from that level on.
        """
        self.source = source
        self.first = _first_level(source)
        """The lowest metadata.version at which the gate is open."""
        self.kip = kip
        """The KIP or issue that introduced the behaviour."""
        self.behaviour = behaviour
        """The behaviour that begins at the level."""

    def is_open(self, metadata_version: int | None) -> bool:
        """Return True at that level or above; without a level every gate is closed."""
        return (metadata_version or 0) >= self.first


ELIGIBLE_LEADERS: Final = "eligible.leader.replicas.version"
"""The feature that puts ELRs in force (KIP-966); the gate is about the form of their records."""


def has_eligible_leaders(features: Mapping[str, int]) -> bool:
    """Return True if ELRs are kept and elected: level 1 of their feature."""
    return features.get(ELIGIBLE_LEADERS, 0) >= 1


class Versions(Enum):
    """Records whose version follows from the metadata.version (MetadataVersion.*RecordVersion)."""

    PARTITION = "partitionRecordVersion"
    PARTITION_CHANGE = "partitionChangeRecordVersion"
    REGISTER_BROKER = "registerBrokerRecordVersion"

    def __init__(self, method: str) -> None:
        since = TABLE.gates[method]
        self._levels = tuple(since)
        self._versions: tuple[int, ...] = tuple(since.values())

    def at(self, metadata_version: int) -> int:
        """Return the version in which Kafka writes such a record at a level."""
        return self._versions[max(bisect_right(self._levels, metadata_version) - 1, 0)]


# -- levels that a node knows ----------------------------------------------------------------------


def is_within(level: int, supported: tuple[int, int]) -> bool:
    """Return True for a level in a range, both ends included."""
    lowest, highest = supported
    return lowest <= level <= highest


def is_finalizable(level: int, supported: tuple[int, int]) -> bool:
    """Return True if a log may have that level; 0 removes the feature, also below the lowest."""
    return level == 0 or is_within(level, supported)


def is_newer_than_known(metadata_version: int | None) -> bool:
    """Return True for a level that only a newer release of Kafka has."""
    return (metadata_version or 0) > TABLE.latest


def loses_metadata(level: int, current: int) -> bool:
    """Return True if a level between the two brought metadata that the lower one cannot hold."""
    return any(level < each <= current for each in TABLE.changing_metadata)


def table() -> str:
    """Format the gates as a table of Markdown, for docs/controller.md."""
    rows = [
        f"| {gate.first} ({TABLE.names[gate.first]}) | {gate.behaviour} | {gate.kip} |"
        for gate in Gate
    ]
    return "\n".join([f"| {METADATA_VERSION} | From there on | Source |", "|---|---|---|", *rows])
