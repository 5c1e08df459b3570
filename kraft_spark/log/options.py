"""The options of `kafka_log`: names, defaults, and refusals that name the option.

Names are case-insensitive. An unknown name, and a value outside its list, is an error that says
what is allowed. Nothing heavy is imported here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.option_values import (
    OptionError,
    choice_option,
    flag_option,
    json_option,
    known_options,
    number_above,
    size_option,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

VIEWS: Final = (
    "records",
    "batches",
    "metadata",
    "control",
    "offsets",
    "transactions",
    "files",
)
"""What a log can be looked at as."""

EARLIEST: Final = -2
LATEST: Final = -1
"""The two offsets with names, by the numbers that Kafka gives them."""

COMMITTED_VIEWS: Final = ("records", "offsets", "transactions")
"""The views that know `read_committed`."""

_MIB: Final = 1 << 20
DECOMPRESSED_BYTES_MOST: Final = 1 << 30
"""Arrow's columns count bytes in 31 bits."""

CHOICES: Final = {
    "view": VIEWS,
    "layout": ("auto", "log-dir", "local-tiered", "aiven", "flat"),
    "replicas": ("all", "one"),
    "keyFormat": ("binary", "string"),
    "valueFormat": ("binary", "string"),
    "isolationLevel": ("read_uncommitted", "read_committed"),
    "mode": ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"),
}
"""The options with a list of values; the first is the default."""

_FLAGS: Final = {
    "includeHeaders": False,
    "includeControl": False,
    "includeSecrets": False,
    "checkCrcs": True,
    "strict": False,
    "ignoreCorruptFiles": False,
    "ignoreMissingFiles": False,
    "recursiveFileLookup": True,
    "filterPushdown": True,
}
_OTHERS: Final = (
    "path",
    "paths",
    "subscribe",
    "subscribePattern",
    "assign",
    "startingOffsets",
    "endingOffsets",
    "startingTimestamp",
    "endingTimestamp",
    "recordType",
    "transactionState",
    "columnNameOfCorruptRecord",
    "pathGlobFilter",
    "modifiedAfter",
    "modifiedBefore",
    "maxPartitionBytes",
    "openCostInBytes",
    "minPartitions",
    "maxRecordsPerBatch",
    "maxDecompressedBatchBytes",
)
NAMES: Final = tuple(sorted((*CHOICES, *_FLAGS, *_OTHERS)))
"""Every option of the reader."""

Offsets = int | dict[str, dict[int, int]] | None
"""One offset for every partition, or one for each that is named; None for no bound."""


@dataclass(frozen=True, slots=True)
class LogOptions:
    """The options of one read, checked; the names are those of the options, in snake case."""

    paths: tuple[str, ...] = ()
    view: str = "records"
    layout: str = "auto"
    replicas: str = "all"
    key_format: str = "binary"
    value_format: str = "binary"
    isolation_level: str = "read_uncommitted"
    mode: str = "FAILFAST"
    include_headers: bool = False
    include_control: bool = False
    include_secrets: bool = False
    check_crcs: bool = True
    strict: bool = False
    ignore_corrupt_files: bool = False
    ignore_missing_files: bool = False
    recursive_file_lookup: bool = True
    filter_pushdown: bool = True
    subscribe: frozenset[str] | None = None
    subscribe_pattern: re.Pattern[str] | None = None
    assign: dict[str, frozenset[int]] | None = None
    starting_offsets: Offsets = None
    ending_offsets: Offsets = None
    starting_timestamp: int | None = None
    ending_timestamp: int | None = None
    record_type: str | None = None
    transaction_state: str | None = field(default=None, repr=False)
    column_name_of_corrupt_record: str = "_corrupt_record"
    path_glob_filter: str | None = None
    modified_after: datetime | None = None
    modified_before: datetime | None = None
    max_partition_bytes: int | None = None
    open_cost_in_bytes: int = 4 * _MIB
    min_partitions: int | None = None
    max_records_per_batch: int = 50_000
    max_decompressed_batch_bytes: int = 256 * _MIB
    given: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_committed(self) -> bool:
        """Whether only what is committed is read."""
        return self.isolation_level == "read_committed"

    @property
    def corrupt_column(self) -> str | None:
        """The name of the column for damaged bytes, None in modes without one."""
        return self.column_name_of_corrupt_record if self.mode == "PERMISSIVE" else None

    def has_topic(self, topic: str | None, partition: int | None) -> bool:
        """Whether `subscribe`, `subscribePattern` or `assign` let this partition through."""
        if self.subscribe is not None:
            return topic in self.subscribe
        if self.subscribe_pattern is not None:
            return topic is not None and self.subscribe_pattern.fullmatch(topic) is not None
        if self.assign is not None:
            return topic is not None and partition in self.assign.get(topic, ())
        return True


def parse_options(options: Mapping[str, str]) -> LogOptions:
    """Read the options as Spark hands them over; raises OptionError."""
    given = known_options(options, NAMES, "kafka_log")
    values: dict[str, Any] = {
        "paths": _paths(given),
        **{_snake(name): choice_option(name, given, those) for name, those in CHOICES.items()},
        **{_snake(name): flag_option(name, given, default) for name, default in _FLAGS.items()},
        **_topics(given),
        **_range(given),
        **_sizes(given),
        "record_type": given.get("recordType"),
        "transaction_state": given.get("transactionState"),
        "path_glob_filter": given.get("pathGlobFilter"),
        "modified_after": _moment("modifiedAfter", given),
        "modified_before": _moment("modifiedBefore", given),
        "given": frozenset(given),
    }
    if name := given.get("columnNameOfCorruptRecord"):
        values["column_name_of_corrupt_record"] = name
    parsed = LogOptions(**values)
    _check_together(parsed)
    return parsed


def _check_together(options: LogOptions) -> None:
    if options.is_committed and options.view not in COMMITTED_VIEWS:
        raise OptionError(
            f"isolationLevel=read_committed means nothing to view={options.view}; "
            f"it is for {', '.join(COMMITTED_VIEWS)}"
        )
    if options.is_committed and options.include_control and options.view == "records":
        raise OptionError(
            "isolationLevel=read_committed has no control batches: drop includeControl"
        )


def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda match: "_" + match.group().lower(), name)


def _paths(given: Mapping[str, str]) -> tuple[str, ...]:
    paths: tuple[str, ...] = ()
    if "paths" in given:
        listed = json_option("paths", given["paths"])
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise OptionError("option paths must be a JSON list of paths")
        paths = tuple(listed)
    if "path" in given:
        paths = (given["path"], *paths)
    if not any(paths):
        raise OptionError("option path is missing: name a file, a directory or a glob in load()")
    return paths


def _topics(given: Mapping[str, str]) -> dict[str, Any]:
    named = [name for name in ("subscribe", "subscribePattern", "assign") if name in given]
    if len(named) > 1:
        raise OptionError(f"options {' and '.join(named)} exclude each other")
    if "subscribe" in given:
        names = frozenset(one.strip() for one in given["subscribe"].split(",") if one.strip())
        if not names:
            raise OptionError("option subscribe names no topic")
        return {"subscribe": names}
    if "subscribePattern" in given:
        try:
            return {"subscribe_pattern": re.compile(given["subscribePattern"])}
        except re.error as error:
            raise OptionError(f"option subscribePattern is no pattern: {error}") from None
    if "assign" in given:
        form = json_option("assign", given["assign"])
        if not isinstance(form, dict) or not all(_are_partitions(one) for one in form.values()):
            raise OptionError('option assign must be JSON like {"topic": [0, 1]}')
        return {"assign": {topic: frozenset(those) for topic, those in form.items()}}
    return {}


def _are_partitions(value: object) -> bool:
    return isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)


def _range(given: Mapping[str, str]) -> dict[str, Any]:
    for side in ("starting", "ending"):
        if f"{side}Offsets" in given and f"{side}Timestamp" in given:
            raise OptionError(f"options {side}Offsets and {side}Timestamp exclude each other")
    return {
        "starting_offsets": _offsets("startingOffsets", given),
        "ending_offsets": _offsets("endingOffsets", given),
        "starting_timestamp": whole_number("startingTimestamp", given),
        "ending_timestamp": whole_number("endingTimestamp", given),
    }


def _offsets(name: str, given: Mapping[str, str]) -> Offsets:
    value = given.get(name)
    if value is None:
        return None
    word = {"earliest": EARLIEST, "latest": LATEST}.get(value.strip().lower())
    if word is not None:
        return word
    form = json_option(name, value)
    if type(form) is int and form >= EARLIEST:
        return form
    if isinstance(form, dict) and all(isinstance(one, dict) for one in form.values()):
        try:
            return {topic: _by_partition(those) for topic, those in form.items()}
        except ValueError:
            pass
    raise OptionError(
        f"option {name} cannot be {value!r}; allowed: earliest, latest, a number, "
        'or JSON like {"topic": {"0": 23, "1": -2}} with -2 for earliest and -1 for latest'
    )


def _by_partition(form: dict[str, Any]) -> dict[int, int]:
    found = {}
    for partition, offset in form.items():
        if type(offset) is not int or offset < EARLIEST or int(partition) < 0:
            raise ValueError
        found[int(partition)] = offset
    return found


def _sizes(given: Mapping[str, str]) -> dict[str, int]:
    found = {}
    for name in ("maxPartitionBytes", "maxDecompressedBatchBytes"):
        if name in given:
            found[_snake(name)] = size_option(name, given, 0)
    if "openCostInBytes" in given:
        is_zero = given["openCostInBytes"].strip() == "0"
        found["open_cost_in_bytes"] = 0 if is_zero else size_option("openCostInBytes", given, 0)
    for name in ("minPartitions", "maxRecordsPerBatch"):
        number = number_above(name, given)
        if number is not None:
            found[_snake(name)] = number
    if found.get("max_decompressed_batch_bytes", 0) > DECOMPRESSED_BYTES_MOST:
        raise OptionError(
            f"option maxDecompressedBatchBytes cannot be {given['maxDecompressedBatchBytes']}; "
            f"allowed: up to {DECOMPRESSED_BYTES_MOST}"
        )
    return found


def _moment(name: str, given: Mapping[str, str]) -> datetime | None:
    value = given.get(name)
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise OptionError(
            f"option {name} cannot be {value!r}; allowed: a time like 2026-11-21T10:00:00"
        ) from None
    return moment.astimezone()
