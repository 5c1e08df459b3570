"""What stands in records: control records, metadata records in their frame, coordinator records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.errors import UnknownMessageError, UnsupportedVersionError
from kraft_wire.messages import kafka_messages, message_class, metadata_record_class
from kraft_wire.records.control import decode_control_record, encode_control_record
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    encode_coordinator_record,
    record_names,
)
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    OpaqueMetadataRecord,
    decode_metadata_record,
    decode_or_keep_metadata_record,
    encode_metadata_record,
)
from kraft_wire.records.record import Record
from tests.fuzz.content import message_places, random_message
from tests.fuzz.mutation import Place, Sample
from tests.fuzz.target import BytesTarget, check_place, verdict

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from kraft_wire.message import Message

_CONTROL_KEY = 4
_CONTROL_MESSAGES = (
    "LeaderChangeMessage",
    "SnapshotHeaderRecord",
    "SnapshotFooterRecord",
    "KRaftVersionRecord",
    "VotersRecord",
)


class ControlTarget(BytesTarget):
    """The key of a control record, four bytes, and its value behind it."""

    name = "framed control"

    def sample(self, random: Random) -> Sample:
        cls = message_class(random.choice(_CONTROL_MESSAGES))
        key, value = encode_control_record(random_message(cls, 0, random))
        return Sample(key + value, _shifted(message_places(cls, value, 0), _CONTROL_KEY), value)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        key, value = data[:_CONTROL_KEY], data[_CONTROL_KEY:]
        found, refusal = verdict(lambda: decode_control_record(Record(0, 0, key, value)))
        if refusal is not None:
            assert not is_good, refusal
            check_place(refusal, len(data))
            return False
        assert (found.type is None) == (found.message is None)
        if is_good:
            assert encode_control_record(found.message) == (key, value)
        return True


class MetadataTarget(BytesTarget):
    """The value of a record of the metadata log."""

    name = "framed metadata"

    def sample(self, random: Random) -> Sample:
        cls = metadata_record_class(random.choice(kafka_messages().keys_of("metadata")))
        version = random.randint(*cls.VERSIONS)
        message = random_message(cls, version, random)
        data = encode_metadata_record(MetadataRecord(message, version))
        body = message.encode(version)
        places = _shifted(message_places(cls, body, version), len(data) - len(body))
        return Sample(data, (Place("uvarint", "length", 0, 1, 1), *places), body)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        found, refusal = verdict(lambda: decode_metadata_record(data))
        kept, kept_refusal = verdict(lambda: decode_or_keep_metadata_record(data))
        if refusal is not None:
            assert not is_good, refusal
            check_place(refusal, len(data))
            is_unknown = isinstance(refusal, (UnknownMessageError, UnsupportedVersionError))
            assert is_unknown == (kept_refusal is None)
            assert kept is None or isinstance(kept, OpaqueMetadataRecord)
            return False
        assert repr(kept) == repr(found)
        again = encode_metadata_record(found)
        assert again == data or not is_good
        assert repr(decode_metadata_record(again)) == repr(found)
        return True


class CoordinatorTarget(BytesTarget):
    """Two bytes with the length of the key, the key, and the value if there is one."""

    def __init__(self, coordinator: Coordinator) -> None:
        self._coordinator = coordinator
        self.name = f"framed {coordinator.value}"

    def sample(self, random: Random) -> Sample:
        names = record_names(self._coordinator)
        number = random.choice(sorted(names))
        key = random_message(message_class(f"{names[number]}Key"), 0, random)
        value: Message | None = None
        version = None
        if f"{names[number]}Value" in kafka_messages().entries and random.random() < 0.9:
            cls = message_class(f"{names[number]}Value")
            version = random.randint(*cls.VERSIONS)
            value = random_message(cls, version, random)
        record = CoordinatorRecord(number, key, value, version)
        key_bytes, value_bytes = encode_coordinator_record(record)
        size = len(key_bytes).to_bytes(2, "big")
        return Sample(size + key_bytes + (value_bytes or b""), (), value_bytes or b"")

    def check(self, data: bytes, *, is_good: bool) -> bool:
        end = 2 + int.from_bytes(data[:2], "big")
        key, value = data[2:end], data[end:] or None
        found, refusal = verdict(lambda: decode_coordinator_record(self._coordinator, key, value))
        if refusal is not None:
            assert not is_good, refusal
            check_place(refusal, len(data))
            return False
        again = encode_coordinator_record(found)
        assert again == (key, value) or not is_good
        assert repr(decode_coordinator_record(self._coordinator, *again)) == repr(found)
        return True


def _shifted(places: Iterable[Place], by: int) -> tuple[Place, ...]:
    return tuple(
        Place(place.form, place.role, place.offset + by, place.size, place.end + by)
        for place in places
    )


def framed_targets() -> list[BytesTarget]:
    """Every kind of content of records."""
    return [ControlTarget(), MetadataTarget(), *map(CoordinatorTarget, Coordinator)]
