"""A plan for voters as JSON: what `kraft quorum plan` prints and `kraft quorum apply` reads.

The names of the fields are public. A file has everything that a reader wants to see before it is
applied; only the cluster, the voters that were seen and the steps are read back, since `apply`
checks everything else again.
"""

from __future__ import annotations

import json
from typing import Any, Final

from kraft_core.operations.findings import NO_ADDRESS, Finding
from kraft_core.operations.node_state import ReplicaId
from kraft_core.operations.plans.membership import Action, Change, ListenerEndpoint, Plan, Step
from kraft_wire.primitives import Uuid

VERSION: Final = 1
BYTES_MAX: Final = 1 << 20
_ENTRIES_MAX: Final = 200
"""Voters, steps, and endpoints of a step."""
_TEXT_MAX: Final = 500
_PORT_MAX: Final = 65_535


class PlanFileError(ValueError):
    """The file is not a plan, or a plan of another version."""


def to_json(plan: Plan, bootstrap: str = NO_ADDRESS) -> dict[str, Any]:
    """Return a plan as an object for JSON."""
    return {
        "version": VERSION,
        "cluster_id": plan.cluster_id,
        "at_ms": plan.at_ms,
        **_verdict(plan.refusals),
        "possible": plan.is_possible,
        "unsafe": plan.is_unsafe,
        "seen": {
            "leader_id": plan.leader_id,
            "epoch": plan.epoch,
            "tolerance": plan.tolerance,
            "voters": [_key(each) for each in plan.voters],
        },
        "goal": [_key(each) for each in plan.goal],
        "findings": [each.to_json(bootstrap) for each in plan.findings],
        "steps": [_step(each, bootstrap) for each in plan.steps],
    }


def _step(step: Step, bootstrap: str) -> dict[str, Any]:
    return {
        "action": str(step.change.action),
        **_key(step.change.key),
        "endpoints": [each._asdict() for each in step.endpoints],
        "is_leader": step.is_leader,
        "tolerance": step.tolerance,
        **_verdict(() if step.is_ready else step.findings),
        "findings": [each.to_json(bootstrap) for each in step.findings],
    }


def _verdict(refusals: tuple[Finding, ...]) -> dict[str, Any]:
    return {"ready": not refusals, "reason": refusals[0].text if refusals else None}


def _key(key: ReplicaId) -> dict[str, Any]:
    return {"node_id": key.node_id, "directory_id": key.directory_id}


def from_json(text: str) -> Plan:
    """Read a plan; raises PlanFileError."""
    if len(text) > BYTES_MAX:
        raise PlanFileError(f"a plan cannot have more than {BYTES_MAX} characters")
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or "steps" not in found:
            raise PlanFileError("the file is not a plan of kraft quorum plan")
        if found.get("version") != VERSION:
            raise PlanFileError(other_version(found.get("version"), VERSION))
        return _plan(found)
    except PlanFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise PlanFileError(f"the file is not a valid plan: {form_fault(error)}") from None


def other_version(version: object, expected: int) -> str:
    """Return the refusal of a plan file whose form is not that of this release."""
    return (
        f"the plan was made by another version of kraft (the file has version {version!r:.40}, this"
        f" kraft reads version {expected}): run plan again"
    )


def _plan(found: dict[str, Any]) -> Plan:
    voters = tuple(_read_key(each) for each in entries_of(found["seen"]["voters"]))
    made = Plan(
        cluster_id=value_of(found["cluster_id"], str),
        at_ms=value_of(found["at_ms"], int),
        leader_id=None,
        epoch=None,
        voters=voters,
        goal=tuple(_read_key(each) for each in entries_of(found["goal"])),
        tolerance=value_of(found["seen"]["tolerance"], int),
        steps=tuple(_read_step(each) for each in entries_of(found["steps"])),
    )
    now = frozenset(voters)
    for step in made.steps:
        action, key = step.change
        if (key in now) == (action is Action.ADD):
            raise PlanFileError(
                f"the step to {step.change} does not follow from the previous steps"
            )
        if action is Action.ADD and not step.endpoints:
            raise PlanFileError(f"the step to {step.change} has no endpoint")
        now = step.change.after(now)
    if now != frozenset(made.goal) or not now:
        raise PlanFileError("the steps do not lead to the goal of the plan")
    return made


def _read_step(found: Any) -> Step:
    return Step(
        change=Change(Action(found["action"]), _read_key(found)),
        endpoints=tuple(_endpoint(each) for each in entries_of(found["endpoints"])),
        is_leader=value_of(found["is_leader"], bool),
        tolerance=value_of(found["tolerance"], int),
    )


def _endpoint(found: Any) -> ListenerEndpoint:
    port = value_of(found["port"], int)
    if not 0 < port <= _PORT_MAX:
        raise ValueError(f"invalid port {port}, expected 1 to {_PORT_MAX}")
    return ListenerEndpoint(value_of(found["name"], str), value_of(found["host"], str), port)


def _read_key(found: Any) -> ReplicaId:
    node_id = value_of(found["node_id"], int)
    if node_id < 0:
        raise ValueError(f"invalid node id {node_id}, expected 0 or more")
    directory_id = value_of(found["directory_id"], str)
    Uuid.parse(directory_id)
    return ReplicaId(node_id, directory_id)


def entries_of(found: Any, most: int = _ENTRIES_MAX) -> list[Any]:
    """Return a list of JSON; raises ValueError for another value or more entries."""
    entries: list[Any] = value_of(found, list)
    if len(entries) > most:
        raise ValueError(f"a list of {len(entries)} entries; at most {most} are allowed")
    return entries


def value_of(value: Any, kind: type, characters: int = _TEXT_MAX) -> Any:
    """Return a value of JSON; raises ValueError if it is of another type, or too large or long."""
    is_large = isinstance(value, int) and not -(1 << 63) <= value < 1 << 63
    is_long = isinstance(value, str) and len(value) > characters
    if type(value) is not kind or is_large or is_long:
        raise ValueError(f"{value!r:.40}, expected {kind.__name__}")
    return value


def form_fault(error: Exception) -> str:
    """Return the fault in a JSON document whose reading raised this error."""
    if isinstance(error, KeyError):
        return f"the field {error.args[0]!r:.100} is missing"
    if isinstance(error, ValueError):
        return f"{error!s:.200}"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "a value has the wrong type"
