"""Errors with which a node refuses or ends. Each text is one clear sentence for an operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_wire.errors import ErrorCode

CANNOT_BECOME_ACTIVE: Final = "cannot become the active controller:"
"""Text before the reason in a controller's refusal (41); `kraft status` searches for it."""


class NodeError(Exception):
    """The root of the errors that a node raises."""


class ConfigurationError(NodeError):
    """A value of the configuration is invalid, contradicts another one or is not supported."""


class FormatError(NodeError):
    """A directory cannot be formatted as requested (FormatterException, TerseFailure)."""


class ListenError(NodeError):
    """The node cannot listen on an address."""


class NodeEndedError(NodeError):
    """The node is not running: it was shut down or has failed."""


class NodeUsedError(NodeError):
    """The node was started or closed before: a node is used once."""


class NodeFailedError(NodeError):
    """A node that had started has ended by itself; its log has the reason."""


class AppendError(NodeError):
    """An append did not commit, as far as this node knows."""

    def __init__(self, sentence: str, ticket: AppendTicket) -> None:
        super().__init__(sentence)
        self.ticket = ticket


class AppendRejectedError(AppendError):
    """The records are in no log and never will be: retrying is safe."""


class AppendUnknownError(AppendError):
    """The records are in the log of a leader that lost its place: they may still commit."""


class MembershipError(NodeError):
    """A change of voters was refused, or could not be made in time.

    `error` is what the leader answered last, None if no leader answered.
    """

    def __init__(self, sentence: str, error: ErrorCode | None) -> None:
        super().__init__(sentence)
        self.error = error
