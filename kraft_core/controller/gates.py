"""When a node may be the active controller of a cluster with brokers, and why not.

What it writes, Kafka's controllers must be able to take over at any moment, and the reverse. So it
gives way before it writes anything if the metadata, or another controller of the quorum, is of a
release that its decisions were not compared with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.controller.metadata_image import is_known_level
from kraft_core.node.feature_levels import SUPPORTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_wire.messages import RegisterControllerRecord

BOOTSTRAP_TRANSACTION: Final = "Bootstrap records"
"""The name of the one transaction that Kafka's controllers write."""

_MIGRATING: Final = {1: "PRE_MIGRATION", 2: "MIGRATION"}
"""The ZkMigrationState in which a cluster is still on its way from ZooKeeper."""


def why_not(image: MetadataImage, bootstrap: Mapping[str, int]) -> str | None:
    """Return why this node must not act on this metadata; None if it may.

    `bootstrap` are the levels that formatting left, where the log has no metadata.version yet.
    """
    if image.is_foreign:
        return image.why_foreign
    for name, level in bootstrap.items():
        if not is_known_level(name, level):
            return f"the directory was formatted with {name} at level {level}"
    state = _MIGRATING.get(image.cluster.zk_migration_state or 0)
    if state is not None:
        return f"the ZooKeeper migration state is {state}"
    if image.in_transaction and image.transaction_name != BOOTSTRAP_TRANSACTION:
        return f"the transaction {image.transaction_name!r} is open"
    for controller in image.controllers.values():
        why = _why_foreign(controller)
        if why is not None:
            return why
    return None


def _why_foreign(controller: RegisterControllerRecord) -> str | None:
    """Return what a controller supports that this one does not, or the reverse.

    Every range must be that of Kafka 4.3.1, which decisions are compared with: other releases
    decide differently, and their records were not compared with kraft's.
    """
    ranges = {
        each.name: (each.min_supported_version, each.max_supported_version)
        for each in controller.features
    }
    for name in sorted(SUPPORTED.keys() | ranges.keys()):
        lowest, highest = ranges.get(name, (0, 0))
        if (lowest, highest) != SUPPORTED.get(name, (0, 0)):
            return (
                f"controller {controller.controller_id} supports {name} {lowest} to {highest},"
                " which is not what Kafka 4.3.1 does"
            )
    return None
