# Generated from UpdateRaftVoterResponse.json by `python -m codegen generate`. Do not edit.
"""What UpdateRaftVoterResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_CurrentLeader = StructSchema(
    "CurrentLeader",
    (0, 0),
    (
        Field("leader_id", "leaderId", "int32", (0, 0), default=-1, entity_type="brokerId", about="Node id of the leader; -1 if unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("host", "host", "string", (0, 0), default="", about="Host of the leader; empty if unknown."),
        Field("port", "port", "int32", (0, 0), default=0, about="TCP port of the leader; 0 if unknown."),
    ),
    about="The leader as far as the answering node knows.",
)
_UpdateRaftVoterResponse = StructSchema(
    "UpdateRaftVoterResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("current_leader", "currentLeader", "struct", (0, 0), tagged_versions=(0, 0), tag=0, default=ABSENT, struct=_CurrentLeader, about="The leader as far as the answering node knows."),
    ),
    about="Acknowledges the update, or names the leader.",
)

SCHEMA = MessageSchema(
    "UpdateRaftVoterResponse",
    "response",
    82,
    (0, 0),
    (0, 0),
    _UpdateRaftVoterResponse,
)
