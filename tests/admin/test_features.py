"""Features of a cluster: what a node tells, and which updates a command line asks for."""

from __future__ import annotations

import pytest

from kraft_core.admin import Admin, FeatureUpdate, UpgradeType
from kraft_core.admin.features import (
    FeatureLevels,
    disabled,
    feature_levels,
    parse_level,
    upgrade_type,
    wished,
)
from kraft_core.client import ClientError, ConnectionLostError
from kraft_wire.messages import ApiVersionsResponse, UpdateFeaturesRequest, UpdateFeaturesResponse
from tests.admin.pretended import CONTROLLER, HASTY, node

# -- the features of a cluster ---------------------------------------------------------------------

OLDER = CONTROLLER | {57: (0, 1)}
UP = UpgradeType.UPGRADE
A, B = FeatureUpdate("a.version", 1, UP), FeatureUpdate("b.version", 2, UP)


@pytest.mark.parametrize("node_id", [None, 1])
def test_levels_of_a_node(node_id):
    with node() as peer, Admin(peer.address) as admin:
        response = admin.describe_features(node_id)
        assert admin.describe_cluster().controller_id == 1  # the connection is found again
    assert response.finalized_features_epoch == 12
    assert feature_levels(response) == [
        FeatureLevels("kraft.version", 0, 1, 1),
        FeatureLevels("metadata.version", 7, 30, 30),
        FeatureLevels("new.feature", 0, 3, 0),
    ]


@pytest.mark.parametrize("finalized", [(), ("metadata.version", 7), ("kraft.version", 1)])
def test_levels_of_a_node_without_a_high_watermark_are_not_known(finalized):
    """Releases below 4.4 report a metadata.version of 7 meanwhile (KAFKA-19964)."""
    cls = ApiVersionsResponse
    response = cls(
        supported_features=[
            cls.SupportedFeatureKey(name="metadata.version", min_version=7, max_version=33),
            cls.SupportedFeatureKey(name="kraft.version", min_version=0, max_version=1),
        ],
        finalized_features=[
            cls.FinalizedFeatureKey(name=name, max_version_level=level, min_version_level=level)
            for name, level in ([finalized] if finalized else [])
        ],
    )
    kraft_version = 1 if "kraft.version" in finalized else None
    assert feature_levels(response) == [
        FeatureLevels("kraft.version", 0, 1, kraft_version),
        FeatureLevels("metadata.version", 7, 33, None),
    ]


def updated(response, **options):
    with (
        node({UpdateFeaturesRequest: response}) as peer,
        Admin(peer.address, settings=HASTY) as admin,
    ):
        outcomes = admin.update_features([B, A], **options)
    (asked,) = peer.asked(UpdateFeaturesRequest)
    assert [each.update for each in outcomes] == [A, B]
    return asked, [each.error and str(each.error) for each in outcomes]


def test_all_or_none_are_changed():
    asked, errors = updated(UpdateFeaturesResponse(error_message=None), validate_only=True)
    assert errors == [None, None]
    assert asked.validate_only
    assert [
        (each.feature, each.max_version_level, each.upgrade_type) for each in asked.feature_updates
    ] == [("b.version", 2, 1), ("a.version", 1, 1)]
    asked, errors = updated(UpdateFeaturesResponse(error_code=95, error_message="no"))
    assert errors == ["no", "no"]
    assert not asked.validate_only


def test_only_a_question_is_asked_twice_after_a_lost_connection():
    for validate_only in (True, False):
        script = [None, UpdateFeaturesResponse(error_message=None)]
        with (
            node({UpdateFeaturesRequest: script}) as peer,
            Admin(peer.address, settings=HASTY) as admin,
        ):
            if validate_only:
                assert admin.update_features([A], validate_only=True)[0].error is None
            else:
                with pytest.raises(ConnectionLostError):
                    admin.update_features([A])


def test_older_clusters_report_each_feature():
    result = UpdateFeaturesResponse.UpdatableFeatureResult
    with (
        node(
            {
                UpdateFeaturesRequest: UpdateFeaturesResponse(
                    error_message=None,
                    results=[result(feature="b.version", error_code=95, error_message="no b")],
                )
            },
            served=OLDER,
        ) as peer,
        Admin(peer.address, settings=HASTY) as admin,
    ):
        outcomes = admin.update_features([B, A])
    assert [str(each.error) for each in outcomes] == [
        "the answer has no result for a.version",
        "no b",
    ]


@pytest.mark.parametrize(
    ("update", "sentence"),
    [
        (FeatureUpdate(" ", 1, UP), "the name of a feature is empty"),
        (FeatureUpdate("a", -1, UP), "a level cannot be negative"),
        (FeatureUpdate("a", 0, UP), "use `disable` to set level 0"),
    ],
)
def test_invalid_feature_update_is_refused_before_sending(update, sentence):
    with Admin("nowhere:1") as admin, pytest.raises(ClientError, match=sentence):
        admin.update_features([update])


# -- updates from the command line -----------------------------------------------------------------

UP, SAFE = UpgradeType.UPGRADE, UpgradeType.SAFE_DOWNGRADE


def wish(kind=UP, release=None, metadata=None, levels=()):
    return wished(kind, release=release, metadata=metadata, levels=levels)


def test_unsafe_option_selects_the_upgrade_type():
    kinds = [upgrade_type(unsafe=unsafe) for unsafe in (None, False, True)]
    assert kinds == [UP, SAFE, UpgradeType.UNSAFE_DOWNGRADE]


def test_a_release_is_all_of_its_levels():
    raised = {each.feature: each.level for each in wish(release="4.0")}
    assert raised == {
        "metadata.version": 25,
        "kraft.version": 1,
        "transaction.version": 2,
        "group.version": 1,
    }
    lowered = {each.feature: each.level for each in wish(SAFE, release="4.0")}
    assert lowered == raised | {
        "eligible.leader.replicas.version": 0,
        "share.version": 0,
        "streams.version": 0,
    }


def test_metadata_version_comes_before_single_levels():
    assert wish(metadata="4.3-IV0", levels=[" a.version = +2 "]) == [
        FeatureUpdate("metadata.version", 30, UP),
        FeatureUpdate("a.version", 2, UP),
    ]
    assert disabled(["a", "b"], unsafe=False) == [
        FeatureUpdate("a", 0, SAFE),
        FeatureUpdate("b", 0, SAFE),
    ]
    assert wish() == []


@pytest.mark.parametrize("text", ["a", "a=", "a=x", "a=32768", "=x"])
def test_parse_level_rejects_invalid_text(text):
    with pytest.raises(ValueError, match="is not a valid NAME=LEVEL"):
        parse_level(text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"release": "4.3", "levels": ["a=1"]}, "excludes"),
        ({"release": "9.9"}, "Unknown metadata.version '9.9'"),
        ({"metadata": "9.9"}, "Unknown metadata.version '9.9'"),
        ({"levels": ["a=1", "a=1"]}, "a is given more than once"),
        ({"levels": ["a=0"]}, "use `disable` to set level 0"),
    ],
)
def test_contradictory_or_unknown_levels_are_refused(options, sentence):
    with pytest.raises((ValueError, ClientError), match=sentence):
        wish(**options)
