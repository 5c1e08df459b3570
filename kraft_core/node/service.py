"""What a node answers beside the requests of its replica, and what it tells of features.

`Service` is what a quorum of a user's own data needs: nothing but the replica's requests. A
controller is another one; it says so by more entries in `served`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from kraft_core.node.api_versions import REPLICA_APIS, FinalizedFeatures
from kraft_core.node.refusals import refusal
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_core.node.node import RaftNode
    from kraft_wire.message import Message

_NO_FEATURES: Final = FinalizedFeatures(levels={})


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """A request that is not the replica's. `reply` takes the answer, now or later, and once.

    `inner` is what `Service.unpack` returned for the message. `reply_later` is there for a large
    request: it takes a function that builds the answer, and runs it in another thread.
    """

    listener: str
    api_version: int
    message: Message
    reply: Callable[[Message], None]
    inner: object = None
    reply_later: Callable[[Callable[[], Message]], None] | None = None

    def refuse(self, code: ErrorCode, text: str | None = None) -> None:
        """Answer with one error in every place; as many as a large request has take a while."""
        build = partial(refusal, self.message, self.api_version, code, text)
        if self.reply_later is None:
            self.reply(build())
        else:
            self.reply_later(build)


class Service:
    """Answers nothing of its own. `attach` is called before anything is asked."""

    served: Mapping[int, tuple[int, int]] = REPLICA_APIS
    supported: Mapping[str, tuple[int, int]] = {"kraft.version": (0, 1)}

    def attach(self, node: RaftNode) -> None:
        """The node that this serves, before it starts."""

    def unpack(self, message: Message) -> object:
        """What a request carries in turn, for `ServedRequest.inner`; called in any thread."""
        del message
        return None

    def housekeep(self) -> None:
        """About a second has passed."""

    async def close(self, patience_s: float) -> None:
        """The node ends: give back what was opened."""

    def finalized_features(self) -> FinalizedFeatures:
        """The levels of features, but for kraft.version, which the replica knows."""
        return _NO_FEATURES

    def receive(self, request: ServedRequest) -> None:
        """Answer a request of `served` that is none of the replica's."""
        request.refuse(ErrorCode.UNSUPPORTED_VERSION)
