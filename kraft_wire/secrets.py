"""The secret fields of messages, and messages without their values.

One table, by hand, for everything that shows messages: `repr`, `kraft tail`, `kraft story`, the
pipeline. It hides what Kafka's RecordRedactor, its metadata shell and its request log hide: SCRAM
credentials, delegation tokens, SASL exchanges, and the values of configs that are passwords or
unknown. `tests/wire/test_secrets.py` walks all schemas for names that sound like secrets.
"""

from __future__ import annotations

from functools import lru_cache
from re import compile as pattern
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message, Struct
    from kraft_wire.schema import StructSchema

__all__ = [
    "REDACTED",
    "SECRETS",
    "SECRET_MESSAGES",
    "Secret",
    "hidden",
    "redact_json",
    "redacted",
    "short_repr",
]

REDACTED: Final = "(redacted)"
"""Stands in place of a secret; Kafka's word."""


class Secret(NamedTuple):
    """A secret field of a message, and the versions that have it."""

    structure: str
    """The message, or the structure inside it: `AlterConfigsRequest.AlterableConfig`."""
    field: str
    """Its name in Kafka's JSON form."""
    versions: str
    """The versions of the message that have the field, in the notation of Kafka's schemas."""


SECRETS: Final = tuple(
    Secret(*row)
    for row in (
        ("AlterConfigsRequest.AlterableConfig", "value", "0+"),
        ("AlterUserScramCredentialsRequest.ScramCredentialUpsertion", "salt", "0+"),
        ("AlterUserScramCredentialsRequest.ScramCredentialUpsertion", "saltedPassword", "0+"),
        ("ConfigRecord", "value", "0+"),  # of names that are not open, see `hidden`
        ("CreateDelegationTokenResponse", "tokenId", "0+"),
        ("CreateDelegationTokenResponse", "hmac", "0+"),
        ("DelegationTokenRecord", "tokenId", "0+"),
        ("DescribeDelegationTokenResponse.DescribedDelegationToken", "tokenId", "0+"),
        ("DescribeDelegationTokenResponse.DescribedDelegationToken", "hmac", "0+"),
        ("EnvelopeRequest", "requestData", "0+"),  # any request, whole
        ("EnvelopeResponse", "responseData", "0+"),
        ("ExpireDelegationTokenRequest", "hmac", "0+"),
        ("IncrementalAlterConfigsRequest.AlterableConfig", "value", "0+"),
        ("RemoveDelegationTokenRecord", "tokenId", "0+"),
        ("RenewDelegationTokenRequest", "hmac", "0+"),
        ("SaslAuthenticateRequest", "authBytes", "0+"),
        ("SaslAuthenticateResponse", "authBytes", "0+"),
        ("UserScramCredentialRecord", "salt", "0+"),
        ("UserScramCredentialRecord", "storedKey", "0+"),
        ("UserScramCredentialRecord", "serverKey", "0+"),
    )
)

SECRET_MESSAGES: Final = frozenset(secret.structure.partition(".")[0] for secret in SECRETS)
"""Names of the messages that can have secrets."""

_CAPITAL: Final = pattern("(?=[A-Z])")
_BYTES_SHOWN: Final = 16
_LETTERS_SHOWN: Final = 80
_ELEMENTS_SHOWN: Final = 10
_STRUCTURES_SHOWN: Final = 3

M = TypeVar("M", bound="Struct")


@lru_cache(maxsize=1024)
def _fields_of(names: tuple[str, ...]) -> dict[str, str]:
    """Map the attributes of these classes that can hold secrets to their JSON names."""
    return {
        _CAPITAL.sub("_", secret.field).lower(): secret.field
        for secret in SECRETS
        if secret.structure in names
    }


def _class_names(structure: Struct) -> tuple[str, ...]:
    """Return the names of the class and its bases: a user's subclass has their secrets."""
    return tuple(base.__qualname__ for base in type(structure).__mro__)


def _attributes(structure: Struct) -> tuple[str, ...]:
    """Return all attributes of a structure, also of a user's subclass."""
    slots: Iterator[tuple[str, ...]] = (
        getattr(base, "__slots__", ()) for base in type(structure).__mro__
    )
    return next(names for names in slots if "unknown_tagged_fields" in names)


def hidden(structure: Struct) -> dict[str, str]:
    """Map the attributes of a structure that must stay hidden to their JSON names.

    Nested structures are not searched, and null values are not listed. The value of a
    ConfigRecord is shown where Kafka's definitions have the config and it is not a password; in
    requests the type of the resource is elsewhere, so all values are hidden.
    """
    names = _class_names(structure)
    fields = _fields_of(names)
    if not fields:
        return fields
    record: Any = structure
    if "ConfigRecord" in names:
        from kraft_wire.config_names import OPEN_NAMES  # most callers never need it

        kind: Any = getattr(record, "resource_type", None)
        if getattr(record, "name", None) in OPEN_NAMES.get(kind, ()):
            return {}
    # another release, or another protocol, can lack a field
    return {
        name: field for name, field in fields.items() if getattr(record, name, None) is not None
    }


def _may_have_secrets(structure: Struct) -> bool:
    return any(name.partition(".")[0] in SECRET_MESSAGES for name in _class_names(structure))


def redacted(message: M) -> M:
    """Return the message with `(redacted)` in place of its secrets; itself when it has none."""
    if not _may_have_secrets(message):
        return message
    return _redacted(message)


def _redacted(structure: M) -> M:
    secrets = hidden(structure)
    names = _attributes(structure)
    held = {name: getattr(structure, name) for name in names}
    fields = {
        name: _mask(value) if name in secrets else _without_secrets(value)
        for name, value in held.items()
    }
    if all(fields[name] is held[name] for name in names):
        return structure
    return type(structure)(**fields)


def _mask(value: Any) -> str | bytes:
    return REDACTED.encode() if isinstance(value, bytes | bytearray | memoryview) else REDACTED


def _without_secrets(value: Any) -> Any:
    if hasattr(value, "unknown_tagged_fields"):
        return _redacted(value)
    if isinstance(value, tuple):
        shown = tuple(map(_without_secrets, value))
        is_same = all(new is old for new, old in zip(shown, value, strict=True))
        return value if is_same else shown
    return value


def redact_json(form: dict[str, Any], message: Message) -> bool:
    """Replace the secrets in the JSON form of a message; return True if there were any."""
    if not _may_have_secrets(message):
        return False
    return _redact_json(form, message, message.schema().root)


def _redact_json(form: dict[str, Any], structure: Struct, schema: StructSchema) -> bool:
    found = False
    for name in hidden(structure).values():
        if name in form:
            form[name] = REDACTED
            found = True
    for field in schema.fields:
        inner, held = form.get(field.json_name), getattr(structure, field.name)
        if field.struct is None or not inner or not held:
            continue
        pairs = zip(inner, held, strict=True) if field.is_array else ((inner, held),)
        for inner_form, inner_structure in pairs:
            found |= _redact_json(inner_form, inner_structure, field.struct)
    return found


def short_repr(structure: Struct) -> str:
    """Print a structure as a call of its class, without secrets and without long values.

    Of long bytes it gives the number, of long texts and arrays the first elements and the number.
    """
    secrets = hidden(structure)
    names = _attributes(structure)
    shown = [
        f"{name}={REDACTED if name in secrets else _short(getattr(structure, name))}"
        for name in names
        if name != "unknown_tagged_fields" or structure.unknown_tagged_fields
    ]
    return f"{type(structure).__qualname__}({', '.join(shown)})"


def _short(value: Any) -> str:
    if isinstance(value, bytes | bytearray) and len(value) > _BYTES_SHOWN:
        return f"<{len(value)} bytes>"
    if isinstance(value, str) and len(value) > _LETTERS_SHOWN:
        return f"{value[:_LETTERS_SHOWN]!r}... {len(value)} characters"
    if not isinstance(value, tuple):
        return repr(value)
    are_structures = bool(value) and hasattr(value[0], "unknown_tagged_fields")
    most = _STRUCTURES_SHOWN if are_structures else _ELEMENTS_SHOWN
    shown = [_short(element) for element in value[:most]]
    if len(value) > most:
        return f"({', '.join(shown)}, ... {len(value)} in all)"
    return f"({shown[0]},)" if len(shown) == 1 else f"({', '.join(shown)})"
