"""Which fields of metadata records are secrets, and records without them.

SCRAM credentials, delegation tokens, and the values of configs that are passwords or that nobody
knows: what Kafka's RecordRedactor and its metadata shell hide. A deleted config has no value to
hide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from kraft_core.client.config_names import OPEN_NAMES
from kraft_wire.messages import ConfigRecord

if TYPE_CHECKING:
    from kraft_wire.message import Message

REDACTED: Final = "(redacted)"
"""Stands in place of a secret; Kafka's word."""

SECRET_FIELDS: Final = {
    "ConfigRecord": {"value": "value"},
    "UserScramCredentialRecord": {
        "salt": "salt",
        "stored_key": "storedKey",
        "server_key": "serverKey",
    },
    "DelegationTokenRecord": {"token_id": "tokenId"},
    "RemoveDelegationTokenRecord": {"token_id": "tokenId"},
}
"""What may be secret in which record: attributes, and their names in Kafka's JSON form."""

M = TypeVar("M", bound="Message")


def secret_fields(record: Message) -> tuple[str, ...]:
    """The attributes of a record that nobody should see."""
    if isinstance(record, ConfigRecord):
        is_open = record.name in OPEN_NAMES.get(record.resource_type, ())
        return () if is_open or record.value is None else ("value",)
    return tuple(SECRET_FIELDS.get(type(record).__name__, ()))


def redacted(record: M) -> M:
    """Return the record with `(redacted)` in place of its secrets; itself when it has none."""
    secrets = secret_fields(record)
    if not secrets:
        return record
    names: tuple[str, ...] = record.__slots__
    fields = {name: getattr(record, name) for name in names}
    for name in secrets:
        fields[name] = REDACTED.encode() if isinstance(fields[name], bytes) else REDACTED
    return type(record)(**fields)
