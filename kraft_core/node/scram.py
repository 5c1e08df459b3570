"""SCRAM credentials out of the arguments of `--add-scram` (Kafka's ScramParser; RFC 5802).

`SCRAM-SHA-256=[name=alice,password=alice-secret]`, or with `iterations`, `salt` and, in place of
the password, `saltedpassword`, both in base64.
"""

from __future__ import annotations

import base64
import binascii
import os
from typing import TYPE_CHECKING, Final

from kraft_core.node.errors import FormatError
from kraft_core.security.scram import SCRAM_MECHANISMS
from kraft_wire.messages import UserScramCredentialRecord

if TYPE_CHECKING:
    from kraft_core.security.scram import ScramMechanism

_ITERATIONS: Final = 4096
_SALT_BYTES: Final = 20


def scram_record(argument: str) -> UserScramCredentialRecord:
    """The record of a credential; raises FormatError."""
    name, mechanism, parts = _parse(argument.strip())
    user = parts.pop("name", None)
    if user is None:
        raise FormatError("You must supply 'name' to add-scram")
    given_salt = _decoded(parts.pop("salt", None), "salt")
    iterations = _iterations(parts.pop("iterations", None), name, mechanism)
    salt = os.urandom(_SALT_BYTES) if given_salt is None else given_salt
    salted = _salted_password(parts, mechanism, salt, iterations, has_salt=given_salt is not None)
    if parts:
        raise FormatError(f"Unknown SCRAM configurations: {', '.join(sorted(parts))}")
    return UserScramCredentialRecord(
        name=user,
        mechanism=mechanism.number,
        salt=salt,
        stored_key=mechanism.stored_key(mechanism.client_key(salted)),
        server_key=mechanism.server_key(salted),
        iterations=iterations,
    )


def _parse(argument: str) -> tuple[str, ScramMechanism, dict[str, str]]:
    name, equals, rest = argument.partition("=")
    if not equals:
        raise FormatError(f"Failed to find equals sign in SCRAM argument '{argument}'")
    mechanism = SCRAM_MECHANISMS.get(name)
    if mechanism is None:
        raise FormatError(f"The add-scram mechanism {name} is not supported.")
    if not rest.startswith("["):
        raise FormatError("Expected configuration string to start with [")
    if not rest.endswith("]"):
        raise FormatError("Expected configuration string to end with ]")
    parts: dict[str, str] = {}
    for component in rest[1:-1].split(","):
        key, equals, value = component.partition("=")
        if not equals:
            raise FormatError(f"No equals sign found in SCRAM component: {component}")
        is_quoted = len(value) > 1 and value[0] == value[-1] == '"'
        parts[key] = value[1:-1] if is_quoted else value
    return name, mechanism, parts


def _decoded(text: str | None, what: str) -> bytes | None:
    if text is None:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise FormatError(f"Failed to decode given {what}: {text}") from None


def _iterations(text: str | None, name: str, mechanism: ScramMechanism) -> int:
    if text is None:
        return _ITERATIONS
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise FormatError(f"Failed to parse iterations count: {text}")
    iterations = int(text)
    for bound, sign in ((mechanism.lowest, ">="), (mechanism.highest, "<=")):
        if iterations < bound if sign == ">=" else iterations > bound:
            member = name.replace("-", "_")
            raise FormatError(
                f"The 'iterations' value must be {sign} {bound} for add-scram using {member}"
            )
    return iterations


def _salted_password(
    parts: dict[str, str],
    mechanism: ScramMechanism,
    salt: bytes,
    iterations: int,
    *,
    has_salt: bool,
) -> bytes:
    password = parts.pop("password", None)
    salted = parts.pop("saltedpassword", None)
    if password is not None:
        return mechanism.salted_password(password, salt, iterations)
    if salted is None:
        raise FormatError("You must supply one of 'password' or 'saltedpassword' to add-scram")
    if not has_salt:
        raise FormatError("You must supply 'salt' with 'saltedpassword' to add-scram")
    return _decoded(salted, "saltedPassword") or b""
