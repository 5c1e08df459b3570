"""Records in the words of Java's toString, which some of Kafka's tools print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.message import Message


def record_text(record: Message) -> str:
    """A record with its fields, as the classes that Kafka generates write themselves."""
    names: tuple[str, ...] = record._FIELDS
    fields = [
        f"{_camel(name)}={_value(getattr(record, name))}"
        for name in names
        if name != "unknown_tagged_fields"
    ]
    return f"{type(record).__name__}({', '.join(fields)})"


def bootstrap_text(records: Iterable[Message], metadata_version: int) -> str:
    """The line of `kafka-storage format` about the first records (BootstrapMetadata)."""
    listed = ", ".join(
        f"ApiMessageAndVersion({record_text(each)} at version 0)" for each in records
    )
    return (
        f"Bootstrap metadata: BootstrapMetadata(records=[{listed}],"
        f" metadataVersionLevel={metadata_version}, source=format command)"
    )


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, bytes):
        signed = (byte - 256 if byte > 127 else byte for byte in value)
        return f"[{', '.join(map(str, signed))}]"
    return str(value)
