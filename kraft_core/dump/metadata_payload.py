"""Records of the cluster's metadata, as `--cluster-metadata-decoder` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.dump.frame_reader import read_frame
from kraft_core.dump.java_reader import JavaRefusalError, known_version
from kraft_core.dump.record_classes import record_classes
from kraft_wire.errors import WireError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.records.type_names import type_name

if TYPE_CHECKING:
    from kraft_core.dump.payloads import Texts
    from kraft_wire.message import Message

_FRAME_SIZE: Final = 3
_KNOWN_FRAMES: Final[dict[bytes, tuple[type[Message], int, str]]] = {}
"""Frames of three bytes that were met: the message, its version, and the begin of the text."""


def metadata_texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
    """Print a metadata record, or what Kafka says of one that it cannot read."""
    del key
    value = value or b""
    if known := _KNOWN_FRAMES.get(value[:_FRAME_SIZE]):
        cls, version, begin = known
        try:
            message = cls.decode(value[_FRAME_SIZE:], version)
        except WireError:
            pass  # Java may take it all the same
        else:
            return None, f"{begin}{dumps(to_json(message, version))}}}"
    try:
        found, version = read_frame(value, record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return None, f"Error at {offset}, skipping. {error.message}"
    cls = type(found)
    begin = f'{{"type":"{type_name(cls.__name__)}","version":{version},"data":'
    known_as = known_version(cls, version)
    if known_as == version and max(value[:_FRAME_SIZE]) < 128:
        _KNOWN_FRAMES[value[:_FRAME_SIZE]] = (cls, version, begin)
    return None, f"{begin}{dumps(to_json(found, known_as))}}}"


def metadata_json(value: bytes | None) -> dict[str, Any]:
    """Give a metadata record as JSON: type, key, version and data, or the error."""
    try:
        message, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return {"error": error.message}
    cls = type(message)
    return {
        "type": type_name(cls.__name__),
        "apiKey": cls.API_KEY,
        "version": version,
        "data": to_json(message, known_version(cls, version)),
    }
