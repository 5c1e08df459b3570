"""Records of the internal topics; real ones of Kafka's are in test_fixtures."""

from __future__ import annotations

import pytest

from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    UnknownMessageError,
    UnsupportedVersionError,
)
from kraft_wire.messages import (
    GroupMetadataValue,
    OffsetCommitKey,
    OffsetCommitValue,
    ShareUpdateKey,
    ShareUpdateValue,
    TransactionLogKey,
    TransactionLogValue,
)
from kraft_wire.records.coordinator import (
    Coordinator,
    CoordinatorRecord,
    decode_coordinator_record,
    encode_coordinator_record,
    member_contents,
    record_names,
)

COMMIT = CoordinatorRecord(
    1,
    OffsetCommitKey(group="g", topic="t", partition=3),
    OffsetCommitValue(offset=42, metadata="m", commit_timestamp=9, leader_epoch=1),
    3,
)


@pytest.mark.parametrize(
    ("coordinator", "record"),
    [
        (Coordinator.GROUP, COMMIT),
        (Coordinator.GROUP, COMMIT._replace(value=None, version=None)),
        (
            Coordinator.SHARE,
            CoordinatorRecord(1, ShareUpdateKey(group_id="g"), ShareUpdateValue(), 0),
        ),
        (
            Coordinator.TRANSACTION,
            CoordinatorRecord(
                0, TransactionLogKey(transactional_id="x"), TransactionLogValue(producer_id=5), 1
            ),
        ),
    ],
)
def test_coordinator_record_survives_a_round_trip(
    coordinator: Coordinator, record: CoordinatorRecord
) -> None:
    key, value = encode_coordinator_record(record)
    assert key[:2] == record.type_number.to_bytes(2, "big")
    assert decode_coordinator_record(coordinator, key, value) == record


@pytest.mark.parametrize(("protocol_type", "count"), [("consumer", 4), ("connect", 0), (None, 0)])
def test_messages_inside_the_members_of_a_group(protocol_type: str | None, count: int) -> None:
    members = tuple(
        GroupMetadataValue.MemberMetadata(
            member_id=name, subscription=b"S" + name.encode(), assignment=b"A" + name.encode()
        )
        for name in ("x", "y")
    )
    group = GroupMetadataValue(protocol_type=protocol_type, members=members)
    assert (
        list(member_contents(group))
        == [
            (0, "subscription", "ConsumerProtocolSubscription", b"Sx"),
            (0, "assignment", "ConsumerProtocolAssignment", b"Ax"),
            (1, "subscription", "ConsumerProtocolSubscription", b"Sy"),
            (1, "assignment", "ConsumerProtocolAssignment", b"Ay"),
        ][:count]
    )


def test_record_names_follow_the_coordinator() -> None:
    assert COMMIT.name == "OffsetCommit"
    group = record_names(Coordinator.GROUP)
    assert (group[0], group[1], group[2]) == ("LegacyOffsetCommit", "OffsetCommit", "GroupMetadata")
    assert record_names(Coordinator.SHARE) == {0: "ShareSnapshot", 1: "ShareUpdate"}
    assert record_names(Coordinator.TRANSACTION) == {0: "TransactionLog"}


@pytest.mark.parametrize(
    ("key", "value", "refusal", "path"),
    [
        (None, None, DecodeError, "key"),
        (b"\0", None, DecodeError, "key"),
        (b"\x7f\xff", None, UnknownMessageError, "key"),
        (b"\0\1\0\5ab", None, DecodeError, "key.group"),
        (b"\0\1\0\0\0\0\0\0\0\0", b"\0", DecodeError, "value"),
        (b"\0\1\0\0\0\0\0\0\0\0", b"\0\x63", UnsupportedVersionError, None),
        (b"\0\1\0\0\0\0\0\0\0\0", b"\0\3\0", DecodeError, "value.offset"),
    ],
)
def test_invalid_record_names_its_path(
    key: bytes | None, value: bytes | None, refusal: type, path: str | None
) -> None:
    with pytest.raises(refusal) as raised:
        decode_coordinator_record(Coordinator.GROUP, key, value)
    assert raised.value.path == path


def test_record_type_depends_on_the_coordinator() -> None:
    key, _ = encode_coordinator_record(COMMIT)
    with pytest.raises(UnknownMessageError):
        decode_coordinator_record(Coordinator.TRANSACTION, key, None)


def test_bytes_after_the_body_are_ignored_as_in_kafka() -> None:
    key, value = encode_coordinator_record(COMMIT)
    assert value is not None
    assert decode_coordinator_record(Coordinator.GROUP, key + b"x", value + b"y") == COMMIT


def test_a_value_needs_a_version() -> None:
    with pytest.raises(EncodeError):
        encode_coordinator_record(COMMIT._replace(version=None))
