"""Whether batches of the metadata log hold anything that a query wants.

An idle quorum writes a NoOpRecord twice a second: without this, micro-batches would never end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_spark.decoding.metadata_records import record_front
from kraft_wire.errors import WireError
from kraft_wire.records.control import ControlRecordType, control_record_type

if TYPE_CHECKING:
    from kraft_spark.quorum.options import QuorumOptions
    from kraft_wire.records.batch import RecordBatch


class RecordSieve:
    """Looks at the types of records, and decodes nothing else of them."""

    def __init__(self, options: QuorumOptions) -> None:
        self._exclude = options.exclude
        typed = options.typed()
        self._only = None if typed is None else typed.name

    def wants(self, batch: RecordBatch) -> bool:
        """Whether some record of it makes a row; one that cannot be read counts as wanted."""
        kind = _control_type if batch.is_control else _metadata_type
        try:
            return any(self._wants(kind(each.key, each.value)) for each in batch.records())
        except WireError:
            return True

    def _wants(self, name: str | None) -> bool:
        if self._only is not None and name is not None:
            return name == self._only
        return name not in self._exclude


def _control_type(key: bytes | None, _: bytes | None) -> str | None:
    number = control_record_type(key)
    return ControlRecordType(number).name if number in set(ControlRecordType) else str(number)


def _metadata_type(_: bytes | None, value: bytes | None) -> str | None:
    return None if value is None else record_front(value)[0]
