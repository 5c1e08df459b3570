"""The only error of this package: a schema that cannot be used, with its file and field."""

from __future__ import annotations


class SchemaError(ValueError):
    """A schema breaks a rule of Kafka's message language, or two schemas do not fit together.

    `source` is the file (or jar member, or release) at fault, `path` the dotted path of the field
    and attribute inside it, empty where the file as a whole is meant.
    """

    def __init__(self, source: str, path: str = "", detail: str = "") -> None:
        super().__init__(": ".join(part for part in (source, path, detail) if part))
        self.source = source
        self.path = path
        self.detail = detail
