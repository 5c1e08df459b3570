"""The columns of `kraft_quorum`: view `metadata` of a log, with the cluster instead of the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_spark.columns.ddl import Column, parse_columns
from kraft_spark.columns.schemas import Picked, ViewColumns, pick, view_columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.quorum.options import QuorumOptions

CLUSTER_ID: Final = Column("clusterId", "string")

_STATUS: Final = """
    clusterId STRING, leaderId INT, leaderEpoch INT, highWatermark BIGINT, nodeId INT,
    directoryId STRING, status STRING, logEndOffset BIGINT, lag BIGINT,
    lastFetchTimestamp TIMESTAMP, lastCaughtUpTimestamp TIMESTAMP,
    endpoints ARRAY<STRUCT<name: STRING, host: STRING, port: INT>>, observedAt TIMESTAMP
"""


def quorum_columns(options: QuorumOptions) -> ViewColumns:
    """The columns that a read with these options has."""
    if options.view == "status":
        return ViewColumns(parse_columns(_STATUS))
    typed = options.typed()
    found = view_columns("metadata", typed=None if typed is None else typed.columns)
    default = tuple(CLUSTER_ID if one.name == "path" else one for one in found.default)
    return ViewColumns(default, found.more)


def picked_quorum_columns(
    options: QuorumOptions, wanted: Iterable[Column] | None = None
) -> tuple[Picked, ...]:
    """The columns of the result: those of a user's schema, or the default ones.

    Raises SchemaError.
    """
    columns = quorum_columns(options)
    name = f"{options.view} of kraft_quorum"
    return pick(columns, columns.default if wanted is None else wanted, name)
