from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from kraft_wire.records import checksum
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    import pytest


def test_crc_32c_matches_check_value() -> None:
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(b"") == 0


def test_checksum_continues_after_other_bytes() -> None:
    assert crc32c(b"6789", crc32c(b"12345")) == 0xE3069283
    assert crc32c(memoryview(b"x123456789")[1:]) == 0xE3069283


def test_the_package_itself_is_left_alone() -> None:
    code = (
        "import sys, kraft_wire.records.checksum as c; print(hex(c.crc32c(b'123456789')),"
        "'importlib.metadata' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["0xe3069283", "False"]


def test_without_a_compiled_module_the_package_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checksum, "_compiled", lambda: None)
    monkeypatch.delitem(sys.modules, "crc32c", raising=False)
    assert checksum._function()(b"123456789") == 0xE3069283
