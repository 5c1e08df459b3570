"""Records of the cluster's metadata, as `--cluster-metadata-decoder` prints them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kraft_core.dump.frame_reader import read_frame
from kraft_core.dump.java_reader import JavaRefusalError, known_version
from kraft_core.dump.record_classes import record_classes
from kraft_wire.json_form import dumps, to_json

if TYPE_CHECKING:
    from kraft_core.dump.payloads import Texts


def metadata_texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
    """Print a metadata record, or what Kafka says of one that it cannot read."""
    del key
    try:
        message, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return None, f"Error at {offset}, skipping. {error.message}"
    cls = type(message)
    data = dumps(to_json(message, known_version(cls, version)))
    return None, f'{{"type":"{_type_name(cls.__name__)}","version":{version},"data":{data}}}'


def metadata_json(value: bytes | None) -> dict[str, Any]:
    """Give a metadata record as JSON: type, key, version and data, or the error."""
    try:
        message, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return {"error": error.message}
    cls = type(message)
    return {
        "type": _type_name(cls.__name__),
        "apiKey": cls.API_KEY,
        "version": version,
        "data": to_json(message, known_version(cls, version)),
    }


@cache
def _type_name(name: str) -> str:
    """Write a name as Kafka's enums do: PartitionRecord is PARTITION_RECORD."""
    pieces = []
    was_upper = True
    for char in name:
        if char.isupper() and not was_upper:
            pieces.append("_")
        was_upper = char.isupper()
        pieces.append(char.upper())
    return "".join(pieces)
