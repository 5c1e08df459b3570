# Generated from CreateAclsResponse.json by `python -m codegen generate`. Do not edit.
"""What CreateAclsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AclCreationResult = StructSchema(
    "AclCreationResult",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default="", about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_CreateAclsResponse = StructSchema(
    "CreateAclsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 3), is_array=True, default=(), struct=_AclCreationResult, about="One result for each thing that was asked for."),
    ),
    about="Answers CreateAclsRequest.",
)

SCHEMA = MessageSchema(
    "CreateAclsResponse",
    "response",
    30,
    (0, 3),
    (2, 3),
    _CreateAclsResponse,
)
