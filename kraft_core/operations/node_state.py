"""The state document of a node: facts about itself for which Kafka's responses have no field.

A kraft node adds it as JSON in a tagged field to each answer to DescribeQuorum, also when it does
not lead; Kafka's clients skip the field, kraft's read it. Whoever may ask DescribeQuorum may read
it. All lists have a bound, and unknown names are skipped, so that documents of other releases can
be read.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

NODE_STATE_TAG: Final = 10_001
"""Next to the tag of `kraft_core.raft.quorum_state`, the document of a leader about voters."""

_BYTES_MAX: Final = 256 << 10
_ENTRIES_MAX: Final = 100
"""Of each list."""

_TEXT_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class ReplicaId:
    """A replica: its node id, and its directory id in Kafka's form, None where there is none."""

    node_id: int
    directory_id: str | None = None

    def __str__(self) -> str:
        if self.directory_id is None:
            return str(self.node_id)
        return f"{self.node_id} (directory {self.directory_id})"


@dataclass(frozen=True, slots=True)
class PeerTrouble:
    """The last error towards another node. It is dropped when that node answers."""

    node_id: int
    """Below -1 for a bootstrap server, whose id is not known."""
    address: str
    kind: str
    """A value of `kraft_core.operations.reports.Reach`; other values are shown as they are."""
    error: str


@dataclass(frozen=True, slots=True)
class StatedFinding:
    """A finding that a node has about itself."""

    id: str
    severity: str
    text: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)
    """Those of the row, for a reader that has it; empty for a finding that the view derives."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NodeState:
    """The document. Optional fields are None where the node does not know them."""

    key: ReplicaId
    cluster_id: str
    role: str
    """leader, candidate, prospective, follower, observer, unattached or resigned."""
    epoch: int
    leader_id: int | None
    log_end: int
    log_end_epoch: int
    log_start: int
    high_watermark: int | None
    voters: tuple[ReplicaId, ...]
    """The voters in force, committed or not."""
    are_voters_static: bool
    """True if they come from controller.quorum.voters and not from the log."""
    static_voters: tuple[ReplicaId, ...] = ()
    """controller.quorum.voters, in force or not."""
    is_witness: bool = False
    witness_reasons: tuple[str, ...] = ()
    obstacle: str | None = None
    """Why the node cannot become the active controller."""
    free_bytes: int | None = None
    lacks_room: bool = False
    clock_ms: int = 0
    peers: tuple[PeerTrouble, ...] = ()
    findings: tuple[StatedFinding, ...] = ()


def encode_node_state(state: NodeState) -> tuple[tuple[int, bytes], ...]:
    """Return the document as tagged fields of an answer."""
    found = {name: _shortened(value) for name, value in asdict(state).items()}
    return ((NODE_STATE_TAG, json.dumps(found, separators=(",", ":")).encode()),)


def decode_node_state(tagged_fields: tuple[tuple[int, bytes], ...]) -> NodeState | None:
    """Return the document of an answer; None without one.

    Raises ValueError for a document that is too long or of another form.
    """
    document = next((data for tag, data in tagged_fields if tag == NODE_STATE_TAG), None)
    if document is None:
        return None
    if len(document) > _BYTES_MAX:
        raise ValueError(f"state document: {len(document)} bytes, at most {_BYTES_MAX} are read")
    try:
        return _state(_Fields(json.loads(document)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"state document: {error!r:.200}") from None


def _shortened(value: Any) -> Any:
    """Cut lists and texts to their limits."""
    if isinstance(value, dict):
        return {name: _shortened(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_shortened(each) for each in value[:_ENTRIES_MAX]]
    return value[:_TEXT_MAX] if isinstance(value, str) else value


class _Fields:
    """Typed access to a JSON object. Raises KeyError and ValueError."""

    def __init__(self, found: Any) -> None:
        if not isinstance(found, dict):
            raise ValueError(f"{found!r:.40} is not an object")  # noqa: TRY004 - a damaged document
        self._found = found

    def of(self, name: str, kind: type, *, default: Any = None) -> Any:
        value: Any = self._found[name] if default is None else self._found.get(name, default)
        is_large = isinstance(value, int) and not -(1 << 63) <= value < 1 << 63
        if type(value) is not kind or is_large:
            raise ValueError(f"{name} is {value!r:.40}, expected {kind.__name__}")
        return value

    def maybe(self, name: str, kind: type) -> Any:
        return None if self._found.get(name) is None else self.of(name, kind)

    def all(self, name: str) -> list[_Fields]:
        return [_Fields(each) for each in self.of(name, list, default=[])[:_ENTRIES_MAX]]

    def scalars(self, name: str) -> dict[str, str | int]:
        found = self.of(name, dict, default={})
        return {
            key: self._scalar(f"{name}.{key}", each)
            for key, each in [*found.items()][:_ENTRIES_MAX]
        }

    @staticmethod
    def _scalar(name: str, value: Any) -> str | int:
        is_number = type(value) is int and -(1 << 63) <= value < 1 << 63
        if not is_number and not isinstance(value, str):
            raise ValueError(f"{name} is {value!r:.40}, expected a string or a number")
        return value  # type: ignore[no-any-return]

    def texts(self, name: str) -> tuple[str, ...]:
        found = self.of(name, list, default=[])[:_ENTRIES_MAX]
        if not all(isinstance(each, str) for each in found):
            raise ValueError(f"{name} is not a list of strings")
        return tuple(found)


def _key(fields: _Fields) -> ReplicaId:
    return ReplicaId(fields.of("node_id", int), fields.maybe("directory_id", str))


def _state(fields: _Fields) -> NodeState:
    return NodeState(
        key=_key(_Fields(fields.of("key", dict))),
        cluster_id=fields.of("cluster_id", str),
        role=fields.of("role", str),
        epoch=fields.of("epoch", int),
        leader_id=fields.maybe("leader_id", int),
        log_end=fields.of("log_end", int),
        log_end_epoch=fields.of("log_end_epoch", int),
        log_start=fields.of("log_start", int),
        high_watermark=fields.maybe("high_watermark", int),
        voters=tuple(map(_key, fields.all("voters"))),
        are_voters_static=fields.of("are_voters_static", bool),
        static_voters=tuple(map(_key, fields.all("static_voters"))),
        is_witness=fields.of("is_witness", bool, default=False),
        witness_reasons=fields.texts("witness_reasons"),
        obstacle=fields.maybe("obstacle", str),
        free_bytes=fields.maybe("free_bytes", int),
        lacks_room=fields.of("lacks_room", bool, default=False),
        clock_ms=fields.of("clock_ms", int, default=0),
        peers=tuple(
            PeerTrouble(
                each.of("node_id", int),
                each.of("address", str),
                each.of("kind", str),
                each.of("error", str),
            )
            for each in fields.all("peers")
        ),
        findings=tuple(
            StatedFinding(
                each.of("id", str),
                each.of("severity", str),
                each.of("text", str),
                each.scalars("arguments"),
            )
            for each in fields.all("findings")
        ),
    )
