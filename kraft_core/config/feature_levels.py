"""The features of the newest released Kafka: their levels, defaults, and what they depend on.

`features.jsonl` is what the classes of that release print (`make release-of-kafka`):
MetadataVersion, Feature and QuorumFeatures. Levels of metadata.version have names ("4.4-IV2"); a
release ("4.4", "4.4.0") means its last one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

METADATA_VERSION: Final = "metadata.version"
KRAFT_VERSION: Final = "kraft.version"


# -- the table of a release ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature other than metadata.version.

    `defaults` has the level that comes with each metadata.version; `needs`, for each level of this
    feature, the levels of other features that it depends on.
    """

    name: str
    highest: int
    """The newest level of production."""
    defaults: Mapping[int, int]
    needs: Mapping[int, Mapping[str, int]]

    def default(self, metadata_version: int) -> int:
        """Return the level that comes with a metadata.version; KeyError for an unknown one."""
        return self.defaults[metadata_version]


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """All feature levels of a release."""

    release: str
    names: Mapping[int, str]
    """The names of the levels of metadata.version, those not yet of production too."""
    latest: int
    """The newest metadata.version of production."""
    releases: Mapping[str, int]
    """The metadata.version that a release stands for ("4.4"), if it has one of production."""
    changing_metadata: tuple[int, ...]
    """The levels that brought new metadata: a downgrade below one would lose it."""
    gates: Mapping[str, Mapping[int, Any]]
    """By method of MetadataVersion: the levels at which its answer changes, and the answers."""
    features: tuple[Feature, ...]
    """All of production, in the order in which Kafka's tools list them."""
    supported: Mapping[str, tuple[int, int]]
    """Lowest and highest level of production of every feature, in the order of registrations."""

    @classmethod
    def read(cls, lines: Iterable[str]) -> FeatureTable:
        """Read the output of tests/conformance/FeatureLevels.java."""
        tables: dict[str, list[dict[str, Any]]] = {}
        for line in lines:
            entry = json.loads(line)
            tables.setdefault(entry["table"], []).append(entry)
        levels = tables["level"]
        (of_kafka,) = tables["kafka"]
        return cls(
            release=of_kafka["release"],
            names={each["level"]: each["name"] for each in levels},
            latest=max(each["level"] for each in levels if each["production"]),
            releases={each["release"]: each["level"] for each in tables["release"]},
            changing_metadata=tuple(each["level"] for each in levels if each["changes metadata"]),
            gates={
                each["name"]: {int(level): answer for level, answer in each["since"].items()}
                for each in tables["gate"]
            },
            features=_features(levels, tables["feature"]),
            supported={
                each["name"]: (each["lowest"], each["highest"]) for each in tables["supported"]
            },
        )


def _features(
    levels: Iterable[Mapping[str, Any]], entries: Iterable[Mapping[str, Any]]
) -> tuple[Feature, ...]:
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        by_name.setdefault(entry["name"], []).append(entry)
    return tuple(
        Feature(
            name,
            max(each["level"] for each in found if each["production"]),
            {each["level"]: each["defaults"][name] for each in levels},
            {each["level"]: each["needs"] for each in found},
        )
        for name, found in by_name.items()
    )


TABLE: Final = FeatureTable.read(
    resources.files(__package__).joinpath("features.jsonl").read_text(encoding="utf-8").splitlines()
)

RELEASE: Final = TABLE.release
"""The newest known release, whose behaviour kraft follows."""

_NAMES: Final = TABLE.names
_LEVELS: Final = {name: level for level, name in _NAMES.items()}
_TESTING: Final = max(_NAMES)

LOWEST: Final = min(_NAMES)
"""The level of 3.3-IV3, below which no 4.x runs."""

LATEST: Final = TABLE.latest
"""The newest metadata.version of production."""

FEATURES: Final = TABLE.features
BY_NAME: Final = {feature.name: feature for feature in FEATURES}
SUPPORTED: Final = TABLE.supported

# -- names and releases ----------------------------------------------------------------------------


def version_name(level: int) -> str:
    """Return the name of a level of metadata.version; raises KeyError for an unknown one."""
    return _NAMES[level]


def metadata_version(release: str, *, unstable: bool = False) -> int:
    """Return the level of a version name or a release; raises FormatError.

    With `unstable` also those that are not yet production.
    """
    key = ".".join(release.split(".")[:2])
    level = TABLE.releases.get(key, _LEVELS.get(key))
    if level is None or not (unstable or level <= LATEST):
        known = [name for level, name in _NAMES.items() if unstable or level <= LATEST]
        raise FormatError(
            f"Unknown metadata.version '{release}'. Supported metadata.version are:"
            f" {', '.join(known)}"
        )
    return level


def metadata_version_of_level(level: int) -> int:
    """Return the level if it is valid; raises FormatError."""
    if level not in _NAMES:
        raise FormatError(
            f"No MetadataVersion with feature level {level}. Valid feature levels are from"
            f" {LOWEST} to {_TESTING}."
        )
    return level


def check_level(name: str, levels: Mapping[str, int]) -> None:
    """Check one of the initial levels of a cluster; raises FormatError."""
    feature, level = BY_NAME[name], levels[name]
    if not 0 <= level <= feature.highest:
        raise FormatError(f"No feature:{name} with feature level {level}")
    for other, needed in feature.needs[level].items():
        if levels.get(other, -1) < needed:
            raise FormatError(
                f"{name} could not be set to {level} because it depends on {other} level {needed}"
            )


def version_mapping(release: str | None) -> list[str]:
    """Return the lines that `version-mapping` prints; raises FormatError."""
    release = release or version_name(LATEST)
    level = metadata_version(release, unstable=True)
    return [f"{METADATA_VERSION}={level} ({release})"] + [
        f"{feature.name}={feature.default(level)}" for feature in FEATURES
    ]


def feature_dependencies(asked: str) -> list[str]:
    """Return the lines that `feature-dependencies` prints for `NAME=LEVEL`; raises FormatError."""
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
        if level not in _NAMES:
            raise FormatError(f"Unknown metadata.version {level}")
        return [f"{name}={level} ({version_name(level)}) has no dependencies."]
    feature = BY_NAME.get(name)
    if feature is None:
        raise FormatError(f"Unknown feature: {name}")
    if level not in feature.needs:
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
    """Parse a number of 16 bits as Java does; None for any other text."""
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    number = int(text)
    return number if -32768 <= number <= 32767 else None
