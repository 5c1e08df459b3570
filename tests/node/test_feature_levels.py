"""Levels, names and dependencies of features: what kafka-storage of Kafka prints."""

from __future__ import annotations

import re

import pytest

from kraft_core.config.errors import FormatError
from kraft_core.config.feature_levels import (
    BY_NAME,
    FEATURES,
    LATEST,
    SUPPORTED,
    TABLE,
    check_level,
    feature_dependencies,
    metadata_version,
    metadata_version_of_level,
    short,
    version_mapping,
    version_name,
)
from kraft_core.config.gates import Gate, Versions
from kraft_core.metadata import record_version
from kraft_wire.messages import PartitionChangeRecord, PartitionRecord, RegisterBrokerRecord


def test_version_mapping_of_the_newest_release():
    assert version_mapping(None) == [
        "metadata.version=33 (4.4-IV2)",
        "kraft.version=1",
        "transaction.version=2",
        "group.version=1",
        "eligible.leader.replicas.version=1",
        "share.version=2",
        "streams.version=1",
    ]


def test_version_mapping_of_an_older_release():
    assert version_mapping("3.5") == [
        "metadata.version=11 (3.5)",
        *(f"{feature.name}=0" for feature in FEATURES),
    ]
    assert version_mapping("4.0")[2:4] == ["transaction.version=2", "group.version=1"]


@pytest.mark.parametrize(
    ("release", "level"),
    [
        ("3.3-IV3", 7),
        ("3.5", 11),
        ("3.9.2", 21),
        ("4.0-IV1", 23),
        ("4.0", 25),
        ("4.3.1", 30),
        ("4.4", 33),
        ("4.4.0", 33),
    ],
)
def test_release_means_its_last_level(release, level):
    assert metadata_version(release) == level


def test_levels_have_names():
    assert [version_name(level) for level in (7, 21, 30, 33, 34)] == [
        "3.3-IV3",
        "3.9-IV0",
        "4.3-IV0",
        "4.4-IV2",
        "4.5-IV0",
    ]
    for level in (6, 35):
        with pytest.raises(KeyError):
            version_name(level)


def test_an_unknown_release_names_those_that_are_known():
    with pytest.raises(FormatError) as caught:
        metadata_version("9")
    text = str(caught.value)
    assert text.startswith(
        "Unknown metadata.version '9'. Supported metadata.version are: 3.3-IV3, 3.4-IV0, 3.5-IV0,"
    )
    assert text.endswith("4.3-IV0, 4.4-IV0, 4.4-IV1, 4.4-IV2")


def test_level_that_is_not_of_production_is_known_by_its_name_alone():
    with pytest.raises(FormatError):
        metadata_version("4.5-IV0")
    assert metadata_version("4.5-IV0", unstable=True) == 34
    # MetadataVersion.IBP_VERSIONS has a release only where it has a level of production
    with pytest.raises(FormatError, match=r"4\.4-IV2, 4\.5-IV0$"):
        metadata_version("4.5", unstable=True)


def test_levels_outside_are_refused():
    assert metadata_version_of_level(7) == 7
    for level in (6, 35, -1):
        with pytest.raises(FormatError, match=r"Valid feature levels are from 7 to 34"):
            metadata_version_of_level(level)


def test_dependencies_of_a_level_are_listed():
    assert feature_dependencies("eligible.leader.replicas.version=1") == [
        "eligible.leader.replicas.version=1 requires:",
        "    metadata.version=23 (4.0-IV1)",
    ]
    assert feature_dependencies("transaction.version=2") == [
        "transaction.version=2 has no dependencies."
    ]
    assert feature_dependencies(" metadata.version = 20 ") == [
        "metadata.version=20 (3.8-IV0) has no dependencies."
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("foo=1", "Unknown feature: foo"),
        ("share.version=7", "Feature level 7 is not supported for feature share.version"),
        ("share.version", "Invalid feature format: share.version."),
        ("share.version=x", "Invalid version format: x for feature share.version"),
        ("metadata.version=6", "Unknown metadata.version 6"),
    ],
)
def test_invalid_feature_request_is_refused(asked, sentence):
    with pytest.raises(FormatError, match=f"^{sentence}"):
        feature_dependencies(asked)


def test_a_level_is_held_against_the_others():
    levels = {"metadata.version": 22, "eligible.leader.replicas.version": 1}
    with pytest.raises(FormatError, match=r"depends on metadata.version level 23"):
        check_level("eligible.leader.replicas.version", levels)
    check_level("eligible.leader.replicas.version", levels | {"metadata.version": 23})
    with pytest.raises(FormatError, match=r"No feature:group.version with feature level 9"):
        check_level("group.version", {"group.version": 9})


def test_supported_levels_match_the_known_features():
    assert SUPPORTED["metadata.version"] == (7, LATEST)
    others = {name: levels for name, levels in SUPPORTED.items() if name != "metadata.version"}
    assert others == {name: (0, feature.highest) for name, feature in BY_NAME.items()}
    for feature in FEATURES:
        assert feature.default(LATEST) == feature.highest


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-1", -1), ("+2", 2), ("32767", 32767), ("32768", None), ("", None), ("x", None)],
)
def test_short_is_parsed_as_in_java(text, number):
    assert short(text) == number


# -- what a level gates ----------------------------------------------------------------------------


@pytest.mark.parametrize("gate", Gate)
def test_gate_opens_at_its_level_and_stays_open(gate):
    assert not gate.is_open(None)
    open_at = [level for level in TABLE.names if gate.is_open(level)]
    assert open_at == [level for level in TABLE.names if level >= gate.first]
    assert open_at
    assert gate.behaviour
    assert re.fullmatch(r"(KIP|KAFKA)-\d+", gate.kip)


def test_gates_are_all_that_metadata_versions_are_asked():
    """A method that a new release brings must become a gate, or be refused here."""
    asked = {gate.source.removeprefix("not ") for gate in Gate} - {Gate.DYNAMIC_QUORUM.source}
    versions = {each.value for each in Versions} | {"registerControllerRecordVersion"}
    assert asked | versions == set(TABLE.gates)
    assert [gate.first for gate in Gate] == sorted(gate.first for gate in Gate)


def test_register_controller_record_has_the_only_version_there_is():
    since = TABLE.gates["registerControllerRecordVersion"]
    assert since == {7: None, Gate.CONTROLLER_REGISTRATION.first: 0}


@pytest.mark.parametrize(
    ("record", "gate"),
    [
        (RegisterBrokerRecord(), "registerBrokerRecordVersion"),
        (PartitionRecord(), "partitionRecordVersion"),
        (PartitionChangeRecord(), "partitionChangeRecordVersion"),
    ],
)
def test_records_have_the_version_of_the_table_at_every_level(record, gate):
    version = None
    for level in TABLE.names:
        version = TABLE.gates[gate].get(level, version)
        assert record_version(record, level) == version, level


def test_levels_that_bring_new_metadata():
    assert TABLE.changing_metadata == (7, 8, 11, 13, 14, 15, 17, 23, 30, 32, 33)
