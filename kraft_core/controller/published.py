"""Committed ACLs, SCRAM credentials and delegation tokens, by which a node authenticates.

An active controller's image is ahead of the commit, so decisions about the identity and the rights
of a client need this one (AclPublisher, ScramPublisher, DelegationTokenPublisher): a ClusterImage
of the committed records of these kinds only.

A change of the node's own dynamic configs means, as in Kafka (DynamicConfigPublisher), to look at
the files of certificates: `kafka-configs` on the node's id is how operators renew them there.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kraft_core.config.feature_levels import LATEST
from kraft_core.config.gates import is_newer_than_known
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.security.authorizer import Entry
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    ClientQuotaRecord,
    ConfigRecord,
    DelegationTokenRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    RemoveAccessControlEntryRecord,
    RemoveDelegationTokenRecord,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
from kraft_wire.records.metadata_frame import decode_metadata_record, metadata_record_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kraft_core.controller.dynamic_configs import DynamicConfigs
    from kraft_core.security.authorizer import StandardAuthorizer
    from kraft_wire.message import Message

_LOG: Final = logging.getLogger("kraft.controller")
_KINDS: Final = frozenset(
    cls.API_KEY
    for cls in (
        AbortTransactionRecord,
        AccessControlEntryRecord,
        BeginTransactionRecord,
        DelegationTokenRecord,
        EndTransactionRecord,
        FeatureLevelRecord,
        RemoveAccessControlEntryRecord,
        RemoveDelegationTokenRecord,
        RemoveUserScramCredentialRecord,
        UserScramCredentialRecord,
    )
)


_CHANGES_ACLS: Final = frozenset(
    cls.API_KEY
    for cls in (
        AbortTransactionRecord,
        AccessControlEntryRecord,
        BeginTransactionRecord,
        EndTransactionRecord,
        RemoveAccessControlEntryRecord,
    )
)
"""Without one of these it is not known which ACLs there are."""

_TRANSACTIONS: Final = frozenset(
    cls.API_KEY for cls in (AbortTransactionRecord, BeginTransactionRecord, EndTransactionRecord)
)
_CHANGES_SCRAM: Final = _TRANSACTIONS | {
    RemoveUserScramCredentialRecord.API_KEY,
    UserScramCredentialRecord.API_KEY,
}
"""Without one of these it is not known which SCRAM credentials there are."""

_LINES_MAX: Final = 20
"""ACLs that are named in the log, until a snapshot replaces all."""


class _Lines:
    """ERROR lines of one kind: the first `_LINES_MAX`, then the count each time it has doubled."""

    def __init__(self, each: str, more: str) -> None:
        self._each, self._more = each, more
        self._count = 0

    def begin(self, found: Sequence[tuple[object, ...]] = ()) -> None:
        """Begin to log the errors of all ACLs, and forget the earlier count."""
        for args in found[:_LINES_MAX]:
            _LOG.error(self._each, *args)
        self._count = len(found)
        if self._count > _LINES_MAX:
            _LOG.error(self._more, self._count - _LINES_MAX)

    def add(self, *args: object) -> None:
        """Log one more error: the first lines whole, then each time that the count has doubled."""
        self._count += 1
        beyond = self._count - _LINES_MAX
        if beyond <= 0:
            _LOG.error(self._each, *args)
        elif not beyond & (beyond - 1):
            _LOG.error(self._more, beyond)


_DYNAMIC: Final = frozenset(
    cls.API_KEY
    for cls in (
        AbortTransactionRecord,
        BeginTransactionRecord,
        ClientQuotaRecord,
        ConfigRecord,
        EndTransactionRecord,
    )
)
"""The records that `DynamicConfigs` follows."""

_REMOVALS: Final = frozenset(
    {RemoveAccessControlEntryRecord.API_KEY, RemoveUserScramCredentialRecord.API_KEY}
)
_BROKER: Final = 4
"""The type of resource that nodes are in a ConfigRecord."""


class PublishedSecurity:
    """Replays committed records into `image`, and keeps an authorizer's ACLs up to date."""

    def __init__(self, authorizer: StandardAuthorizer | None = None) -> None:
        self.image = ClusterImage()
        self.authorizer = authorizer
        self._is_loading = False
        self._unreadable = 0
        self._not_understood = _Lines("%s is not understood: %s", "%d more ACLs are not understood")
        self._unknown_hosts = _Lines(
            "%s denies every host: metadata.version %s is above %d, and the host is no address and"
            " no range",
            "%d more ACLs deny every host",
        )
        self._unreadable_changes = _Lines(
            "A change of the ACLs cannot be read: all but super users are denied until a snapshot"
            " replaces the ACLs: %s",
            "%d more changes of the ACLs cannot be read",
        )
        self.unreadable_credentials = 0
        """Changes of SCRAM credentials since the last snapshot that could not be read."""
        self._credential_lines = _Lines(
            "A change of SCRAM credentials cannot be read: no user of the metadata can log in here"
            " until a snapshot replaces them: %s",
            "%d more changes of SCRAM credentials cannot be read",
        )
        self.dynamic: DynamicConfigs | None = None
        self._own_name: str | None = None
        self._on_own_config: Callable[[], None] | None = None

    def follow_configs_of(self, node_id: int, changed: Callable[[], None]) -> None:
        """Call `changed` for each committed config of this node, but not for those of all nodes."""
        self._own_name, self._on_own_config = str(node_id), changed

    def begin_load(self) -> None:
        """Begin a snapshot; until its end the authorizer uses the ACLs that it has."""
        if self.dynamic is not None:
            self.dynamic.begin_load()
        self.image = ClusterImage()
        self._is_loading = True
        self._unreadable = 0
        self._unreadable_changes.begin()
        self.unreadable_credentials = 0
        self._credential_lines.begin()

    def end_load(self) -> None:
        """End a snapshot: its ACLs replace the others at once."""
        self._is_loading = False
        if self.dynamic is not None:
            self.dynamic.end_load()
        if self.authorizer is not None:
            self.authorizer.unreadable += self._unreadable  # before there are ACLs with a gap
            self.authorizer.replace(self.image.acls.values())
            self.authorizer.unreadable = self._unreadable
            self._not_understood.begin(_unknown(self.authorizer.entries))
            self._follow_level(self.authorizer)

    def scram_credential(self, mechanism: int, user: str) -> UserScramCredentialRecord | None:
        """Return a user's committed credential; None for all users while a change is missing."""
        if self.unreadable_credentials:
            return None
        return self.image.scram_credentials.get((mechanism, user))

    def replay(self, value: bytes) -> None:
        """Handle the value of a committed record of any kind."""
        kind = metadata_record_key(value)
        if kind in _DYNAMIC:
            self._note_config(value)
        if kind not in _KINDS:
            return
        try:
            message = decode_metadata_record(value).message
            self.image.replay_metadata(message)
        except (WireError, ReplayError) as error:
            self._note_unreadable(kind, error)
            return
        if self.authorizer is not None and not self._is_loading:
            self._follow(self.authorizer, message)
            self._follow_level(self.authorizer)

    def _note_unreadable(self, kind: int, error: Exception) -> None:
        """Ignore a record; if it possibly revoked rights, deny all until the next snapshot."""
        # removal of an ACL or credential that does not exist: nothing is lost
        is_harmless = isinstance(error, ReplayError) and kind in _REMOVALS
        if kind in _CHANGES_SCRAM and not is_harmless:
            # it can change or remove a credential that must no longer be used
            self.unreadable_credentials += 1
            self._credential_lines.add(error)
            if kind not in _TRANSACTIONS:
                return
        if self.authorizer is None or kind not in _CHANGES_ACLS or is_harmless:
            _LOG.error("An authorization record cannot be read and is ignored: %s", error)
            return
        self._unreadable += 1
        if not self._is_loading:
            self.authorizer.unreadable = self._unreadable
        self._unreadable_changes.add(error)

    def _note_config(self, value: bytes) -> None:
        """Pass a record to the dynamic configs."""
        try:
            record = decode_metadata_record(value).message
        except WireError:
            return  # the metadata image reports the record
        if self.dynamic is not None:
            self.dynamic.replay(record)
        if not isinstance(record, ConfigRecord) or record.resource_type != _BROKER:
            return
        is_own = record.resource_name == self._own_name
        if is_own and self._on_own_config is not None and not self._is_loading:
            self._on_own_config()

    def _follow(self, authorizer: StandardAuthorizer, message: Message) -> None:
        if isinstance(message, EndTransactionRecord):
            acls, known = self.image.acls, authorizer.ids
            if acls.keys() != known:
                authorizer.replace(acls.values())
            for acl_id in acls.keys() - known:
                self._note(authorizer, acls[acl_id])
        elif self.image.in_transaction:
            return  # counts when the transaction ends (KIP-868)
        elif isinstance(message, AccessControlEntryRecord):
            authorizer.add(message)
            self._note(authorizer, message)
        elif isinstance(message, RemoveAccessControlEntryRecord):
            authorizer.remove(message.id)

    def _note(self, authorizer: StandardAuthorizer, record: AccessControlEntryRecord) -> None:
        """Log the parts of a new ACL that this release does not understand, and their effect."""
        entries = [Entry.of(record)]
        for args in _unknown(entries):
            self._not_understood.add(*args)
        if authorizer.of_newer_release:
            for args in self._with_unknown_hosts(entries):
                self._unknown_hosts.add(*args)

    def _follow_level(self, authorizer: StandardAuthorizer) -> None:
        """Follow the level: above the newest known one, hosts can have unknown forms."""
        is_newer = is_newer_than_known(self.image.metadata_version)
        if is_newer and not authorizer.of_newer_release:
            self._unknown_hosts.begin(self._with_unknown_hosts(authorizer.entries))
        authorizer.of_newer_release = is_newer

    def _with_unknown_hosts(self, entries: Iterable[Entry]) -> list[tuple[object, ...]]:
        """Return the ACLs that deny every host because the form of their host is unknown."""
        return [
            (entry, self.image.metadata_version, LATEST)
            for entry in entries
            if entry.denies and entry.has_unknown_host
        ]


def _unknown(entries: Iterable[Entry]) -> list[tuple[object, ...]]:
    """Return the ACLs that this release does not understand, with their effect."""
    return [(entry, why) for entry in entries if (why := entry.why_unknown()) is not None]
