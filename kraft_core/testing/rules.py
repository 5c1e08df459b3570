"""Rules of a mock cluster: which requests meet which fault. Pure: a decision is a value.

    mock.on("Produce", topic="orders", partition=1).times(3).error("NOT_LEADER_OR_FOLLOWER")

`Rules.decide` takes a message and returns an `Act`, which the server carries out. No clock, thread
or socket is used here. A rule that never fired is reported with its nearest misses.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from kraft_core.testing.entries import Place, places
from kraft_core.testing.errors_by_schema import Level, error_levels
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import kafka_messages
from kraft_wire.registry import near_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kraft_wire.message import Message
    from kraft_wire.primitives import Uuid
    from kraft_wire.registry import Entry
    from kraft_wire.schema import FieldSchema, StructSchema

__all__ = ["Act", "Incoming", "PlacedError", "Rule", "RuleError", "Rules", "UnfiredRuleError"]

MISSES_KEPT: Final = 100
MISSES_SHOWN: Final = 3
NEVER_SEEN_SHOWN: Final = 8

Direction = Literal["request", "response"]
Moment = Literal["before", "after"]


class RuleError(ValueError):
    """A rule that can never fire: an unknown API, error or field."""


class UnfiredRuleError(AssertionError):
    """A rule never fired: the test did not cause what it was written for."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message that rules are checked for; `topic_names` resolves ids of newer versions."""

    api: str
    version: int
    message: Message
    node_id: int = 0
    client_id: str | None = None
    direction: Direction = "request"
    topic_names: Mapping[Uuid, str] = field(default_factory=dict)
    more_places: tuple[Place, ...] = ()
    """Partitions that the message means without naming them: those of its fetch session."""

    def places(self) -> list[Place]:
        """Return the topics and partitions of the message, with names for ids where known."""
        found = places(self.message, self.version)
        return [self.named(place) for place in (*found, *self.more_places)]

    def named(self, place: Place) -> Place:
        """Return the place with the name of its topic id."""
        if place.topic is not None or place.topic_id is None:
            return place
        return place._replace(topic=self.topic_names.get(place.topic_id))


@dataclass(frozen=True, slots=True)
class PlacedError:
    """An error for the parts of a request that a rule names, or for the whole request."""

    code: ErrorCode
    level: Level | None
    topic: str | None = None
    partition: int | None = None

    @property
    def is_partial(self) -> bool:
        """Return True if the error is for some topics or partitions, not for the whole request."""
        return self.topic is not None or self.partition is not None

    def matches(self, place: Place) -> bool:
        """Return True for a place that gets the error."""
        return self.topic in (None, place.topic) and self.partition in (None, place.partition)


@dataclass(frozen=True, slots=True)
class Act:
    """Actions of a server for one message, applied in this order.

    Wait until `gates` are released and for `delay_s`. End the connection at `reset` "before" the
    effect. Then `answer`, `errors` or the model decide the response. `is_dropped`: there is no
    response. `reset` "after" ends the connection in its place, `cut_at` after that many bytes of
    it.
    """

    gates: tuple[Rule, ...] = ()
    delay_s: float = 0.0
    errors: tuple[PlacedError, ...] = ()
    answer: Message | Callable[[Message], Message] | None = None
    is_dropped: bool = False
    reset: Moment | None = None
    cut_at: int | None = None


@dataclass(slots=True, eq=False)
class Rule:
    """A condition with what to do; made by `Rules.on`. Counts and conditions come before actions.

    A rule without an action does nothing. Actions can be combined: `.delay(1).error(...)`.
    """

    api: str
    versions: tuple[int, int]
    direction: Direction
    node: int | None
    client_id: str | None
    topic: str | None
    partition: int | None
    fields: dict[str, Any]
    is_narrowed: bool
    """The rule names versions."""
    _changed: Callable[[], None]
    matched: int = 0
    """Messages that met the conditions, used up or not."""
    fired: int = 0
    is_held: bool = False
    _first: int = 1
    _times: int | None = None
    _act: Act | None = None
    _misses: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def times(self, count: int) -> Rule:
        """Fire for the next `count` messages only."""
        self._before_actions("times")
        if count < 1:
            raise RuleError(f"times({count}): expected 1 or more")
        self._times = count
        return self

    def nth(self, number: int) -> Rule:
        """Fire only for the message of this number, from 1, of those that meet the conditions."""
        self._before_actions("nth")
        if number < 1:
            raise RuleError(f"nth({number}): expected 1 or more")
        self._first, self._times = number, 1
        return self

    def error(self, code: str | int, level: str | None = None) -> Rule:
        """Answer with an error: by its name or number, at "top", "topic" or "partition".

        Nothing else happens to the topics and partitions that the rule names; the others of the
        same request are handled as usual. Without a level, see `error_response`.
        """
        chosen = None if level is None else self._level(level)
        placed = PlacedError(_code(code), chosen, self.topic, self.partition)
        return self._do(errors=(placed,))

    def delay(self, seconds: float) -> Rule:
        """Wait before the message is handled. Later requests of the connection wait as well."""
        if seconds < 0:
            raise RuleError(f"delay({seconds}): expected 0 or more seconds")
        return self._do(delay_s=seconds)

    def hold(self) -> Rule:
        """Keep the message until `release`."""
        self.is_held = True
        return self._do(gates=(self,))

    def release(self) -> None:
        """Release what `hold` keeps, now and later."""
        self.is_held = False
        self._changed()

    def is_released(self) -> bool:
        """Return True if the rule does not keep messages (any more)."""
        return not self.is_held

    def drop(self) -> Rule:
        """Send no response; the request has its effect."""
        return self._do(is_dropped=True)

    def reset(self, moment: Moment = "before") -> Rule:
        """End the connection "before" or "after" the effect of the request, without a response."""
        if moment not in ("before", "after"):
            raise RuleError(f"reset({moment!r}): expected 'before' or 'after'")
        return self._do(reset=moment)

    def cut(self, at: int) -> Rule:
        """Close the connection after `at` bytes of the response frame."""
        if at < 0:
            raise RuleError(f"cut(at={at}): expected 0 or more bytes")
        return self._do(cut_at=at)

    def answer(self, message: Message | Callable[[Message], Message]) -> Rule:
        """Answer with a message, or with the result of a function of the message.

        The function gets the request, or with `direction="response"` the response.
        """
        return self._do(answer=message)

    def _before_actions(self, name: str) -> None:
        if self._act is not None:
            raise RuleError(f"{name} must be called before the actions: the rule is already active")

    def _do(self, **changes: Any) -> Rule:
        if self.direction == "response" and not changes.keys() <= _FOR_RESPONSES:
            raise RuleError(f"{', '.join(changes)} cannot be applied to a response")
        self._act = replace(self._act or Act(), **changes)
        return self

    def _level(self, text: str) -> Level:
        try:
            level = Level(text)
        except ValueError:
            known = ", ".join(Level)
            raise RuleError(f"error level {text!r}: expected one of {known}") from None
        cls = kafka_messages().message_class(f"{self.api}Response")
        lowest, highest = self.versions
        if not any(level in error_levels(cls, each) for each in range(lowest, highest + 1)):
            raise RuleError(f"{self.api} has no error code at level {text!r}")
        return level

    def act_on(self, incoming: Incoming) -> Act | None:
        """Return the act for a message, None if the rule does not match or is used up."""
        if self._act is None or (incoming.api, incoming.direction) != (self.api, self.direction):
            return None
        if misses := tuple(self._mismatches(incoming)):
            if misses in self._misses or len(self._misses) < MISSES_KEPT:
                self._misses[misses] += 1
            return None
        self.matched += 1
        last = None if self._times is None else self._first + self._times - 1
        if self.matched < self._first or (last is not None and self.matched > last):
            return None
        self.fired += 1
        return self._act

    def _mismatches(self, incoming: Incoming) -> Iterator[str]:
        lowest, highest = self.versions
        if not lowest <= incoming.version <= highest:
            wanted = str(lowest) if lowest == highest else f"{lowest} to {highest}"
            yield f"version was {incoming.version}, not {wanted}"
        if self.node not in (None, incoming.node_id):
            yield f"node was {incoming.node_id}, not {self.node}"
        if self.client_id not in (None, incoming.client_id):
            yield f"client id was {incoming.client_id!r}, not {self.client_id!r}"
        if self.topic is not None or self.partition is not None:
            yield from self._place_mismatches(incoming.places())
        for name, wanted in self.fields.items():
            values = list(values_of(incoming.message, name, incoming.version))
            if wanted not in values:
                yield f"{name} was {_list(values)}, not {wanted!r}"

    def _place_mismatches(self, found: list[Place]) -> Iterator[str]:
        topics = [place for place in found if self.topic in (None, place.topic)]
        if not topics:
            yield f"topic was {_list([place.topic for place in found])}, not {self.topic!r}"
        elif self.partition is not None:
            numbers = [place.partition for place in topics]
            if self.partition not in numbers:
                yield f"partition was {_list(numbers)}, not {self.partition}"

    def __str__(self) -> str:
        named = {
            "version": self.versions if self.is_narrowed else None,
            "node": self.node,
            "client_id": self.client_id,
            "topic": self.topic,
            "partition": self.partition,
            **self.fields,
        }
        given = [f"{name}={value!r}" for name, value in named.items() if value is not None]
        return f"on({', '.join([repr(self.api), *given])})"


_FOR_RESPONSES: Final = frozenset({"gates", "delay_s", "answer", "is_dropped"})


class Rules:
    """The rules of a cluster, asked in the order in which they were made.

    All rules that match a message count it. Delays add up and gates are all waited for; errors for
    different partitions are put next to each other; of all other actions the first rule's is done.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._changed = changed
        self._rules: list[Rule] = []
        self._apis: set[tuple[str, str]] = set()
        self._seen: Counter[tuple[str, str]] = Counter()

    def on(
        self,
        api: str,
        *,
        version: int | tuple[int, int] | None = None,
        direction: Direction = "request",
        node: int | None = None,
        client_id: str | None = None,
        topic: str | None = None,
        partition: int | None = None,
        **fields: Any,
    ) -> Rule:
        """Add a rule for an API; `fields` are any others of the message, at any depth.

        Raises RuleError for an API, version or field that Kafka does not have.
        """
        name, entry = _entry(api, direction)
        versions = (version, version) if isinstance(version, int) else version
        lowest, highest = versions or (entry.lowest, entry.highest)
        if not entry.lowest <= lowest <= highest <= entry.highest:
            raise RuleError(f"{api} has versions {entry.lowest} to {entry.highest}, not {version}")
        known = {each.name for each in fields_of(api, direction)}
        for each in fields.keys() - known:
            near = near_name(each, known)
            raise RuleError(
                f"{name} has no field {each!r}" + (f"; did you mean {near}?" if near else "")
            )
        made = (
            (lowest, highest),
            direction,
            node,
            client_id,
            topic,
            partition,
            fields,
            version is not None,
        )
        rule = Rule(api, *made, self._changed)
        self._rules.append(rule)
        self._apis.add((api, direction))
        return rule

    def has(self, api: str, direction: Direction = "request") -> bool:
        """Return True if there is a rule for such messages."""
        return (api, direction) in self._apis

    def pass_by(self, api: str, direction: Direction = "request") -> None:
        """Note a message without a rule, without reading it."""
        self._seen[api, direction] += 1

    def decide(self, incoming: Incoming) -> Act | None:
        """Return the act for a message; None for normal handling."""
        self._seen[incoming.api, incoming.direction] += 1
        acts = [act for rule in self._rules if (act := rule.act_on(incoming)) is not None]
        if not acts:
            return None
        self._changed()
        errors = _disjoint(error for act in acts for error in act.errors)
        other = next((act for act in acts if act.answer or act.is_dropped or act.reset), None)
        cut = next((act.cut_at for act in acts if act.cut_at is not None), None)
        return replace(
            other or Act(),
            gates=tuple(gate for act in acts for gate in act.gates),
            delay_s=sum(act.delay_s for act in acts),
            errors=errors,
            cut_at=cut,
        )

    def unfired(self) -> list[str]:
        """Return a sentence for each rule that never fired."""
        return [self._why(rule) for rule in self._rules if not rule.fired]

    def check(self) -> None:
        """Raise UnfiredRuleError if a rule never fired."""
        if sentences := self.unfired():
            raise UnfiredRuleError("\n".join(sentences))

    def _why(self, rule: Rule) -> str:
        if rule._act is None:
            return (
                f"{rule} has no action: add error(), delay(), hold(), drop(), reset() or answer()"
            )
        if rule.matched:
            waited = f"waited for number {rule._first}"
            return f"{rule} matched {rule.matched} {rule.direction}s and {waited}"
        if rule._misses:
            best = sorted(rule._misses.items(), key=lambda item: (len(item[0]), -item[1]))
            shown = "; ".join(
                f"{' and '.join(why)} ({count} times)" if count > 1 else " and ".join(why)
                for why, count in best[:MISSES_SHOWN]
            )
            return f"{rule} never fired: {shown}"
        seen = ", ".join(
            f"{api} ({count})"
            for (api, direction), count in self._seen.most_common(NEVER_SEEN_SHOWN)
            if direction == rule.direction
        )
        return f"{rule} never fired: no {rule.api} {rule.direction} came; seen: {seen or 'nothing'}"


def values_of(message: Message, name: str, version: int) -> Iterator[Any]:
    """Yield every value of the fields of this name that the version has."""
    yield from _values(message, type(message).schema().root, name, version)


def _values(value: Any, struct: StructSchema, name: str, version: int) -> Iterator[Any]:
    for each in struct.fields:
        if not each.is_present(version):
            continue
        held = getattr(value, each.name)
        if each.name == name:
            yield held
        if each.struct is not None and held is not None:
            for element in held if each.is_array else (held,):
                yield from _values(element, each.struct, name, version)


def _entry(api: str, direction: str) -> tuple[str, Entry]:
    """Return the name and entry of a message; raises RuleError for an unknown API."""
    if direction not in ("request", "response"):
        raise RuleError(f"direction {direction!r}: expected 'request' or 'response'")
    entries = kafka_messages().entries
    name = f"{api}{direction.capitalize()}"
    entry = entries.get(name)
    if entry is None or entry.kind != direction:
        apis = [each.removesuffix("Request") for each in entries if each[-7:] == "Request"]
        near = near_name(api, apis)
        raise RuleError(f"no API is called {api!r}" + (f"; did you mean {near}?" if near else ""))
    return name, entry


def fields_of(api: str, direction: str) -> Iterator[FieldSchema]:
    """Yield the fields of a message at any depth; raises RuleError for an unknown API."""
    name, _ = _entry(api, direction)
    yield from _fields(kafka_messages().message_class(name).schema().root)


def _fields(struct: StructSchema) -> Iterator[FieldSchema]:
    for each in struct.fields:
        yield each
        if each.struct is not None:
            yield from _fields(each.struct)


def _disjoint(errors: Iterator[PlacedError]) -> tuple[PlacedError, ...]:
    """Return the errors; of several for one place only the first."""
    kept: dict[tuple[str | None, int | None], PlacedError] = {}
    for error in errors:
        kept.setdefault((error.topic, error.partition), error)
    whole = next((error for error in kept.values() if not error.is_partial), None)
    return (whole,) if whole is not None else tuple(kept.values())


def _list(values: list[Any]) -> str:
    distinct = list(dict.fromkeys(map(repr, values)))
    more = len(distinct) - MISSES_SHOWN
    shown = " or ".join(distinct[:MISSES_SHOWN]) or "not in the message"
    return f"{shown} or {more} others" if more > 0 else shown


def _code(code: str | int) -> ErrorCode:
    if isinstance(code, int):
        return ErrorCode(code)
    try:
        return ErrorCode[code]
    except KeyError:
        near = near_name(code, ErrorCode.__members__)
        meant = f"; did you mean {near}?" if near else ""
        raise RuleError(f"Kafka has no error {code!r}{meant}") from None
