# Generated from RemoveRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""RemoveRaftVoterRequest, request of API key 81, version 0, flexible from 0. Takes a voter out of the quorum (KIP-853)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .remove_raft_voter_response import RemoveRaftVoterResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iux = Layout(">i16sx").pack
_UNPACK_iuB = Layout(">i16sB").unpack_from


class RemoveRaftVoterRequest(Request["RemoveRaftVoterResponse"]):
    """Takes a voter out of the quorum (KIP-853)."""

    __slots__ = ("cluster_id", "voter_id", "voter_directory_id", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "voter_id", "voter_directory_id")
    KIND = "request"
    API_KEY = 81
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "RemoveRaftVoterResponse"
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    voter_id: Final[int]
    """Node id of the voter to remove. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter to remove. (uuid)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = "",
        voter_id: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.voter_id = voter_id
        self.voter_directory_id = voter_directory_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            voter_id: int = ...,
            voter_directory_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoveRaftVoterRequest = new(RemoveRaftVoterRequest)


def _read_RemoveRaftVoterRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoveRaftVoterRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.voter_id, u0, n = _UNPACK_iuB(buf, pos)
    pos += 21
    o.voter_directory_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoveRaftVoterRequest_0(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if len(o.voter_directory_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_iu(o.voter_id, o.voter_directory_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iux(o.voter_id, o.voter_directory_id))


RemoveRaftVoterRequest._READERS = {
    0: _read_RemoveRaftVoterRequest_0,
}
RemoveRaftVoterRequest._WRITERS = {
    0: _write_RemoveRaftVoterRequest_0,
}
