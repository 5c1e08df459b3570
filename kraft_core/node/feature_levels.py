"""The features of Kafka 4.3: their levels, defaults, and what they depend on.

After MetadataVersion and Feature. Levels of metadata.version have names ("4.3-IV0"); a release
("4.3", "4.3.1") stands for its last one. `VERSIONS` are those of production.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.node.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Mapping

METADATA_VERSION: Final = "metadata.version"
KRAFT_VERSION: Final = "kraft.version"

_TEXT: Final = (
    "3.3-IV3 3.4-IV0 3.5-IV0 3.5-IV1 3.5-IV2 3.6-IV0 3.6-IV1 3.6-IV2 3.7-IV0 3.7-IV1 3.7-IV2"
    " 3.7-IV3 3.7-IV4 3.8-IV0 3.9-IV0 4.0-IV0 4.0-IV1 4.0-IV2 4.0-IV3 4.1-IV0 4.1-IV1 4.2-IV0"
    " 4.2-IV1 4.3-IV0 4.4-IV0"
)
LOWEST: Final = 7
"""The level of 3.3-IV3, below which no 4.x runs."""

LATEST: Final = 30
"""The level of 4.3-IV0: the newest of production."""

SCRAM_FROM: Final = 11
"""SCRAM credentials are records since 3.5-IV2."""

CONTROLLER_REGISTRATION_FROM: Final = 15
"""Controllers register since 3.7-IV0."""

_NAMES: Final = tuple(_TEXT.split())
_LEVELS: Final = {name: LOWEST + place for place, name in enumerate(_NAMES)}
_TESTING: Final = max(_LEVELS.values())


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature beside metadata.version.

    `since` has, level by level from 0 on, the metadata.version with which it became the default;
    `needs` the levels of other features that a level of this one depends on.
    """

    name: str
    since: tuple[int, ...]
    needs: Mapping[int, Mapping[str, int]]

    @property
    def highest(self) -> int:
        """The newest level of production."""
        return len(self.since) - 1

    def default(self, metadata_version: int) -> int:
        """The level that comes with a metadata.version."""
        return max(level for level, since in enumerate(self.since) if since <= metadata_version)


FEATURES: Final = (
    Feature(KRAFT_VERSION, (LOWEST, 21), {}),
    Feature("transaction.version", (LOWEST, 24, 24), {}),
    Feature("group.version", (LOWEST, 22), {}),
    Feature("eligible.leader.replicas.version", (LOWEST, 26), {1: {METADATA_VERSION: 23}}),
    Feature("share.version", (LOWEST, 28), {}),
    Feature("streams.version", (LOWEST, 29), {}),
)
"""All of production, in the order in which Kafka's tools list them."""

BY_NAME: Final = {feature.name: feature for feature in FEATURES}

SUPPORTED: Final = {
    "group.version": (0, 1),
    KRAFT_VERSION: (0, 1),
    METADATA_VERSION: (LOWEST, LATEST),
    "share.version": (0, 1),
    "streams.version": (0, 1),
    "transaction.version": (0, 2),
    "eligible.leader.replicas.version": (0, 1),
}
"""Lowest and highest level of every feature, in the order in which a controller tells them."""


def version_name(level: int) -> str:
    """The name of a level of metadata.version; raises KeyError for one that is not known."""
    place = level - LOWEST
    if not 0 <= place < len(_NAMES):
        raise KeyError(level)
    return _NAMES[place]


def metadata_version(release: str, *, unstable: bool = False) -> int:
    """The level that a name or a release stands for; raises FormatError.

    With `unstable` also those that are not yet production.
    """
    key = ".".join(release.split(".")[:2])
    last = {name.split("-")[0]: level for name, level in _LEVELS.items()} | _LEVELS
    level = last.get(key)
    if level is None or not (unstable or level <= LATEST):
        known = _NAMES if unstable else _NAMES[: LATEST - LOWEST + 1]
        raise FormatError(
            f"Unknown metadata.version '{release}'. Supported metadata.version are:"
            f" {', '.join(known)}"
        )
    return level


def metadata_version_of_level(level: int) -> int:
    """The level, if it is one; raises FormatError."""
    if not LOWEST <= level <= _TESTING:
        raise FormatError(
            f"No MetadataVersion with feature level {level}. Valid feature levels are from"
            f" {LOWEST} to {_TESTING}."
        )
    return level


def check_level(name: str, levels: Mapping[str, int]) -> None:
    """Check one of the levels that a cluster is to begin with; raises FormatError."""
    feature, level = BY_NAME[name], levels[name]
    if not 0 <= level <= feature.highest:
        raise FormatError(f"No feature:{name} with feature level {level}")
    for other, needed in feature.needs.get(level, {}).items():
        if levels.get(other, -1) < needed:
            raise FormatError(
                f"{name} could not be set to {level} because it depends on {other} level {needed}"
            )


def version_mapping(release: str | None) -> list[str]:
    """The lines that `version-mapping` prints; raises FormatError."""
    release = release or version_name(LATEST)
    level = metadata_version(release, unstable=True)
    return [f"{METADATA_VERSION}={level} ({release})"] + [
        f"{feature.name}={feature.default(level)}" for feature in FEATURES
    ]


def feature_dependencies(asked: str) -> list[str]:
    """The lines that `feature-dependencies` prints of `NAME=LEVEL`; raises FormatError."""
    name, equals, text = (part.strip() for part in asked.partition("="))
    if not equals:
        raise FormatError(
            f"Invalid feature format: {asked}. Expected format: 'feature=version'"
            " (e.g. 'group.version=1')"
        )
    level = short(text)
    if level is None:
        raise FormatError(f"Invalid version format: {text} for feature {name}")
    if name == METADATA_VERSION:
        if not LOWEST <= level <= _TESTING:
            raise FormatError(f"Unknown metadata.version {level}")
        return [f"{name}={level} ({version_name(level)}) has no dependencies."]
    feature = BY_NAME.get(name)
    if feature is None:
        raise FormatError(f"Unknown feature: {name}")
    if not 0 <= level <= feature.highest:
        raise FormatError(f"Feature level {level} is not supported for feature {name}")
    needs = feature.needs.get(level)
    if not needs:
        return [f"{name}={level} has no dependencies."]
    lines = [f"{name}={level} requires:"]
    for other, needed in needs.items():
        about = f" ({version_name(needed)})" if other == METADATA_VERSION else ""
        lines.append(f"    {other}={needed}{about}")
    return lines


def short(text: str) -> int | None:
    """A number of 16 bits as Java reads it; None for any other text."""
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    number = int(text)
    return number if -32768 <= number <= 32767 else None
