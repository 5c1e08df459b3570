"""read_committed for logs without the files that Kafka keeps beside them, by two passes of tasks.

With `isolationLevel=read_committed` and no producer state, each worker reads the markers of every
partition that it has a task of. Here tasks read them once for all: batches and markers become
transactions by a window over each producer of a directory, and the second pass gets the result.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.log.layout import find_files
from kraft_spark.log.options import parse_options
from kraft_spark.log.parts import Transactions
from kraft_spark.option_values import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FIRST_PASS_DROPS: Final = frozenset(
    name.lower()
    for name in (
        "path",
        "paths",
        "view",
        "isolationLevel",
        "startingOffsets",
        "endingOffsets",
        "startingTimestamp",
        "endingTimestamp",
        "modifiedAfter",
        "modifiedBefore",
        "pathGlobFilter",
        "includeHeaders",
        "includeControl",
        "keyFormat",
        "valueFormat",
        "recordType",
        "strict",
    )
)
"""Options that would hide a part of the state: it comes from whole partition directories."""

_BATCHES: Final = "path STRING, baseOffset BIGINT, producerId BIGINT, isTransactional BOOLEAN, "
_CONTROLS: Final = "path STRING, offset BIGINT, producerId BIGINT, recordType STRING"
_TRANSACTIONS: Final = """
SELECT folder, producerId, min(offset) FILTER (WHERE kind = 'DATA') AS first,
       max(offset) FILTER (WHERE kind <> 'DATA') AS last,
       coalesce(max(kind) FILTER (WHERE kind <> 'DATA'), 'OPEN') AS outcome
FROM (
  SELECT *, coalesce(sum(if(kind = 'DATA', 0, 1)) OVER (
    PARTITION BY folder, producerId ORDER BY offset
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS number
  FROM {events}
)
GROUP BY folder, producerId, number
HAVING first IS NOT NULL AND outcome <> 'COMMIT'
"""


def read_committed(
    spark: Any,
    path: str | Sequence[str],
    *,
    view: str = "records",
    schema: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Any:
    """A DataFrame of the rows that `isolationLevel=read_committed` gives, by two passes.

    The first pass runs now and reads every batch of the partition directories. Raises OptionError
    and MissingPathError.
    """
    paths = [path] if isinstance(path, str) else list(path)
    given = {
        **(options or {}),
        "paths": json.dumps(paths),
        "view": view,
        "isolationLevel": "read_committed",
    }
    files = find_files(parse_options(given))
    folders = sorted({file.store.uri(file.folder) for file in files if file.is_log})
    states = _states(spark, folders, options or {}) if folders else {}
    reader = spark.read.format("kafka_log").options(**given)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.option("transactionState", encode_states(states)).load()


def encode_states(states: Mapping[str, Transactions]) -> str:
    """What is committed, by the URI of each directory, as the text of an option."""
    form = {uri: [one.last_stable, one.aborted] for uri, one in states.items()}
    text = json.dumps(form, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(text)).decode()


def decode_states(text: str) -> dict[str, Transactions]:
    """The opposite of `encode_states`; raises OptionError."""
    try:
        form = json.loads(zlib.decompress(base64.b64decode(text, validate=True)))
        return {
            uri: Transactions(tuple((int(a), int(b), int(c)) for a, b, c in aborted), stable)
            for uri, (stable, aborted) in form.items()
        }
    except (ValueError, TypeError, AttributeError, zlib.error):
        raise OptionError(
            "option transactionState is not valid; kraft_spark.read_committed sets it"
        ) from None


def _states(spark: Any, folders: list[str], options: Mapping[str, str]) -> dict[str, Transactions]:
    kept = {name: text for name, text in options.items() if name.lower() not in _FIRST_PASS_DROPS}
    reader = spark.read.format("kafka_log").options(**kept, paths=json.dumps(folders))
    batches = reader.option("view", "batches").schema(_BATCHES + "isControl BOOLEAN").load()
    data = batches.where("isTransactional AND NOT isControl").selectExpr(
        "path", "baseOffset AS offset", "producerId", "'DATA' AS kind"
    )
    controls = reader.option("view", "control").schema(_CONTROLS).load()
    markers = controls.where("recordType IN ('COMMIT', 'ABORT')").selectExpr(
        "path", "offset", "producerId", "recordType AS kind"
    )
    events = data.unionByName(markers).selectExpr(
        "regexp_replace(path, '/[^/]*$', '') AS folder", "offset", "producerId", "kind"
    )
    aborted: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    stable: dict[str, int] = {}
    for row in spark.sql(_TRANSACTIONS, events=events).collect():
        if row.outcome == "OPEN":
            stable[row.folder] = min(row.first, stable.get(row.folder, row.first))
        else:
            aborted[row.folder].append((row.producerId, row.first, row.last))
    return {
        folder: Transactions(tuple(sorted(aborted[folder])), stable.get(folder))
        for folder in folders
    }
