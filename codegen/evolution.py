"""What two releases change on the wire, and whether Kafka's rules of evolution allow each change.

The rules: a version that both releases have keeps its bytes, except that fields may be added as
tagged ones; versions are added at the top and dropped at the bottom, and dropped only by a new
major release; keys, kinds, types and defaults stay. The newest version of a request may be marked
unstable: that one, with its response, promises nothing. Names are not on the wire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.change import Change, ranges
from codegen.field_evolution import KEPT_BYTES, UNSTABLE, field_changes
from codegen.shape import message_shape
from codegen.spec import Kind, MessageSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

Messages = dict[str, MessageSpec]

_DROPPED = "versions are dropped from the bottom, by a new major release"


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
    """Return the version of the header before a message; None for what has no header.

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
        and not message_shape(newer, version).extends(message_shape(older, version))
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
            told = f"{rule}: {ranges(broken)}"
            yield Change(newer.name, "", what, str(before), str(after), legal, told)


def _headers(message: MessageSpec) -> str:
    """Write the header versions as the schema language does: "0-1: 1, 2+: 2"."""
    by_header: dict[int | None, list[int]] = {}
    for version in message.valid_versions:
        by_header.setdefault(header_version(message, version), []).append(version)
    return ", ".join(f"{ranges(versions)}: {header}" for header, versions in by_header.items())
