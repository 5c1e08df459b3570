"""`read_committed`: the committed records of logs without sidecar files, by two passes of Spark.

The first pass reads all markers of the partitions as tasks; the second reads the rows, with the
transactions of each log in option `transactionState`. A log is a directory; with `replicas=one` it
is a partition, which can have a part of its segments in a tier.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.files.blocks import log_end
from kraft_spark.files.log_file import partition_of, topic_ids_of
from kraft_spark.files.store import in_parallel
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import OPTIONS, READ, parse_options
from kraft_spark.log.parts import Transactions
from kraft_spark.options import OptionError, with_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kraft_spark.files.listing import Listing
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions


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
        "startingOffsetsByTimestamp",
        "endingOffsetsByTimestamp",
        "maxRecordsPerPartition",
        "modifiedAfter",
        "modifiedBefore",
        "pathGlobFilter",
        "includeHeaders",
        "includeControl",
        "keyFormat",
        "valueFormat",
        "recordType",
        "strict",
        "valueDecoder",
        "keyDecoder",
        "valueSchema",
        "schemaRegistry",
        "schemaRegistryUser",
        "schemaRegistryPassword",
        "schemasTopic",
    )
)
"""Options of the rows, and those that would hide a part of the state: it comes from whole logs."""

_BATCHES: Final = (
    "path STRING, baseOffset BIGINT, producerId BIGINT, isTransactional BOOLEAN, "
    "isControl BOOLEAN, isValid BOOLEAN"
)
_CONTROLS: Final = "path STRING, offset BIGINT, producerId BIGINT, recordType STRING"
_TRANSACTIONS: Final = """
SELECT log, producerId, min(offset) FILTER (WHERE kind = 'DATA') AS first,
       max(offset) FILTER (WHERE kind <> 'DATA') AS last,
       coalesce(max(kind) FILTER (WHERE kind <> 'DATA'), 'OPEN') AS outcome
FROM (
  SELECT *, coalesce(sum(if(kind = 'DATA', 0, 1)) OVER (
    PARTITION BY log, producerId ORDER BY offset
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS number
  FROM {events} JOIN {logs} USING (folder)
)
GROUP BY log, producerId, number
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
    """Return a DataFrame of the rows that `isolationLevel=read_committed` gives, by two passes.

    The first pass runs now and reads every batch of the partition directories. Records that are
    written later are not read: whether they are committed is unknown. Raises OptionError,
    MissingPathError and OSError.
    """
    paths = [path] if isinstance(path, str) else list(path)
    own = {"paths": json.dumps(paths), "view": view, "isolationLevel": "read_committed"}
    given = with_arguments(options, own, "path", "transactionState")
    parsed = parse_options(given, READ)
    if parsed.latest:
        raise OptionError(
            "latest=true is not for kraft_spark.read_committed; use isolationLevel=read_committed"
        )
    listing = list_files(parsed)
    files = [file for file in listing.files if file.is_log]
    name_of = log_names(listing.files, parsed)
    logs = {file.store.uri(file.folder): name_of(file) for file in files}
    # before the first pass, which can miss records that are written later
    ends = _log_ends(files, listing, name_of)
    # the directories contain all segments of a log, even if a path names only one; the metadata of
    # a tier is only searched under the paths
    is_tiered = parsed.replicas == "one" and any(file.is_tiered for file in files)
    found = _states(spark, logs, paths if is_tiered else (), options or {}) if logs else {}
    states = {
        name: replace(
            one, last_stable=min(end for end in (ends[name], one.last_stable) if end is not None)
        )
        for name, one in found.items()
    }
    reader = spark.read.format("kafka_log").options(**given)
    if schema is not None:
        reader = reader.schema(schema)
    return reader.option("transactionState", encode_states(states)).load()


def _log_ends(
    files: list[LogFile], listing: Listing, name_of: Callable[[LogFile], str]
) -> dict[str, int]:
    """Return the offset after the last batch of each log."""
    folders = {(file.store, file.folder): file for file in files}
    newest = [listing.folders.segments_beside(file)[-1] for file in folders.values()]
    is_remote = any(file.store.local_path(file.path) is None for file in newest)
    found: dict[str, int] = {}
    ends = in_parallel(log_end, newest, is_remote=is_remote)
    for file, (_, end) in zip(newest, ends, strict=True):
        name = name_of(file)
        found[name] = max(end, file.name.base_offset or 0, found.get(name, 0))
    return found


def log_names(files: Iterable[LogFile], options: LogOptions) -> Callable[[LogFile], str]:
    """Return the name of the state of a file's log: by its directory, or by its partition.

    `files` are all files of a read, by which copies without a topic id find theirs.
    """
    ids = topic_ids_of(files) if options.replicas == "one" else {}

    def name(file: LogFile) -> str:
        if options.replicas == "one" and file.owner.topic is not None:
            topic, number = partition_of(file, ids)
            return f"{topic}-{number}"
        return file.store.uri(file.folder)

    return name


def encode_states(states: Mapping[str, Transactions]) -> str:
    """Encode the transactions of each log by its name, as the text of an option."""
    form = {name: [one.last_stable, one.aborted] for name, one in states.items()}
    text = json.dumps(form, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(text)).decode()


def decode_states(text: str) -> dict[str, Transactions]:
    """Decode the output of `encode_states`; raises OptionError."""
    try:
        form = json.loads(zlib.decompress(base64.b64decode(text, validate=True)))
        return {
            name: Transactions(tuple((int(a), int(b), int(c)) for a, b, c in aborted), stable)
            for name, (stable, aborted) in form.items()
        }
    except (ValueError, TypeError, AttributeError, zlib.error):
        raise OptionError(
            "option transactionState is not valid; kraft_spark.read_committed sets it"
        ) from None


def first_pass_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a read without those that must not apply to the first pass."""
    return {name: text for name, text in options.items() if name.lower() not in _FIRST_PASS_DROPS}


def _states(
    spark: Any, logs: Mapping[str, str], paths: Sequence[str], options: Mapping[str, str]
) -> dict[str, Transactions]:
    """Return the transactions of logs; `logs` has the name of the log of each directory."""
    kept = first_pass_options(options)

    def reader(view: str) -> Any:
        applicable = OPTIONS.applicable(kept, view=view, use=READ)
        found = spark.read.format("kafka_log").options(**applicable).option("view", view)
        return found.option("paths", json.dumps([*logs, *paths]))

    batches = reader("batches").schema(_BATCHES).load()
    data = batches.where(
        "isTransactional AND NOT isControl AND coalesce(isValid, true)"
    ).selectExpr("path", "baseOffset AS offset", "producerId", "'DATA' AS kind")
    controls = reader("control").schema(_CONTROLS).load()
    markers = controls.where("recordType IN ('COMMIT', 'ABORT')").selectExpr(
        "path", "offset", "producerId", "recordType AS kind"
    )
    events = data.unionByName(markers).selectExpr(
        "regexp_replace(path, '/[^/]*$', '') AS folder", "offset", "producerId", "kind"
    )
    names = spark.createDataFrame(sorted(logs.items()), "folder STRING, log STRING")
    aborted: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    stable: dict[str, int] = {}
    for row in spark.sql(_TRANSACTIONS, events=events, logs=names).collect():
        if row.outcome == "OPEN":
            stable[row.log] = min(row.first, stable.get(row.log, row.first))
        else:
            aborted[row.log].append((row.producerId, row.first, row.last))
    return {
        log: Transactions(tuple(sorted(aborted[log])), stable.get(log))
        for log in set(logs.values())
    }
