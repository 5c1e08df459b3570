"""Several releases as one: the newest stands, older ones add the versions that it dropped.

A version of a message that two releases have is the newer release's, whatever the older one says.
A version that only an older release has is added (`message_merge`). What cannot be told in one
schema is left out and reported, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.message_merge import merge_versions
from codegen.shape import message_shape
from codegen.spec import Kind, MessageSpec
from codegen.versions import Versions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from codegen.sources import Release


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Versions of an older release that the merged specs do not speak, and why."""

    message: str
    versions: Versions
    release: str
    reason: str

    def __str__(self) -> str:
        release = f" of {self.release}" if self.release else ""
        return f"{self.message} {self.versions}{release}: {self.reason}"


@dataclass(slots=True)
class Merged:
    """Several releases as one; `areas` is the folder of each message."""

    messages: dict[str, MessageSpec] = field(default_factory=dict)
    areas: dict[str, str] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)


def merge(releases: Iterable[Release]) -> Merged:
    """Merge releases, given newest first."""
    merged = Merged()
    for release in releases:
        for name, older in sorted(release.messages.items()):
            newer = merged.messages.get(name)
            if newer is None:
                merged.messages[name] = older
                merged.areas[name] = release.areas[name]
                continue
            merged.messages[name], left_out = merge_message(newer, older)
            merged.left_out += [replace(one, release=release.version) for one in left_out]
    merged.messages = dict(sorted(merged.messages.items()))
    return merged


def merge_message(newer: MessageSpec, older: MessageSpec) -> tuple[MessageSpec, list[LeftOut]]:
    """Return the newer message with the versions that only the older one has.

    With it comes what had to be left out: versions with other bytes, and versions that no single
    schema can hold together with the newer ones.
    """
    shared = newer.valid_versions & older.valid_versions
    left_out = [
        LeftOut(newer.name, Versions(version, version), "", "the newer release has other bytes")
        for version in shared
        if not message_shape(newer, version).extends(message_shape(older, version))
    ]
    extra = set(older.valid_versions) - set(newer.valid_versions)
    if not extra:
        return newer, left_out
    try:
        reason = _difference(newer, older)
        if reason:
            raise SchemaError(newer.source, "", reason)
        return merge_versions(newer, older), left_out
    except SchemaError as error:
        dropped = Versions(min(extra), max(extra))
        return newer, [*left_out, LeftOut(newer.name, dropped, "", error.detail)]


def _difference(newer: MessageSpec, older: MessageSpec) -> str:
    """Say why the versions of two releases do not number the same thing; "" where they do."""
    if newer.kind is Kind.COORDINATOR_KEY and older.kind is Kind.DATA:
        return "the newer release numbers coordinator keys by apiKey, not by version"
    if newer.kind is not older.kind and (newer.kind, older.kind) != (
        Kind.COORDINATOR_VALUE,
        Kind.DATA,
    ):
        return f"the newer release has a {newer.kind} of this name"
    if None not in (newer.api_key, older.api_key) and newer.api_key != older.api_key:
        return f"the newer release has it with apiKey {newer.api_key}"
    return ""
