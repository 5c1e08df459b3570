"""Refusals of a cluster; each text is one sentence for a person."""

from __future__ import annotations

from typing import Final

from kraft_core.client.errors import ClientError
from kraft_wire.errors import ErrorCode

UNSUPPORTED_VERSION: Final = 35


class RequestRefusedError(ClientError):
    """The cluster answered with an error; `code` is Kafka's, the text the cluster's own."""

    def __init__(self, code: int, text: str | None) -> None:
        self.code = ErrorCode(code)
        super().__init__(text or f"the cluster returned error {code} ({self.code.name})")


class UnsupportedRequestError(ClientError):
    """The node does not serve a request, or not in a version that can carry its content."""


class UnknownNodeError(ClientError):
    """No node of this id is registered in the cluster."""


class CommandConfigError(ClientError):
    """A file of options has a value that is invalid or not supported yet."""


def check(code: int, text: str | None) -> None:
    """Raise the error for an error code of a response; nothing for 0."""
    if code == UNSUPPORTED_VERSION:
        raise UnsupportedRequestError(text or "the cluster does not support this request")
    if code:
        raise RequestRefusedError(code, text)
