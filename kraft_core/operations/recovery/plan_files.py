"""A plan of a recovery as JSON: what `kraft recover plan` writes and `kraft recover apply` reads.

The names of the fields are public. Only `inputs` is read back: `apply` makes the plan again from
the same inputs, and refuses it unless every byte of the file is the same.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.operations.plans.plan_files import (
    entries_of,
    form_fault,
    other_version,
    value_of,
)
from kraft_core.operations.recovery.planning import Choices, Inputs
from kraft_core.operations.recovery.repairs import Jumps
from kraft_core.operations.recovery.verdicts import RecoveryError
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.meta_properties import decode_id, encode_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_core.operations.recovery.planning import (
        Dropped,
        Fingerprint,
        QuorumPlan,
        RecoveryPlan,
    )
    from kraft_core.operations.recovery.verdicts import Range

KIND: Final = "kraft recover plan"
VERSION: Final = 2
"""Of the form: any change of its fields is a new version."""
BYTES_MAX: Final = 1 << 28
_ENTRIES_MAX: Final = 10_000
_TEXT_MAX: Final = 4096

T = TypeVar("T")


class PlanFileError(RecoveryError):
    """The file is not a plan, a plan of another version, or does not fit what is on disk."""


def to_text(plan: RecoveryPlan, inputs: Inputs, files: Mapping[str, Fingerprint]) -> str:
    """Return a plan as the text of its file."""
    return json.dumps(to_json(plan, inputs, files), indent=1) + "\n"


def to_json(plan: RecoveryPlan, inputs: Inputs, files: Mapping[str, Fingerprint]) -> dict[str, Any]:
    """Return a plan as an object for JSON."""
    image, quorum = plan.image, plan.quorum
    digest = sha256()
    for record in plan.records:
        digest.update(len(record).to_bytes(4, "big") + record)
    return {
        "kind": KIND,
        "version": VERSION,
        "phrase": plan.phrase,
        "quorum": _quorum(quorum),
        "dropped": [dropped_json(each) for each in plan.dropped],
        "repairs": [each.to_json() for each in plan.repairs],
        "findings": [each.to_json() for each in plan.findings],
        "image": {
            "metadata_version": image.metadata_version,
            "brokers": sorted(image.brokers),
            "partitions": sum(len(each.partitions) for each in image.topics.values()),
            "topic_ids": {name: str(uuid) for name, uuid in sorted(image.topic_ids.items())},
        },
        "records": {"count": len(plan.records), "sha256": digest.hexdigest()},
        "inputs": _inputs(inputs),
        "files": {path: asdict(each) for path, each in files.items()},
    }


def _quorum(quorum: QuorumPlan) -> dict[str, Any]:
    certain, loss = quorum.certain, quorum.loss
    return {
        "cluster_id": quorum.cluster_id,
        "kraft_version": quorum.kraft_version,
        "snapshot": asdict(quorum.snapshot_id),
        "voters": _voters(quorum.voters),
        "old_voters": list(map(list, quorum.old_voters)),
        "chosen": quorum.chosen,
        "certain": None if certain is None else {**asdict(certain.point), "source": certain.source},
        "ranges": [_range(each) for each in quorum.ranges],
        "loss": None if loss is None else asdict(loss),
    }


def _range(each: Range) -> dict[str, Any]:
    return {"verdict": str(each.verdict), "log": each.log, "start": each.start, "end": each.end}


def dropped_json(each: Dropped) -> dict[str, Any]:
    """Return metadata changes as JSON."""
    return {
        **_range(each.range),
        "changes": [asdict(change) for change in each.changes],
        "unlisted": each.unlisted,
    }


def _voters(voters: VoterSet) -> list[dict[str, Any]]:
    return [
        {
            "node_id": each.id,
            "directory_id": encode_id(each.key.directory_id or bytes(16)),
            "endpoints": [asdict(one) for one in each.endpoints],
        }
        for each in voters
    ]


def _inputs(inputs: Inputs) -> dict[str, Any]:
    choices = inputs.choices
    return {
        "directories": list(inputs.directories),
        "backups": list(inputs.backups),
        "broker_directories": list(inputs.broker_directories),
        "high_watermarks": {str(node): offset for node, offset in inputs.high_watermarks},
        "static_voters": list(inputs.static_voters),
        "voters": _voters(choices.voters),
        "lost": sorted(choices.lost),
        "destroyed": sorted(choices.destroyed),
        "branch": choices.branch,
        "endpoints_only": choices.endpoints_only,
        "to_dynamic": choices.to_dynamic,
        "no_brokers": choices.no_brokers,
        "new_cluster_id": choices.new_cluster_id,
        "brokers_stopped": choices.brokers_stopped,
        "adopt_topics": choices.adopt_topics,
        "jumps": asdict(choices.jumps),
    }


# -- reading ---------------------------------------------------------------------------------------


def read_inputs(text: str) -> Inputs:
    """Return the inputs of a plan. Raises PlanFileError."""
    return read_plan(text, lambda found: _read(found["inputs"]))


def read_plan(text: str, parse: Callable[[dict[str, Any]], T]) -> T:
    """Parse a plan with `parse`. Raises PlanFileError."""
    if len(text) > BYTES_MAX:
        raise PlanFileError(f"a plan has at most {BYTES_MAX} characters")
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or found.get("kind") != KIND:
            raise PlanFileError(f"the file is not a plan of {KIND}")
        if found.get("version") != VERSION:
            raise PlanFileError(other_version(found.get("version"), VERSION))
        return parse(found)
    except PlanFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise PlanFileError(f"the file is not a valid plan: {form_fault(error)}") from None


def _read(found: Any) -> Inputs:
    return Inputs(
        directories=_texts(found["directories"]),
        backups=_texts(found["backups"]),
        broker_directories=_texts(found["broker_directories"]),
        high_watermarks=tuple(
            (int(node), _of(offset, int)) for node, offset in found["high_watermarks"].items()
        ),
        static_voters=tuple(_numbers(found["static_voters"])),
        choices=Choices(
            voters=VoterSet.of(_voter(each) for each in _entries(found["voters"])),
            lost=frozenset(_numbers(found["lost"])),
            destroyed=frozenset(_numbers(found["destroyed"])),
            branch=_optional(found["branch"]),
            endpoints_only=_of(found["endpoints_only"], bool),
            to_dynamic=_of(found["to_dynamic"], bool),
            no_brokers=_of(found["no_brokers"], bool),
            new_cluster_id=_optional(found["new_cluster_id"]),
            brokers_stopped=_of(found["brokers_stopped"], bool),
            adopt_topics=_of(found["adopt_topics"], bool),
            jumps=Jumps(**{name: _of(each, int) for name, each in found["jumps"].items()}),
        ),
    )


def _voter(found: Any) -> Voter:
    directory_id = decode_id(_of(found["directory_id"], str))
    if directory_id is None:
        raise ValueError(f"invalid directory id {found['directory_id']!r:.40}")
    endpoints = tuple(
        Endpoint(_of(each["name"], str), _of(each["host"], str), _of(each["port"], int))
        for each in _entries(found["endpoints"])
    )
    key = ReplicaKey(_of(found["node_id"], int), directory_id)
    return Voter(key, endpoints, VersionRange(0, 1))


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(_of(each, str) for each in _entries(found))


def _numbers(found: Any) -> list[int]:
    return [_of(each, int) for each in _entries(found)]


def _optional(found: Any) -> str | None:
    return None if found is None else str(_of(found, str))


def _entries(found: Any) -> list[Any]:
    return entries_of(found, _ENTRIES_MAX)


def _of(value: Any, kind: type) -> Any:
    return value_of(value, kind, _TEXT_MAX)


def check_same(text: str, made: str) -> None:
    """Raise PlanFileError unless a plan made again is the same, byte for byte."""
    if text == made:
        return
    before, after = json.loads(text), json.loads(made)
    files, found = before.get("files", {}), after["files"]
    for path in sorted({*files, *found}):
        if files.get(path) != found.get(path):
            raise PlanFileError(f"{path} changed after the plan was made: plan again")
    changed = next((name for name in after if before.get(name) != after[name]), None)
    what = "its layout" if changed is None else f"its entry {changed}"
    raise PlanFileError(f"the file is not the plan that its inputs give, see {what}: plan again")
