"""The cases, scene by scene: one process each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.answers.scenes import administering, following, frames, leading, states

if TYPE_CHECKING:
    from tests.answers.stage import Scene

SCENES: Final[dict[str, Scene]] = {
    scene.name: scene
    for module in (frames, leading, administering, states, following)
    for scene in module.SCENES
}
