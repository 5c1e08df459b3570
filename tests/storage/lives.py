"""Random lives of a directory on a memory disk, and a model of what must survive their ends."""

from __future__ import annotations

from dataclasses import dataclass

from kraft_core.raft.consensus.events import LogFlushed, LogReset, LogTruncated, LogWriteFailed
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.settings import StorageSettings
from kraft_wire.records import iter_batches
from tests.storage.content import append, batch, formatted, opened, snapshot, whole

SETTINGS = StorageSettings(
    segment_bytes=450, recent_bytes=300, mark_interval_ms=20, delete_delay_ms=50
)


class Ended(Exception):  # noqa: N818  # the end of a process is not an error of the code
    pass


@dataclass(frozen=True)
class Version:
    """The log after one more operation: its batches (base offset, epoch, bytes) up to `end`."""

    kind: str
    batches: tuple[tuple[int, int, bytes], ...]
    end: int

    def leads_to(self, later, found):
        """Whether a log that was on its way from here to a later version may be like that."""
        if found == self.batches:
            return True
        if later is None:
            return False
        if later.kind == "append":
            return found[: len(self.batches)] == self.batches and starts(later.batches, found)
        if later.kind == "truncate":
            return starts(self.batches, found) and starts(found, later.batches)
        return starts(self.batches, found)


def starts(whole_of_it, front):
    return whole_of_it[: len(front)] == front


class Life:
    """One directory through many ends."""

    def __init__(self, rng):
        self.rng = rng
        self.disk = formatted(MemoryDisk())
        self.durable = Version("start", (), 0)
        self.pending: list[Version] = []
        self.snapshots: set[OffsetAndEpoch] = set()
        self.resets: set[OffsetAndEpoch] = set()
        """Snapshots of a newer epoch: a start may begin at one, whether it was asked to or not."""
        self.election: list[Election | None] = [None]
        self.epoch = 1
        self.now_ms = 0
        self.seen: set[str] = set()

    @property
    def newest(self):
        return self.pending[-1] if self.pending else self.durable

    @property
    def log(self):
        return self.directory.log

    def live(self, ends):
        for _ in range(ends):
            self._open()
            self._end_after(self.rng.randrange(1, 80))
            try:
                for _ in range(40):
                    self._step()
            except Ended:
                self.seen.add("ended at work")
            except OSError:
                self.seen.add("failed write")
            self._end()
        self._open()

    def _step(self):
        kinds = ["append", "flush", "truncate", "snapshot", "reset", "vote", "chores", "prefix"]
        kind = self.rng.choices(kinds, [10, 8, 2, 2, 1, 1, 2, 1])[0]
        getattr(self, f"_{kind}")()
        self.seen.add(kind)

    def _open(self):
        while True:
            self._end_after(self.rng.randrange(1, 40) if self.rng.random() < 0.3 else None)
            try:
                self.directory = opened(self.disk, SETTINGS)
                break
            except Ended:
                self.seen.add("ended while opening")
                self._end()
        self.disk.before = None
        self._check()
        self._vote()

    def _end_after(self, operations):
        """End after so many operations on files; never for None. Instead, a write may fail."""
        left = [operations or 0]
        failing = self.rng.random() < 0.2 and self.directory_is_open

        def before(kind, path):
            left[0] -= 1
            if left[0] < 0:
                if failing and kind in {"sync", "folder_sync", "write"}:
                    raise OSError(5, "Input/output error")
                raise Ended

        self.disk.before = None if operations is None else before

    @property
    def directory_is_open(self):
        return self.disk.locked != set()

    def _end(self):
        self.disk.before = None
        if self.rng.random() < 0.7:
            self.disk.power_loss(self.rng if self.rng.random() < 0.8 else None)
            self.seen.add("power loss")
        else:
            self.disk.restart()
            self.seen.add("process end")

    def _append(self):
        if self.rng.random() < 0.2:
            self.epoch += 1
        each, offset = [], self.log.end_offset
        for _ in range(self.rng.randint(1, 3)):
            count, size = self.rng.randint(1, 3), self.rng.randint(90, 250)
            each.append(batch(offset, self.epoch, count, size))
            offset = each[-1][0].end_offset
        append(self.log, *each, generation=self.log._generation)
        added = tuple((summary.base_offset, summary.epoch, data) for summary, data in each)
        self.pending.append(Version("append", self.newest.batches + added, offset))

    def _flush(self):
        for event in self.directory.flush():
            if isinstance(event, LogWriteFailed):
                self.seen.add("failed write")
                raise Ended
            if isinstance(event, LogFlushed):
                while self.durable.end != event.end_offset:
                    assert self.pending[0].kind == "append"
                    self.durable = self.pending.pop(0)
            elif isinstance(event, LogTruncated | LogReset):
                self.durable = self.pending.pop(0)
                assert self.durable.kind in {"truncate", "reset"}
        assert self.pending == []

    def _truncate(self):
        floor = max([each.offset for each in self.snapshots], default=0)
        floor = max(floor, self.log.start_offset)
        if floor < self.log.end_offset:
            self.log.truncate(self.log._generation + 1, self.rng.randint(floor, self.newest.end))
            end = self.log.end_offset
            kept = tuple(each for each in self.newest.batches if each[0] < end)
            self.pending.append(Version("truncate", kept, end))
            self.epoch += 1

    def _snapshot(self):
        """Of what is committed: up to a durable place between two batches."""
        self._flush()
        latest = max([each.offset for each in self.snapshots], default=0)
        ends = [each[0] for each in self.durable.batches[1:]] + [self.durable.end]
        places = [
            OffsetAndEpoch(end, entry[1])
            for entry, end in zip(self.durable.batches, ends, strict=False)
            if end > latest
        ]
        if places:
            self._store(self.rng.choice(places))

    def _store(self, snapshot_id):
        writer = self.directory.snapshots.create(snapshot_id)
        writer.append(snapshot(snapshot_id.epoch))
        writer.finish()
        self._flush()
        self.snapshots.add(snapshot_id)

    def _reset(self):
        self._flush()
        self.epoch += 1
        committed = max([self.log.start_offset, *(each.offset for each in self.snapshots)])
        ahead = OffsetAndEpoch(self.rng.randint(committed + 1, self.durable.end + 9), self.epoch)
        self.resets.add(ahead)
        self._store(ahead)
        self.log.reset(self.log._generation + 1, ahead)
        self.pending.append(Version("reset", (), ahead.offset))
        self._flush()

    def _prefix(self):
        self._flush()
        later = [each for each in self.snapshots if each.offset > self.log.start_offset]
        if later:
            kept = self.rng.choice(sorted(later, key=lambda each: each.offset))
            self.snapshots = {each for each in self.snapshots if each.offset >= kept.offset}
            self.directory.snapshots.delete_before(kept)
            self.log.delete_prefix(kept.offset)
            self._flush()

    def _vote(self):
        voted = ReplicaKey(self.rng.randint(1, 3), bytes([9]) * 16)
        self.election.append(Election(self.epoch, None, voted))
        self.directory.election.write(self.election[-1], 1, ())
        self.election = self.election[-1:]

    def _chores(self):
        self.now_ms += self.rng.randint(0, 30)
        self.directory.housekeep(self.now_ms)
        self._flush()

    def _check(self):
        started = self.directory.started()
        view = started.log_view
        found = tuple(
            (each.base_offset, each.partition_leader_epoch, bytes(each))
            for each in iter_batches(whole(self.log))
        )
        assert (self.log.start_offset, self.log.end_offset) == (view.start_offset, view.end_offset)
        self._check_log(view.start_offset, found, view.end_offset)
        stored = {each.snapshot_id for each in started.snapshots}
        assert {each for each in self.snapshots if each.offset >= view.start_offset} <= stored
        assert started.election in self.election
        self.election = [started.election]
        self.snapshots = stored
        self.durable, self.pending = Version("start", found, view.end_offset), []
        self.epoch = max(self.epoch, view.last_epoch, *(each.epoch for each in stored), 1) + 1

    def _check_log(self, start, found, end):
        if not found and any((start, end) == (each.offset, each.offset) for each in self.resets):
            return
        versions = [self.durable, *self.pending]
        for version, later in zip(versions, [*versions[1:], None], strict=True):
            here, there = _from(version, start), later and _from(later, start)
            if start <= version.end and here.leads_to(there, found):
                self.seen.add("found durable" if version is self.durable else "found unfinished")
                return
        raise AssertionError((start, found, end))


def _from(version, start):
    kept = tuple(each for each in version.batches if each[0] >= start)
    return Version(version.kind, kept, version.end)
