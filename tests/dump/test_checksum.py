"""The checksum that is taken out of its package."""

from __future__ import annotations

import subprocess
import sys

import crc32c as package

from kraft_core.dump.checksum import crc32c


def test_it_is_crc_32c():
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(memoryview(b"0123456789")[1:]) == package.crc32c(b"123456789")


def test_the_package_is_left_alone():
    """What this saves is start-up time, so that it is saved is what is tested."""
    code = (
        "import sys; from kraft_core.dump.checksum import crc32c; assert crc32c(b'') == 0;"
        " print('crc32c' in sys.modules, 'argparse' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
