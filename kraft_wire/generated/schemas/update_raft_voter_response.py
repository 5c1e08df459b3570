# Generated from UpdateRaftVoterResponse.json by `python -m codegen generate`. Do not edit.
"""What UpdateRaftVoterResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_CurrentLeader = StructSchema(
    "CurrentLeader",
    (0, 0),
    (
        Field("leader_id", "leaderId", "int32", (0, 0), default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=-1),
        Field("host", "host", "string", (0, 0), default=""),
        Field("port", "port", "int32", (0, 0), default=0),
    ),
)
_UpdateRaftVoterResponse = StructSchema(
    "UpdateRaftVoterResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("current_leader", "currentLeader", "struct", (0, 0), tagged_versions=(0, 0), tag=0, default=ABSENT, struct=_CurrentLeader),
    ),
)

SCHEMA = MessageSchema(
    "UpdateRaftVoterResponse",
    "response",
    82,
    (0, 0),
    (0, 0),
    _UpdateRaftVoterResponse,
)
