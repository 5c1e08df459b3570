"""Differences between two releases on the wire, checked by Kafka's evolution rules.

The rules: a version that both releases have keeps its bytes, except that fields may be added as
tagged ones; versions are added at the top and dropped at the bottom, and dropped only by a new
major release; keys, kinds, types and defaults stay. The newest version of a request may be marked
unstable: that one, with its response, promises nothing. Names are not on the wire.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codegen.releases.alignment import Pair, align, reachable_versions, same_shape
from codegen.schema.model import NONE, Kind, MessageSpec, Versions
from codegen.schema.wire import wire_form
from codegen.schema.writer import default_literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegen.schema.model import FieldSpec, StructSpec

KEPT_BYTES = "versions that both releases have keep their bytes"
ONLY_NEW_VERSIONS = "only new versions differ"
UNSTABLE = "the version was unstable"

Messages = dict[str, MessageSpec]

_DROPPED = "versions are dropped from the bottom, by a new major release"


@dataclass(frozen=True, slots=True)
class Change:
    """A difference: `path` is the dotted path of the field, "" for the message as a whole.

    `legal` is True if the rules of evolution allow it; `rule` names the rule that decides.
    """

    message: str
    path: str
    what: str
    before: str | None
    after: str | None
    legal: bool
    rule: str


def ranges(versions: Iterable[int]) -> str:
    """Write a set of versions as ranges: "0-2, 5"."""
    found: list[Versions] = []
    for version in sorted(versions):
        if found and found[-1].highest + 1 == version:
            found[-1] = Versions(found[-1].lowest, version)
        else:
            found.append(Versions(version, version))
    return ", ".join(str(one) for one in found) or str(NONE)


def compare(older: Messages, newer: Messages, *, is_major: bool) -> list[Change]:
    """List every change between two releases, by message.

    `is_major` says whether the newer one is a new major release, which may drop old versions.
    """
    renamed = _renamed(older, newer)
    changes: list[Change] = []
    for name in sorted(older.keys() | newer.keys()):
        before = older.get(renamed.get(name, name))
        after = newer.get(name)
        if name in renamed.values() and after is None:
            continue
        if after is None and before is not None:
            changes.append(_removed(before, _unstable(before, older), is_major=is_major))
        elif before is None and after is not None:
            changes.append(_added(after))
        elif before is not None and after is not None:
            changes += _compared(before, after, _unstable(before, older), is_major=is_major)
    return changes


def header_version(message: MessageSpec, version: int) -> int | None:
    """Return the version of the header before a message; None for messages without a header.

    Where the schema is silent it follows from flexibility, with two exceptions of old:
    ControlledShutdown 0 has request header 0, and ApiVersions always answers with header 0.
    """
    for versions, header in message.header_versions:
        if version in versions:
            return header
    flexible = version in message.flexible_versions
    if message.kind is Kind.REQUEST:
        return 0 if (message.api_key, version) == (7, 0) else 1 + flexible
    if message.kind is Kind.RESPONSE:
        return 0 if message.api_key == 18 else int(flexible)
    return None


def _renamed(older: Messages, newer: Messages) -> dict[str, str]:
    """Find messages that have another name in the newer release: new name to old name."""
    keyed = (Kind.REQUEST, Kind.RESPONSE, Kind.METADATA)
    gone = {
        (spec.kind, spec.api_key): name
        for name, spec in older.items()
        if spec.kind in keyed and name not in newer
    }
    return {
        name: gone[spec.kind, spec.api_key]
        for name, spec in newer.items()
        if name not in older and (spec.kind, spec.api_key) in gone
    }


def _unstable(message: MessageSpec, release: Messages) -> frozenset[int]:
    """Return the versions that a release does not promise to keep."""
    for spec in release.values():
        is_its_request = spec.kind is Kind.REQUEST and spec.api_key == message.api_key
        has_request = message.kind in (Kind.REQUEST, Kind.RESPONSE)
        if has_request and is_its_request and spec.latest_version_unstable:
            return frozenset({spec.valid_versions.highest})
    return frozenset()


def _added(message: MessageSpec) -> Change:
    text = f"{message.kind} {message.valid_versions}"
    return Change(message.name, "", "message added", None, text, True, "messages may be added")


def _removed(message: MessageSpec, unstable: frozenset[int], *, is_major: bool) -> Change:
    text = f"{message.kind} {message.valid_versions}"
    was_unstable = frozenset(message.valid_versions) <= unstable
    legal = is_major or was_unstable
    rule = UNSTABLE if was_unstable else _DROPPED
    return Change(message.name, "", "message removed", text, None, legal, rule)


def _compared(
    older: MessageSpec, newer: MessageSpec, unstable: frozenset[int], *, is_major: bool
) -> list[Change]:
    changes = [
        *_identity(older, newer),
        *_changed_versions(older, newer, unstable, is_major=is_major),
        *_changed_forms(older, newer, unstable),
        *field_changes(older, newer, unstable),
    ]
    broken = sorted(
        version
        for version in newer.valid_versions & older.valid_versions
        if version not in unstable
        and not wire_form(newer, version).extends(wire_form(older, version))
    )
    if broken and all(change.legal for change in changes):
        what = (newer.name, "", "layout", ranges(broken), ranges(broken))
        changes.append(Change(*what, legal=False, rule=KEPT_BYTES))
    return changes


def _identity(older: MessageSpec, newer: MessageSpec) -> Iterator[Change]:
    if older.name != newer.name:
        rule = "names are not on the wire"
        yield Change(newer.name, "", "name", older.name, newer.name, True, rule)
    for what, before, after in (
        ("type", older.kind, newer.kind),
        ("apiKey", older.api_key, newer.api_key),
    ):
        if before != after:
            texts = [None if value is None else str(value) for value in (before, after)]
            yield Change(newer.name, "", what, texts[0], texts[1], False, f"{what} never changes")


def _changed_versions(
    older: MessageSpec, newer: MessageSpec, unstable: frozenset[int], *, is_major: bool
) -> Iterator[Change]:
    before, after = older.valid_versions, newer.valid_versions
    texts = (str(before), str(after))
    above = {version for version in after if version > before.highest}
    returned = {version for version in after if version < before.lowest}
    below = {version for version in before if version < after.lowest}
    cut = {version for version in before if version > after.highest}
    rows = (
        ("versions added", above, True, "versions are added at the top"),
        ("versions added", returned, False, "versions once dropped do not come back"),
        ("versions dropped", below - cut, is_major, _DROPPED),
        ("versions dropped", cut, False, "the highest version never falls"),
    )
    for what, numbers, legal, rule in rows:
        if numbers and what == "versions dropped" and numbers <= unstable:
            yield Change(newer.name, "", what, *texts, True, f"{UNSTABLE}: {ranges(numbers)}")
        elif numbers:
            yield Change(newer.name, "", what, *texts, legal, f"{rule}: {ranges(numbers)}")


def _changed_forms(
    older: MessageSpec, newer: MessageSpec, unstable: frozenset[int]
) -> Iterator[Change]:
    """Compare flexibility and headers in the versions that both releases have."""
    shared = older.valid_versions & newer.valid_versions
    flexible = {
        version
        for version in shared
        if (version in older.flexible_versions) != (version in newer.flexible_versions)
    }
    headers = {
        version
        for version in shared
        if header_version(older, version) != header_version(newer, version)
    }
    for what, broken, before, after in (
        ("flexibleVersions", flexible, older.flexible_versions, newer.flexible_versions),
        ("headerVersions", headers, _headers(older), _headers(newer)),
    ):
        if broken:
            legal = broken <= unstable
            rule = UNSTABLE if legal else KEPT_BYTES
            reason = f"{rule}: {ranges(broken)}"
            yield Change(newer.name, "", what, str(before), str(after), legal, reason)


def _headers(message: MessageSpec) -> str:
    """Write the header versions as the schema language does: "0-1: 1, 2+: 2"."""
    by_header: dict[int | None, list[int]] = {}
    for version in message.valid_versions:
        by_header.setdefault(header_version(message, version), []).append(version)
    return ", ".join(f"{ranges(versions)}: {header}" for header, versions in by_header.items())


def field_changes(
    older: MessageSpec, newer: MessageSpec, unstable: frozenset[int]
) -> Iterator[Change]:
    """Compare the fields of two releases of a message, structure by structure.

    `unstable` are the versions of the older release that promised nothing.
    """
    return _Comparison(older, newer, unstable).structs(older.root, newer.root, "")


class _Comparison:
    """Walks two messages side by side; a structure used in many places is compared once."""

    def __init__(self, older: MessageSpec, newer: MessageSpec, unstable: frozenset[int]) -> None:
        self._older = older
        self._newer = newer
        self._unstable = unstable
        self._reach_of_older = reachable_versions(older)
        self._reach_of_newer = reachable_versions(newer)
        self._seen: set[tuple[str, str]] = set()

    def structs(self, older: StructSpec, newer: StructSpec, path: str) -> Iterator[Change]:
        if (older.name, newer.name) in self._seen:
            return
        self._seen.add((older.name, newer.name))
        reach_of_older = self._reach_of_older[older.name]
        reach_of_newer = self._reach_of_newer[newer.name]
        for pair in _pairs(older, newer, sorted(reach_of_older & reach_of_newer)):
            field = pair.newer or pair.older
            place = ".".join(part for part in (path, field.name if field else "") if part)
            view = _View(self._newer.name, place, reach_of_older, reach_of_newer, self._unstable)
            if pair.newer is None or pair.older is None:
                yield from _lone_field(view, pair)
            elif not same_shape(pair.newer, pair.older):
                yield from _retyped_field(view, pair.older, pair.newer)
            else:
                yield from _kept_field(view, pair.older, pair.newer)
                yield from self._inside(pair.older, pair.newer, place)

    def _inside(self, older: FieldSpec, newer: FieldSpec, path: str) -> Iterator[Change]:
        if newer.type.is_struct:
            yield from self.structs(
                self._older.structs[older.type.name], self._newer.structs[newer.type.name], path
            )


@dataclass(frozen=True, slots=True)
class _View:
    """A place in both messages, and the versions of each release that contain it."""

    message: str
    path: str
    older: frozenset[int]
    newer: frozenset[int]
    unstable: frozenset[int]

    def change(
        self, what: str, before: object, after: object, broken: frozenset[int], rule: str
    ) -> Change:
        """Classify a change; `broken` are the versions whose bytes it changes."""
        legal = broken <= self.unstable
        reason = rule
        if broken:
            reason = f"{UNSTABLE if legal else rule}: {ranges(broken)}"
        elif rule == KEPT_BYTES:
            reason = ONLY_NEW_VERSIONS
        texts = [None if value is None else str(value) for value in (before, after)]
        return Change(self.message, self.path, what, texts[0], texts[1], legal, reason)

    @property
    def shared(self) -> frozenset[int]:
        return self.older & self.newer


def _pairs(older: StructSpec, newer: StructSpec, shared: list[int]) -> list[Pair]:
    """Pair the fields; those of one name but different types are one pair here."""
    pairs = align(newer, older, shared)
    lone = {pair.older.name: pair.older for pair in pairs if pair.newer is None and pair.older}
    retyped = {
        pair.newer.name
        for pair in pairs
        if pair.older is None and pair.newer is not None and pair.newer.name in lone
    }
    found = []
    for pair in pairs:
        if pair.newer is None and pair.older is not None and pair.older.name in retyped:
            continue
        if pair.newer is not None and pair.older is None and pair.newer.name in retyped:
            found.append(Pair(pair.newer, lone[pair.newer.name]))
        else:
            found.append(pair)
    return found


def _within(versions: Versions, reach: frozenset[int]) -> frozenset[int]:
    return frozenset(version for version in reach if version in versions)


def _lone_field(view: _View, pair: Pair) -> Iterator[Change]:
    """Describe a field that one of the releases lacks."""
    if pair.newer is not None:
        here = _within(pair.newer.versions, view.newer)
        broken = _within(pair.newer.versions, view.shared)
        broken -= _within(pair.newer.tagged_versions, view.shared)
        if here:
            rule = KEPT_BYTES
            if here & view.shared and not broken:
                rule = "tagged fields may come in any flexible version"
            yield view.change("field added", None, _declared(pair.newer), broken, rule)
    if pair.older is not None and _within(pair.older.versions, view.older):
        broken = _within(pair.older.versions, view.shared)
        rule = KEPT_BYTES if broken else "no version that stays has it"
        yield view.change("field removed", _declared(pair.older), None, broken, rule)


def _retyped_field(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    before = _within(older.versions, view.shared)
    after = _within(newer.versions, view.shared)
    yield view.change("type", older.type, newer.type, before | after, KEPT_BYTES)


def _kept_field(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    """Describe the differences of a field that both releases have."""
    if older.name != newer.name:
        rule = "names are not on the wire"
        yield view.change("name", older.name, newer.name, frozenset(), rule)
    if older.type.name != newer.type.name and not newer.type.is_struct:
        rule = "both types are written alike"
        yield view.change("type", older.type, newer.type, frozenset(), rule)
    both = _within(older.versions, view.shared) & _within(newer.versions, view.shared)
    yield from _changed_field_versions(view, older, newer)
    for what, before, after in (
        ("nullableVersions", older.nullable_versions, newer.nullable_versions),
        ("taggedVersions", older.tagged_versions, newer.tagged_versions),
    ):
        broken = _within(before, both) ^ _within(after, both)
        if broken or _differs_above(view, before, after):
            yield view.change(what, before, after, broken, KEPT_BYTES)
    if older.tag is not None and newer.tag is not None and older.tag != newer.tag:
        tagged = _within(older.tagged_versions, both) & _within(newer.tagged_versions, both)
        yield view.change("tag", older.tag, newer.tag, tagged, "a field keeps its tag")
    before_text, after_text = default_literal(older), default_literal(newer)
    # the default of records is null, that of bytes is empty: both have the same text
    if before_text != after_text:
        rule = "a field keeps its default: it stands for what is not on the wire"
        yield view.change("default", before_text, after_text, both or view.shared, rule)


def _changed_field_versions(view: _View, older: FieldSpec, newer: FieldSpec) -> Iterator[Change]:
    before = _within(older.versions, view.shared)
    after = _within(newer.versions, view.shared)
    gone = before - after
    come = (after - before) - _within(newer.tagged_versions, view.shared)
    if before != after or _differs_above(view, older.versions, newer.versions):
        rule = KEPT_BYTES
        yield view.change("versions", older.versions, newer.versions, gone | come, rule)


def _differs_above(view: _View, before: Versions, after: Versions) -> bool:
    """Return True if the new versions do not simply extend the older schema."""
    added = view.newer - view.older
    return _within(before, added) != _within(after, added)


def _declared(field: FieldSpec) -> str:
    tag = f", tag {field.tag}" if field.tag is not None else ""
    return f"{field.type} in {field.versions}{tag}"
