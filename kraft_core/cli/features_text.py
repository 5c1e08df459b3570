"""What `kraft features` prints: the texts of kafka-features 4.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.admin.features import feature_levels
from kraft_core.node.feature_levels import METADATA_VERSION, version_name
from kraft_wire.json_form import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.admin.features import UpdateOutcome
    from kraft_wire.messages import ApiVersionsResponse


def describe_lines(response: ApiVersionsResponse) -> list[str]:
    """One line for each supported feature."""
    epoch = response.finalized_features_epoch
    return [
        f"Feature: {each.feature:<40}"
        f"  SupportedMinVersion: {level_text(each.feature, each.lowest):<15}"
        f"  SupportedMaxVersion: {level_text(each.feature, each.highest):<15}"
        f"  FinalizedVersionLevel: {level_text(each.feature, each.finalized):<15}"
        f"  Epoch: {epoch if epoch >= 0 else '-'}"
        for each in feature_levels(response)
    ]


def level_text(feature: str, level: int) -> str:
    """A level as a number, that of metadata.version by its name."""
    if feature != METADATA_VERSION:
        return str(level)
    try:
        return version_name(level)
    except KeyError:
        return f"UNKNOWN {level}"


def outcome_line(verb: str, outcome: UpdateOutcome, *, dry_run: bool) -> str:
    """What became of one update."""
    name, level, _ = outcome.update
    is_disable = verb == "disable"
    if outcome.error is not None:
        what = f"{verb} {name}" if is_disable else f"{verb} {name} to {level}"
        return f"{'Can not' if dry_run else 'Could not'} {what}. {outcome.error}"
    done = "disabled." if is_disable else f"{verb}d to {level}."
    return f"{name} {'can be' if dry_run else 'was'} {done}"


def outcome_json(outcomes: Sequence[UpdateOutcome]) -> str:
    """All updates, under the names of the fields of the UpdateFeatures response."""
    results = [
        {
            "feature": each.update.feature,
            "maxVersionLevel": each.update.level,
            "errorCode": 0 if each.error is None else int(each.error.code),
            "errorMessage": None if each.error is None else str(each.error),
        }
        for each in outcomes
    ]
    return dumps({"results": results})
