"""The file partition.metadata: which topic a folder belongs to (PartitionMetadataFile)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.storage.files import replace_file
from kraft_core.storage.text_file import damaged, read_text

if TYPE_CHECKING:
    from kraft_core.storage.files import Folder

NAME: Final = "partition.metadata"
CLUSTER_METADATA_TOPIC_ID: Final = "AAAAAAAAAAAAAAAAAAAAAQ"
_CONTENT: Final = f"version: 0\ntopic_id: {CLUSTER_METADATA_TOPIC_ID}"


def ensure_partition_metadata(folder: Folder) -> None:
    """Write the file if it is missing; raises DamagedFileError if it names another topic."""
    text = read_text(folder, NAME)
    if text is None:
        replace_file(folder, NAME, _CONTENT.encode())
        return
    lines = text.splitlines()
    if lines != _CONTENT.splitlines():
        raise damaged(folder, NAME, f"it does not say topic id {CLUSTER_METADATA_TOPIC_ID}")
