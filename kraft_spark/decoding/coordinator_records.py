"""Records of the group, the share and the transaction coordinator as rows.

A row has the parts that people ask for by name, and the JSON of key and value as Kafka's dump
prints it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_spark.decoding.arrow_decode import timestamp_of
from kraft_wire.errors import WireError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.messages import message_class
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    member_contents,
)
from kraft_wire.records.type_names import type_name

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.records.coordinator import MemberContent

Row = dict[str, Any]
_COMMITS: Final = ("OffsetCommit", "LegacyOffsetCommit")
_TOPIC_ID_SINCE: Final = 4
_VERSION_BYTES: Final = 2

_STATES: Final = (
    "Empty",
    "Ongoing",
    "PrepareCommit",
    "PrepareAbort",
    "CompleteCommit",
    "CompleteAbort",
    "Dead",
    "PrepareEpochFence",
)
"""The states of a transaction by number (Kafka's TransactionState)."""


def offset_row(coordinator: Coordinator, key: bytes | None, value: bytes | None) -> Row:
    """A record of the group or the share coordinator; never raises."""
    record, row = _begin(coordinator, key, value)
    if record is None:
        return row
    of_key: Any = record.key
    row["groupId"] = of_key.group_id if hasattr(of_key, "group_id") else of_key.group
    if record.name in _COMMITS:
        row["topic"], row["partition"] = of_key.topic, of_key.partition
        if record.value is not None:
            row.update(_commit(record.value, record.version or 0))
    elif coordinator is Coordinator.SHARE:
        row["topicId"], row["partition"] = str(of_key.topic_id), of_key.partition
    return row


def _commit(value: Any, version: int) -> Row:
    row = {
        "committedOffset": value.offset,
        "leaderEpoch": value.leader_epoch,
        "metadata": value.metadata,
        "commitTimestamp": timestamp_of(value.commit_timestamp),
        "expireTimestamp": timestamp_of(value.expire_timestamp),
    }
    if version >= _TOPIC_ID_SINCE:
        row["topicId"] = str(value.topic_id)
    return row


def transaction_row(key: bytes | None, value: bytes | None) -> Row:
    """A record of the transaction coordinator; never raises."""
    record, row = _begin(Coordinator.TRANSACTION, key, value)
    if record is None:
        return row
    of_key: Any = record.key
    row["transactionalId"] = of_key.transactional_id
    if record.value is not None:
        row.update(_transaction(record.value))
    return row


def _transaction(value: Any) -> Row:
    number = value.transaction_status
    partitions = value.transaction_partitions
    return {
        "producerId": value.producer_id,
        "previousProducerId": value.previous_producer_id,
        "nextProducerId": value.next_producer_id,
        "producerEpoch": value.producer_epoch,
        "timeoutMs": value.transaction_timeout_ms,
        "state": _STATES[number] if 0 <= number < len(_STATES) else str(number),
        "partitions": None
        if partitions is None
        else [
            {"topic": one.topic, "partition": partition}
            for one in partitions
            for partition in one.partition_ids
        ],
        "startTimestamp": timestamp_of(value.transaction_start_timestamp_ms),
        "lastUpdateTimestamp": timestamp_of(value.transaction_last_update_timestamp_ms),
        "clientTransactionVersion": value.client_transaction_version,
    }


def _begin(
    coordinator: Coordinator, key: bytes | None, value: bytes | None
) -> tuple[CoordinatorRecord | None, Row]:
    """Decode, and fill what all these records have; the row says what does not decode."""
    row: Row = {"isTombstone": value is None}
    error = None
    try:
        record = decode_coordinator_record(coordinator, key, value)
    except WireError as refusal:
        error = str(refusal)
        try:
            record = decode_coordinator_record(coordinator, key, None)
        except WireError:
            row["recordType"] = _number(key)
            row["decodeError"] = error
            return None, row
    row["recordType"] = type_name(record.name)
    row["recordVersion"] = record.version
    row["decodedKey"] = dumps(to_json(record.key, record.key.VERSIONS[0]))
    if error is not None:
        row["decodeError"] = error
        row["recordVersion"] = _version(value)
    elif record.value is not None:
        try:
            row["decoded"] = dumps(_value_form(record.value, record.version or 0))
        except WireError as refusal:
            row["decodeError"] = str(refusal)
    return record, row


def _number(key: bytes | None) -> str | None:
    return None if key is None or len(key) < 2 else str(int.from_bytes(key[:2], signed=True))


def _version(value: bytes | None) -> int | None:
    return None if value is None or len(value) < 2 else int.from_bytes(value[:2], signed=True)


def _value_form(message: Message, version: int) -> dict[str, Any]:
    form = to_json(message, version)
    if type(message).__name__ == "GroupMetadataValue":
        for each in member_contents(message):
            _open(each, form["members"][each.member])
    return form


def _open(content: MemberContent, shown: dict[str, Any]) -> None:
    """Replace bytes by the message that they hold; bytes that hold none stay."""
    if len(content.content) < _VERSION_BYTES:
        return
    cls = message_class(content.message)
    lowest, highest = cls.VERSIONS
    number = int.from_bytes(content.content[:_VERSION_BYTES], signed=True)
    version = min(max(number, lowest), highest)
    try:
        message, _ = cls.decode_prefix(content.content, version, _VERSION_BYTES)
    except WireError:
        return
    shown[content.field] = to_json(message, version)
