"""Inputs of a seed, in groups: bytes and values of one message in one version."""

from __future__ import annotations

from array import array
from random import Random
from typing import TYPE_CHECKING, Any

from kraft_wire.inspection import read_tree
from kraft_wire.messages import kafka_messages, message_class
from tests.fuzz.content import message_sample
from tests.fuzz.engine_check import check_bytes, check_value, python_reading
from tests.fuzz.mutation import mutate
from tests.fuzz.odd_values import odd_value, structures
from tests.sanitize.batches import check_batch
from tests.support.engines import native_alone

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from tests.fuzz.mutation import Sample

BYTES_MAX = 512
GROUP = 128
"""Inputs of a group."""

BATCHES_OF = 8
"""Of how many groups one is of record batches."""

VALUES_OF = 8
"""Of how many inputs one is a message with an odd value."""

WATCHED_OF = 100
"""Of how many inputs the careful reader sees one; it sees those on which the engines differ too."""


class Groups:
    """Every group is made of the seed and its number alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.differing = 0
        """Inputs that the engine left to Python, which took them."""
        self._versions = [
            (name, version)
            for name, entry in sorted(kafka_messages().entries.items())
            for version in range(entry.lowest, entry.highest + 1)
        ]

    def run(self, number: int) -> None:
        """Try one group; raises AssertionError with the input."""
        random = Random(f"{self._seed}:{number}")
        if number % BATCHES_OF == 0:
            self.differing += check_batch(random, GROUP)
            return
        name, version = self._versions[number * 211 % len(self._versions)]
        cls = message_class(name)
        sample = message_sample(cls, version, random)
        with native_alone():
            for index in range(GROUP):
                try:
                    if index % VALUES_OF:
                        self._bytes(cls, version, _mutant(sample, random, index), index)
                    else:
                        self._value(cls, version, sample.data, random)
                except AssertionError as error:
                    raise AssertionError(f"{name} {version}, group {number}: {error}") from error

    def _value(self, cls: type[Message], version: int, data: bytes, random: Random) -> None:
        message, _ = cls._READERS[version](data, 0)
        with odd_value(structures(message), random) as shown:
            try:
                self.differing += check_value(message, version)
            except AssertionError as error:
                raise AssertionError(f"{error}: {shown}") from error

    def _bytes(self, cls: type[Message], version: int, data: bytes, index: int) -> None:
        # An array ends where its bytes end; `bytes` have one more, which is zero.
        start = index // 2 % 2 * 3
        given: Any = bytes(start) + data
        if index % 2 and given:
            given = memoryview(array("B", given))
        try:
            differs = check_bytes(cls, version, data, given, start)
            if differs or index % WATCHED_OF == 1:
                fault = read_tree(cls.schema(), data, version).fault
                accepted = python_reading(cls, version, data) is not None
                assert (fault is None) == accepted, f"the careful reader disagrees: {fault}"
        except AssertionError as error:
            raise AssertionError(f"{error}: {data.hex()}") from error
        self.differing += differs


def _mutant(sample: Sample, random: Random, index: int) -> bytes:
    return mutate(sample, random)[:BYTES_MAX] if index > 1 else sample.data
