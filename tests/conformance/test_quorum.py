"""What the harness says of a controller that ended by a fault of Kafka's own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.conformance.quorum import Controller, KafkaFaultError, blame, fatal_faults


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


ASKED = "[SIGTERM handler] INFO LoggingSignalHandler - Terminating process due to signal SIGTERM\n"
LOG_CLOSED = """\
[loader] ERROR ProcessTerminatingFaultHandler - Encountered fatal fault: Unhandled fault
java.io.UncheckedIOException: Failed to read records into memory
\tat org.apache.kafka.raft.internals.RecordsIterator.readFileRecords(RecordsIterator.java:129)
Caused by: java.nio.channels.ClosedChannelException
\t... 11 more
"""
OTHER = LOG_CLOSED.replace("ClosedChannel", "IllegalState")


@pytest.mark.parametrize(
    ("lives", "faults"),
    [
        ((f"{ASKED}{LOG_CLOSED}[main] INFO closed\n", "[main] INFO started\n"), []),
        ((f"{ASKED}{OTHER}[main] INFO closed\n",), [OTHER]),
        ((f"{LOG_CLOSED}[main] INFO closed\n",), [LOG_CLOSED]),
        ((ASKED, f"[main] INFO started\n{LOG_CLOSED}"), [LOG_CLOSED]),
        ((f"{ASKED}{LOG_CLOSED}{OTHER}",), [OTHER]),
    ],
    ids=["log closed at an end", "another fault", "no end", "next life", "both"],
)
def test_closed_log_is_no_fault_while_a_controller_ends(tmp_path, lives, faults):
    controller = Controller("4.3.1", 1, 9093, tmp_path)
    for text in lives:
        controller.spawn(["printf", "%s", text]).wait()
    assert fatal_faults(controller.said()) == controller.fatal_faults() == faults


@pytest.mark.parametrize(
    ("lives", "status", "is_well"),
    [
        ((ASKED,), 143, True),
        ((ASKED,), 1, False),
        ((ASKED,), -9, False),
        ((f"{ASKED}{LOG_CLOSED}",), 1, True),
        ((f"{ASKED}{OTHER}",), 1, False),
        ((LOG_CLOSED,), 1, False),
        ((f"{ASKED}{LOG_CLOSED}", ASKED), 1, False),
    ],
    ids=["SIGTERM", "1", "SIGKILL", "log closed", "another fault", "not asked", "life before"],
)
def test_controller_that_is_halted_by_its_closed_log_has_ended_well(
    tmp_path, lives, status, is_well
):
    controller = Controller("4.3.1", 1, 9093, tmp_path)
    for text in lives:
        controller.spawn(["printf", "%s", text]).wait()
    assert controller.ended_well(status) == is_well
