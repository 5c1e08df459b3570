from __future__ import annotations

import pytest

from kraft_core.admin import Admin, FeatureUpdate, UpgradeType
from kraft_core.admin.features import FeatureLevels, feature_levels
from kraft_core.client import ClientError, ConnectionLostError
from kraft_wire.messages import UpdateFeaturesRequest, UpdateFeaturesResponse
from tests.admin.pretended import CONTROLLER, HASTY, node

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


def test_older_clusters_tell_of_each():
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
        "the answer tells nothing of a.version",
        "no b",
    ]


@pytest.mark.parametrize(
    ("update", "sentence"),
    [
        (FeatureUpdate(" ", 1, UP), "a feature has a name"),
        (FeatureUpdate("a", -1, UP), "a level is not negative"),
        (FeatureUpdate("a", 0, UP), "disabled, not upgraded"),
    ],
)
def test_what_no_cluster_would_take(update, sentence):
    with Admin("nowhere:1") as admin, pytest.raises(ClientError, match=sentence):
        admin.update_features([update])
