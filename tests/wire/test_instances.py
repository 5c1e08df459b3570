"""Instances that the compiled engine makes, keeps and frees are ordinary objects of Python."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
import weakref

import pytest

from kraft_wire.errors import InvalidTextError
from kraft_wire.messages import HeartbeatRequest, kafka_messages, message_class
from tests.support import engines

pytestmark = engines.needs_native

VERSION = 4
HEARTBEAT = HeartbeatRequest(group_id="group", generation_id=7, member_id="member")
OCTETS = HEARTBEAT.encode(VERSION)


def decoded() -> HeartbeatRequest:
    return HeartbeatRequest.decode(OCTETS, VERSION)


class Noted(HeartbeatRequest):
    """A subclass with a dictionary and weak references."""

    def __del__(self) -> None:
        ENDED.append(self.group_id)


class Held:
    """Something to refer to."""


ENDED: list[str] = []


def test_a_chain_of_messages_is_freed_without_recursion():
    for make in (HeartbeatRequest, decoded, Noted):
        chain = None
        for _ in range(200_000):
            link = make()
            link.group_instance_id = chain
            chain = link
        del chain, link
    assert decoded() == HEARTBEAT


def test_an_instance_that_was_kept_has_nothing_of_the_last_one():
    expected = HeartbeatRequest(group_id="g")
    octets = [expected.encode(version) for version in range(VERSION + 1)]
    message = decoded()
    message.unknown_tagged_fields = ((5, b"x"),)
    address = id(message)
    del message
    for version, data in enumerate(octets):
        again = HeartbeatRequest.decode(data, version)
        assert again == expected
        assert id(again) == address
        assert gc.is_tracked(again)
        del again


def test_bytes_that_end_early_leave_no_instance():
    for size in range(len(OCTETS)):
        for _ in range(3):
            with pytest.raises(Exception, match="byte"):
                HeartbeatRequest.decode(OCTETS[:size], VERSION)
            assert decoded() == HEARTBEAT


def test_instances_beyond_the_pool_are_freed():
    gc.collect()  # classes of other tests refer to theirs
    before = sys.getrefcount(HeartbeatRequest)
    for count in (10, 5000, 10, 5000):
        messages = [decoded() for _ in range(count)]
        assert messages == [HEARTBEAT] * count
        assert len({id(message) for message in messages}) == count
        assert sys.getrefcount(HeartbeatRequest) == before + count
        del messages
    assert sys.getrefcount(HeartbeatRequest) == before


def test_classes_of_one_size_share_what_is_kept():
    size = HeartbeatRequest.__basicsize__
    classes = [message_class(name) for name in sorted(kafka_messages().entries)]
    alike = [cls for cls in classes if cls.__basicsize__ == size]
    assert len(alike) > 5
    octets = [(cls, cls.VERSIONS[1], cls().encode(cls.VERSIONS[1])) for cls in alike]
    for _ in range(3):
        for cls, version, data in octets:
            message = cls.decode(data, version)
            assert type(message) is cls
            assert message == cls()
            del message


def test_cycles_are_collected():
    gc.collect()
    probe = Noted(group_id="in a cycle")
    gone = weakref.ref(probe)
    message = decoded()
    message.group_id, message.member_id = message, probe
    probe.member_id = message
    ENDED.clear()
    del message, probe
    gc.collect()
    assert gone() is None
    assert ENDED == ["in a cycle"]


def test_subclasses_are_finalized_once_and_freed_whole():
    ENDED.clear()
    for number in range(3):
        message = Noted.decode(HeartbeatRequest(group_id=f"g{number}").encode(VERSION), VERSION)
        message.held = Held()
        gone, held = weakref.ref(message), weakref.ref(message.held)
        assert type(message) is Noted
        del message
        assert gone() is None
        assert held() is None
    assert ENDED == ["g0", "g1", "g2"]


def test_a_finalizer_that_somebody_gives_a_class_runs_and_may_keep_the_instance():
    kept: list[HeartbeatRequest] = []

    def keep(message: HeartbeatRequest) -> None:
        kept.append(message)

    try:
        HeartbeatRequest.__del__ = keep
        message = decoded()
        del message
        assert [each.group_id for each in kept] == ["group"]
        kept.clear()  # it is finalized once, as all objects are
        assert kept == []
    finally:
        del HeartbeatRequest.__del__
    assert decoded() == HEARTBEAT


def test_instances_are_copied_pickled_and_change_their_class():
    message = decoded()
    assert copy.copy(message) == copy.deepcopy(message) == HEARTBEAT
    assert pickle.loads(pickle.dumps(message)) == HEARTBEAT  # noqa: S301  # its own bytes
    plain = type("Plain", (HeartbeatRequest,), {"__slots__": ()})
    message.__class__ = plain
    assert message.group_id == "group"
    message.__class__ = HeartbeatRequest
    assert message == HEARTBEAT
    message.__class__ = plain
    del message
    assert decoded() == HEARTBEAT


def test_threads_make_and_free_together():
    faults = []

    def work() -> None:
        for number in range(300):
            messages = [decoded() for _ in range(number % 40)]
            if any(message != HEARTBEAT for message in messages):
                faults.append(number)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


TEXTS = ["", "a", "ab", "abcdefg", "abcdefgh", "x" * 63, "x" * 64, "x" * 65, "naïve", "ü", "\0\0"]


@pytest.mark.parametrize("place", [0, 3, 7, 8, 20, 62, 63])
def test_text_is_that_of_pythons_decoder(place):
    for text in [*TEXTS, *(("x" * place + odd).ljust(64, "y") for odd in "\x7fü€😀")]:
        octets = HeartbeatRequest(group_id=text).encode(VERSION)
        found = HeartbeatRequest.decode(octets, VERSION).group_id
        assert found == text
        assert found.isascii() == text.isascii()
        assert hash(found) == hash(text)
    for odd in (b"\x80", b"\xff", b"\xc3", b"\xed\xa0\x80"):
        at = min(place, 64 - len(odd))
        text = b"x" * at + odd + b"x" * (64 - len(odd) - at)
        broken = HeartbeatRequest(group_id="x" * 64).encode(VERSION).replace(b"x" * 64, text)
        with pytest.raises(InvalidTextError):
            HeartbeatRequest.decode(broken, VERSION)
