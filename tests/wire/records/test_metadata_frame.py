from __future__ import annotations

import pytest

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    TrailingBytesError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.messages import FeatureLevelRecord, NoOpRecord, VoteRequest
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    OpaqueMetadataRecord,
    decode_metadata_record,
    decode_or_keep_metadata_record,
    encode_metadata_record,
    metadata_record_key,
)

NO_OP = bytes.fromhex("01140000")
FEATURE = MetadataRecord(FeatureLevelRecord(name="metadata.version", feature_level=25), 0)


def test_metadata_frame_survives_a_round_trip() -> None:
    assert decode_metadata_record(NO_OP) == (NoOpRecord(), 0)
    assert encode_metadata_record(MetadataRecord(NoOpRecord(), 0)) == NO_OP
    value = encode_metadata_record(FEATURE)
    assert value == b"\x01\x0c\x00" + FEATURE.message.encode(0)
    assert decode_metadata_record(value) == FEATURE
    assert decode_or_keep_metadata_record(value) == FEATURE


@pytest.mark.parametrize(
    ("value", "offset", "path"),
    [
        (b"", 0, "frameVersion"),
        (b"\x00\x14\x00\x00", 0, "frameVersion"),
        (b"\x02\x14\x00\x00", 0, "frameVersion"),
        (b"\x80", 0, "frameVersion"),
        (b"\x01", 1, "apiKey"),
        (b"\x01\x80\x80\x80\x80\x80\x00", 1, "apiKey"),
        (b"\x01\x80\x80\x02\x00", 1, "apiKey"),
        (b"\x01\xff\xff\xff\xff\x0f\x00", 1, "apiKey"),
        (b"\x01\x14", 2, "version"),
        (b"\x01\x14\x80\x80\x02", 2, "version"),
    ],
)
def test_invalid_frame_is_refused_with_offset_and_path(
    value: bytes, offset: int, path: str
) -> None:
    for decode in (decode_metadata_record, decode_or_keep_metadata_record):
        with pytest.raises(DecodeError) as refusal:
            decode(value)
        assert (refusal.value.offset, refusal.value.path) == (offset, path)


def test_numbers_longer_than_needed_are_read() -> None:
    assert decode_metadata_record(b"\x81\x00\x94\x00\x80\x00\x00") == (NoOpRecord(), 0)


def test_bytes_after_the_body_are_refused() -> None:
    with pytest.raises(TrailingBytesError) as refusal:
        decode_metadata_record(NO_OP + b"\0")
    assert refusal.value.offset == 4


def test_places_count_from_the_start_of_the_value() -> None:
    with pytest.raises(DecodeError) as refusal:
        decode_metadata_record(b"\x01\x0c\x00\x05ab")
    assert refusal.value.offset == 3


@pytest.mark.parametrize(
    ("value", "refusal", "kept"),
    [
        (b"\x01\xff\x01\x03body", UnknownMessageError, OpaqueMetadataRecord(255, 3, b"body")),
        (b"\x01\x14\x05body", UnsupportedVersionError, OpaqueMetadataRecord(20, 5, b"body")),
    ],
)
def test_unknown_records_are_kept_when_asked(
    value: bytes, refusal: type, kept: OpaqueMetadataRecord
) -> None:
    with pytest.raises(refusal):
        decode_metadata_record(value)
    assert decode_or_keep_metadata_record(value) == kept
    assert encode_metadata_record(kept) == value


def test_other_messages_have_no_frame() -> None:
    with pytest.raises(EncodeError):
        encode_metadata_record(MetadataRecord(VoteRequest(), 0))


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (b"\1\3\0", 3),
        (b"\1\x7f", 127),
        (b"\1\x80\1\0", 128),
        (b"\1\x83\0", 3),
        (b"\x81\0\3", 3),
        (b"\2\3\0", -1),
        (b"\1", -1),
        (b"\1\x80", -1),
        (b"", -1),
        (b"\1\xff\xff\xff\xff\xff", -1),
    ],
)
def test_the_key_of_a_record_is_read_alone(value, key):
    assert metadata_record_key(value) == key
