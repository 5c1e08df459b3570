# Generated from UnregisterControllerRequest.json by `python -m codegen generate`. Do not edit.
"""UnregisterControllerRequest, request of API key 94, version 0, flexible from 0. Takes a stopped controller out of the cluster's metadata (KIP-1312)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .unregister_controller_response import UnregisterControllerResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from


class UnregisterControllerRequest(Request["UnregisterControllerResponse"]):
    """Takes a stopped controller out of the cluster's metadata (KIP-1312)."""

    __slots__ = ("controller_id", "unknown_tagged_fields")
    __match_args__ = ("controller_id",)
    KIND = "request"
    API_KEY = 94
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "UnregisterControllerResponse"
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32)"""

    def __init__(
        self,
        *,
        controller_id: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.controller_id = controller_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            controller_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UnregisterControllerRequest = new(UnregisterControllerRequest)


def _read_UnregisterControllerRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UnregisterControllerRequest()
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UnregisterControllerRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_i(o.controller_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.controller_id))


UnregisterControllerRequest._READERS = {
    0: _read_UnregisterControllerRequest_0,
}
UnregisterControllerRequest._WRITERS = {
    0: _write_UnregisterControllerRequest_0,
}
