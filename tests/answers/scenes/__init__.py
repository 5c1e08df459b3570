"""The cases, scene by scene: one process each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.answers.scenes import (
    administering,
    authorizing,
    changing,
    following,
    frames,
    leading,
    resigning,
    restarting,
    securing,
    snapshots,
    states,
    upgrading,
)

if TYPE_CHECKING:
    from tests.answers.stage import Scene

_MODULES: Final = (
    frames,
    leading,
    administering,
    states,
    following,
    changing,
    resigning,
    upgrading,
    restarting,
    snapshots,
    securing,
    authorizing,
)

SCENES: Final[dict[str, Scene]] = {
    scene.name: scene for module in _MODULES for scene in module.SCENES
}
