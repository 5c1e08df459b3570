"""Kafka's names in Python: attributes, modules, and the keys of Kafka's JSON form.

An attribute is the schema's name in snake case: `ThrottleTimeMs` is `throttle_time_ms`, `V0Host`
is `v0_host`. Runs of capitals are one word (`ISRSet`, `isr_set`), and so is what `_ONE_WORD` lists
(`KRaftVersion`, `kraft_version`). Python's keywords, and what every generated class or package has
of its own, get an underscore after them.
"""

from __future__ import annotations

import keyword
import re

_ONE_WORD = {"KRaft": "Kraft", "2Pc": "2pc"}
"""Words of Kafka whose capitals are no borders."""

_BORDER = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])"  # Topic|Id, V3|And
    r"|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])"  # ISR|Set, but ISRs
)

RESERVED_ATTRIBUTES = frozenset(
    {"as_dict", "decode", "decode_prefix", "encode", "fit", "replace", "response_class", "schema"}
    | {"unknown_tagged_fields"}
    | {"self", "bool", "bytes", "float", "int", "str", "tuple"}
)
"""Names that every generated class has or uses; a field of this name gets an underscore."""

RESERVED_MODULES = frozenset({"api_keys", "importlib", "registry", "schemas"})
"""Names that every generated package has or uses; a message of this name gets an underscore."""

RESERVED_CLASSES = frozenset({"KIND", "VERSIONS", "None", "True", "False", "Uuid"})
"""Names that no message or structure can have in Python, as every generated class uses them."""

USED_CLASSES = frozenset(
    {
        "Any",
        "Append",
        "BYTES",
        "Final",
        "Iterable",
        "Layout",
        "MESSAGES",
        "Message",
        "Request",
        "Self",
        "Struct",
    }
    | {"TypeAlias", "UUIDS", "UnknownTags", "ValueError"}
)
"""Names that generated modules use: no message can have them, a structure gets an underscore."""


def attribute_name(name: str) -> str:
    """Return the attribute of the Python class that holds the field of this name."""
    return _safe(_snake_case(name), RESERVED_ATTRIBUTES)


def module_name(message: str) -> str:
    """Return the module of the generated package that holds the message of this name."""
    return _safe(_snake_case(message), RESERVED_MODULES)


def api_key_name(request: str) -> str:
    """Return Kafka's name for the API of a request: `VoteRequest` is `VOTE`."""
    return _snake_case(request.removesuffix("Request") or request).upper()


def json_name(name: str) -> str:
    """Return the key of a field in Kafka's JSON form: its name with a small first letter."""
    return name[:1].lower() + name[1:]


def source_text(text: str) -> str:
    """Escape text for a literal or doc string: backslashes, and all that does not print.

    Line ends of any kind, too: a generated file has those of its template only.
    """
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character == "\\":
        return r"\\"
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _snake_case(name: str) -> str:
    for word, replacement in _ONE_WORD.items():
        name = name.replace(word, replacement)
    return _BORDER.sub("_", name).lower()


def _safe(name: str, reserved: frozenset[str]) -> str:
    return f"{name}_" if keyword.iskeyword(name) or name in reserved else name
