"""The remaining steps of a restore: commands that create topics, and groups to reset.

Topics and configs come from the metadata log, committed offsets from `__consumer_offsets`, both in
this process. Nothing is copied or changed.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from kraft_core.metadata import TOPIC_CONFIG
from kraft_spark.cluster_image.files import ImageError, read_image
from kraft_spark.columns import BOOLEAN, INT32, INT64, TEXT
from kraft_spark.files.blocks import log_end
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import OPTIONS, READ, parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of
from kraft_spark.writing.restore import RestoredPartition, RestoreError, find_logs, limit_copy
from kraft_wire.records.coordinator import Coordinator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from kraft_core.metadata import ClusterImage
    from kraft_spark.files.log_file import LogFile

OFFSETS_TOPIC: Final = Coordinator.GROUP.value
_COMMITS: Final = pa.schema(
    {
        "groupId": TEXT,
        "topic": TEXT,
        "partition": INT32,
        "committedOffset": INT64,
        "isTombstone": BOOLEAN,
        "recordType": TEXT,
        "recordOffset": INT64,
    }
)
_TIMES: Final = ("endingtimestamp",)
"""Options of a restore that also end the committed offsets; offsets are those of one topic."""


@dataclass(frozen=True, slots=True)
class PlannedTopic:
    """A topic to create: what the metadata log says, and where its copies end.

    `ends` has the end offset of each partition that has a log, `missing` the partitions without.
    """

    name: str
    topic_id: str
    partitions: int
    replication_factor: int
    configs: dict[str, str]
    ends: dict[int, int]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupBeyond:
    """A committed offset of a consumer group that is above the end of the restored log."""

    group: str
    topic: str
    partition: int
    committed: int
    end: int


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """The parts that a restore of the same logs does not copy.

    `metadata_offset` is the end of the metadata that was read. `unknown` has the topics of logs
    that are not in it, with the reason. `groups` is None where `__consumer_offsets` is not under
    the paths. `not_planned` counts what else is in the metadata.
    """

    cluster_id: str | None
    metadata_offset: int
    topics: tuple[PlannedTopic, ...]
    unknown: dict[str, str]
    groups: tuple[GroupBeyond, ...] | None
    not_planned: dict[str, int]

    def create_commands(self, bootstrap_server: str) -> Iterator[str]:
        """Yield the commands that create the topics and set their configs."""
        for one in self.topics:
            yield _command(
                *("kafka-topics", "--bootstrap-server", bootstrap_server, "--create"),
                *("--topic", one.name, "--partitions", str(one.partitions)),
                *("--replication-factor", str(one.replication_factor)),
            )
            values = _added(one.configs)
            if values:
                yield _command(
                    *("kafka-configs", "--bootstrap-server", bootstrap_server, "--alter"),
                    *("--entity-type", "topics", "--entity-name", one.name),
                    *("--add-config", values),
                )

    def reset_commands(self, bootstrap_server: str) -> Iterator[str]:
        """Yield the commands that move groups back to the ends of the restored logs."""
        for one in self.groups or ():
            yield _command(
                *("kafka-consumer-groups", "--bootstrap-server", bootstrap_server),
                *("--group", one.group, "--topic", f"{one.topic}:{one.partition}"),
                *("--reset-offsets", "--to-offset", str(one.end), "--execute"),
            )

    def unwritable(self) -> dict[str, list[str]]:
        """Return the configs by topic that `--add-config` cannot express: they contain brackets."""
        found = {
            one.name: [name for name, value in one.configs.items() if not _is_writable(value)]
            for one in self.topics
        }
        return {topic: names for topic, names in found.items() if names}


def plan_restore(
    path: str | Sequence[str],
    *,
    topics: Sequence[str] = (),
    metadata: str | Sequence[str] | None = None,
    at: int | datetime | None = None,
    committed: bool = True,
    options: Mapping[str, str] | None = None,
) -> RestorePlan:
    """Return the steps that remain after a restore with these arguments.

    `metadata` are the paths of the metadata log, by default those of the logs; `at` is as of
    `read_image`. Raises RestoreError, ImageError, OptionError and OSError.
    """
    paths = [path] if isinstance(path, str) else list(path)
    groups, parsed = find_logs(paths, topics, options)
    ends: dict[str, dict[int, int]] = {}
    ids: dict[str, set[str]] = {}
    for (topic, partition), files in groups.items():
        if topic == METADATA_TOPIC:
            continue
        ids.setdefault(topic, set()).update(filter(None, (one.owner.topic_id for one in files)))
        copy = RestoredPartition(topic, partition, "")
        limit_copy(copy, files, parsed, committed=committed)
        ends.setdefault(topic, {})[partition] = _end(files, copy.limit)
    try:
        state, offset, cluster_id = read_image(paths if metadata is None else metadata, at)
    except ImageError as error:
        if metadata is not None:
            raise
        raise RestoreError(f"{error}; name the metadata log of the cluster (metadata)") from None
    planned, unknown = _topics(state, ends, ids)
    return RestorePlan(
        cluster_id=cluster_id,
        metadata_offset=offset,
        topics=tuple(planned),
        unknown=unknown,
        groups=_groups_beyond(paths, options, {one.name: one.ends for one in planned}),
        not_planned=_not_planned(state, {one.name for one in planned}),
    )


def _end(files: list[LogFile], limit: int | None) -> int:
    last = files[-1]
    end = max(log_end(last)[1], last.begin)
    end = end if last.end is None else min(end, last.end)
    return end if limit is None else min(end, limit)


def _topics(
    state: ClusterImage, ends: dict[str, dict[int, int]], ids: dict[str, set[str]]
) -> tuple[list[PlannedTopic], dict[str, str]]:
    by_name = {one.name: one for one in state.topics.values()}
    planned, unknown = [], {}
    for name, known in sorted(ends.items()):
        one = by_name.get(name)
        if one is None:
            unknown[name] = "the metadata log does not have the topic"
            continue
        topic_id, others = str(one.topic_id), ids[name] - {str(one.topic_id)}
        if others:
            unknown[name] = (
                f"the metadata log has the topic with id {topic_id}, the log is of id "
                f"{', '.join(sorted(others))}"
            )
            continue
        beyond = sorted(set(known) - set(one.partitions))
        if beyond:
            numbers = ", ".join(map(str, beyond))
            unknown[name] = f"the metadata log does not have partition {numbers} of the topic"
            continue
        planned.append(
            PlannedTopic(
                name=name,
                topic_id=topic_id,
                partitions=len(one.partitions),
                replication_factor=max(len(each.replicas) for each in one.partitions.values()),
                configs=dict(sorted(state.configs.get((TOPIC_CONFIG, name), {}).items())),
                ends=dict(sorted(known.items())),
                missing=tuple(sorted(set(one.partitions) - set(known))),
            )
        )
    return planned, unknown


def _groups_beyond(
    paths: list[str], options: Mapping[str, str] | None, ends: dict[str, dict[int, int]]
) -> tuple[GroupBeyond, ...] | None:
    """Return the newest committed offsets above an end; None without a log of them."""
    own = {
        name: text
        for name, text in (options or {}).items()
        if not name.lower().startswith("ending") or name.lower() in _TIMES
    }
    own |= {"paths": json.dumps(paths), "view": "offsets", "subscribe": OFFSETS_TOPIC}
    own |= {"isolationLevel": "read_committed", "replicas": "one", "allowEmpty": "true"}
    parsed = parse_options(OPTIONS.applicable(own, view="offsets", use=READ), READ)
    if not any(file.is_log for file in list_files(parsed).files):
        return None
    newest: dict[tuple[str, str, int], tuple[int, int | None]] = {}
    reader = reader_of(parsed, picked_columns(parsed, _COMMITS))
    for task in plan(parsed):
        for batch in reader.read(task):
            for row in batch.to_pylist():
                topic, partition = row["topic"], row["partition"]
                if row["recordType"] != "OFFSET_COMMIT" or partition not in ends.get(topic, {}):
                    continue
                key = (row["groupId"], topic, partition)
                offset = None if row["isTombstone"] else row["committedOffset"]
                if key not in newest or newest[key][0] < row["recordOffset"]:
                    newest[key] = (row["recordOffset"], offset)
    found = (
        GroupBeyond(group, topic, partition, offset, ends[topic][partition])
        for (group, topic, partition), (_, offset) in sorted(newest.items())
        if offset is not None
    )
    return tuple(one for one in found if one.committed > one.end)


def _not_planned(state: ClusterImage, planned: set[str]) -> dict[str, int]:
    counts = {
        "topics without a log": sum(one.name not in planned for one in state.topics.values()),
        "resources with other configs": sum(kind != TOPIC_CONFIG for kind, _ in state.configs),
        "ACLs": len(state.acls),
        "client quotas": len(state.client_quotas),
        "SCRAM credentials": len(state.scram_credentials),
        "delegation tokens": len(state.delegation_tokens),
    }
    return {name: count for name, count in counts.items() if count}


def _is_writable(value: str) -> bool:
    return not set(value) & set("[]")


def _added(configs: Mapping[str, str]) -> str:
    """Return the value of `--add-config`: brackets protect commas and `=` (ConfigCommand)."""
    return ",".join(
        f"{name}=[{value}]" if set(value) & set(",=") else f"{name}={value}"
        for name, value in configs.items()
        if _is_writable(value)
    )


def _command(*words: str) -> str:
    return shlex.join(words)
