"""The names of what Kafka's metadata records number: resources, patterns, operations and so on."""

from __future__ import annotations

from typing import Final

CONFIG_RESOURCES: Final = {
    2: "TOPIC",
    4: "BROKER",
    8: "BROKER_LOGGER",
    16: "CLIENT_METRICS",
    32: "GROUP",
}
"""ConfigResource.Type."""

ACL_RESOURCES: Final = dict(
    enumerate(
        (
            "UNKNOWN",
            "ANY",
            "TOPIC",
            "GROUP",
            "CLUSTER",
            "TRANSACTIONAL_ID",
            "DELEGATION_TOKEN",
            "USER",
        )
    )
)
"""ResourceType."""

PATTERNS: Final = dict(enumerate(("UNKNOWN", "ANY", "MATCH", "LITERAL", "PREFIXED")))
"""PatternType."""

OPERATIONS: Final = dict(
    enumerate(
        (
            "UNKNOWN",
            "ANY",
            "ALL",
            "READ",
            "WRITE",
            "CREATE",
            "DELETE",
            "ALTER",
            "DESCRIBE",
            "CLUSTER_ACTION",
            "DESCRIBE_CONFIGS",
            "ALTER_CONFIGS",
            "IDEMPOTENT_WRITE",
            "CREATE_TOKENS",
            "DESCRIBE_TOKENS",
            "TWO_PHASE_COMMIT",
        )
    )
)
"""AclOperation."""

PERMISSIONS: Final = dict(enumerate(("UNKNOWN", "ANY", "DENY", "ALLOW")))
"""AclPermissionType."""

PROTOCOLS: Final = dict(enumerate(("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")))
"""SecurityProtocol."""

RECOVERY_STATES: Final = {0: "RECOVERED", 1: "RECOVERING"}
"""LeaderRecoveryState."""


def named(names: dict[int, str], number: int) -> str:
    """The name of a number; one that this package does not know is its text."""
    return names.get(number, str(number))
