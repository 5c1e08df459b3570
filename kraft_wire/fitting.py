"""A message limited to the fields of one version, for `Message.fit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from kraft_wire.identities import check_identities
from kraft_wire.inspection.faults import unsupported
from kraft_wire.inspection.value_check import is_default

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.schema import StructSchema

__all__ = ["fitted"]

AnyMessage = TypeVar("AnyMessage", bound="Message")


def fitted(message: AnyMessage, version: int) -> AnyMessage:
    """Return the message without the fields that this version lacks; see `Message.fit`."""
    schema = type(message).schema()
    if not schema.versions[0] <= version <= schema.versions[1]:
        raise unsupported(schema.name, schema.versions, version)
    check_identities(message, version)
    made: AnyMessage = _fitted(message, schema.root, version, schema.is_flexible(version))
    return made


def _fitted(value: Any, struct: StructSchema, version: int, is_flexible: bool) -> Any:
    changes: dict[str, Any] = {}
    for field in struct.fields:
        held = getattr(value, field.name)
        if not field.is_present(version):
            if not is_default(field, held):
                changes[field.name] = getattr(value._GENERATED(), field.name)
        elif field.struct is not None and held:
            entries = held if field.is_array else (held,)
            made = [_fitted(each, field.struct, version, is_flexible) for each in entries]
            if any(new is not old for new, old in zip(made, entries, strict=True)):
                changes[field.name] = made if field.is_array else made[0]
    if not is_flexible and value.unknown_tagged_fields:
        changes["unknown_tagged_fields"] = ()
    return value.replace(**changes) if changes else value
