"""Careful reading and checking by the schema: finds what, where and why of every refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.errors import DecodeError, EncodeError, WireError

if TYPE_CHECKING:
    from kraft_wire.message import Message


def decode_fault(cls: type[Message], data: bytes, version: int) -> WireError:
    """Say why these bytes are no message of this version."""
    return DecodeError(f"no {cls.__name__} of version {version}: {len(data)} bytes")


def encode_fault(message: Message, version: int) -> WireError:
    """Say why this message cannot be written in this version."""
    return EncodeError(f"{type(message).__name__} cannot be written in version {version}")
