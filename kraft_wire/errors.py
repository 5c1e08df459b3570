"""Error types: refusals with position and path, and Kafka's error codes."""

from __future__ import annotations

from kraft_wire.error_codes import ErrorCode as ErrorCode  # noqa: PLC0414  # exported

__all__ = [
    "CaptureError",
    "CorruptRecordError",
    "DecodeError",
    "EncodeError",
    "EngineError",
    "ErrorCode",
    "FrameError",
    "InvalidLengthError",
    "InvalidTagError",
    "InvalidTextError",
    "InvalidVarintError",
    "JsonFormError",
    "LimitError",
    "MissingCodecError",
    "ProtocolError",
    "SaslError",
    "SaslRefusedError",
    "TrailingBytesError",
    "TruncatedError",
    "UnexpectedNullError",
    "UnknownMessageError",
    "UnsupportedVersionError",
    "WireError",
    "join_path",
    "within",
]


class WireError(Exception):
    """The root of every refusal of the wire layer.

    `offset` is the byte at which the fault was found, counted from the start of the input,
    `path` the field ("topics[0].partitions[2].leaderEpoch", in the names of Kafka's JSON form);
    None where there is none.
    """

    def __init__(self, detail: str, *, offset: int | None = None, path: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        place = []
        if self.path:
            place.append(f"in {self.path}")
        if self.offset is not None:
            place.append(f"at byte {self.offset}")
        return f"{self.detail} ({' '.join(place)})" if place else self.detail


class DecodeError(WireError):
    """Bytes that do not match their format."""


class TruncatedError(DecodeError):
    """The bytes end before the value does."""


class InvalidLengthError(DecodeError):
    """An impossible length or count: below -1, or more than the remaining bytes."""


class InvalidVarintError(DecodeError):
    """A varint of more than five bytes (ten for int64), or with bits that its type lacks."""


class UnexpectedNullError(DecodeError):
    """Null where this version allows none."""


class InvalidTextError(DecodeError):
    """Text that is not valid UTF-8."""


class InvalidTagError(DecodeError):
    """A tag section that breaks a rule: a repeated or unknown tag, or a wrong size."""


class TrailingBytesError(DecodeError):
    """Bytes left over after the end of the message."""


class LimitError(DecodeError):
    """Valid input that exceeds `limits`."""


class FrameError(DecodeError):
    """A frame that ends the connection: its length is impossible or it is another protocol."""

    is_tls: bool = False
    """True if the bytes begin a TLS record: one side speaks TLS and the other does not."""
    is_foreign: bool = False
    """True if the first bytes of the stream cannot be the length of a frame."""


class CorruptRecordError(DecodeError):
    """A record batch whose bytes contradict each other or its checksum."""


class CaptureError(DecodeError):
    """Bytes that are not a capture of packets, or a capture that ends too early."""


class EncodeError(WireError):
    """A value that this version cannot carry."""


class MissingCodecError(WireError):
    """The package that a compression codec needs is not installed."""


class UnsupportedVersionError(WireError):
    """A version that the message lacks, or a field that the version lacks."""


class UnknownMessageError(WireError):
    """A message name, API key or record id that the package does not know."""


class JsonFormError(WireError):
    """JSON that is not Kafka's JSON form of the message."""


class ProtocolError(WireError):
    """A peer that breaks the order of requests and responses."""


class SaslError(WireError):
    """An exchange of SASL that failed: bad credentials, or a message that is not valid."""


class SaslRefusedError(SaslError):
    """Credentials that a server refuses with a message for the client."""


class EngineError(ImportError):
    """KRAFT_WIRE_ENGINE names an engine that does not exist or cannot be loaded."""


# -- paths of fields, as in Kafka's JSON form: "topics[0].partitions[2].leaderEpoch" ---------------


def join_path(outer: str, inner: str | None) -> str:
    """Append a path to that of its parent; an index needs no dot."""
    if not inner:
        return outer
    if not outer or inner[0] == "[":
        return outer + inner
    return f"{outer}.{inner}"


def within(error: WireError, outer: str) -> WireError:
    """Prefix the path of an error with the field or element in which it was found."""
    error.path = join_path(outer, error.path)
    return error
