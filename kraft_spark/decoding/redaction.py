"""Which fields of metadata records are secrets: what Kafka's RecordRedactor hides.

SCRAM credentials, and the values of configs that are passwords or that Kafka's definitions do not
have. A deleted config has no value to hide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.client.config_names import OPEN_NAMES

if TYPE_CHECKING:
    from kraft_wire.message import Message

REDACTED: Final = "(redacted)"
"""Stands in place of a secret; Kafka's word."""

_CREDENTIALS: Final = ("salt", "storedKey", "serverKey")
SECRET_TYPES: Final = ("CONFIG_RECORD", "USER_SCRAM_CREDENTIAL_RECORD")
"""The records that may have secrets."""


def secret_fields(message: Any) -> tuple[str, ...]:
    """The fields of a record that nobody should see, by their names in Kafka's JSON form."""
    name = type(message).__name__
    if name == "UserScramCredentialRecord":
        return _CREDENTIALS
    if name != "ConfigRecord" or message.value is None:
        return ()
    is_open = message.name in OPEN_NAMES.get(message.resource_type, ())
    return () if is_open else ("value",)


def redact(form: dict[str, Any], message: Message) -> bool:
    """Replace the secrets in the JSON form of a record; tell whether there were any."""
    fields = secret_fields(message)
    for field in fields:
        form[field] = REDACTED
    return bool(fields)
