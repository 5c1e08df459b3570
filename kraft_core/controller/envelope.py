"""Envelope (58): a broker forwards a client's request with its principal (KIP-590).

The inner request is answered as if the broker's client had sent it here, and the response is
returned as bytes.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.node.service import SERVED
from kraft_core.security.principals import ANONYMOUS, Principal, host_text
from kraft_wire.errors import ErrorCode, LimitError, WireError
from kraft_wire.headers import decode_body, decode_request_header, encode_response
from kraft_wire.message import Struct
from kraft_wire.messages import (
    DefaultPrincipalData,
    DescribeQuorumResponse,
    EnvelopeRequest,
    EnvelopeResponse,
    request_class,
)

if TYPE_CHECKING:
    from kraft_core.node.transport.limits import RequestLimits
    from kraft_wire.message import Message

FORWARDABLE: Final = frozenset(
    {19, 20, 30, 31, 33, 37, 38, 39, 40, 43, 44, 45, 46, 49, 51, 55, 57, 64, 67, 80, 81, 94}
)
"""The APIs of a controller that a broker may forward."""

_PRINCIPAL_VERSION: Final = 0
_PRINCIPAL_PREFIX: Final = 2
_ADDRESS_SIZES: Final = (4, 16)


class Forwarded(NamedTuple):
    """The request inside an envelope, with the client's principal and address in Java's form."""

    message: Message
    api_version: int
    correlation_id: int
    principal: Principal = ANONYMOUS
    host: str = ""
    client_id: str | None = None
    has_token: bool = False

    def sealed(self, answer: Message) -> EnvelopeResponse:
        """Return the response in its envelope.

        An answer that contains NOT_CONTROLLER (41; for DescribeQuorum, 6) is omitted: the envelope
        then has error 41, and the forwarding broker looks for the controller again. An answer that
        the requested version cannot encode becomes -1.
        """
        is_description = isinstance(answer, DescribeQuorumResponse)
        code = ErrorCode.NOT_LEADER_OR_FOLLOWER if is_description else ErrorCode.NOT_CONTROLLER
        if _says(answer, code):
            return EnvelopeResponse(error_code=ErrorCode.NOT_CONTROLLER)
        try:
            data = encode_response(answer, self.api_version, self.correlation_id)
        except WireError:
            return EnvelopeResponse(error_code=ErrorCode.UNKNOWN_SERVER_ERROR)
        return EnvelopeResponse(response_data=data)


def open_envelope(
    envelope: EnvelopeRequest, limits: RequestLimits | None = None
) -> Forwarded | ErrorCode:
    """Extract the request, or return the error: 97, 42 or 35, in this order.

    Raises LimitError for a request that would be too large outside of an envelope too.
    """
    principal = _principal(envelope.request_principal)
    if principal is None:
        return ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE
    if len(envelope.client_host_address) not in _ADDRESS_SIZES:
        return ErrorCode.INVALID_REQUEST
    host = host_text(str(ipaddress.ip_address(envelope.client_host_address)))
    payload = envelope.request_data
    try:
        header, start = decode_request_header(payload)
        api_key, version = header.request_api_key, header.request_api_version
        if api_key not in FORWARDABLE:
            return ErrorCode.INVALID_REQUEST
        lowest, highest = SERVED[api_key]
        if not lowest <= version <= highest:
            return ErrorCode.UNSUPPORTED_VERSION
        if limits is not None:
            limits.check_frame(api_key, len(payload))
            limits.check_elements(api_key, payload)
        message = decode_body(request_class(api_key), payload, start, version, may_trail=True)
    except LimitError:
        raise
    except WireError:
        return ErrorCode.UNSUPPORTED_VERSION
    return Forwarded(
        message,
        version,
        header.correlation_id,
        Principal(principal.type, principal.name),
        host,
        header.client_id,
        principal.token_authenticated,
    )


def _principal(data: bytes | None) -> DefaultPrincipalData | None:
    """Decode a principal like DefaultKafkaPrincipalBuilder.deserialize; None for other bytes."""
    if data is None or len(data) < _PRINCIPAL_PREFIX:
        return None
    version = int.from_bytes(data[:_PRINCIPAL_PREFIX], "big", signed=True)
    if version != _PRINCIPAL_VERSION:
        return None
    try:
        principal, _ = DefaultPrincipalData.decode_prefix(data, version, _PRINCIPAL_PREFIX)
    except WireError:
        return None
    return principal


def _says(structure: Struct, code: ErrorCode) -> bool:
    for name in structure._FIELDS:
        value = getattr(structure, name)
        if name == "error_code" and value == code:
            return True
        items = value if isinstance(value, tuple) else (value,)
        if any(isinstance(each, Struct) and _says(each, code) for each in items):
            return True
    return False
