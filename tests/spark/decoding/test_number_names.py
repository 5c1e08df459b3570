"""The names of numbers, as Kafka's enumerations have them."""

from __future__ import annotations

from kraft_spark.decoding.internal_records import (
    ACL_RESOURCES,
    CONFIG_RESOURCES,
    OPERATIONS,
    PATTERNS,
    PERMISSIONS,
    PROTOCOLS,
    RECOVERY_STATES,
    named,
)


def test_names_have_their_numbers():
    assert (CONFIG_RESOURCES[2], CONFIG_RESOURCES[32]) == ("TOPIC", "GROUP")
    assert (ACL_RESOURCES[2], ACL_RESOURCES[7]) == ("TOPIC", "USER")
    assert (PATTERNS[3], PATTERNS[4]) == ("LITERAL", "PREFIXED")
    assert (OPERATIONS[2], OPERATIONS[12], OPERATIONS[15]) == (
        "ALL",
        "IDEMPOTENT_WRITE",
        "TWO_PHASE_COMMIT",
    )
    assert (PERMISSIONS[2], PERMISSIONS[3]) == ("DENY", "ALLOW")
    assert (PROTOCOLS[0], PROTOCOLS[3]) == ("PLAINTEXT", "SASL_SSL")
    assert RECOVERY_STATES == {0: "RECOVERED", 1: "RECOVERING"}


def test_a_number_without_name_is_its_text():
    assert named(PATTERNS, 4) == "PREFIXED"
    assert named(PATTERNS, 77) == "77"
