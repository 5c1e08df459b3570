"""The state of producers at an offset, as Kafka writes it beside segments (ProducerStateManager).

No producer ever writes to the metadata log, so the content is always the same: version 1, checksum,
no entries. Kafka writes one for the base offset of each new segment and one for the log end when it
stops. It opens a log without them just as well.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_core.storage.file_names import PRODUCER_SNAPSHOT, segment_file
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from kraft_core.storage.files import Folder

_VERSION: Final = 1
_NO_ENTRIES: Final = bytes(4)
CONTENT: Final = Struct(">hI").pack(_VERSION, crc32c(_NO_ENTRIES)) + _NO_ENTRIES


def write_producer_snapshot(folder: Folder, offset: int) -> None:
    """Leave the state at that offset. Not synced: Kafka rebuilds it if it is missing."""
    file = folder.create(segment_file(offset, PRODUCER_SNAPSHOT))
    file.write(0, (CONTENT,))
    file.close()
