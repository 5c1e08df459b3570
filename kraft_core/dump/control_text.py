"""Control records: transaction markers and the records of the quorum itself.

Kafka's `ControlRecordType`, `ControlRecordUtils` and `EndTransactionMarker`.
"""

from __future__ import annotations

from struct import Struct
from struct import error as struct_error
from typing import Any, Final

from kraft_core.dump.report import StoppedError

_KEY: Final = Struct(">hh")
_MARKER: Final = Struct(">hi")

_MARKERS: Final = {0: "ABORT", 1: "COMMIT"}
_MESSAGES: Final = {
    2: ("LEADER_CHANGE", "LeaderChange:", "LeaderChangeMessage"),
    3: ("SNAPSHOT_HEADER", "SnapshotHeader", "SnapshotHeaderRecord"),
    4: ("SNAPSHOT_FOOTER", "SnapshotFooter", "SnapshotFooterRecord"),
    5: ("KRAFT_VERSION", "KRaftVersion", "KRaftVersionRecord"),
    6: ("KRAFT_VOTERS", "KRaftVoters", "VotersRecord"),
}
"""Type: its name, what the dump calls it, and the message."""


def control_text(key: bytes | None, value: bytes | None) -> str:
    """Print a control record as the end of its line.

    Raises StoppedError where Kafka's tool cannot read it.
    """
    number = _type_of(key)
    if marker := _MARKERS.get(number):
        return f" endTxnMarker: {marker} coordinatorEpoch: {_coordinator_epoch(value)}"
    if number in _MESSAGES:
        from kraft_wire.json_form import dumps  # noqa: PLC0415  # only where it is needed

        _, label, name = _MESSAGES[number]
        return f" {label} {dumps(_data_of(name, value))}"
    return f" controlType: UNKNOWN({number})"


def control_json(key: bytes | None, value: bytes | None) -> dict[str, Any]:
    """Give a control record as JSON: its type, and the epoch of a marker or the data of a message.

    Raises StoppedError where Kafka's tool cannot read it.
    """
    number = _type_of(key)
    if marker := _MARKERS.get(number):
        return {"type": marker, "coordinatorEpoch": _coordinator_epoch(value)}
    if number in _MESSAGES:
        kind, _, name = _MESSAGES[number]
        return {"type": kind, "data": _data_of(name, value)}
    return {"type": "UNKNOWN"}


def _type_of(key: bytes | None) -> int:
    if key is None or len(key) < _KEY.size:
        raise StoppedError("a control record has no type in its key")
    version, number = _KEY.unpack_from(key)
    if version < 0:
        raise StoppedError(f"the key of a control record has version {version}")
    return int(number)


def _coordinator_epoch(value: bytes | None) -> int:
    try:
        version, epoch = _MARKER.unpack_from(value or b"")
    except struct_error:
        raise StoppedError("a transaction marker is cut short") from None
    if version < 0:
        raise StoppedError(f"a transaction marker has version {version}")
    return int(epoch)


def _data_of(name: str, value: bytes | None) -> Any:
    """Decode as version 0, print as the version that the message says it has: so does Kafka."""
    # most logs that are dumped hold no such record, so what reads it is loaded for the first one
    from kraft_core.dump.java_reader import (  # noqa: PLC0415
        JavaRefusalError,
        known_version,
        read_as_java,
    )
    from kraft_wire.json_form import to_json  # noqa: PLC0415
    from kraft_wire.messages import message_class  # noqa: PLC0415

    if value is None:
        raise StoppedError(f"a {name} has no value")
    cls = message_class(name)
    try:
        message: Any = read_as_java(cls, value, 0)[0]
    except JavaRefusalError as error:
        raise StoppedError(f"a {name} cannot be read ({error.message})") from None
    return to_json(message, known_version(cls, message.version))
