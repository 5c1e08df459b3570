"""Peak memory of a dump: a few kilobytes that are half a gigabyte when they are decompressed.

Divergence N57.
"""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from kraft_core.cli.dump.report import BATCH_BYTES_MAX
from kraft_core.cli.main import run
from tests.support.record_batches import batch_of, varint
from tests.support.segments import batch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux counts")

MIB = 1 << 20
GZIP = 1
ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from kraft_core.cli.main import run
code = run(sys.argv[1:])
with open("/proc/self/status") as lines:
    print(next(line for line in lines if line.startswith("VmHWM")), end="", file=sys.stderr)
sys.exit(code)
"""


def compressed(pieces):
    """Gzip of pieces, made without having all of them in memory."""
    stream = zlib.compressobj(1, wbits=31)
    return b"".join([*map(stream.compress, pieces), stream.flush()])


def one_record(size):
    """The pieces of one record with a value of so many bytes."""
    head = b"\0\0\0" + varint(-1) + varint(size)
    yield varint(len(head) + size + 1) + head
    for _ in range(size // MIB):
        yield b"v" * MIB
    yield b"\0"


def peak_mib(*arguments):
    """Exit code and standard error of a command, and the most memory that it had in MiB.

    Of the program alone: what wait4 reports is not below what this process had when it began it.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        check=False,
    )
    *said, peak = done.stderr.splitlines()
    return done.returncode, said, int(re.fullmatch(r"VmHWM:\s+(\d+) kB", peak)[1]) >> 10


@pytest.fixture(scope="module")
def bomb(tmp_path_factory):
    """A first batch that is good, and one of 500 MiB."""
    path = tmp_path_factory.mktemp("bomb") / "00000000000000000000.log"
    payload = compressed(one_record(500 * MIB))
    content = batch([(None, b"good")]) + batch_of(payload, base_offset=1, attributes=GZIP)
    path.write_bytes(content)
    assert len(content) < 3 * MIB
    return str(path)


@pytest.mark.parametrize("form", ["--print-data-log", "--deep-iteration", "--json"])
def test_dump_of_a_batch_beyond_the_bound_stops_with_little_memory(bomb, form):
    status, said, peak = peak_mib("dump-log", form, "--files", bomb)
    assert status == 1
    (line,) = said
    assert "--max-batch-bytes" in line
    # the interpreter, and the bound twice while the pieces of the output are joined
    assert peak < 64 + 2 * (BATCH_BYTES_MAX >> 20) + 32, peak


@pytest.mark.parametrize("form", ["--print-data-log", "--json"])
def test_dump_of_a_batch_of_the_whole_bound_has_bounded_memory(tmp_path, form):
    path = tmp_path / "00000000000000000000.log"
    payload = compressed(one_record(BATCH_BYTES_MAX - MIB))
    path.write_bytes(batch_of(payload, attributes=GZIP))
    status, said, peak = peak_mib("dump-log", form, "--files", str(path))
    assert (status, said) == (0, [])
    assert peak < 64 + 8 * (BATCH_BYTES_MAX >> 20), peak


def test_the_bound_can_be_chosen(tmp_path, capsysbinary):
    path = tmp_path / "00000000000000000000.log"
    path.write_bytes(batch_of(compressed(one_record(MIB)), attributes=GZIP))
    command = ["dump-log", "--print-data-log", "--files", str(path), "--max-batch-bytes"]
    assert run([*command, str(MIB)]) == 1
    assert b"payload: " not in capsysbinary.readouterr().out
    assert run([*command, str(MIB + 100)]) == 0
    assert b"payload: vvvv" in capsysbinary.readouterr().out


def test_batches_before_an_oversized_one_are_printed(bomb, capsys):
    assert run(["dump-log", "--print-data-log", "--files", bomb]) == 1
    out, err = capsys.readouterr()
    assert "payload: good" in out
    assert "exceeds 67108864 bytes when decompressed" in err
    assert "at position" in err
