"""The columns of `kraft_simulation`: a row for each seed."""

from __future__ import annotations

from typing import Final

from kraft_spark.columns.ddl import parse_columns
from kraft_spark.columns.schemas import ViewColumns

SIMULATION_COLUMNS: Final = ViewColumns(
    parse_columns(
        """
        campaign STRING, scenario STRING, seed BIGINT, status STRING, invariant STRING,
        step BIGINT, virtualTimeMs BIGINT, events BIGINT, elections BIGINT,
        electionTimesMs ARRAY<BIGINT>, commits BIGINT, reconfigurations BIGINT, digest STRING,
        coverage MAP<STRING, BIGINT>, wallMs BIGINT, codeVersion STRING, pythonVersion STRING,
        options STRING, error STRING, trace BINARY
        """
    )
)
"""What a row has; all of it stands in the table of a campaign."""
