"""What becomes of damage: an error, a row, or a count, as the mode says.

One line of JSON for each region and one for each file that had any go to the logger
`kraft_spark.damage`.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_spark.decoding.arrow_decode import constant

if TYPE_CHECKING:
    from kraft_spark.columns.schemas import Picked
    from kraft_spark.files.batch_headers import Readable
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Damage
    from kraft_spark.log.options import LogOptions

LOGGER: Final = logging.getLogger("kraft_spark.damage")
SHOWN_BYTES: Final = 1 << 20
"""So much of a damaged region stands in its row."""


class DamagedLogError(ValueError):
    """Bytes of a log that cannot be read, in mode FAILFAST. Another attempt will not help."""


class DamageDesk:
    """Takes the damage of one file and gives the rows that stand for it.

    `picked` are the columns of the result, `log_columns` the names under which the view has topic
    and partition of the log.
    """

    def __init__(
        self, options: LogOptions, file: LogFile, picked: tuple[Picked, ...], schema: pa.Schema
    ) -> None:
        self._options = options
        self._file = file
        self._picked = picked
        self._schema = schema
        self._regions = 0
        self._bytes = 0

    def take(self, damage: Damage, source: Readable) -> pa.RecordBatch | None:
        """The row of a region, None where the mode wants none; raises DamagedLogError."""
        if self._options.mode == "FAILFAST":
            raise DamagedLogError(self._sentence(damage))
        self._regions += 1
        self._bytes += damage.length
        LOGGER.warning(
            "%s",
            _line(
                path=self._file.uri,
                position=damage.position,
                length=damage.length,
                baseOffset=damage.base_offset,
                reason=damage.reason,
            ),
        )
        return self._row(damage, source) if self._options.mode == "PERMISSIVE" else None

    def close(self, rows: int) -> None:
        """Tell how much of the file was damaged; `rows` is how many came out of it."""
        if self._regions:
            LOGGER.warning(
                "%s",
                _line(
                    path=self._file.uri,
                    badRegions=self._regions,
                    badBytes=self._bytes,
                    rows=rows,
                ),
            )

    def _sentence(self, damage: Damage) -> str:
        offset = "" if damage.base_offset is None else f", base offset {damage.base_offset}"
        return (
            f"{self._file.uri}, position {damage.position}{offset}: {damage.reason} "
            "(retrying will not help; mode=PERMISSIVE or DROPMALFORMED reads on behind it)"
        )

    def _row(self, damage: Damage, source: Readable) -> pa.RecordBatch:
        owner = self._file.owner
        is_of_log = self._options.view not in ("offsets", "transactions")
        values: dict[str, Any] = {
            "topic" if is_of_log else "logTopic": owner.topic,
            "partition" if is_of_log else "logPartition": owner.partition,
            "path": self._file.uri,
            "errorReason": damage.reason,
            "errorPosition": damage.position,
            "errorLength": damage.length,
        }
        corrupt = self._options.column_name_of_corrupt_record
        if any(one.column == corrupt for one in self._picked):
            shown = min(damage.length, SHOWN_BYTES)
            values[corrupt] = bytes(memoryview(source.read(damage.position, shown)))
        columns = [
            constant(values.get(one.column), field.type, 1)
            for one, field in zip(self._picked, self._schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _line(**parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
