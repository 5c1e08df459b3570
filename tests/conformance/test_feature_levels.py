"""The levels of two releases by their jars; the commands print what Kafka's do."""

import pytest

from kraft_core.config.feature_levels import BY_NAME, SUPPORTED, FeatureTable
from tests.conformance import kafka
from tests.conformance.ours import kraft
from tests.conformance.release import FEATURES

pytestmark = pytest.mark.kafka


def test_jars_of_4_3_1_give_the_levels_of_that_release():
    table = FeatureTable.read(FEATURES.printed("4.3.1").splitlines())
    assert table.latest == 30
    assert (min(table.names), max(table.names)) == (7, 31)
    assert table.names[30] == "4.3-IV0"
    assert table.changing_metadata == (7, 8, 11, 13, 14, 15, 17, 23, 30)
    assert list(table.supported.items()) == [
        ("group.version", (0, 1)),
        ("kraft.version", (0, 1)),
        ("metadata.version", (7, 30)),
        ("share.version", (0, 1)),
        ("streams.version", (0, 1)),
        ("transaction.version", (0, 2)),
        ("eligible.leader.replicas.version", (0, 1)),
    ]
    since = {
        "kraft.version": (7, 21),
        "transaction.version": (7, 24, 24),
        "group.version": (7, 22),
        "eligible.leader.replicas.version": (7, 26),
        "share.version": (7, 28),
        "streams.version": (7, 29),
    }
    assert [each.name for each in table.features] == list(since)
    for feature in table.features:
        for metadata_version in table.names:
            expected = max(
                level
                for level, first in enumerate(since[feature.name])
                if first <= metadata_version
            )
            assert feature.default(metadata_version) == expected
    assert [each.needs for each in table.features if any(each.needs.values())] == [
        {0: {}, 1: {"metadata.version": 23}}
    ]


def test_4_4_0_has_three_levels_more_and_share_version_2():
    assert SUPPORTED["metadata.version"] == (7, 33)
    assert SUPPORTED["share.version"] == (0, 2)
    assert [BY_NAME["share.version"].default(level) for level in (30, 31, 33)] == [1, 2, 2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("version-mapping",),
        *(("version-mapping", "-r", release) for release in ("3.9", "4.3.1", "4.4", "4.4.0")),
        ("feature-dependencies", "-f", "share.version=2"),
        ("feature-dependencies", "-f", "metadata.version=34"),
    ],
    ids=" ".join,
)
def test_storage_tool_of_4_4_0_prints_the_same(arguments):
    theirs = kafka.tool("4.4.0", "kafka-storage", *arguments)
    own = kraft("storage", *arguments)
    assert (own.returncode, own.stdout) == (theirs.returncode, theirs.stdout)
    assert theirs.returncode == 0
