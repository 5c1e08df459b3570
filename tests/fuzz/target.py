"""What is fuzzed: something that makes good bytes and tells whether bytes were treated well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kraft_wire.errors import WireError
from tests.fuzz import mutation

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.fuzz.mutation import Sample


class Target(Protocol):
    """A decoder under test; `name` is printed and matched by `--only`.

    `allowance` is how many bytes it may allocate whatever the size of the input.
    """

    name: str
    allowance: int

    def sample(self, random: Random) -> Sample:
        """Make good bytes."""

    def mutate(self, sample: Sample, random: Random) -> bytes:
        """Spoil them."""

    def check(self, data: bytes, *, is_good: bool) -> bool:
        """Raise AssertionError unless all that must hold does; tell whether it was accepted.

        Good bytes must be accepted. Any other error that escapes is a failure too.
        """


class BytesTarget:
    """A target whose bytes are spoiled as `mutation` does it."""

    allowance = 2_000_000

    def mutate(self, sample: Sample, random: Random) -> bytes:
        return mutation.mutate(sample, random)


def verdict(call: Callable[[], Any]) -> tuple[Any, WireError | None]:
    """What a decoder returned, or its refusal; every other error is let out."""
    try:
        return call(), None
    except WireError as refusal:
        return None, refusal


def same_refusal(one: WireError, other: WireError) -> bool:
    """Whether two refusals tell the same."""
    return (type(one), one.offset, one.path) == (type(other), other.offset, other.path)


def check_place(refusal: WireError, size: int) -> None:
    """A refusal has a reason, and its place lies in the bytes or right behind them."""
    assert refusal.detail
    assert refusal.offset is None or 0 <= refusal.offset <= size, f"offset of {refusal!r}"
