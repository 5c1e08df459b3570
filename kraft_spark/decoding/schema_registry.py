"""Schemas of record values: those of a registry's topic, or of a registry over HTTP.

A value in the format of Confluent's serializers begins with a zero byte and the id of its schema,
four bytes, big-endian. The topic `_schemas` has a record for each version of each subject, key and
value in JSON; Karapace writes the same. Ids are those of the default context: a subject
`:.name:...` is of another context, whose ids can be the same numbers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPBasicAuthHandler, HTTPPasswordMgrWithPriorAuth, build_opener

if TYPE_CHECKING:
    from collections.abc import Iterable

AVRO: Final = "AVRO"
JSON_SCHEMA: Final = "JSON"
PROTOBUF: Final = "PROTOBUF"

_CONTEXT: Final = ":."
_FRAME_BYTES: Final = 5
_ANSWER_MAX: Final = 16 << 20
_ANSWERS_MAX: Final = 10_000
_TIMEOUT_SECONDS: Final = 30.0
_NOT_FOUND: Final = 404
_ID_MAX: Final = (1 << 31) - 1


class SchemaRegistryError(ValueError):
    """A registry, or its topic, that cannot be read."""


class UndecodableValueError(ValueError):
    """A value that does not decode, or whose schema is not known."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A schema that another one imports under a name."""

    name: str
    subject: str
    version: int


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema as it was registered; `kind` is AVRO, JSON or PROTOBUF."""

    id: int
    kind: str
    text: str
    references: tuple[Reference, ...] = ()


class SchemaRegistry(Protocol):
    """A source of schemas by id or by version."""

    def by_id(self, number: int) -> Schema | None:
        """Return the schema of an id; None for an unknown one."""

    def by_version(self, subject: str, version: int) -> Schema | None:
        """Return the schema of a version of a subject; None for an unknown one."""


def split_value(value: bytes) -> tuple[int, int]:
    """Return the id of the schema of a value, and where what it describes begins.

    Raises UndecodableValueError.
    """
    if len(value) < _FRAME_BYTES or value[0]:
        raise UndecodableValueError("the value does not begin with a schema id (0, then 4 bytes)")
    return int.from_bytes(value[1:_FRAME_BYTES], signed=True), _FRAME_BYTES


class LoggedSchemas:
    """The schemas of the topic of a registry, from keys and values in the order of their offsets.

    A version that was deleted softly still decodes; a tombstone removes it. Records that are not
    about schemas are left out. Raises SchemaRegistryError.
    """

    def __init__(self, records: Iterable[tuple[bytes | None, bytes | None]]) -> None:
        self._versions: dict[tuple[str, int], Schema] = {}
        for key, value in records:
            found = _version_of(key)
            if found is None:
                continue
            if value is None:
                self._versions.pop(found, None)
            else:
                self._versions[found] = _schema_of(_object(value, "a value of the topic"))
        self._ids = {
            schema.id: schema
            for (subject, _), schema in self._versions.items()
            if not subject.startswith(_CONTEXT)
        }

    def by_id(self, number: int) -> Schema | None:
        """Return the schema of an id; None for an unknown one."""
        return self._ids.get(number)

    def by_version(self, subject: str, version: int) -> Schema | None:
        """Return the schema of a version of a subject; None for an unknown one."""
        return self._versions.get((subject, version))


def _version_of(key: bytes | None) -> tuple[str, int] | None:
    """Return subject and version of a key of the schema topic; None for keys of other types."""
    form = None if key is None else _object(key, "a key of the topic")
    if form is None or form.get("keytype") != "SCHEMA":
        return None
    subject, version = form.get("subject"), form.get("version")
    if not isinstance(subject, str) or type(version) is not int:
        raise SchemaRegistryError("a key of the topic of schemas has no subject and version")
    return subject, version


def _object(content: bytes, what: str) -> dict[str, Any]:
    try:
        form = json.loads(content)
    except (ValueError, RecursionError):
        raise SchemaRegistryError(f"{what} of schemas is not valid JSON") from None
    if not isinstance(form, dict):
        raise SchemaRegistryError(f"{what} of schemas is not a JSON object")
    return form


def _schema_of(form: dict[str, Any], number: int | None = None) -> Schema:
    """Return a schema from its form in the topic or the REST interface."""
    number = form.get("id") if number is None else number
    text, kind = form.get("schema"), form.get("schemaType") or AVRO
    if not isinstance(text, str) or type(number) is not int or not isinstance(kind, str):
        raise SchemaRegistryError("a schema of the registry has no id, type or text")
    references = form.get("references") or []
    try:
        imported = tuple(
            Reference(str(one["name"]), str(one["subject"]), int(one["version"]))
            for one in references
        )
    except (KeyError, TypeError, ValueError):
        raise SchemaRegistryError(f"the references of schema {number} are not valid") from None
    return Schema(number, kind.upper(), text, imported)


class RemoteRegistry:
    """A registry over HTTP; what it answered is kept.

    Raises SchemaRegistryError where it does not answer.
    """

    def __init__(self, url: str, user: str | None = None, password: str | None = None) -> None:
        self._url = url.rstrip("/")
        self._found: dict[str, dict[str, Any] | None] = {}
        handlers = []
        if user is not None:
            passwords = HTTPPasswordMgrWithPriorAuth()
            passwords.add_password(None, self._url, user, password or "", is_authenticated=True)
            handlers.append(HTTPBasicAuthHandler(passwords))
        self._opener = build_opener(*handlers)

    def by_id(self, number: int) -> Schema | None:
        """Return the schema of an id; None for an unknown one."""
        if not 0 <= number <= _ID_MAX:
            return None
        form = self._get(f"/schemas/ids/{number}")
        return None if form is None else _schema_of(form, number)

    def by_version(self, subject: str, version: int) -> Schema | None:
        """Return the schema of a version of a subject; None for an unknown one."""
        path = f"/subjects/{quote(subject, safe='')}/versions/{version}?deleted=true"
        form = self._get(path)
        return None if form is None else _schema_of(form)

    def _get(self, path: str) -> dict[str, Any] | None:
        if path not in self._found:
            if len(self._found) >= _ANSWERS_MAX:
                self._found.clear()
            self._found[path] = self._asked(path)
        return self._found[path]

    def _asked(self, path: str) -> dict[str, Any] | None:
        try:
            with self._opener.open(self._url + path, timeout=_TIMEOUT_SECONDS) as answer:
                content = answer.read(_ANSWER_MAX + 1)
        except HTTPError as error:
            error.close()
            if error.code == _NOT_FOUND:
                return None
            raise SchemaRegistryError(
                f"the registry answered {error.code} to {self._shown()}{path}"
            ) from None
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise SchemaRegistryError(f"no answer from {self._shown()}: {reason}") from None
        if len(content) > _ANSWER_MAX:
            raise SchemaRegistryError(f"{self._shown()}{path}: more than {_ANSWER_MAX} bytes")
        return _object(content, f"the answer to {path}")

    def _shown(self) -> str:
        """Return the URL without user and password."""
        parts = urlsplit(self._url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def with_references(
    schema: Schema, registry: SchemaRegistry, limit: int = 1_000
) -> dict[str, Schema]:
    """Return all schemas that a schema imports, by name, each after those that it imports itself.

    Raises UndecodableValueError.
    """
    found: dict[str, Schema] = {}
    _collect(schema, registry, found, (), limit)
    return found


def _collect(
    schema: Schema,
    registry: SchemaRegistry,
    found: dict[str, Schema],
    above: tuple[Reference, ...],
    limit: int,
) -> None:
    for one in schema.references:
        if one.name in found:
            continue
        if one in above or len(found) >= limit:
            raise UndecodableValueError(f"schema {schema.id} imports {one.name} in a cycle")
        imported = registry.by_version(one.subject, one.version)
        if imported is None:
            raise UndecodableValueError(
                f"schema {schema.id} imports version {one.version} of {one.subject}, which is not "
                "known"
            )
        if len(above) == _IMPORTS_DEEP:
            raise UndecodableValueError(f"schema {schema.id} imports too many levels deep")
        _collect(imported, registry, found, (*above, one), limit)
        found[one.name] = imported


_IMPORTS_DEEP: Final = 50
