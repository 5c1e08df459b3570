"""The form in which answers are compared: Kafka's JSON, without what differs from run to run.

Ports, directory ids and incarnations are named, times of the day are "now", records are told batch
by batch, and of a message only whether there is one: ours has words of its own.
"""

from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import WireError
from kraft_wire.json_form import to_json
from kraft_wire.messages import ApiKey
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.metadata_frame import MetadataRecord, decode_or_keep_metadata_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsResponse

_TIME_OF_DAY = 10**12
_MAPS = ("finalizedFeatures", "supportedFeatures", "observers", "grantingVoters")
"""Java has them in the order of its hash maps."""
_INCARNATION = "incarnationId"


_NEWER: Final = {"metadata.version": (33, 30), "share.version": (2, 1)}
"""The highest levels of kraft, which are those of 4.4.0, and of 4.3.1, which was recorded."""


def _of_4_3_1(value: dict[str, Any]) -> dict[str, Any]:
    """Take out where 4.4.0 differs without a gate, so that the rest can be compared.

    It supports more levels of two features, and reports no finalized feature before it knows any,
    where 4.3.1 reports a metadata.version of 7 (KAFKA-19964).
    """
    highest, older = _NEWER.get(value.get("name", ""), (None, None))
    for field in ("maxVersion", "maxSupportedVersion"):
        if highest is not None and value.get(field) == highest:
            value = {**value, field: older}
    if "apiKeys" in value and "finalizedFeaturesEpoch" not in value:
        levels = {
            each["name"]: each["maxVersionLevel"] for each in value.get("finalizedFeatures", [])
        }
        assert levels.items() <= _UNKNOWN_LEVELS.items(), value
        value = {name: each for name, each in value.items() if name != "finalizedFeatures"}
    return value


def of_4_3_1(value: Any) -> Any:
    """The same for all of an answer that is written down."""
    if isinstance(value, dict):
        return {name: of_4_3_1(each) for name, each in _of_4_3_1(value).items()}
    return [of_4_3_1(each) for each in value] if isinstance(value, list) else value


def count_of_keys(answer: ApiVersionsResponse) -> int:
    """The number of API keys, without the one that came after what is recorded."""
    return sum(each.api_key != ApiKey.UNREGISTER_CONTROLLER for each in answer.api_keys)


_UNKNOWN_LEVELS: Final = {"metadata.version": 7, "kraft.version": 1}


class Names:
    """What differs from run to run, by name."""

    def __init__(self, ports: Mapping[int, int], directories: Mapping[str, str]) -> None:
        self.ports = {port: f"port of {node_id}" for node_id, port in ports.items()}
        self.directories = directories

    def message(self, message: Message, version: int) -> Any:
        """A message in Kafka's JSON form, named."""
        return self.named(to_json(message, version))

    def named(self, value: Any, key: str = "") -> Any:
        """A value of the JSON form."""
        if key == "apiKeys":
            keys = (
                [each[name] for name in ("apiKey", "minVersion", "maxVersion")] for each in value
            )
            return " ".join(
                f"{key}:{lowest}-{highest}"
                for key, lowest, highest in keys
                if key != ApiKey.UNREGISTER_CONTROLLER  # came after what is recorded
            )
        if isinstance(value, dict):
            value = _of_4_3_1(value)
            return {name: self.named(each, name) for name, each in value.items()}
        if isinstance(value, list):
            found = [self.named(each, key) for each in value]
            return sorted(found, key=json.dumps) if key in _MAPS else found
        if isinstance(value, str):
            return self._text(value, key)
        if isinstance(value, int):
            if key == "port":
                return self.ports.get(value, value)
            return "now" if value > _TIME_OF_DAY and "imestamp" in key else value
        return value

    def _text(self, value: str, key: str) -> Any:
        if key == _INCARNATION:
            return "incarnation"
        if key == "errorMessage":
            return value and "text"
        if key in ("records", "unalignedRecords"):
            return self.batches(base64.b64decode(value))
        for port, name in self.ports.items():
            value = re.sub(rf"\b{port}\b", name, value)
        return self.directories.get(value, value)

    def batches(self, data: bytes) -> list[Any]:
        """Batches as lists of their records; what cannot be read, as its length."""
        try:
            return [self._batch(each) for each in iter_batches(data)]
        except WireError:
            return [f"{len(data)} bytes"]

    def _batch(self, batch: Any) -> Any:
        if not isinstance(batch, RecordBatch):
            return "no batch"
        kind = "control" if batch.is_control else "data"
        epoch = batch.partition_leader_epoch
        head = f"{kind} {batch.base_offset}..{batch.last_offset} epoch {epoch}"
        return [head, *(self._record(each, batch) for each in batch.records())]

    def _record(self, record: Any, batch: RecordBatch) -> Any:
        if batch.is_control:
            found = decode_control_record(record)
            message, version = found.message, found.message.VERSIONS[0]
        else:
            kept = decode_or_keep_metadata_record(bytes(record.value))
            if not isinstance(kept, MetadataRecord):
                return f"{len(record.value)} bytes"
            message, version = kept.message, kept.version
        return {type(message).__name__: self.message(message, version)}
