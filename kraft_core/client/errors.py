"""Errors of a client; each message is one sentence for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.net.resolver import NameTimeoutError
from kraft_core.security import errors as security
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    import ssl


class ClientError(Exception):
    """The root of every error of the client."""


class ConnectionLostError(ClientError):
    """A node could not be reached, went away, took too long or broke the protocol.

    `cause` is the OSError or WireError that ended the connection, an EOFError if the peer closed it
    in place of an answer, None without one.
    """

    def __init__(self, text: str, cause: Exception | None = None) -> None:
        self.cause = cause
        super().__init__(text)


class LeaderNotFoundError(ClientError):
    """No leader was found within the allowed time.

    `is_unreachable`: no address accepted a connection, so that all can be wrong.
    """

    def __init__(self, text: str, *, is_unreachable: bool = False) -> None:
        self.is_unreachable = is_unreachable
        super().__init__(text)


class NotControllerError(ClientError):
    """The listener does not serve the quorum: it belongs to a broker."""


class WrongClusterError(ClientError):
    """The node belongs to another cluster (INCONSISTENT_CLUSTER_ID)."""


class RefusedError(ClientError):
    """The node refused a request with an error that a retry cannot fix."""

    def __init__(self, what: str, code: int) -> None:
        self.code = ErrorCode(code)
        super().__init__(f"{what} was refused with error {code} ({self.code.name})")


class PositionError(ClientError):
    """The leader's log does not have the requested position."""


class LogTruncatedError(PositionError):
    """The log was truncated and rewritten below the position that was read before."""


class UnreadableRecordError(ClientError):
    """A committed record has valid bytes but is not a record of a metadata log."""


class SecurityConfigError(ClientError, security.SecurityConfigError):
    """A security key whose value is invalid or not supported."""


class AuthenticationError(ClientError, security.AuthenticationError):
    """The node refuses this client's identity, or could not prove its own."""


class CorruptAnswerError(ConnectionLostError):
    """A node returned invalid records: damaged, with gaps, or of another snapshot."""


def tls_reason(error: ssl.SSLError) -> str:
    """Return OpenSSL's reason in words, or why a certificate was not verified."""
    verified = getattr(error, "verify_message", None)
    return verified or (getattr(error, "reason", None) or str(error)).lower().replace("_", " ")


def is_tls_spoken(error: ssl.SSLError) -> bool:
    """Return True if the peer has answered with TLS: it sent a certificate or an alert."""
    is_alert = "ALERT" in (getattr(error, "reason", None) or "")
    return is_alert or bool(getattr(error, "verify_message", None))


def _tls_sentence(error: ssl.SSLError) -> str:
    if getattr(error, "verify_message", None):
        return f"its certificate is refused: {tls_reason(error)}"
    hint = "" if is_tls_spoken(error) else "; the listener may have no TLS"
    return f"TLS fails: {tls_reason(error)}{hint}"


def connection_lost(where: object, error: Exception) -> ConnectionLostError:
    """Return in a sentence what an OSError or a timeout means for a connection."""
    if isinstance(error, NameTimeoutError):
        return ConnectionLostError(f"{where}: {error}", error)
    if isinstance(error, TimeoutError):
        return ConnectionLostError(f"{where} did not answer in time", error)
    if isinstance(error, ConnectionRefusedError):
        return ConnectionLostError(f"connection refused by {where}", error)
    import ssl  # only after a failure

    if isinstance(error, ssl.SSLError):
        return ConnectionLostError(f"{where}: {_tls_sentence(error)}", error)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ConnectionLostError(f"{where}: {reason or type(error).__name__}", error)
