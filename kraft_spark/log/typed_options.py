"""Options of `kafka_log` as dataclasses, for editors and type checkers.

Names are those of the options in snake case. Names, types and defaults are those of `OPTIONS`;
`tests/spark/log/test_typed_options.py` compares them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal

from kraft_spark.log.options import View  # noqa: TC001  # get_type_hints() resolves it

Offsets = int | str | Mapping[str, Mapping[str, int]]
"""`earliest`, `latest`, an offset for all partitions, or offsets as `{"orders": {"0": 23}}`."""

Times = Mapping[str, Mapping[str, int]]
"""Milliseconds as `{"orders": {"0": 1764064800000}}`."""

Size = int | str
"""A number of bytes, or a string with a unit, such as `64m`."""


@dataclass(frozen=True, kw_only=True)
class _SharedOptions:
    """Options shared by reads and exports; values are checked where they are used."""

    layout: Literal["auto", "log-dir", "local-tiered", "aiven", "flat"] = "auto"
    path_glob_filter: str | None = None
    modified_after: datetime | None = None
    modified_before: datetime | None = None
    recursive_file_lookup: bool = True
    ignore_missing_files: bool = False
    allow_empty: bool = False
    subscribe: Sequence[str] | None = None
    subscribe_pattern: str | None = None
    assign: Mapping[str, Sequence[int]] | None = None
    record_type: str | None = None
    include_control: bool = False
    isolation_level: Literal["read_uncommitted", "read_committed"] = "read_uncommitted"
    starting_offsets: Offsets | None = None
    starting_timestamp: int | None = None
    starting_offsets_by_timestamp: Times | None = None
    starting_offsets_by_timestamp_strategy: Literal["error", "latest"] = "latest"
    end: Literal["highWatermark", "closedSegments", "logEnd"] | None = None
    include_headers: bool = False
    key_format: Literal["binary", "string"] = "binary"
    value_format: Literal["binary", "string"] = "binary"
    value_decoder: Literal["avro", "json-schema", "protobuf"] | None = None
    key_decoder: Literal["avro", "json-schema", "protobuf"] | None = None
    value_schema: str | None = None
    schema_registry: str | None = None
    schema_registry_user: str | None = None
    schema_registry_password: str | None = field(default=None, repr=False)
    schemas_topic: str = "_schemas"
    include_secrets: bool = False
    mode: Literal["FAILFAST", "PERMISSIVE", "DROPMALFORMED"] = "FAILFAST"
    strict: bool = False
    check_crcs: bool = True
    ignore_corrupt_files: bool = False
    max_decompressed_batch_bytes: Size = "256m"
    max_partition_bytes: Size | None = None
    min_partitions: int | None = None
    max_records_per_batch: int = 50000
    open_cost_in_bytes: Size = "4m"

    def to_dict(self) -> dict[str, str]:
        """Return the options that are not at their default, as names and texts of Spark."""
        return {
            _camel(one.name): _text(value, is_json=one.name != "subscribe")
            for one in fields(self)
            if (value := getattr(self, one.name)) != one.default
        }


@dataclass(frozen=True, kw_only=True)
class ExportOptions(_SharedOptions):
    """The options of `kraft_spark.export`; paths and view are arguments of the function."""


@dataclass(frozen=True, kw_only=True)
class ReadOptions(_SharedOptions):
    """The options of reads, streams, `kraft_spark.doctor` and `kraft_spark.restore`."""

    paths: Sequence[str] | None = None
    replicas: Literal["all", "one"] = "all"
    view: View = "records"
    latest: bool = False
    latest_memory: Size = "512m"
    ending_offsets: Offsets | None = None
    ending_timestamp: int | None = None
    ending_offsets_by_timestamp: Times | None = None
    fail_on_data_loss: bool = True
    column_name_of_corrupt_record: str = "_corrupt_record"
    max_records_per_partition: int | None = None
    filter_pushdown: bool = True
    max_bytes_per_trigger: Size | None = None
    max_offsets_per_trigger: int | None = None


def texts_of(
    options: Mapping[str, str] | ReadOptions | ExportOptions | None,
) -> Mapping[str, str] | None:
    """Return options as names and texts."""
    return options.to_dict() if isinstance(options, _SharedOptions) else options


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)


def _text(value: object, *, is_json: bool) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        form = {
            key: dict(inner) if isinstance(inner, Mapping) else list(inner)
            for key, inner in value.items()
        }
        return json.dumps(form)
    if isinstance(value, Sequence):
        return json.dumps(list(value)) if is_json else ",".join(value)
    return str(value)
