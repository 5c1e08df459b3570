"""The file partition.metadata: which topic a folder belongs to (PartitionMetadataFile)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.storage.files import replace_file
from kraft_core.storage.text_file import damaged, read_text

if TYPE_CHECKING:
    from kraft_core.storage.files import Folder
    from kraft_wire.primitives import Uuid

NAME: Final = "partition.metadata"
_VERSION: Final = "0"


def ensure_partition_metadata(folder: Folder, topic_id: Uuid) -> None:
    """Write the file if it is missing; raises DamagedFileError if it names another topic.

    As in Kafka what stands behind the colons of the first two lines counts, and nothing else.
    """
    text = read_text(folder, NAME)
    if text is None:
        replace_file(folder, NAME, f"version: {_VERSION}\ntopic_id: {topic_id}".encode())
        return
    values = [line.partition(":")[2].strip() for line in text.splitlines()[:2]]
    if values != [_VERSION, str(topic_id)]:
        raise damaged(folder, NAME, f"it does not say topic id {topic_id}")
