"""Eight threads at once in everything that is shared: codecs, learned tables, lazy imports.

Each of these cases runs in a process of its own, since what goes wrong there ends the process.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from kraft_wire.messages import CreateTopicsRequest

FRONT = """
import faulthandler, random, sys, threading
faulthandler.enable()
sys.setswitchinterval(1e-6)
start, faults = threading.Barrier(8), []

def run(work):
    def thread(number):
        start.wait()
        try:
            work(number)
        except BaseException as error:
            faults.append(repr(error))
    threads = [threading.Thread(target=thread, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not faults, faults
    print("done")
"""

CODEC = """
from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import compress, decompress

# large ones: a codec lets other threads run while it works on them
plain = [random.Random(seed).randbytes(100_000) * (4 + seed) for seed in range(8)]
packed = [compress(Compression[{codec!r}], data) for data in plain]

def work(number):
    for turn in range(24):
        seed = (number + turn) % 8
        data = plain[seed]
        assert decompress(Compression[{codec!r}], packed[seed]) == data
        assert decompress(Compression[{codec!r}], packed[seed], max_bytes=len(data)) == data
        if turn % 8 == 0:
            assert compress(Compression[{codec!r}], data) == packed[seed]
run(work)
"""

RECORDS = """
from kraft_wire.records import Compression, RecordBatch, RecordBatchBuilder

def work(number):
    rng = random.Random(number % 2)
    for turn in range(100):
        builder = RecordBatchBuilder(compression=Compression(turn % 5))
        wanted = []
        for _ in range(rng.randrange(1, 20)):
            headers = tuple((f"h{rng.randrange(9)}", rng.randbytes(rng.randrange(9)))
                            for _ in range(rng.randrange(4)))
            wanted.append((rng.randrange(1 << 40), rng.randbytes(rng.randrange(200)),
                           rng.choice([None, rng.randbytes(rng.randrange(300))]), headers))
            builder.append(*wanted[-1])
        batch = RecordBatch.parse(builder.build())
        assert [record[1:5] for record in batch.read_records()] == wanted
        payload, position = batch.payload()
        assert len(list(batch.spans(payload, position))) == len(wanted)
run(work)
"""

MESSAGES = """
from kraft_wire import messages
from kraft_wire.errors import WireError

def work(number):
    keys = messages.api_keys()
    random.Random(number).shuffle(keys)
    for key in keys:
        for cls in (messages.request_class(key), messages.response_class(key)):
            assert cls is getattr(messages, cls.__name__)
            for version in (cls.VERSIONS[0], cls.VERSIONS[1]):
                assert cls.decode(cls().encode(version), version) == cls()
                try:
                    cls.decode(b"\\xff", version)
                except WireError:
                    pass
run(work)
"""

LAZY_NAMES = """
import kraft_wire.records
def work(number):
    names = list(kraft_wire.records.__all__)
    random.Random(number).shuffle(names)
    found = {name: getattr(kraft_wire.records, name) for name in names}
    assert found["Record"](1, 2, None, None).offset == 1
    data = found["RecordBatchBuilder"](compression=found["Compression"](number % 5))
    data.append(1, b"key", b"value")
    assert found["RecordBatch"].parse(data.build()).read_records()[0].key == b"key"
run(work)
"""

# the compiled engine lets other threads run while it decodes these
LARGE = """
import gc
from kraft_wire.errors import WireError
from kraft_wire.messages import CreateTopicsRequest

Topic = CreateTopicsRequest.CreatableTopic
expected = [
    CreateTopicsRequest(topics=tuple(
        Topic(name=f"{seed}-{number}", num_partitions=seed, replication_factor=1)
        for number in range(5000)
    ))
    for seed in range(8)
]
encoded = [message.encode(7) for message in expected]

def work(number):
    for turn in range(4):
        seed = (number + turn) % 8
        assert CreateTopicsRequest.decode(encoded[seed], 7) == expected[seed]
        cut = encoded[seed][: len(encoded[seed]) // 2]
        try:
            CreateTopicsRequest.decode(cut, 7)
        except WireError:
            pass
        gc.collect()
run(work)
"""

CASES = {
    **{codec: CODEC.format(codec=codec) for codec in ("GZIP", "SNAPPY", "LZ4", "ZSTD")},
    "records": RECORDS,
    "messages": MESSAGES,
    "lazy-names": LAZY_NAMES,
    "large": LARGE,
}


@pytest.mark.parametrize("case", CASES)
def test_eight_threads_get_what_one_gets(case):
    done = subprocess.run(
        [sys.executable, "-c", FRONT + CASES[case]], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_other_threads_run_while_a_large_message_is_decoded():
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    encoded = CreateTopicsRequest(topics=100_000 * (topic,)).encode(7)

    def turns_in_a_decoding() -> int:
        """How often this thread ran while the other one decoded; a pause of 0.2 ms ends a turn."""
        times, began, is_over = [], threading.Event(), False

        def decode() -> None:
            nonlocal is_over
            began.wait()
            times.append(time.perf_counter())
            CreateTopicsRequest.decode(encoded, 7)
            times.append(time.perf_counter())
            is_over = True

        thread = threading.Thread(target=decode)
        thread.start()
        begun = [time.perf_counter()]
        last = begun[0]
        began.set()
        while not is_over:
            now = time.perf_counter()
            if now - last > 0.0002:
                begun.append(now)
            last = now
        thread.join()
        return sum(times[0] < turn < times[1] for turn in begun)

    # A thread asks for the GIL once an interval: at 0.1 ms, a decoding of some 50 ms is asked often
    # enough on a busy machine too. A decoder that keeps the GIL leaves no turn but one at its
    # beginning, however often it is tried.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.0001)
    try:
        assert any(turns_in_a_decoding() >= 5 for _ in range(10))
    finally:
        sys.setswitchinterval(interval)
