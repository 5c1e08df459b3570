from __future__ import annotations

import json

from kraft_core.admin import FeatureUpdate, RequestRefusedError, UpdateOutcome, UpgradeType
from kraft_core.cli.features import describe_lines, level_text, outcome_json, outcome_line
from kraft_wire.messages import ApiVersionsResponse
from tests.admin.pretended import CONTROLLER, versions

UPDATE = FeatureUpdate("a", 2, UpgradeType.UPGRADE)


def test_describe_prints_one_line_per_feature():
    assert describe_lines(versions(CONTROLLER))[1] == (
        "Feature: metadata.version                          SupportedMinVersion: 3.3-IV3        "
        "  SupportedMaxVersion: 4.3-IV0          FinalizedVersionLevel: 4.3-IV0          Epoch: 12"
    )
    supported = [ApiVersionsResponse.SupportedFeatureKey(name="metadata.version", max_version=99)]
    (line,) = describe_lines(ApiVersionsResponse(supported_features=supported))
    assert line.endswith("FinalizedVersionLevel: unknown          Epoch: -")


def test_metadata_version_is_shown_by_its_release():
    assert level_text("metadata.version", 21) == "3.9-IV0"
    assert level_text("metadata.version", 99) == "99"  # divergence A35
    assert level_text("metadata.version", None) == level_text("other", None) == "unknown"
    assert level_text("other", 21) == "21"


def test_refused_update_shows_kafkas_line_and_json():
    failed = UpdateOutcome(UPDATE, RequestRefusedError(95, "Not so."))
    assert outcome_line("upgrade", failed, dry_run=True) == "Can not upgrade a to 2. Not so."
    assert json.loads(outcome_json([failed, UpdateOutcome(UPDATE, None)])) == {
        "results": [
            {
                "feature": "a",
                "maxVersionLevel": 2,
                "errorCode": 95,
                "errorMessage": "Not so.",
            },
            {"feature": "a", "maxVersionLevel": 2, "errorCode": 0, "errorMessage": None},
        ]
    }
