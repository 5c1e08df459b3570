"""What a user asks for on the command line, as updates of features (FeatureCommand)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.admin.features import FeatureUpdate, UpgradeType, check_update
from kraft_core.node.errors import FormatError
from kraft_core.node.feature_levels import FEATURES, METADATA_VERSION, metadata_version, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def upgrade_type(*, unsafe: bool | None) -> UpgradeType:
    """An upgrade where `unsafe` is None, else a downgrade."""
    if unsafe is None:
        return UpgradeType.UPGRADE
    return UpgradeType.UNSAFE_DOWNGRADE if unsafe else UpgradeType.SAFE_DOWNGRADE


def wished(
    kind: UpgradeType, *, release: str | None, metadata: str | None, levels: Sequence[str]
) -> list[FeatureUpdate]:
    """The levels of a release, or metadata.version by name and `NAME=LEVEL` for others.

    Raises ValueError or ClientError with one sentence.
    """
    if release is not None:
        if metadata is not None or levels:
            raise ValueError("--release-version excludes --feature and --metadata")
        return _of_release(kind, release)
    pairs = [] if metadata is None else [(METADATA_VERSION, _level(metadata))]
    return _updates(kind, [*pairs, *map(parse_level, levels)])


def disabled(features: Iterable[str], *, unsafe: bool) -> list[FeatureUpdate]:
    """The same for level 0."""
    return _updates(upgrade_type(unsafe=unsafe), [(feature, 0) for feature in features])


def parse_level(text: str) -> tuple[str, int]:
    """Read NAME=LEVEL; raises ValueError."""
    name, equals, digits = (part.strip() for part in text.partition("="))
    level = short(digits)
    if not equals or level is None:
        raise ValueError(f"{text!r} is no NAME=LEVEL")
    return name, level


def _of_release(kind: UpgradeType, release: str) -> list[FeatureUpdate]:
    """All features as they come with a release; nothing is upgraded to 0."""
    version = _level(release)
    levels = {METADATA_VERSION: version} | {each.name: each.default(version) for each in FEATURES}
    return [
        FeatureUpdate(name, level, kind)
        for name, level in levels.items()
        if level > 0 or kind is not UpgradeType.UPGRADE
    ]


def _updates(kind: UpgradeType, levels: Iterable[tuple[str, int]]) -> list[FeatureUpdate]:
    found: dict[str, FeatureUpdate] = {}
    for name, level in levels:
        if name in found:
            raise ValueError(f"{name} is given more than once")
        found[name] = FeatureUpdate(name, level, kind)
        check_update(found[name])
    return list(found.values())


def _level(release: str) -> int:
    try:
        return metadata_version(release, unstable=True)
    except FormatError as error:
        raise ValueError(str(error)) from None
