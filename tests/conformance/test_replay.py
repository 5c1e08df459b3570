"""Records of decisions are replayed by every release that knows their levels, to the same image.

The sequences are those that were recorded from the newest release; kraft's records of them are the
same (tests/controller/test_recorded_decisions.py). What counts is that an older release, which
shares a quorum with it during a rolling upgrade, reads them as the newest one does.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

from kraft_core.config.feature_levels import (
    FEATURES,
    LOWEST,
    METADATA_VERSION,
    metadata_version,
)
from kraft_wire.messages import ConfigRecord, FeatureLevelRecord, ZkMigrationStateRecord
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.conformance import recorded_files, releases
from tests.conformance.oracle import Oracle
from tests.conformance.quorum_controller import NEWER_CONFIGS, steady
from tests.conformance.recorded_decisions import NAME

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]


def is_kept(value, release):
    """Return False for what releases lose or add by themselves, whoever wrote it.

    3.9 writes that there is no migration from ZooKeeper, and groups are of unknown type to it;
    4.2 and 4.3 skip configs that came later, of which 4.2 lacks several of groups.
    """
    message = decode_metadata_record(bytes.fromhex(value)).message
    match message:
        case ZkMigrationStateRecord():
            return False
        case ConfigRecord():
            return message.name not in NEWER_CONFIGS and (
                message.resource_type not in (0, 32) or release not in ("3.9.2", "4.2.1")
            )
    return True


def known_by(release):
    """The highest level of each feature that came with a release at its own default."""
    highest = metadata_version(releases.metadata_version(release))
    return {each.name: each.default(highest) for each in FEATURES} | {METADATA_VERSION: highest}


def records_of(line):
    """The records of a sequence in order, as hex."""
    return [*line["log"], *(record for step in line["steps"] for record in step.get("r", []))]


def finalized(values):
    """Every level that a sequence finalizes."""
    for value in values:
        message = decode_metadata_record(bytes.fromhex(value)).message
        if isinstance(message, FeatureLevelRecord):
            yield message.name, message.feature_level


@pytest.mark.parametrize(
    "release",
    [
        pytest.param(each, marks=[] if each in releases.IN_CI else pytest.mark.nightly)
        for each in releases.ALL
    ],
)
def test_records_lead_to_the_same_image_in_each_release_that_knows_the_level(release):
    known = known_by(release)
    _, lines = recorded_files.read(NAME)
    lines = [line for line in map(json.loads, lines) if "snapshot" in line]
    chosen = [
        line
        for line in lines
        if isinstance(line["snapshot"], list)
        and all(level <= known.get(name, 0) for name, level in finalized(records_of(line)))
    ]
    seen = Counter(line["level"] for line in chosen)
    assert set(range(LOWEST, known[METADATA_VERSION])) <= seen.keys()
    with Oracle(release, "ReplayOracle.java") as oracle:
        answers = oracle.ask_all([{"records": records_of(line)} for line in chosen])
    for line, answer in zip(chosen, answers, strict=True):
        assert "snapshot" in answer, (line["seed"], answer)
        sides = [
            sorted(steady(bytes.fromhex(value)) for value in side if is_kept(value, release))
            for side in (answer["snapshot"], line["snapshot"])
        ]
        assert sides[0] == sides[1], f"sequence {line['seed']}, level {line['level']}"
