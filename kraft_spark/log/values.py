"""View `records` with decoded keys and values: the source of schemas, and their columns.

Schemas are read by the tasks that need them, once in a process: from a registry over HTTP, or from
the log of its topic under the same paths. The planner reads them for the columns of `valueSchema`
alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.columns import BYTES, DECODED_KEY, DECODED_VALUE, Picked
from kraft_spark.decoding.arrow_decode import RecordTable, column_of
from kraft_spark.decoding.schema_registry import (
    LoggedSchemas,
    RemoteRegistry,
    SchemaRegistryError,
)
from kraft_spark.decoding.value_decoders import KINDS, ValueDecoder, typed_columns
from kraft_spark.log.message_views import UndecodableRecordError, undecodable
from kraft_spark.log.options import OPTIONS
from kraft_spark.log.read_plan import plan
from kraft_spark.log.reading import LogReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from kraft_spark.decoding.decoded_batches import DecodedBatches
    from kraft_spark.decoding.json_values import TypedColumns
    from kraft_spark.decoding.schema_registry import SchemaRegistry
    from kraft_spark.decoding.value_decoders import DecodedValue
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

_CACHED_MAX: Final = 8
_PARTS: Final = ("schema_id", "text", "error")
_KEY_AND_VALUE: Final = (Picked("key", "key", BYTES), Picked("value", "value", BYTES))
_registries: dict[Any, SchemaRegistry] = {}


def schema_log(options: LogOptions) -> tuple[LogPart, ...] | None:
    """Return the log of the schema topic under the paths; None if nothing is decoded with it.

    Raises SchemaRegistryError if the topic is in no directory or in several.
    """
    if not options.uses_schemas or options.schema_registry is not None:
        return None
    parts = [part for task in plan(_options_of_topic(options)) for part in task]
    folders = sorted({part.file.folder for part in parts})
    if len(folders) != 1:
        where = f"in {' and '.join(folders)}" if folders else "nowhere under the path"
        raise SchemaRegistryError(
            f"the topic {options.schemas_topic} is {where}: name a registry with schemaRegistry, "
            "or add the path of the topic to those that are read"
        )
    return tuple(sorted(parts, key=lambda part: part.file.name.base_offset or 0))


def _options_of_topic(options: LogOptions) -> LogOptions:
    fields = {
        **OPTIONS.parse({"view": "records", "maxPartitionBytes": "1g"}),
        "paths": options.paths,
        "layout": options.layout,
        "replicas": "one",
        "subscribe": frozenset([options.schemas_topic]),
        "max_decompressed_batch_bytes": options.max_decompressed_batch_bytes,
        "ignore_missing_files": options.ignore_missing_files,
        "allow_empty": True,
        "column_name_of_corrupt_record": "_corrupt_record",
    }
    fields.pop("path")
    fields.pop("active_segment")
    return type(options)(**fields)


def registry_of(options: LogOptions) -> SchemaRegistry:
    """Return the schemas that a read uses; raises SchemaRegistryError, and errors of reading."""
    user = password = None
    parts: tuple[LogPart, ...] = ()
    if options.schema_registry is not None:
        user, password = options.schema_registry_user, options.schema_registry_password
        key: Any = (options.schema_registry, user, password)
    else:
        known = options.schema_log
        parts = (schema_log(options) or ()) if known is None else known
        key = tuple((part.file.uri, part.end, part.file.modified) for part in parts)
    found = _registries.get(key)
    if found is None:
        if len(_registries) >= _CACHED_MAX:
            _registries.clear()
        if options.schema_registry is not None:
            found = RemoteRegistry(options.schema_registry, user, password)
        else:
            found = LoggedSchemas(_records(list(parts), options))
        _registries[key] = found
    return found


def _records(
    parts: list[LogPart], options: LogOptions
) -> Iterator[tuple[bytes | None, bytes | None]]:
    def table(found: DecodedBatches, constants: dict[str, Any], _: LogFile) -> RecordTable:
        return RecordTable(found, constants)

    reader = LogReader(_options_of_topic(options), _KEY_AND_VALUE, table, wants_control=False)
    for batch in reader.read(parts):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def typed_values(options: LogOptions) -> TypedColumns | None:
    """Return the columns of option `valueSchema`; None without it."""
    if options.value_schema is None or options.value_decoder is None:
        return None
    return typed_columns(KINDS[options.value_decoder], options.value_schema, registry_of(options))


_DECODED: Final = {
    **dict(zip(DECODED_VALUE.names, (("value", one) for one in _PARTS), strict=True)),
    **dict(zip(DECODED_KEY.names, (("key", one) for one in _PARTS), strict=True)),
}
"""The columns of a decoded key or value: which of the two, and the attribute of `DecodedValue`."""


def decoders_of(options: LogOptions) -> dict[str, ValueDecoder]:
    """Return the decoders of a task by `key` and `value`."""
    found = {}
    if options.key_decoder is not None:
        found["key"] = ValueDecoder(KINDS[options.key_decoder], registry_of(options))
    if options.value_decoder is not None:
        kind = KINDS[options.value_decoder]
        found["value"] = ValueDecoder(kind, registry_of(options), typed_values(options))
    return found


class DecodedTable:
    """Records with columns of keys and values, decoded when one of them is selected."""

    def __init__(
        self,
        records: RecordTable,
        decoders: dict[str, ValueDecoder],
        *,
        strict_for: LogFile | None,
    ) -> None:
        self._records = records
        self._decoders = decoders
        value = decoders.get("value")
        self._typed = value.typed_names() if value else frozenset()
        self._strict_for = strict_for
        self._results: dict[str, list[DecodedValue]] = {}

    def __len__(self) -> int:
        return len(self._records)

    def column(self, picked: Picked, arrow_type: pa.DataType) -> pa.Array:
        """Return one column, in the requested type; raises UndecodableRecordError."""
        name = picked.column
        if name in self._typed:
            rows = [one.row or {} for one in self._decoded("value")]
            return column_of([row.get(name) for row in rows], arrow_type)
        if name in _DECODED:
            part, attribute = _DECODED[name]
            if part in self._decoders:
                values = [getattr(one, attribute) for one in self._decoded(part)]
                return column_of(values, arrow_type)
        return self._records.column(picked, arrow_type)

    def _decoded(self, part: str) -> list[DecodedValue]:
        results = self._results.get(part)
        if results is None:
            decode = self._decoders[part].decode
            results = [decode(value) for value in self._records.plain_column(part)]
            self._results[part] = results
            file = self._strict_for
            if file is not None:
                for one, offset in zip(results, self._records.offsets().tolist(), strict=True):
                    if one.error is not None:
                        reason = f"{part}: {one.error}"
                        raise UndecodableRecordError(undecodable(file, offset, reason))
        return results


def decoded_reader(options: LogOptions, picked: tuple[Picked, ...]) -> LogReader:
    """Return the reader of records with decoded keys and values."""
    decoders: dict[str, ValueDecoder] = {}

    def table(batches: DecodedBatches, constants: dict[str, Any], file: LogFile) -> DecodedTable:
        if not decoders:
            decoders.update(decoders_of(options))
        records = RecordTable(batches, constants)
        return DecodedTable(records, decoders, strict_for=file if options.strict else None)

    return LogReader(options, picked, table, wants_control=options.include_control)


def with_schema_log(options: LogOptions) -> LogOptions:
    """Return the options with the files of the schema topic, so that tasks list no directories."""
    return replace(options, schema_log=schema_log(options)) if options.uses_schemas else options
