"""Progress of an export, stored in its table, and when it cannot be trusted.

A table has progress and rows. Maintenance of the table can remove the place of the progress and
keep the rows (Iceberg: rewrite and expiration), or remove the rows and keep the progress (Iceberg:
rollback; Delta: RESTORE). The first would export everything again, the second would lose records.
So progress counts only if it belongs to the rows that the table has now; otherwise it is an error,
whose remedy is option `restartFrom`.

- Iceberg: the summary of a snapshot and a table property, one for each topic, written by one
  commit. The property names its snapshot, because a rollback leaves properties as they are.
- Delta: `txn` actions. `lost_rows_at` finds commits that removed rows after the last of them.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import pyarrow.parquet as pq

from kraft_spark.log.position import LogPosition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from kraft_spark.files.store import Store

LOGGER: Final = logging.getLogger("kraft_spark.export")

Progress = dict[str, int]
"""The offset up to which each partition was read, by `partition_key`."""

Epochs = dict[str, int]
"""The leader epoch of the record before the offset of a partition, where it is known."""

UNKNOWN: Final = -1
"""Progress of a partition that an export with `restartFrom` did not name."""

FROM_START: Final = -2
"""Progress of a partition that was restarted with `earliest` when it had no records."""


class ExportTableError(ValueError):
    """A table that cannot take what is exported."""


def topic_of(key: str) -> str:
    """Return the topic of a partition key, empty for a log that is known by its URI."""
    name, _, _ = key.partition(":")
    return "" if "/" in key else name.rpartition("-")[0]


def by_topic(progress: Mapping[str, int]) -> dict[str, Progress]:
    """Return the progress of each topic."""
    found: dict[str, Progress] = {}
    for key, offset in progress.items():
        found.setdefault(topic_of(key), {})[key] = offset
    return found


def position_of(key: str, offset: int, epoch: int | None) -> LogPosition:
    """Return the position that progress of a partition means."""
    name, _, topic_id = key.partition(":") if "/" not in key else (key, "", "")
    return LogPosition(name=name, offset=offset, epoch=epoch, topic_id=topic_id or None)


def pack_offsets(
    progress: Mapping[str, int], epochs: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return the progress of one topic in a short form: by topic id, runs of partitions.

    A run is its first partition, offsets, and leader epochs, null where they are not known; without
    any known epoch the last part is missing, as in progress of former releases. A commit writes the
    progress of each topic that has moved. 400 partitions are 4 kB in this form, 5 kB with epochs
    and 22 kB as an object of keys.
    """
    epochs = epochs or {}
    found: dict[str, Any] = {}
    numbers: dict[str, dict[int, tuple[int, int | None]]] = {}
    for key, offset in progress.items():
        mark = (offset, epochs.get(key))
        if "/" in key:
            found[key] = offset if mark[1] is None else list(mark)
            continue
        name, _, topic_id = key.partition(":")
        numbers.setdefault(topic_id, {})[int(name.rpartition("-")[2])] = mark
    for topic_id, marks in numbers.items():
        runs: list[tuple[int, list[tuple[int, int | None]]]] = []
        for number, mark in sorted(marks.items()):
            if not runs or runs[-1][0] + len(runs[-1][1]) != number:
                runs.append((number, []))
            runs[-1][1].append(mark)
        found[topic_id] = [_run(first, run) for first, run in runs]
    return found


def _run(first: int, marks: list[tuple[int, int | None]]) -> list[Any]:
    offsets, epochs = [one for one, _ in marks], [one for _, one in marks]
    return [first, offsets] if set(epochs) == {None} else [first, offsets, epochs]


def unpack_offsets(topic: str, form: Mapping[str, Any]) -> tuple[Progress, Epochs]:
    """Read the output of `pack_offsets`."""
    marks: dict[str, tuple[int, int | None]] = {}
    for topic_id, runs in form.items():
        if "/" in topic_id:
            marks[topic_id] = (runs, None) if isinstance(runs, int) else (runs[0], runs[1])
            continue
        for first, offsets, *more in runs:
            epochs = more[0] if more else [None] * len(offsets)
            for number, mark in enumerate(zip(offsets, epochs, strict=True), first):
                name = f"{topic}-{number}"
                marks[f"{name}:{topic_id}" if topic_id else name] = mark
    return (
        {key: offset for key, (offset, _) in marks.items()},
        {key: epoch for key, (_, epoch) in marks.items() if epoch is not None},
    )


NOTE: Final = "kraft.progress"
"""In snapshot summaries of former releases: the progress of all topics."""

BEGUN: Final = "kraft.export"
"""A property of every table that kraft has created or written."""

_FILES: Final = "kraft.files"


def note_name(topic: str) -> str:
    """Return the name of a topic's progress, in summaries and in properties."""
    return f"{NOTE}.{topic}" if topic else _FILES


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The part of an Iceberg snapshot that has the progress of an export."""

    id: int
    parent: int | None
    sequence: int
    time: int
    summary: Mapping[str, str] = field(default_factory=dict)

    def is_after(self, form: Mapping[str, Any], name: str) -> bool:
        """Return True if this snapshot is newer than the one that a property names.

        Tables of format version 1 have no sequence numbers.
        """
        sequence, time = form[name]
        if self.sequence and sequence:
            return self.sequence > int(sequence)
        return self.time > int(time)


@dataclass(frozen=True, slots=True)
class IcebergProgress:
    """The progress in an Iceberg table.

    `settled` are topics whose property belongs to the newest summary; the others are written again
    by the next commit, so that they outlive the expiration of snapshots.
    """

    offsets: Progress
    epochs: Epochs = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    begun: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Sequence number and time of the first snapshot with records of a topic."""


def read_iceberg(
    name: str,
    current: int | None,
    snapshots: Iterable[Snapshot],
    properties: Mapping[str, str],
    older: Callable[[], Mapping[int, Snapshot]],
    *,
    is_begun: bool,
) -> IcebergProgress:
    """Read the progress of each topic; raises ExportTableError.

    The newest summary among the current snapshot and its ancestors counts, unless the property
    names a newer one of them. Without such a summary (its snapshot has expired) the property
    counts, unless its snapshot is no ancestor of the current one: then the table was rolled back,
    or its snapshots were replaced. `older` gives the snapshots that former metadata files know.
    """
    known = {one.id: one for one in snapshots}
    chain = list(_ancestors(current, known))
    properties_of = _properties(properties)
    summaries = _newest_summaries(chain)
    if not summaries and not properties_of:
        if is_begun and known:
            raise ExportTableError(
                f"{name} was begun by kraft, and neither its snapshots nor its properties have "
                f"progress: exporting from the start would repeat records. {_REMEDY}"
            )
        return IcebergProgress({})
    _refuse_picked(name, chain, known, properties_of)
    place = {one.id: index for index, one in enumerate(chain)}
    offsets: Progress = {}
    epochs: Epochs = {}

    def add(found: tuple[Progress, Epochs]) -> None:
        offsets.update(found[0])
        epochs.update(found[1])

    settled = set()
    begun: dict[str, tuple[int, int]] = {}
    for topic in sorted({*summaries, *properties_of}):
        summary, form = summaries.get(topic), properties_of.get(topic)
        if form is not None:
            begun[topic] = (int(form["begun"][0]), int(form["begun"][1]))
        at = None if form is None else place.get(form["snapshot"])
        if form is not None and at is not None and (summary is None or at <= summary[0]):
            add(unpack_offsets(topic, form["offsets"]))
            settled.add(topic)
        elif summary is not None:
            add(summary[1])
        elif form is not None and _is_ancestor(form, chain, known, older):
            add(unpack_offsets(topic, form["offsets"]))
            settled.add(topic)
        elif form is not None and not (chain and not chain[-1].is_after(form, "begun")):
            raise ExportTableError(
                f"{name}: the progress of topic {topic or '(files)'} belongs to snapshot "
                f"{form['snapshot']}, which is not an ancestor of the current snapshot {current}, "
                "and no ancestor has progress of it: the table was rolled back or replaced. "
                f"{_REMEDY}"
            )
        # else all snapshots with records of the topic were rolled back: it begins from its start
    return IcebergProgress(offsets, epochs, frozenset(settled), begun)


_REMEDY: Final = (
    "Set restartFrom to the offsets at which the rows of the table end, "
    '{"topic": {"0": 23}}, or to earliest'
)


_SOURCE: Final = "source-snapshot-id"
"""In the summary of a snapshot that was cherry-picked: the snapshot with the same files."""


def _refuse_picked(
    name: str,
    chain: list[Snapshot],
    known: Mapping[int, Snapshot],
    properties: Mapping[str, Mapping[str, Any]],
) -> None:
    """Raise ExportTableError if files of an export came back without its progress."""
    for one in chain:
        if _notes(one):
            return
        source = int(one.summary.get(_SOURCE, -1))
        is_named = any(form["snapshot"] == source for form in properties.values())
        if is_named or (source in known and _notes(known[source])):
            raise ExportTableError(
                f"{name}: snapshot {one.id} was cherry-picked from {source}, a snapshot of an "
                f"export, without its progress. {_REMEDY}"
            )


def _ancestors(current: int | None, known: Mapping[int, Snapshot]) -> Iterator[Snapshot]:
    """Yield the current snapshot and its ancestors, as far as they are kept."""
    while current is not None and current in known:
        yield known[current]
        current = known[current].parent


_Note = tuple[Progress, Epochs]


def _newest_summaries(chain: list[Snapshot]) -> dict[str, tuple[int, _Note]]:
    """Return the newest progress of each topic in summaries, with the place of its snapshot."""
    found: dict[str, tuple[int, _Note]] = {}
    for place, one in enumerate(chain):
        for topic, note in _notes(one).items():
            found.setdefault(topic, (place, note))
    return found


def _notes(snapshot: Snapshot) -> dict[str, _Note]:
    """Return the progress in the summary of a snapshot, by topic."""
    found: dict[str, _Note] = {}
    if NOTE in snapshot.summary:
        former = by_topic(json.loads(snapshot.summary[NOTE]))
        found |= {topic: (progress, {}) for topic, progress in former.items()}
    for name, text in snapshot.summary.items():
        topic = _topic_of_note(name)
        if topic is not None:
            found[topic] = unpack_offsets(topic, json.loads(text))
    return found


def _topic_of_note(name: str) -> str | None:
    if name == _FILES:
        return ""
    return name.removeprefix(f"{NOTE}.") if name.startswith(f"{NOTE}.") else None


def _properties(properties: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name, text in properties.items():
        topic = _topic_of_note(name)
        if topic is not None:
            found[topic] = json.loads(text)
    return found


def _is_ancestor(
    form: Mapping[str, Any],
    chain: list[Snapshot],
    known: Mapping[int, Snapshot],
    older: Callable[[], Mapping[int, Snapshot]],
) -> bool:
    """Return True unless the snapshot of a property is known not to be an ancestor.

    It is not in the chain. A snapshot that is kept, or newer than the oldest one of the chain,
    would be. An older snapshot has expired; metadata files of that time list its children.
    """
    if not chain or form["snapshot"] in known or not chain[-1].is_after(form, "at"):
        return False
    former = older()
    one = chain[-1]
    while one.is_after(form, "at"):
        one = one if one.parent is not None else former.get(one.id, one)
        if one.parent is None:
            # it never had a parent: a replaced table, if the snapshot of the property was there
            return one.id not in former or form["snapshot"] not in former
        if one.parent not in former:
            return True
        one = former[one.parent]
    return bool(one.id == form["snapshot"])


def abandoned(snapshots: Iterable[Snapshot], properties: Mapping[str, str]) -> IcebergProgress:
    """Return the partitions in the progress of a table, without offsets, for `restartFrom`."""
    keys: set[str] = set()
    begun: dict[str, tuple[int, int]] = {}
    for one in snapshots:
        for topic, (progress, _) in _notes(one).items():
            keys |= progress.keys()
            begun[topic] = (0, 0)
    for topic, form in _properties(properties).items():
        keys |= unpack_offsets(topic, form["offsets"])[0].keys()
        begun[topic] = (0, 0)
    return IcebergProgress(dict.fromkeys(keys, UNKNOWN), begun=begun)


def iceberg_notes(
    before: IcebergProgress,
    progress: Mapping[str, int],
    epochs: Mapping[str, int],
    snapshot: Snapshot,
) -> dict[str, str]:
    """Return the properties of a commit with this snapshot; `progress` is the new progress.

    The summary of the snapshot is `iceberg_summary` of the same.
    """
    at = [snapshot.sequence, snapshot.time]
    found = {BEGUN: "1"}
    for topic, offsets in _changed(before, progress, epochs).items():
        begun = before.begun.get(topic)
        if begun is None:
            begun = (0, 0) if topic in by_topic(before.offsets) else (at[0], at[1])
        form = {
            "snapshot": snapshot.id,
            "at": at,
            "begun": list(begun),
            "offsets": offsets,
        }
        found[note_name(topic)] = json.dumps(form, separators=(",", ":"))
    return found


def iceberg_summary(
    before: IcebergProgress, progress: Mapping[str, int], epochs: Mapping[str, int]
) -> dict[str, str]:
    """Return the progress that a commit puts into the summary of its snapshot."""
    return {
        note_name(topic): json.dumps(offsets, separators=(",", ":"))
        for topic, offsets in _changed(before, progress, epochs).items()
    }


def _changed(
    before: IcebergProgress, progress: Mapping[str, int], epochs: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    """Return the changed progress of topics, and of those whose property does not count, packed.

    The epoch of a partition that has moved is a new one, or is not known.
    """
    topics = by_topic({**before.offsets, **progress})
    moved = {topic_of(key) for key in progress}
    kept = {key: epoch for key, epoch in before.epochs.items() if key not in progress}
    known = {**kept, **epochs}
    return {
        topic: pack_offsets(offsets, known)
        for topic, offsets in topics.items()
        if topic in moved or topic not in before.settled
    }


_APP: Final = "kraft/"
_EPOCH_APP: Final = "kraft-epoch/"
_LOW_BITS: Final = 32


def app_id(key: str) -> str:
    """Return the application id of the `txn` actions of a partition."""
    return _APP + key


def epoch_id(key: str) -> str:
    """Return the application id of the `txn` actions with the leader epoch of a partition."""
    return _EPOCH_APP + key


def epoch_version(offset: int, epoch: int | None) -> int:
    """Return the version of an epoch's `txn` action, with the low bits of the offset; -1: none.

    Former releases move the offset alone: then the bits differ, and the epoch does not count.
    """
    return -1 if epoch is None else epoch << _LOW_BITS | offset & ((1 << _LOW_BITS) - 1)


def read_epoch(offset: int, version: int | None) -> int | None:
    """Return the leader epoch in such a version, None if it is not that of the offset."""
    if (
        version is None
        or version < 0
        or version & ((1 << _LOW_BITS) - 1) != (offset & ((1 << _LOW_BITS) - 1))
    ):
        return None
    return version >> _LOW_BITS


@dataclass(frozen=True, slots=True)
class DeltaCommit:
    """One commit of a Delta table's log."""

    version: int
    operation: str = ""
    restored: int | None = None
    """The version to which a RESTORE went back."""

    progress: Mapping[str, int] = field(default_factory=dict)

    @property
    def loses_rows(self) -> bool:
        """Return True if the commit can remove rows without changing `txn` actions.

        DELETE, UPDATE and overwrites do too; these are decisions about rows, not about a state of
        the table.
        """
        return self.operation in ("RESTORE", "CLONE") or "REPLACE" in self.operation


def read_commit(store: Store, root: str, version: int) -> DeltaCommit | None:
    """Return one commit, or None if log retention has removed its file."""
    try:
        content = store.read_all(f"{root}/_delta_log/{version:020}.json")
    except FileNotFoundError:
        return None
    actions = [json.loads(line) for line in content.splitlines() if line.strip()]
    operation, restored = "", None
    for info in (one["commitInfo"] for one in actions if "commitInfo" in one):
        operation = str(info.get("operation", "")).upper()
        to = str((info.get("operationParameters") or {}).get("version"))
        restored = int(to) if operation == "RESTORE" and to.isdecimal() else None
    progress = _own(one["txn"] for one in actions if "txn" in one)
    return DeltaCommit(version, operation, restored, progress)


def check_delta(name: str, store: Store, root: str, version: int) -> None:
    """Raise ExportTableError if rows were taken away after the last commit of an export.

    Reads the commits from the newest back to the one of the last export. If log retention has
    removed that one, the log says so: a RESTORE cannot be excluded.
    """
    for number in range(version, -1, -1):
        commit = read_commit(store, root, number)
        if commit is None:
            if delta_progress(store, root, version):
                LOGGER.warning(
                    "%s: the commit of the last export is no longer in the log (it begins at "
                    "version %s); an earlier RESTORE cannot be excluded",
                    name,
                    number + 1,
                )
            return
        if commit.progress:
            return
        if commit.loses_rows:
            raise _lost(name, store, root, commit)


def _lost(name: str, store: Store, root: str, commit: DeltaCommit) -> ExportTableError:
    told = f"{name}: {commit.operation} in version {commit.version}, after the last export"
    if commit.restored is not None:
        told += f", went back to version {commit.restored}"
        progress = delta_progress(store, root, commit.restored)
        if progress is not None:
            told += f", when the progress was {_as_option(progress)}"
    return ExportTableError(f"{told}: rows of former exports can be missing. {_REMEDY}")


def _as_option(progress: Mapping[str, int]) -> str:
    found: dict[str, dict[str, int]] = {}
    for key, offset in sorted(progress.items()):
        topic, number = key.partition(":")[0].rpartition("-")[::2]
        found.setdefault(topic, {})[number] = offset
    text = json.dumps(found)
    return text if len(text) <= _SHOWN_MAX else f"{text[:_SHOWN_MAX]}..."


_SHOWN_MAX: Final = 2_000
"""Characters of progress that an error shows."""


def delta_progress(store: Store, root: str, version: int) -> Progress | None:
    """Return the progress of all partitions at a version; None if the log begins after it."""
    files: dict[int, list[str]] = {}
    for one in store.children(f"{root}/_delta_log"):
        begins, _, rest = one.name.partition(".")
        if rest.startswith("checkpoint.") and begins.isdecimal():
            files.setdefault(int(begins), []).append(one.path)
    found: Progress = {}
    for number in range(version, -1, -1):
        commit = read_commit(store, root, number)
        if commit is not None:
            found = {**commit.progress, **found}
        if number in files:
            return {**_checkpoint(store, files[number]), **found}
        if commit is None:
            return None
    return found


def _checkpoint(store: Store, paths: Iterable[str]) -> Progress:
    """Return the `txn` actions of a checkpoint, of one or of several files."""
    found: Progress = {}
    for path in paths:
        if path.endswith(".json"):
            actions = map(json.loads, store.read_all(path).splitlines())
            every = [one["txn"] for one in actions if one.get("txn") is not None]
        else:
            with store.system().open_input_file(path) as file:
                every = pq.read_table(file, columns=["txn"]).column("txn").drop_null().to_pylist()
        found |= _own(every)
    return found


def _own(transactions: Iterable[Mapping[str, Any]]) -> Progress:
    return {
        one["appId"].removeprefix(_APP): int(one["version"])
        for one in transactions
        if one["appId"].startswith(_APP)
    }
