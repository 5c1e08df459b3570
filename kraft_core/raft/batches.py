"""Batches of the metadata log as consensus sees them: summaries, and control records both ways.

The one translation between control records on disk or wire and `kraft_core.raft.consensus.values`;
the replica and its storage share it. Bytes in, values out: no file, no port.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.values import (
    BatchSummary,
    ControlRecord,
    Endpoint,
    KRaftVersion,
    LeaderChange,
    OtherControl,
    ReplicaKey,
    VersionRange,
    Voters,
    normalized,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_wire.errors import CorruptRecordError, EncodeError
from kraft_wire.messages import KRaftVersionRecord, LeaderChangeMessage, VotersRecord
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import decode_control_record, encode_control_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kraft_wire.message import Message
    from kraft_wire.records import RecordBatch

_NO_DIRECTORY: Final = bytes(16)


def directory_from_wire(directory_id: bytes) -> bytes | None:
    """Return the directory id, None for the zero uuid, which means no id."""
    return None if directory_id == _NO_DIRECTORY else bytes(directory_id)


def directory_to_wire(directory_id: bytes | None) -> Uuid:
    """Return the uuid of a directory id, zero for none."""
    return ZERO_UUID if directory_id is None else Uuid(directory_id)


def batch_summary(batch: RecordBatch) -> BatchSummary:
    """Summarize a batch for consensus. Neither its checksum nor its data records are read.

    Raises DecodeError where the header contradicts itself or a control record cannot be read.
    """
    if batch.base_offset < 0 or batch.last_offset < batch.base_offset:
        raise CorruptRecordError(
            f"offsets {batch.base_offset} to {batch.last_offset}",
            offset=batch.position,
            path="baseOffset",
        )
    if batch.count != batch.last_offset_delta + 1:
        raise CorruptRecordError(
            f"{batch.count} records for {batch.last_offset_delta + 1} offsets",
            offset=batch.position,
            path="count",
        )
    return BatchSummary(
        batch.base_offset,
        batch.last_offset,
        batch.partition_leader_epoch,
        batch.size,
        control_records(batch) if batch.is_control else (),
    )


def control_records(batch: RecordBatch) -> tuple[ControlRecord, ...]:
    """Return the records of a control batch, in order; raises DecodeError."""
    found = []
    for record in batch.records():
        decoded = decode_control_record(record)
        found.append(_from_message(decoded.message, decoded.type_number))
    return tuple(found)


def _from_message(message: Message | None, type_number: int) -> ControlRecord:
    if isinstance(message, LeaderChangeMessage):
        return LeaderChange(
            message.leader_id,
            tuple(voter.voter_id for voter in message.voters),
            tuple(voter.voter_id for voter in message.granting_voters),
        )
    if isinstance(message, KRaftVersionRecord):
        return KRaftVersion(message.kraft_version)
    if isinstance(message, VotersRecord):
        return Voters(_voter_set(message))
    return OtherControl(type_number)


def _voter_set(message: VotersRecord) -> VoterSet:
    try:
        return VoterSet.of(_voter(each) for each in message.voters)
    except ValueError as error:
        raise CorruptRecordError(str(error), path="voters") from None


def _voter(entry: VotersRecord.Voter) -> Voter:
    feature = entry.kraft_version_feature
    return Voter(
        ReplicaKey(entry.voter_id, directory_from_wire(entry.voter_directory_id)),
        normalized(tuple(Endpoint(each.name, each.host, each.port) for each in entry.endpoints)),
        VersionRange(feature.min_supported_version, feature.max_supported_version),
    )


def control_message(record: ControlRecord) -> Message:
    """Return the on-disk message of a control record; raises EncodeError for an `OtherControl`."""
    if isinstance(record, LeaderChange):
        return LeaderChangeMessage(
            leader_id=record.leader_id,
            voters=_leader_change_voters(record.voters),
            granting_voters=_leader_change_voters(record.granting_voters),
        )
    if isinstance(record, KRaftVersion):
        return KRaftVersionRecord(kraft_version=record.level)
    if isinstance(record, Voters):
        return VotersRecord(voters=tuple(_voter_entry(each) for each in record.voter_set))
    raise EncodeError(f"no record of type {record.control_type} is ever written")


def _leader_change_voters(ids: Sequence[int]) -> tuple[LeaderChangeMessage.Voter, ...]:
    return tuple(LeaderChangeMessage.Voter(voter_id=each) for each in ids)


def _voter_entry(voter: Voter) -> VotersRecord.Voter:
    return VotersRecord.Voter(
        voter_id=voter.id,
        voter_directory_id=directory_to_wire(voter.key.directory_id),
        endpoints=tuple(
            VotersRecord.Endpoint(name=each.name, host=each.host, port=each.port)
            for each in voter.endpoints
        ),
        kraft_version_feature=VotersRecord.KRaftVersionFeature(
            min_supported_version=voter.kraft_range.lowest,
            max_supported_version=voter.kraft_range.highest,
        ),
    )


def control_batch(
    messages: Iterable[Message], *, base_offset: int, epoch: int, timestamp_ms: int
) -> bytes:
    """Return one control batch of these messages, with its final place in a log or a snapshot."""
    builder = RecordBatchBuilder(
        base_offset=base_offset, partition_leader_epoch=epoch, is_control=True
    )
    for message in messages:
        key, value = encode_control_record(message)
        builder.append(timestamp_ms, key, value)
    return builder.build()
