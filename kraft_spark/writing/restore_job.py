"""A restore: one task for each partition, and the two ways to run them.

Tasks copy partitions into directories of their own, next to the target; when all are complete, they
are renamed into it. A broker takes every directory in its log directory for a partition, so a
restore that fails leaves none there. Only in a target on a disk of its own they are prepared inside
it: a broker does not start beside what a killed restore leaves there.

A task can be run again, and twice at the same time (Spark's retries and speculation): each attempt
has a directory that no other has, and the one whose result Spark accepts is renamed. The others
are removed at the end.
"""

from __future__ import annotations

import difflib
import json
import shutil
import stat
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from kraft_spark.files.store import Store, in_processes, is_local, locate
from kraft_spark.writing.restore import (
    RestoredPartition,
    RestoreError,
    copy_log,
    find_logs,
    sync,
)
from kraft_wire.primitives import ZERO_UUID, Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions


@dataclass(frozen=True, slots=True)
class RestoreTask:
    """A partition to copy: its result without anything copied, its segments, the options."""

    empty: RestoredPartition
    group: list[LogFile]
    options: LogOptions


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The result of a task, and the name of the directory of its attempt."""

    copied: RestoredPartition
    attempt: str

    def to_text(self) -> str:
        """Return the result as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> RestoreResult:
        """Parse the JSON of `to_text`."""
        form = json.loads(text)
        copied = form["copied"]
        copied["_epochs"] = [(epoch, offset) for epoch, offset in copied["_epochs"]]
        return cls(RestoredPartition(**copied), form["attempt"])


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreJob:
    """Sources and options of a restore, its target, and the directory `aside` for its copies.

    `options` are those of `kafka_log`. The text form goes to the process that plans.
    """

    paths: tuple[str, ...]
    target: str
    aside: str
    topics: tuple[str, ...] = ()
    topic_ids: dict[str, str] = field(default_factory=dict)
    committed: bool = True
    options: dict[str, str] = field(default_factory=dict, repr=False)
    group_reads: bool = False

    def to_text(self) -> str:
        """Return the commit message as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> RestoreJob:
        """Parse the JSON of `to_text`."""
        form = json.loads(text)
        return cls(**{**form, "paths": tuple(form["paths"]), "topics": tuple(form["topics"])})

    def plan(self) -> list[RestoreTask]:
        """Return a task for each partition, the largest first; raises RestoreError."""
        groups, options = find_logs(list(self.paths), self.topics, self.options)
        self._check_ids({topic for topic, _ in groups})
        tasks = [
            RestoreTask(self._empty(key, group), group, options) for key, group in groups.items()
        ]
        # the longest one must not begin last
        return sorted(tasks, key=lambda one: -sum(file.size for file in one.group))

    def _check_ids(self, topics: set[str]) -> None:
        for topic in self.topic_ids:
            if topic not in topics:
                close = difflib.get_close_matches(topic, topics, n=1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise RestoreError(
                    f"topic_ids names {topic}, of which no partition is restored{hint}"
                )

    def _empty(self, key: tuple[str, int], group: list[LogFile]) -> RestoredPartition:
        topic, partition = key
        topic_id = self.topic_ids.get(topic, group[0].owner.topic_id)
        if topic_id is None:
            raise RestoreError(
                f"the id of topic {topic} is in no partition.metadata: set topic_ids to its id in "
                "the cluster that adopts the log"
            )
        if not _is_topic_id(topic_id):
            # a broker does not start on such a partition.metadata (PartitionMetadataFile)
            raise RestoreError(
                f"topic {topic}: {topic_id!r} is not a topic id, which has 22 characters of base64"
            )
        place = Path(self.target) / f"{topic}-{partition}"
        if place.exists():
            raise RestoreError(f"{place} exists; move it away first")
        return RestoredPartition(topic, partition, topic_id, replica=Store().uri(self.target))


def _is_topic_id(text: str) -> bool:
    try:
        return len(text) == 22 and Uuid.parse(text) != ZERO_UUID
    except ValueError:
        return False


def run_task(job: RestoreJob, task: RestoreTask) -> RestoreResult:
    """Copy a partition into a directory of this attempt; leaves none behind if it fails."""
    aside = Path(job.aside)
    if not aside.is_dir():
        raise RestoreError(
            f"{aside} is not a directory on the machine of this task: the target must be on a file "
            "system that the driver and all executors have at the same path"
        )
    one = task.empty
    home = aside / uuid4().hex
    folder = home / f"{one.topic}-{one.partition}"
    # those of kraft's own log directories: a metadata log has the SCRAM keys of users
    modes = (0o750, 0o640) if job.group_reads else (0o700, 0o600)
    with ExitStack() as failed:
        home.mkdir(mode=0o700)
        failed.callback(shutil.rmtree, home, ignore_errors=True)
        copy_log(one, task.group, folder, task.options, committed=job.committed, modes=modes)
        failed.pop_all()
    return RestoreResult(one, home.name)


class Engine(Protocol):
    """Runs the tasks of a restore."""

    def run(self, job: RestoreJob) -> list[RestoreResult]:
        """Plan and run all tasks."""


class ProcessEngine:
    """Processes of this machine; with `jobs=1` this one."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs

    def run(self, job: RestoreJob) -> list[RestoreResult]:
        """Plan and run all tasks."""
        return in_processes(partial(run_task, job), job.plan(), self._jobs)


class SparkEngine:
    """The tasks of a Spark session."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark

    def run(self, job: RestoreJob) -> list[RestoreResult]:
        """Plan and run all tasks, as a read of format `kraft_restore` whose rows are results."""
        reader = self._spark.read.format("kraft_restore").option("job", job.to_text())
        return [RestoreResult.of_text(row.result) for row in reader.load().collect()]


def restore_logs(
    path: str | Sequence[str],
    out: str,
    *,
    topics: Sequence[str] = (),
    topic_ids: Mapping[str, str] | None = None,
    committed: bool = True,
    options: Mapping[str, str] | None = None,
    engine: Engine | None = None,
) -> list[RestoredPartition]:
    """Copy the valid batches of logs into a log directory, up to the end in the options.

    Raises RestoreError, OptionError and OSError; then nothing was restored, unless a rename failed.
    """
    target = _target(out)
    with _prepared(target) as aside:
        job = RestoreJob(
            paths=(path,) if isinstance(path, str) else tuple(path),
            target=str(target),
            aside=str(aside),
            topics=tuple(topics),
            topic_ids=dict(topic_ids or {}),
            committed=committed,
            options=dict(options or {}),
            group_reads=_group_reads(target),
        )
        results = (engine or ProcessEngine()).run(job)
        results.sort(key=lambda one: (one.copied.topic, one.copied.partition))
        if not target.exists():
            target.mkdir(mode=0o700)
            sync(target.parent)
        for one in results:
            name = f"{one.copied.topic}-{one.copied.partition}"
            (aside / one.attempt / name).rename(target / name)
        sync(target)
    return [one.copied for one in results]


def _target(out: str) -> Path:
    if not is_local(out):
        raise RestoreError(f"{out} is not a directory of a local file system, which a broker needs")
    target = Path(locate(out)[1] if out.startswith("file:") else out).absolute()
    if target.exists() and not target.is_dir():
        raise RestoreError(f"{target} is not a directory")
    return target


@contextmanager
def _prepared(target: Path) -> Iterator[Path]:
    """Yield a directory for the copies, and remove it at the end."""
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = _new_aside(target, f".{target.name}-restore-{uuid4().hex[:12]}")
    try:
        yield aside
    finally:
        # attempts that Spark has not ended yet do not find their directories under another name
        removed = aside.with_name(f"{aside.name}-removed")
        with suppress(OSError):
            aside.rename(removed)
        shutil.rmtree(removed, ignore_errors=True)


def _new_aside(target: Path, name: str) -> Path:
    """Create a directory that can be renamed into the target: next to it, or else in it.

    A log directory can be the root of a disk, or a link to another one: from its parent nothing can
    be renamed into it.
    """
    beside, inside = target.parent / name, target / name
    if not target.exists():
        beside.mkdir(mode=0o700)
        return beside
    try:
        beside.mkdir(mode=0o700)
        beside.rename(inside)
    except OSError:
        with suppress(OSError):
            beside.rmdir()
        inside.mkdir(mode=0o700)
        return inside
    inside.rename(beside)
    return beside


def _group_reads(target: Path) -> bool:
    """Return True if the group can open the target; then it can read the copies too."""
    group = stat.S_IRGRP | stat.S_IXGRP
    return target.exists() and target.stat().st_mode & group == group
