"""ACLs, SCRAM credentials and delegation tokens as they are committed: whom a node believes.

An active controller's image is ahead of the commit, so decisions about who a client is and what it
may do need this one (AclPublisher, ScramPublisher, DelegationTokenPublisher): a ClusterImage that
is given committed records of these kinds alone.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kraft_core.image import ClusterImage, ReplayError
from kraft_wire.errors import WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    AccessControlEntryRecord,
    BeginTransactionRecord,
    DelegationTokenRecord,
    EndTransactionRecord,
    RemoveAccessControlEntryRecord,
    RemoveDelegationTokenRecord,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
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
        RemoveAccessControlEntryRecord,
        RemoveDelegationTokenRecord,
        RemoveUserScramCredentialRecord,
        UserScramCredentialRecord,
    )
)


class PublishedSecurity:
    """Replays committed records into `image`, and keeps an authorizer's ACLs level with it."""

    def __init__(self, authorizer: StandardAuthorizer | None = None) -> None:
        self.image = ClusterImage()
        self.authorizer = authorizer
        self._is_loading = False

    def begin_load(self) -> None:
        """A snapshot follows; the authorizer decides by what it has until that has ended."""
        self.image = ClusterImage()
        self._is_loading = True

    def end_load(self) -> None:
        """The snapshot has ended: its ACLs replace the others at once."""
        self._is_loading = False
        if self.authorizer is not None:
            self.authorizer.replace(self.image.acls.values())

    def replay(self, value: bytes) -> None:
        """Take the value of a committed record, of any kind."""
        if _kind(value) not in _KINDS:
            return
        try:
            message = decode_metadata_record(value).message
            self.image.replay_metadata(message)
        except (WireError, ReplayError) as error:
            _LOG.error("A record about who may do what cannot be read and is ignored: %s", error)
            return
        if self.authorizer is not None and not self._is_loading:
            self._follow(self.authorizer, message)

    def _follow(self, authorizer: StandardAuthorizer, message: Message) -> None:
        if isinstance(message, EndTransactionRecord):
            acls = self.image.acls
            for acl_id in authorizer.ids - acls.keys():
                authorizer.remove(acl_id)
            for acl_id in acls.keys() - authorizer.ids:
                authorizer.add(acls[acl_id])
        elif self.image.in_transaction:
            return  # counts when the transaction ends (KIP-868)
        elif isinstance(message, AccessControlEntryRecord):
            authorizer.add(message)
        elif isinstance(message, RemoveAccessControlEntryRecord):
            authorizer.remove(message.id)


def _kind(value: bytes) -> int:
    """The id of a metadata record, -1 for bytes that are none."""
    try:
        _, position = read_uvarint(value, 0)
        return read_uvarint(value, position)[0]
    except (ValueError, IndexError):
        return -1
