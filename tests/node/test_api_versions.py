"""What a node tells of itself, message by message; the same over a socket is in test_server."""

from __future__ import annotations

import pytest

from kraft_core.node.api_versions import (
    REPLICA_APIS,
    SERVED,
    FinalizedFeatures,
    SelfDescription,
    api_versions_answer,
    may_lead,
)
from kraft_core.node.feature_levels import SUPPORTED
from kraft_wire.messages import ApiVersionsRequest

NAMED = ApiVersionsRequest(client_software_name="a", client_software_version="1.0-rc.2")


def told(finalized=None, kraft_version=1):
    return SelfDescription(SERVED, SUPPORTED, finalized or FinalizedFeatures(), kraft_version)


def finalized_of(answer):
    levels = {each.name: each.max_version_level for each in answer.finalized_features}
    assert all(e.min_version_level == e.max_version_level for e in answer.finalized_features)
    return levels


def test_a_node_that_knows_no_metadata_version_tells_the_lowest_at_no_offset():
    answer = api_versions_answer(NAMED, 4, told(kraft_version=0))
    assert finalized_of(answer) == {"metadata.version": 7}
    assert answer.finalized_features_epoch == -1


def test_finalized_features_come_with_their_offset_and_kraft_version_from_the_replica():
    features = FinalizedFeatures({"metadata.version": 30, "group.version": 1, "x": 0}, 11)
    answer = api_versions_answer(NAMED, 3, told(features))
    assert finalized_of(answer) == {
        "metadata.version": 30,
        "group.version": 1,
        "kraft.version": 1,
    }
    assert answer.finalized_features_epoch == 11


@pytest.mark.parametrize(("version", "count"), [(0, 1), (3, 1), (4, 7)])
def test_features_that_begin_at_0_are_told_from_version_4_on(version, count):
    assert len(api_versions_answer(NAMED, version, told()).supported_features) == count


def test_names_are_asked_for_from_version_3_on():
    nameless = ApiVersionsRequest()
    assert api_versions_answer(nameless, 2, told()).error_code == 0
    assert api_versions_answer(nameless, 3, told()).error_code == 42
    half = ApiVersionsRequest(client_software_name="a", client_software_version="1 0")
    assert api_versions_answer(half, 4, told()).error_code == 42


def test_the_replica_answers_a_part_of_what_is_served():
    assert REPLICA_APIS.items() <= SERVED.items()
    assert {1, 18, 52, 82} <= REPLICA_APIS.keys()


@pytest.mark.parametrize(
    ("name", "leads"),
    [
        ("apache-kafka-java", True),
        ("kraft", True),
        ("kraft-witness", False),
        ("other", None),
        (None, None),
    ],
)
def test_who_may_lead_is_told_by_the_name(name, leads):
    assert may_lead(name) is leads
