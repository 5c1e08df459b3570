"""Places in what `kraft_quorum` reads, and how far one micro-batch goes from there.

`{"__cluster_metadata": {"0": {"offset": 1234, "epoch": 7}}}` is what Spark stores in a checkpoint:
everything below offset 1234 was read, and the record before it is of epoch 7. While a snapshot is
read, and at its very end, `snapshot` says which and how many of its bytes; `offset` and `epoch` are
then its own. `clusterId` says of which cluster the log is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from kraft_spark.files.log_file import METADATA_TOPIC

_PARTITION: Final = "0"


class OffsetError(ValueError):
    """A stored offset that is none of this format."""


@dataclass(frozen=True, slots=True)
class SnapshotPlace:
    """`position` of the `size` bytes of a snapshot were read."""

    end_offset: int
    epoch: int
    position: int
    size: int

    @property
    def is_read(self) -> bool:
        """Whether nothing of it is left."""
        return self.position >= self.size


@dataclass(frozen=True, slots=True)
class StreamOffset:
    """The next offset of the log, and the epoch of the record before it; None where unknown.

    `cluster_id` does not count when places are compared; None where it is not known, as in
    checkpoints of earlier releases.
    """

    offset: int
    epoch: int | None = None
    snapshot: SnapshotPlace | None = None
    cluster_id: str | None = field(default=None, compare=False)

    @property
    def is_in_snapshot(self) -> bool:
        """Whether the rest of a snapshot comes next, and not the log."""
        return self.snapshot is not None and not self.snapshot.is_read

    def to_json(self) -> dict[str, Any]:
        """What Spark stores."""
        form: dict[str, Any] = {"offset": self.offset, "epoch": self.epoch}
        place = self.snapshot
        if place is not None:
            form["snapshot"] = {
                "endOffset": place.end_offset,
                "epoch": place.epoch,
                "position": place.position,
                "size": place.size,
            }
        if self.cluster_id is not None:
            form["clusterId"] = self.cluster_id
        return {METADATA_TOPIC: {_PARTITION: form}}

    @classmethod
    def of_json(cls, form: Any) -> StreamOffset:
        """Read what Spark has stored; raises OffsetError."""
        try:
            return cls.of_partition(form[METADATA_TOPIC][_PARTITION])
        except (KeyError, TypeError):
            raise OffsetError(f"{form} is not a valid offset of kraft_quorum") from None

    @classmethod
    def of_partition(cls, form: Any) -> StreamOffset:
        """Read the part about the log's one partition; raises KeyError and TypeError."""
        if not isinstance(form, dict):
            raise TypeError(f"{form!r} is not a valid offset")
        place = None
        if (at := form.get("snapshot")) is not None:
            numbers = (at["endOffset"], at["epoch"], at["position"], at["size"])
            place = SnapshotPlace(*map(_number, numbers))
        epoch = form.get("epoch")
        cluster_id = form.get("clusterId")
        if not isinstance(cluster_id, str | None):
            raise TypeError(f"{cluster_id!r} is not a cluster id")
        epoch = None if epoch is None else _number(epoch)
        return cls(_number(form["offset"]), epoch, place, cluster_id)


def beginning_of(end_offset: int, epoch: int, size: int) -> StreamOffset:
    """The place before all of a snapshot."""
    return StreamOffset(end_offset, epoch, SnapshotPlace(end_offset, epoch, 0, size))


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is not a valid offset")
    return value


class Limits(NamedTuple):
    """At most so many offsets and bytes (beside one batch), nothing from offset `end` on.

    None is no limit.
    """

    offsets: int | None = None
    size: int | None = None
    end: int | None = None

    def end_from(self, offset: int) -> int | None:
        """Where to end who begins at an offset."""
        ends = []
        if self.offsets is not None:
            ends.append(offset + self.offsets)
        if self.end is not None:
            ends.append(max(self.end, offset))
        return min(ends, default=None)

    def has_room(self, offsets: int, size: int, more: int) -> bool:
        """Whether `more` bytes may follow upon what was taken; something always may."""
        if not size:
            return True
        if self.offsets is not None and offsets >= self.offsets:
            return False
        return self.size is None or size + more <= self.size
