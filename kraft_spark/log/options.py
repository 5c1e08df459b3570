"""The options of `kafka_log`, for reading and writing, and their conflicts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, get_args
from urllib.parse import urlsplit

from kraft_spark.log.position import END_CLOSED_SEGMENTS, END_LOG_END, ENDS
from kraft_spark.options import (
    FLAG,
    POSITIVE,
    TEXT,
    WHOLE_NUMBER,
    Kind,
    Option,
    OptionError,
    Options,
    Scope,
    choice,
    json_of,
    number,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

View = Literal[
    "records", "batches", "metadata", "control", "offsets", "transactions", "files", "tiers"
]

VIEWS: Final[tuple[str, ...]] = get_args(View)
"""The views of a log."""

EARLIEST: Final = -2
LATEST: Final = -1
"""The two offsets with names, by the numbers that Kafka gives them."""

COMMITTED_VIEWS: Final = ("records", "offsets", "transactions")
"""The views that know `read_committed`."""

DECOMPRESSED_BYTES_MOST: Final = 1 << 30
"""Arrow's columns count bytes in 31 bits."""

ByPartition = dict[str, dict[int, int]]
Offsets = int | ByPartition | None
"""One offset for every partition, or one for each that is named; None for no bound."""


def _paths(form: Any) -> tuple[str, ...]:
    if not isinstance(form, list) or not all(isinstance(one, str) for one in form):
        raise ValueError
    return tuple(form)


def _topics(text: str) -> frozenset[str]:
    names = frozenset(one.strip() for one in text.split(",") if one.strip())
    if not names:
        raise ValueError
    return names


def _pattern(text: str) -> re.Pattern[str]:
    _refuse_what_differs(text)
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(str(error)) from None


def _refuse_what_differs(pattern: str) -> None:
    r"""Raise ValueError for syntax that java.util.regex refuses or reads in another way.

    What Java alone has (`\p{Lower}`, `\Q`, `(?<name>`), Python does not compile.
    """
    is_class = False
    place = 0
    while place < len(pattern):
        here = pattern[place]
        if here == "\\":
            place += 2
            continue
        if is_class:
            if here == "[" or pattern.startswith("&&", place):
                raise ValueError(
                    "Java's unions and intersections of character classes are not supported: "
                    "write the class out"
                )
            is_class = here != "]"
        elif here == "[":
            is_class = True
            # a bracket at the begin of a class is a character of it
            place += len(re.match(r"\^?\]?", pattern[place + 1 :])[0])  # type: ignore[index]
        elif pattern.startswith(("(?P", "(?("), place):
            raise ValueError(f"Java does not have {pattern[place : place + 3]}")
        place += 1


def _assigned(form: Any) -> dict[str, frozenset[int]]:
    if not isinstance(form, dict) or not all(_are_partitions(one) for one in form.values()):
        raise ValueError
    return {topic: frozenset(partitions) for topic, partitions in form.items()}


def _are_partitions(value: object) -> bool:
    return isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)


def by_partition(form: Any, least: int) -> ByPartition:
    """Parse JSON of numbers, `least` or more, by topic and partition; raises ValueError."""
    if not isinstance(form, dict) or not all(isinstance(one, dict) for one in form.values()):
        raise ValueError
    for numbers in form.values():
        for partition, value in numbers.items():
            if type(value) is not int or value < least or not partition.isdecimal():
                raise ValueError
    return {
        topic: {int(partition): value for partition, value in numbers.items()}
        for topic, numbers in form.items()
    }


def _offsets(form: Any) -> Offsets:
    if type(form) is int and form >= EARLIEST:
        return form
    return by_partition(form, EARLIEST)


_OFFSETS_ALLOWED: Final = (
    'earliest, latest, a number, or JSON like {"topic": {"0": 23, "1": -2}} with -2 for earliest '
    "and -1 for latest"
)
_OFFSETS_JSON: Final = json_of(_OFFSETS_ALLOWED, _offsets)


def _named_offsets(text: str) -> Offsets:
    word = {"earliest": EARLIEST, "latest": LATEST}.get(text.strip().lower())
    found: Offsets = _OFFSETS_JSON.read(text) if word is None else word
    return found


_OFFSETS: Final = Kind(_OFFSETS_ALLOWED, _named_offsets)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise ValueError from None


def _subject_version(text: str) -> str:
    subject, _, version = text.rpartition(":")
    if not subject or not version.isdecimal() or len(version) > _VERSION_DIGITS_MAX:
        raise ValueError
    return text


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError
    if parts.username is not None:
        raise ValueError("use schemaRegistryUser and schemaRegistryPassword for the credentials")
    return text


_VERSION_DIGITS_MAX: Final = 9
_MOMENT: Final = Kind("a time like 2026-11-21T10:00:00", _moment)
_SUBSCRIBED: Final = "topics to read, as in Spark's Kafka source"
_RANGE: Final = (
    '`earliest`, `latest`, a number, or `{"topic": {"0": 23}}`; the start is inclusive, the end '
    "exclusive. Snapshots are read completely"
)
_TIMES: Final = (
    "milliseconds; the first offset at or above this time, as with Kafka's `offsetsForTimes`. "
    "`.timeindex` and `.index` are used if they exist"
)
_TIMES_JSON: Final = json_of(
    'JSON like {"topic": {"0": 1764064800000}}', lambda form: by_partition(form, 0)
)
_TIMES_BY_PARTITION: Final = (
    'times by partition: `{"topic": {"0": 1764064800000}}`; partitions without a time are read '
    "completely"
)
_FORMATS: Final = "type of the column: `binary` or `string`"
_AS_FILES: Final = "as in Spark's file sources"
_TASKS: Final = (
    "size and number of tasks. By default a task reads 1/10,000 of all bytes, at least 64 MiB and "
    "at most 1 GiB"
)

READ: Final = "spark.read"
STREAM: Final = "spark.readStream"
EXPORT: Final = "export"
RESTORE: Final = "restore"
DOCTOR: Final = "doctor"
"""The uses of options. `restore` copies whole segments; the doctor reads several views."""

ROW_VIEWS: Final = ("records", "batches", "metadata", "control", "offsets", "transactions")
"""The views that read parts of files; the others have a row for each whole file."""

DECODED_VIEWS: Final = ("metadata", "control", "offsets", "transactions")
_STARTS: Final = Scope(ROW_VIEWS, (READ, STREAM, EXPORT))
_ENDS: Final = Scope(ROW_VIEWS, (READ, RESTORE))
_RECORDS: Final = Scope(("records",), (READ, STREAM, EXPORT))
_LATEST: Final = Scope(("records",), (READ,))
_VALUES: Final = Scope(("records",), (READ, STREAM, EXPORT), ("valueDecoder",))
_DECODED: Final = Scope(("records",), (READ, STREAM, EXPORT), ("valueDecoder", "keyDecoder"))
_REGISTRY: Final = Scope(("records",), (READ, STREAM, EXPORT), ("schemaRegistry",))
_BY_TASKS: Final = Scope(uses=(READ, STREAM, EXPORT, DOCTOR))
_ROWS: Final = Scope(ROW_VIEWS, (READ, STREAM, EXPORT, DOCTOR))
_TRIGGER: Final = Scope(uses=(STREAM,))
_TRIGGER_OFFSETS: Final = "offsets of a micro-batch, divided in the same way"

OPTIONS: Final = Options(
    "kafka_log",
    "Which files",
    Option("path", TEXT, "the argument of `load`"),
    Option("paths", json_of('JSON like ["/a", "/b"]', _paths), "several paths, as a JSON list"),
    Option(
        "layout",
        choice("auto", "log-dir", "local-tiered", "aiven", "flat"),
        "see [Paths](spark.md#paths)",
        "auto",
    ),
    Option(
        "replicas",
        choice("all", "one"),
        "see [Paths](spark.md#paths)",
        "all",
        scope=Scope(fixed=tuple((use, "one") for use in (STREAM, EXPORT, RESTORE))),
    ),
    Option("pathGlobFilter", TEXT, _AS_FILES),
    Option("modifiedAfter", _MOMENT, _AS_FILES),
    Option("modifiedBefore", _MOMENT, _AS_FILES),
    Option("recursiveFileLookup", FLAG, _AS_FILES, "true"),
    Option("ignoreMissingFiles", FLAG, "skip files that no longer exist", "false"),
    Option(
        "allowEmpty",
        FLAG,
        "return no rows for a path without segments and snapshots, or a named topic or partition "
        "without a directory; with `false` these are errors",
        "false",
    ),
    "Which topics and rows",
    Option("view", choice(*VIEWS), "see [Views](spark.md#views)", "records"),
    Option("subscribe", Kind("topics, separated by commas", _topics), _SUBSCRIBED),
    Option(
        "subscribePattern",
        Kind("a regular expression", _pattern),
        "a Python regular expression that must match the whole topic name. Syntax with a different "
        "meaning in Java is refused",
    ),
    Option("assign", json_of('JSON like {"topic": [0, 1]}', _assigned), _SUBSCRIBED),
    Option(
        "recordType",
        TEXT,
        "return only records of this type, with its fields as columns",
        scope=Scope(("metadata",), (READ, STREAM, EXPORT)),
    ),
    Option(
        "includeControl",
        FLAG,
        "also return control records: markers and leader changes",
        "false",
        scope=_RECORDS,
    ),
    Option(
        "latest",
        FLAG,
        "return only the last record of each key, and none if that is a tombstone. See "
        "[The last value of a key](spark.md#the-last-value-of-a-key)",
        "false",
        scope=_LATEST,
    ),
    Option(
        "latestMemory",
        size(),
        "limit of the estimated memory for the keys of a partition; a partition that needs more "
        "is an error",
        "512m",
        scope=Scope(("records",), (READ,), ("latest",), ("true",)),
    ),
    Option(
        "isolationLevel",
        choice("read_uncommitted", "read_committed"),
        "`read_committed` returns the records that a consumer gets: no markers, no aborted "
        "records, and none from the first open transaction on. See "
        "[Committed records](spark.md#committed-records)",
        "read_uncommitted",
        scope=Scope(COMMITTED_VIEWS, (READ, STREAM, EXPORT)),
    ),
    Option(
        "transactionState",
        TEXT,
        "set by `kraft_spark.read_committed`",
        scope=Scope(COMMITTED_VIEWS, (READ,), ("isolationLevel",), ("read_committed",)),
    ),
    "Which offsets",
    Option("startingOffsets", _OFFSETS, _RANGE, scope=_STARTS),
    Option("endingOffsets", _OFFSETS, _RANGE, scope=_ENDS),
    Option("startingTimestamp", WHOLE_NUMBER, _TIMES, scope=_STARTS),
    Option("endingTimestamp", WHOLE_NUMBER, _TIMES, scope=_ENDS),
    Option("startingOffsetsByTimestamp", _TIMES_JSON, _TIMES_BY_PARTITION, scope=_STARTS),
    Option("endingOffsetsByTimestamp", _TIMES_JSON, _TIMES_BY_PARTITION, scope=_ENDS),
    Option(
        "startingOffsetsByTimestampStrategy",
        choice("error", "latest"),
        "behaviour for a partition without a record at or above its starting time: an error, "
        "or no rows",
        "latest",
        scope=_STARTS,
    ),
    Option(
        "end",
        choice(*ENDS),
        "the end up to which partitions are read. See "
        "[The end of a partition](spark.md#the-end-of-a-partition) (`highWatermark` of streams "
        "and exports, `logEnd` of other reads)",
        scope=_STARTS,
    ),
    Option(
        "activeSegment",
        FLAG,
        "the name of `end` in earlier releases: `true` is `end=logEnd`, `false` is "
        "`end=closedSegments`",
        scope=_STARTS,
    ),
    Option(
        "failOnDataLoss",
        FLAG,
        "fail if the log no longer has an offset of `startingOffsets`. `spark.readStream` also "
        "fails if a segment was deleted before it was read, or a log was truncated. `false`: "
        "continue with the existing records",
        "true",
        scope=Scope(ROW_VIEWS, (READ, STREAM)),
    ),
    "Columns of a record",
    Option("includeHeaders", FLAG, "add the column `headers`", "false", scope=_RECORDS),
    Option("keyFormat", choice("binary", "string"), _FORMATS, "binary", scope=_RECORDS),
    Option("valueFormat", choice("binary", "string"), _FORMATS, "binary", scope=_RECORDS),
    Option(
        "valueDecoder",
        choice("avro", "json-schema", "protobuf"),
        "decode values that Confluent's serializers wrote. See "
        "[Decoded keys and values](spark.md#decoded-keys-and-values)",
        scope=_RECORDS,
    ),
    Option(
        "keyDecoder",
        choice("avro", "json-schema", "protobuf"),
        "decode keys in the same way, to the columns `keySchemaId`, `decodedKey` and "
        "`keyDecodeError`",
        scope=_RECORDS,
    ),
    Option(
        "valueSchema",
        Kind("SUBJECT:VERSION", _subject_version),
        "return the fields of this schema version as typed columns, instead of `value` and "
        "`decoded`",
        scope=_VALUES,
    ),
    Option(
        "schemaRegistry",
        Kind("a URL that begins with http:// or https://", _url),
        "URL of the registry with the schemas. Without it, schemas are read from the topic "
        "`schemasTopic` under the path",
        scope=_DECODED,
    ),
    Option(
        "schemaRegistryUser",
        TEXT,
        "credentials for basic authentication, used by tasks",
        scope=_REGISTRY,
    ),
    Option(
        "schemaRegistryPassword",
        TEXT,
        "credentials for basic authentication, used by tasks",
        scope=_REGISTRY,
    ),
    Option("schemasTopic", TEXT, "the topic of the registry's schemas", "_schemas", scope=_DECODED),
    Option(
        "includeSecrets",
        FLAG,
        "show values that are otherwise `(redacted)`: SCRAM credentials, ids of delegation tokens, "
        "and values of configs that are passwords or unknown to Kafka",
        "false",
        scope=Scope(DECODED_VIEWS, (READ, STREAM, EXPORT, DOCTOR)),
    ),
    "Damage",
    Option(
        "mode",
        choice("FAILFAST", "PERMISSIVE", "DROPMALFORMED"),
        "report damage as an error (`FAILFAST`), as a row (`PERMISSIVE`), or only in the log "
        "(`DROPMALFORMED`)",
        "FAILFAST",
        scope=_ROWS,
    ),
    Option(
        "columnNameOfCorruptRecord",
        TEXT,
        "name of the column for damaged bytes",
        "_corrupt_record",
        scope=Scope(("records", *DECODED_VIEWS), (READ, STREAM), ("mode",), ("PERMISSIVE",)),
    ),
    Option(
        "strict",
        FLAG,
        "fail if a value or key cannot be decoded, instead of returning a row with `decodeError`",
        "false",
        scope=Scope((*DECODED_VIEWS, "records"), (READ, STREAM, EXPORT, DOCTOR)),
    ),
    Option(
        "checkCrcs",
        FLAG,
        "verify the checksums of batches",
        "true",
        scope=Scope((*ROW_VIEWS, "files"), (READ, STREAM, EXPORT, DOCTOR)),
    ),
    Option("ignoreCorruptFiles", FLAG, "skip damaged files", "false", scope=_ROWS),
    Option(
        "maxDecompressedBatchBytes",
        size(most=DECOMPRESSED_BYTES_MOST),
        "size above which a decompressed record batch counts as damaged",
        "256m",
        scope=_ROWS,
    ),
    "Tasks and batches",
    Option("maxPartitionBytes", size(), _TASKS, scope=_BY_TASKS),
    Option("minPartitions", POSITIVE, _TASKS, scope=_BY_TASKS),
    Option(
        "maxRecordsPerPartition",
        POSITIVE,
        "largest number of offsets per task; a task finds its start with the index of the segment",
        scope=Scope(ROW_VIEWS, (READ, STREAM)),
    ),
    Option(
        "maxRecordsPerBatch",
        POSITIVE,
        "largest number of rows in an Arrow batch",
        "50000",
        scope=_ROWS,
    ),
    Option(
        "openCostInBytes",
        size(least=0),
        "assumed cost of opening a file, in bytes, when small files share a task, as with "
        "`spark.sql.files.openCostInBytes`",
        "4m",
        scope=_BY_TASKS,
    ),
    Option(
        "filterPushdown",
        FLAG,
        "use filters of a query on topic, partition, offset, timestamp and path to skip files and "
        "batches",
        "true",
        scope=Scope(uses=(READ, DOCTOR)),
    ),
    "Streams",
    Option(
        "maxBytesPerTrigger",
        size(),
        "size of a micro-batch, divided among the partitions. It has at least one record batch of "
        "each partition with new records",
        scope=_TRIGGER,
    ),
    Option("maxOffsetsPerTrigger", POSITIVE, _TRIGGER_OFFSETS, scope=_TRIGGER),
    ignored=(
        "kafka.",
        "kafkaConsumer.pollTimeoutMs",
        "fetchOffset.numRetries",
        "fetchOffset.retryIntervalMs",
        "groupIdPrefix",
        "minOffsetsPerTrigger",
        "maxTriggerDelay",
    ),
)
"""Every option of the reader; those of Spark's Kafka source that have no effect are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOptions:
    """The options of one read, checked; the names are those of the options, in snake case."""

    paths: tuple[str, ...]
    view: str
    layout: str
    replicas: str
    key_format: str
    value_format: str
    key_decoder: str | None
    value_decoder: str | None
    value_schema: str | None
    schema_registry: str | None
    schema_registry_user: str | None
    schema_registry_password: str | None = field(repr=False)
    schemas_topic: str
    isolation_level: str
    latest: bool
    latest_memory: int
    mode: str
    include_headers: bool
    include_control: bool
    include_secrets: bool
    check_crcs: bool
    strict: bool
    ignore_corrupt_files: bool
    ignore_missing_files: bool
    allow_empty: bool
    recursive_file_lookup: bool
    filter_pushdown: bool
    subscribe: frozenset[str] | None
    subscribe_pattern: re.Pattern[str] | None
    assign: dict[str, frozenset[int]] | None
    starting_offsets: Offsets
    ending_offsets: Offsets
    starting_timestamp: int | None
    ending_timestamp: int | None
    starting_offsets_by_timestamp: ByPartition | None
    ending_offsets_by_timestamp: ByPartition | None
    starting_offsets_by_timestamp_strategy: str
    record_type: str | None
    transaction_state: str | None = field(repr=False)
    column_name_of_corrupt_record: str
    path_glob_filter: str | None
    modified_after: datetime | None
    modified_before: datetime | None
    max_bytes_per_trigger: int | None
    max_offsets_per_trigger: int | None
    end: str | None
    fail_on_data_loss: bool
    max_partition_bytes: int | None
    open_cost_in_bytes: int
    min_partitions: int | None
    max_records_per_partition: int | None
    max_records_per_batch: int
    max_decompressed_batch_bytes: int
    schema_log: tuple[Any, ...] | None = field(default=None, repr=False)
    """The parts of the log of `schemasTopic`, where the planner found them."""

    ignored: tuple[str, ...] = ()
    """Names of options that have no effect on files."""

    @property
    def uses_schemas(self) -> bool:
        """Return True if keys or values are decoded with schemas of a registry."""
        return self.key_decoder is not None or self.value_decoder is not None

    @property
    def column_choices(self) -> dict[str, Any]:
        """The arguments of `view_columns` that these options determine."""
        return {
            "include_headers": self.include_headers,
            "key_type": self.key_format,
            "value_type": self.value_format,
            "corrupt_column": self.corrupt_column,
            "decoded_values": self.value_decoder is not None,
            "decoded_keys": self.key_decoder is not None,
        }

    @property
    def is_committed(self) -> bool:
        """Return True if only committed records are read."""
        return self.isolation_level == "read_committed"

    @property
    def corrupt_column(self) -> str | None:
        """The name of the column for damaged bytes, None in modes without one."""
        return self.column_name_of_corrupt_record if self.mode == "PERMISSIVE" else None

    def starting_time(self, topic: str | None, partition: int | None) -> int | None:
        """Return the time from which a partition is read, in milliseconds; None without one."""
        return _time_of(
            self.starting_timestamp, self.starting_offsets_by_timestamp, topic, partition
        )

    def ending_time(self, topic: str | None, partition: int | None) -> int | None:
        """Return the time up to which a partition is read, in milliseconds; None without one."""
        return _time_of(self.ending_timestamp, self.ending_offsets_by_timestamp, topic, partition)

    @property
    def has_times(self) -> bool:
        """Return True if offsets are looked up by timestamps."""
        times = (
            self.starting_timestamp,
            self.ending_timestamp,
            self.starting_offsets_by_timestamp,
            self.ending_offsets_by_timestamp,
        )
        return any(one is not None for one in times)

    def named_partitions(self) -> list[tuple[str, int | None]]:
        """Return topic and partition pairs from the options, sorted; None means all partitions."""
        found: set[tuple[str, int | None]] = {(topic, None) for topic in self.subscribe or ()}
        for topic, numbers in (self.assign or {}).items():
            found |= {(topic, number) for number in numbers}
        by_partition = (
            self.starting_offsets,
            self.ending_offsets,
            self.starting_offsets_by_timestamp,
            self.ending_offsets_by_timestamp,
        )
        for one in by_partition:
            if isinstance(one, dict):
                found |= {(topic, number) for topic, values in one.items() for number in values}
        return sorted(found, key=lambda one: (one[0], -1 if one[1] is None else one[1]))

    def has_topic(self, topic: str | None, partition: int | None) -> bool:
        """Return True if `subscribe`, `subscribePattern` or `assign` selects this partition."""
        if self.subscribe is not None:
            return topic in self.subscribe
        if self.subscribe_pattern is not None:
            return topic is not None and self.subscribe_pattern.fullmatch(topic) is not None
        if self.assign is not None:
            return topic is not None and partition in self.assign.get(topic, ())
        return True


def _time_of(
    every: int | None, times: ByPartition | None, topic: str | None, partition: int | None
) -> int | None:
    if times is None or topic is None or partition is None:
        return every
    return times.get(topic, {}).get(partition)


_EXCLUSIVE: Final = (
    ("subscribe", "subscribePattern", "assign"),
    ("startingOffsets", "startingTimestamp", "startingOffsetsByTimestamp"),
    ("endingOffsets", "endingTimestamp", "endingOffsetsByTimestamp"),
    ("end", "activeSegment"),
)


def parse_options(options: Mapping[str, str], use: str | None = None) -> LogOptions:
    """Read the options as Spark hands them over; raises OptionError.

    `use` is their purpose; None where Spark does not say it yet.
    """
    given = OPTIONS.given(options)
    for names in _EXCLUSIVE:
        both = [name for name in names if name in given]
        if len(both) > 1:
            raise OptionError(f"options {' and '.join(both)} exclude each other")
    values = OPTIONS.parse(given)
    active = values.pop("active_segment")
    if active is not None:
        values["end"] = END_LOG_END if active else END_CLOSED_SEGMENTS
    path = values.pop("path")
    values["paths"] = (*(() if path is None else (path,)), *(values["paths"] or ()))
    if not any(values["paths"]):
        raise OptionError("option path is missing: specify a file, a directory or a glob in load()")
    values["column_name_of_corrupt_record"] = (
        values["column_name_of_corrupt_record"] or "_corrupt_record"
    )
    parsed = LogOptions(**values, ignored=OPTIONS.ignored(options))
    OPTIONS.check(given, view=parsed.view, use=use)
    _check_values(parsed)
    if parsed.latest:
        parsed = _of_last_values(parsed, given)
    if parsed.is_committed and parsed.include_control and parsed.view == "records":
        raise OptionError(
            "isolationLevel=read_committed has no control batches: drop includeControl"
        )
    return parsed


def _of_last_values(options: LogOptions, given: Mapping[str, str]) -> LogOptions:
    """Return the options of a read of the last values; raises OptionError.

    Filters on offsets, times and paths count after the last value was found: they are Spark's.
    """
    excluded = {
        "includeControl": options.include_control,
        # the last record of a key can be in a file that was left out
        "ignoreCorruptFiles": options.ignore_corrupt_files,
        "ignoreMissingFiles": options.ignore_missing_files,
        "maxRecordsPerPartition": options.max_records_per_partition is not None,
        "replicas=all": "replicas" in given and options.replicas == "all",
    }
    refused = [name for name, is_given in excluded.items() if is_given]
    if refused:
        raise OptionError(f"option latest=true excludes {', '.join(refused)}")
    return replace(options, replicas="one", filter_pushdown=False)


def _check_values(options: LogOptions) -> None:
    """Raise OptionError for options of decoded values that do not apply."""
    if options.view == "records" and options.strict and not options.uses_schemas:
        raise OptionError("option strict of view=records needs valueDecoder or keyDecoder")
    starts = (options.starting_timestamp, options.starting_offsets_by_timestamp)
    if options.starting_offsets_by_timestamp_strategy == "error" and starts == (None, None):
        raise OptionError(
            "option startingOffsetsByTimestampStrategy needs startingTimestamp or "
            "startingOffsetsByTimestamp"
        )
    if (options.schema_registry_user is None) != (options.schema_registry_password is None):
        raise OptionError("schemaRegistryUser and schemaRegistryPassword must be set together")


_EPOCH_MAX: Final = (1 << 31) - 1
_OFFSET_MAX: Final = (1 << 63) - 1
_NAME_PARTS: Final = "the name of the snapshot; required for `view=metadata`"

_WRITTEN_LOGS: Final = Scope(("records",))
_SNAPSHOT: Final = Scope(("metadata",))

WRITE_OPTIONS: Final = Options(
    "writing kafka_log",
    Option("path", TEXT, "the argument of `save`"),
    Option(
        "view",
        choice("records", "metadata"),
        "`records`: log directories; `metadata`: a snapshot",
        "records",
    ),
    Option("topic", TEXT, "topic for rows without a column `topic`", scope=_WRITTEN_LOGS),
    Option(
        "compression",
        choice("none", "gzip", "snappy", "lz4", "zstd"),
        "compression codec of batches",
        "none",
        scope=_WRITTEN_LOGS,
    ),
    Option(
        "batchBytes",
        size(),
        "approximate size at which a batch ends",
        "16k",
        scope=_WRITTEN_LOGS,
    ),
    Option(
        "segmentBytes",
        size(),
        "largest size of a segment, unless one batch is larger",
        "1g",
        scope=_WRITTEN_LOGS,
    ),
    Option("writeIndex", FLAG, "also write `.index` and `.timeindex`", "true", scope=_WRITTEN_LOGS),
    Option("cleanup", FLAG, "finish or undo an interrupted overwrite first", "false"),
    Option("snapshotEndOffset", number(0, _OFFSET_MAX), _NAME_PARTS, scope=_SNAPSHOT),
    Option("snapshotEpoch", number(0, _EPOCH_MAX), _NAME_PARTS, scope=_SNAPSHOT),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """The options of one write, checked; the names are those of the options, in snake case."""

    path: str
    view: str
    topic: str | None
    compression: str
    batch_bytes: int
    segment_bytes: int
    write_index: bool
    cleanup: bool
    snapshot_end_offset: int | None
    snapshot_epoch: int | None


def parse_write_options(options: Mapping[str, str]) -> WriteOptions:
    """Parse the options that Spark passes; raises OptionError."""
    values = WRITE_OPTIONS.parse(options)
    if not values["path"]:
        raise OptionError("option path is missing: specify a directory in save()")
    parsed = WriteOptions(**values)
    WRITE_OPTIONS.check(options, view=parsed.view)
    if parsed.view == "metadata" and None in (parsed.snapshot_end_offset, parsed.snapshot_epoch):
        raise OptionError(
            "options snapshotEndOffset and snapshotEpoch are needed: they name the snapshot"
        )
    return parsed
