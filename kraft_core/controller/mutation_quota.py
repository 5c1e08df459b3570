"""The quota of topic changes (KIP-599): how many partitions a client may create and delete.

After ControllerMutationQuotaManager and TokenBucket. A bucket holds the partitions that may be
changed at once; it fills with the rate `controller_mutation_rate` that is set for the user, the
client id or both. What is charged may make it negative: then nothing more is taken until it has
filled to 0. Buckets are state of one term of one active controller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.controller.decision import Refusal
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kraft_core.image import ClusterImage

KEY: Final = "controller_mutation_rate"
STRICT_FROM: Final = {19: 6, 20: 5, 37: 3}
"""The APIs that are charged, and the version from which a client knows error 89."""

_BUCKETS_MAX: Final = 1_000
"""Above so many buckets the full ones are forgotten: they are as good as new."""
_WINDOWS: Final = "controller.quota.window.num"
_WINDOW_S: Final = "controller.quota.window.size.seconds"

_Tags = tuple[str | None, str | None]
"""User and client id that share a bucket; None where that does not matter."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_at_ms: int
    rate: float
    burst: float

    def fill(self, now_ms: int) -> None:
        """Add what the time brought since the last charge."""
        gained = self.rate * (now_ms - self.filled_at_ms) / 1000
        self.tokens = min(self.burst, self.tokens + gained)
        self.filled_at_ms = now_ms

    @property
    def throttle_ms(self) -> int:
        """How long until it is not negative."""
        return 0 if self.tokens >= 0 else round(-self.tokens / self.rate * 1000)


class MutationQuotas:
    """The buckets of all clients. `image` has the rates, `static` the file of the controller."""

    def __init__(self, image: ClusterImage, static: Mapping[str, str]) -> None:
        self._image = image
        self._burst_s = int(static.get(_WINDOWS, "11")) * int(static.get(_WINDOW_S, "1"))
        self._buckets: dict[_Tags, _Bucket] = {}

    def bucket(self, user: str, client_id: str, now_ms: int) -> _Bucket | None:
        """Return the bucket of a client, filled; None without a quota."""
        found = self._rate(user, client_id)
        if found is None:
            return None
        tags, rate = found
        burst = rate * self._burst_s
        bucket = self._buckets.get(tags)
        if bucket is None:
            if len(self._buckets) > _BUCKETS_MAX:
                self._forget_full(now_ms)
            bucket = self._buckets[tags] = _Bucket(burst, now_ms, rate, burst)
        bucket.fill(now_ms)
        bucket.rate, bucket.burst = rate, burst
        return bucket

    def _rate(self, user: str, client_id: str) -> tuple[_Tags, float] | None:
        for entity, tags in _precedence(user, client_id):
            rate = self._image.client_quotas.get(entity, {}).get(KEY)
            if rate is not None:
                return tags, rate
        return None

    def _forget_full(self, now_ms: int) -> None:
        for tags, bucket in list(self._buckets.items()):
            bucket.fill(now_ms)
            if bucket.tokens >= bucket.burst:
                del self._buckets[tags]


def _precedence(
    user: str, client_id: str
) -> Iterator[tuple[tuple[tuple[str, str | None], ...], _Tags]]:
    """Yield the entities whose quota may count, the first one that has it does, and its bucket.

    The name None is the default entity (ClientQuotaManager.DefaultQuotaCallback).
    """
    for name in (user, None):
        for client in (client_id, None):
            yield (("client-id", client), ("user", name)), (user, client_id)
        yield (("user", name),), (user, None)
    for client in (client_id, None):
        yield (("client-id", client),), (None, client_id)


class Charge:
    """Charges one request; `throttle_ms` is how long its answer has the client wait.

    A strict one refuses topics while the bucket is negative; a client that does not know the error
    only gets a throttle time.
    """

    def __init__(self, bucket: Callable[[], _Bucket | None], *, is_strict: bool) -> None:
        self._bucket = bucket
        self._is_strict = is_strict
        self._charged = 0
        self.throttle_ms = 0

    def begin(self) -> None:
        """Give back what an earlier attempt to decide the same request was charged."""
        if self._charged and (bucket := self._bucket()) is not None:
            bucket.tokens += self._charged
        self._charged = self.throttle_ms = 0

    def __call__(self, partitions: int) -> None:
        """Take so many partitions out of the bucket; raises Refusal (89)."""
        bucket = self._bucket()
        if bucket is None:
            return
        if self._is_strict and bucket.tokens < 0:
            self.throttle_ms = bucket.throttle_ms
            raise Refusal(
                ErrorCode.THROTTLING_QUOTA_EXCEEDED, "The throttling quota has been exceeded."
            )
        bucket.tokens -= partitions
        self._charged += partitions
        if not self._is_strict:
            self.throttle_ms = bucket.throttle_ms
