"""Wrong disks: what is not synced, not cut, or forgotten; and operators who lose too many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kraft_core.replica.appends import AppendOutcome, AppendsInFlight
from kraft_core.simulation.steps import tolerance
from kraft_core.storage import batch_scan, election_file, log_files
from kraft_core.storage.election_file import ElectionFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.consensus.values import Election, Payload
    from kraft_core.simulation.plants.patch import Patch
    from kraft_core.storage.files import Folder
    from kraft_core.storage.segment import Segment


def acknowledges_before_it_syncs(patch: Patch) -> None:
    """Appends are called durable as soon as they are written."""

    def wrong(segment: Segment, position: int, payloads: Sequence[Payload]) -> None:
        if payloads:
            segment.file.write(position, payloads)

    patch.set(log_files, "_write", wrong)


def does_not_sync_votes(patch: Patch) -> None:
    """The file of the vote is written, synced and renamed, but its folder is not synced."""

    def wrong(folder: Folder, name: str, content: bytes) -> None:
        file = folder.create(f"{name}.tmp")
        file.write(0, (content,))
        file.sync()
        file.close()
        folder.rename(f"{name}.tmp", name)

    patch.set(election_file, "replace_file", wrong)


def believes_torn_batches(patch: Patch) -> None:
    """Recovery takes a batch for whole whose checksum is wrong."""

    class Anything(int):
        """Equal to every checksum."""

        def __ne__(self, _other: object) -> bool:
            return False

        __hash__ = int.__hash__

    patch.set(batch_scan, "crc32c", lambda _payload: Anything())


def forgets_its_vote(patch: Patch) -> None:
    """The vote does not get into quorum-state."""
    right = ElectionFile.write

    def wrong(
        file: ElectionFile, election: Election, kraft_version: int, voter_ids: Sequence[int]
    ) -> None:
        right(file, replace(election, voted=None), kraft_version, voter_ids)

    patch.set(ElectionFile, "write", wrong)


def writes_votes_without_sync(patch: Patch) -> None:
    """The file of the vote is written and renamed, and no sync asked for."""

    def wrong(folder: Folder, name: str, content: bytes) -> None:
        file = folder.create(f"{name}.tmp")
        file.write(0, (content,))
        file.close()
        folder.rename(f"{name}.tmp", name)

    patch.set(election_file, "replace_file", wrong)


def loses_too_many_disks(patch: Patch) -> None:
    """Operators replace disks though no majority is left that has the data."""
    patch.everywhere(tolerance.may_lose_disk, lambda *_: True)


def acknowledges_what_it_lost(patch: Patch) -> None:
    """An append whose fate is unknown when leadership ends is acknowledged."""

    def wrong(appends: AppendsInFlight, _committed_end: int) -> None:
        while appends._placed:
            appends._placed.popleft().end(AppendOutcome.COMMITTED)

    patch.set(AppendsInFlight, "lose", wrong)
