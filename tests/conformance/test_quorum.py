"""What the harness says of a controller that ended by a fault of Kafka's own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.conformance.quorum import KafkaFaultError, blame


@dataclass
class Said:
    node_id: int
    text: str

    def said(self):
        return self.text


FAULTY = Said(2, "java.lang.IllegalArgumentException: Unexpected acknowledgement from non-voter 1")


def test_a_known_fault_is_named_in_place_of_what_it_led_to():
    with pytest.raises(KafkaFaultError, match=r"controllers \[2\]"):
        blame([Said(1, "all is well"), FAULTY], AssertionError("no leader"))


def test_blame_requires_both_a_fault_and_a_failure():
    blame([Said(1, "all is well")], AssertionError("no leader"))
    blame([FAULTY], None)
