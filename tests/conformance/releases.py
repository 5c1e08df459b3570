"""The releases of Apache Kafka that the rows of the interop table are asked of.

`KRAFT_INTEROP_RELEASES` names them (`3.9.2,4.4.0`); without it they are those of CI. `make interop`
asks all.
"""

from __future__ import annotations

import os

VARIABLE = "KRAFT_INTEROP_RELEASES"

METADATA_VERSIONS = {
    "3.9.2": "3.9-IV0",
    "4.0.2": "4.0-IV3",
    "4.1.2": "4.1-IV1",
    "4.2.1": "4.2-IV1",
    "4.3.1": "4.3-IV0",
    "4.4.0": "4.4-IV2",
}
"""Every release, oldest first, with its own default: the newest metadata.version that it knows."""

ALL = tuple(METADATA_VERSIONS)
IN_CI = ("3.9.2", "4.3.1")
"""What is asked where nothing is said."""


def chosen() -> tuple[str, ...]:
    """The releases that this run asks; an unknown one is an error, not less to do."""
    named = [name.strip() for name in os.environ.get(VARIABLE, "").split(",") if name.strip()]
    unknown = [name for name in named if name not in ALL]
    if unknown:
        raise ValueError(
            f"{VARIABLE} names {', '.join(unknown)}: the releases are {', '.join(ALL)}"
        )
    return tuple(name for name in ALL if name in named) or IN_CI


def number(release: str) -> tuple[int, ...]:
    """Major and minor version, to compare."""
    return tuple(map(int, release.split(".")[:2]))


def metadata_version(release: str) -> str:
    """The level of a column, for `kafka-storage format --release-version`."""
    return METADATA_VERSIONS[release]
