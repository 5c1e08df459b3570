"""The file meta.properties of each formatted log directory: which node, cluster, directory.

Follows Kafka's MetaProperties. Only version 1, which KRaft writes, is accepted.
"""

from __future__ import annotations

import base64
import binascii
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.text_files import (
    damaged,
    format_properties,
    later_version,
    parse_properties,
    read_text,
    whole_number,
)

if TYPE_CHECKING:
    from kraft_core.raft.storage.files import Folder

NAME: Final = "meta.properties"
_VERSION: Final = "1"
_INT32_MAX: Final = (1 << 31) - 1
_ID_CHARACTERS: Final = 22
_RESERVED_IDS: Final = 100


@dataclass(frozen=True, slots=True)
class MetaProperties:
    """The content of the file. `directory_id` is None if an older Kafka wrote none."""

    node_id: int
    cluster_id: str
    directory_id: bytes | None


def read_meta_properties(folder: Folder) -> MetaProperties | None:
    """Read the file, None if there is none.

    Raises DamagedFileError, and UnknownVersionError for a version that a later release wrote.
    """
    text = read_text(folder, NAME)
    if text is None:
        return None
    try:
        fields = parse_properties(text)
        version = whole_number(fields.get("version", ""), _INT32_MAX)
        if version is not None and version > int(_VERSION):
            raise later_version(folder, NAME, version, f"only {_VERSION} is")
        return _meta_properties(fields)
    except ValueError as error:
        raise damaged(folder, NAME, str(error)) from None


def write_meta_properties(folder: Folder, meta: MetaProperties, wall_ms: int) -> None:
    """Replace the file; durable on return. The time goes into the comment that Java begins with."""
    weekday, month, day, clock, year = time.asctime(time.gmtime(wall_ms // 1000)).split()
    now = f"{weekday} {month} {day:0>2} {clock} UTC {year}"
    fields = {"node.id": str(meta.node_id)}
    if meta.directory_id is not None:
        fields["directory.id"] = encode_id(meta.directory_id)
    fields |= {"version": _VERSION, "cluster.id": meta.cluster_id}
    replace_file(folder, NAME, f"#\n#{now}\n{format_properties(fields)}".encode())


def decode_id(text: str) -> bytes | None:
    """Parse an id in Kafka's form (base64url without padding) into 16 bytes; None if invalid."""
    if len(text) != _ID_CHARACTERS or not text.isascii():
        return None
    try:
        found = base64.b64decode(text + "==", altchars=b"-_", validate=True)
    except binascii.Error:
        return None
    return found if encode_id(found) == text else None


def encode_id(uuid: bytes) -> str:
    """Format an id in Kafka's form."""
    return base64.urlsafe_b64encode(uuid).rstrip(b"=").decode()


def new_directory_id() -> bytes:
    """Return a random id, not reserved and without a dash at its beginning, as Kafka's."""
    while True:
        directory_id = uuid4().bytes
        if not is_reserved(directory_id) and not encode_id(directory_id).startswith("-"):
            return directory_id


def is_reserved(directory_id: bytes) -> bool:
    """Return True if Kafka keeps that id for itself (DirectoryId.reserved)."""
    return not any(directory_id[:8]) and (
        int.from_bytes(directory_id[8:], signed=True) < _RESERVED_IDS
    )


def _meta_properties(fields: dict[str, str]) -> MetaProperties:
    version = fields.get("version")
    if version != _VERSION:
        raise ValueError(f"version is {version!r:.40}: expected {_VERSION}")
    node_id = whole_number(fields.get("node.id", ""), _INT32_MAX)
    if node_id is None:
        raise ValueError("node.id is missing or not a number")
    cluster_id = fields.get("cluster.id", "")
    if not cluster_id:
        raise ValueError("cluster.id is missing")
    text = fields.get("directory.id")
    directory_id = None if text is None else decode_id(text)
    if text is not None and directory_id is None:
        raise ValueError(f"directory.id {text!r:.40} is not a valid directory id")
    if directory_id is not None and is_reserved(directory_id):
        raise ValueError(f"directory.id {text!r:.40} is an id that Kafka reserves")
    return MetaProperties(node_id, cluster_id, directory_id)
