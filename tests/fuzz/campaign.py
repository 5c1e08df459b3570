"""Many inputs over many targets, each one wholly made of the seed and its number."""

from __future__ import annotations

import random
import shlex
import traceback
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fuzz.guard import (
    PEAK_PER_BYTE,
    HangError,
    ResidentBound,
    bounded_memory,
    bounded_time,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tests.fuzz.mutation import Sample
    from tests.fuzz.target import Target

GROUP = 8
"""Inputs made of one sample: the sample itself, then mutants of it."""

MEASURED = 61
"""Of how many inputs one is measured for memory, which makes it several times slower."""

_STRIDE = 7919


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that was not treated well."""

    target: str
    number: int
    data: bytes
    error: str
    trace: str

    def report(self, seed: int, only: str) -> str:
        """What a person needs: what, where, the bytes, and how to see it again."""
        again = f"python -m tests.fuzz --seed {seed} --first {self.number} --count 1"
        if only:
            again += f" --only {shlex.quote(only)}"
        return (
            f"{self.target}, input {self.number} of seed {seed}: {self.error}\n{self.trace}"
            f"hex: {self.data.hex()}\nagain: {again}\n"
        )


@dataclass(slots=True)
class Tally:
    """What became of the inputs, by the first word of the target's name."""

    tried: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    measured: int = 0
    targets: set[str] = field(default_factory=set)
    failures: list[Failure] = field(default_factory=list)


class Campaign:
    """A seed and the targets that its inputs go to in turn."""

    def __init__(self, targets: Sequence[Target], seed: int) -> None:
        self._targets = targets
        self._seed = seed
        self._group = -1
        self._sample: Sample | None = None
        self._resident = ResidentBound()

    def run(
        self,
        numbers: Iterable[int],
        *,
        failures_max: int = 10,
        progress: Callable[[Tally], None] = lambda _: None,
    ) -> Tally:
        """Try the inputs of these numbers; stop early after so many failures."""
        tally = Tally()
        for number in numbers:
            self._try(number, tally)
            progress(tally)
            if len(tally.failures) >= failures_max:
                break
        return tally

    def target_of(self, number: int) -> Target:
        """The target of an input: neighbours in number are far apart in the list."""
        return self._targets[number // GROUP * _STRIDE % len(self._targets)]

    def _try(self, number: int, tally: Tally) -> None:
        target = self.target_of(number)
        data = b""
        try:
            with bounded_time():
                data = self._input(number, target)
                accepted = self._check(target, data, number, tally)
            self._resident.check()
        except (Exception, HangError) as error:  # noqa: BLE001  # whatever it is, it is reported
            name = f"{type(error).__name__}: {error}"
            trace = "".join(traceback.format_tb(error.__traceback__)[-6:])
            tally.failures.append(Failure(target.name, number, data, name, trace))
            accepted = False
        kind = target.name.partition(" ")[0]
        tally.targets.add(target.name)
        tally.tried[kind] += 1
        tally.accepted[kind] += accepted

    def _input(self, number: int, target: Target) -> bytes:
        group = number // GROUP
        if group != self._group:
            self._sample = target.sample(random.Random(f"{self._seed}:{group}"))
            self._group = group
        assert self._sample is not None
        if number % GROUP == 0:
            return self._sample.data
        return target.mutate(self._sample, random.Random(f"{self._seed}:{group}:{number}"))

    def _check(self, target: Target, data: bytes, number: int, tally: Tally) -> bool:
        is_good = number % GROUP == 0
        if number % MEASURED:
            return target.check(data, is_good=is_good)
        target.check(data, is_good=is_good)  # loads what is loaded once
        tally.measured += 1
        with bounded_memory(target.allowance + PEAK_PER_BYTE * len(data)):
            return target.check(data, is_good=is_good)
