"""The response of a mock broker to a request: errors by rule, models, or the schema only.

No clock, socket or thread: `Answering.respond` returns a response, a `Wait` for one, or None if
there is none to give and the connection has to be closed, as Kafka's brokers do.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.entries import Place, restricted
from kraft_core.testing.errors_by_schema import (
    ErrorPlacementError,
    answer_by_schema,
    error_response,
    merged,
)
from kraft_core.testing.models import MODELS
from kraft_core.testing.models.records import session_places
from kraft_core.testing.models.state import Wait
from kraft_wire.connection import versions_answer
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import ApiVersionsResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_core.testing.models import Model
    from kraft_core.testing.models.state import ClusterState, Context
    from kraft_core.testing.rules import Act, Incoming, PlacedError
    from kraft_wire.message import Message
    from kraft_wire.schema import VersionRange

FAULTS_MAX: Final = 100
_LOW_FEATURES_FROM: Final = 4
"""The first version of ApiVersions that can name features from level 0 on (KIP-1022)."""


class Answering:
    """The responses of one cluster. `faults` are sentences about requests that it could not answer.

    `failures` are those that ended a connection because of the mock or of a rule's function.
    """

    def __init__(
        self,
        state: ClusterState,
        served: Mapping[int, VersionRange],
        *,
        is_generic: bool,
        models: Mapping[str, Model] = MODELS,
    ) -> None:
        self.state = state
        self._models = models
        self.served = served
        self.faults: list[str] = []
        self.failures: deque[str] = deque(maxlen=FAULTS_MAX)
        self._is_generic = is_generic

    def respond(self, context: Context, incoming: Incoming, act: Act) -> Message | Wait | None:
        """Return the response to a request that meets an act."""
        if act.answer is not None:
            given = act.answer
            return given(incoming.message) if callable(given) else given
        try:
            return self._responded(context, incoming, act.errors)
        except ErrorPlacementError as error:
            self.add_fault(str(error))
            return None

    def places(self, message: Message) -> list[Place]:
        """Return the partitions that a fetch session adds to those that a request names."""
        return session_places(self.state, message)

    def add_fault(self, sentence: str) -> None:
        """Note a fault that a test should know of."""
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(sentence)

    def _responded(
        self, context: Context, incoming: Incoming, errors: tuple[PlacedError, ...]
    ) -> Message | Wait:
        is_partial = any(error.is_partial for error in errors)
        is_whole = any(not error.is_partial for error in errors)
        if incoming.api == "Fetch" and is_partial and not is_whole:
            # a session has partitions that the request does not name
            return self._handled(replace(context, injected=errors), "Fetch", incoming.message)
        rest, failed = parted(incoming, errors)
        if rest is None:
            return merged(failed)
        done = self._handled(context, incoming.api, rest)
        if isinstance(done, Wait):
            then = done.then
            return replace(done, then=lambda: merged([then(), *failed]))
        return merged([done, *failed])

    def _handled(self, context: Context, api: str, request: Message) -> Message | Wait:
        if api == "ApiVersions":
            return versions_answer(self.served, **self._features(context.version))
        model = self._models.get(api)
        if model is not None:
            return model(context, request)
        if self._is_generic:
            return answer_by_schema(request, context.version)
        self.add_fault(f"{api} {context.version} has neither a model nor a rule")
        return error_response(request, context.version, ErrorCode.UNSUPPORTED_VERSION)

    def _features(self, version: int) -> dict[str, Any]:
        """Return fields of ApiVersions: Java's producers look for `transaction.version`."""
        if not self.state.bumps_epochs:
            return {}
        cls, name, level = ApiVersionsResponse, "transaction.version", 2
        supported = [cls.SupportedFeatureKey(name=name, min_version=0, max_version=level)]
        finalized = cls.FinalizedFeatureKey(
            name=name, min_version_level=level, max_version_level=level
        )
        return {
            "supported_features": supported if version >= _LOW_FEATURES_FROM else [],
            "finalized_features": [finalized],
            "finalized_features_epoch": 0,
        }


def parted(
    incoming: Incoming, errors: tuple[PlacedError, ...]
) -> tuple[Message | None, list[Message]]:
    """Return the part of a request to handle, and the responses of the other parts.

    Raises ErrorPlacementError if the version has no place for an error.
    """
    request, version = incoming.message, incoming.version
    whole = next((error for error in errors if not error.is_partial), None)
    if whole is not None:
        return None, [error_response(request, version, whole.code, whole.level)]
    if not errors:
        return request, []

    def first(place: Place) -> PlacedError | None:
        named = incoming.named(place)
        return next((error for error in errors if error.matches(named)), None)

    failed: list[Message] = []
    for error in errors:
        part = restricted(request, version, _is(first, error))
        if part is not None:
            failed.append(error_response(part, version, error.code, error.level))
    return restricted(request, version, _is(first, None)), failed


def _is(
    first: Callable[[Place], PlacedError | None], error: PlacedError | None
) -> Callable[[Place], bool]:
    return lambda place: first(place) is error


def modelled(api: str) -> bool:
    """Return True for an API that a mock broker answers from its state."""
    return api == "ApiVersions" or api in MODELS
