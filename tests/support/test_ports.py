"""Ports for tests: none is promised twice, whatever runs on the machine at the same time."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ports
from tests.support.ports import free_ports

ROOT = Path(__file__).parents[2]


@pytest.fixture
def few(tmp_path, monkeypatch):
    """Limit `free_ports` to twenty ports that no process has reserved."""
    monkeypatch.setattr(ports, "_PROMISED", tmp_path)
    (first,) = free_ports(1)
    (tmp_path / str(first)).unlink()
    found = range(first, first + 20)
    monkeypatch.setattr(ports, "_range", lambda: found)
    monkeypatch.setattr(ports, "_is_free", lambda _: True)
    return found


def test_a_port_is_promised_once_while_its_process_runs(few):
    promised = [port for _ in range(4) for port in free_ports(5)]
    assert sorted(promised) == list(few)
    with pytest.raises(OSError, match="could not find 1 free ports"):
        free_ports(1)


def test_ports_of_a_process_that_has_ended_are_promised_again(few, tmp_path):
    free_ports(20)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / str(few[3])).write_text(str(ended.pid))
    (tmp_path / str(few[7])).write_text("")  # killed while it wrote
    assert sorted(free_ports(2)) == [few[3], few[7]]


def test_processes_that_draw_at_once_get_different_ports(few, tmp_path):
    for port in few:  # all have an owner that has ended
        (tmp_path / str(port)).write_text(str(2**22 + 1))
    code = (
        "import sys, pathlib\n"
        "from tests.support import ports\n"
        f"ports._PROMISED = pathlib.Path({str(tmp_path)!r})\n"
        f"ports._range = lambda: {few!r}\n"
        "ports._is_free = lambda _: True\n"
        "print(*ports.free_ports(5), flush=True)\n"
        "sys.stdin.read()\n"
    )
    drawing = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for _ in range(4)
    ]
    drawn = [int(port) for each in drawing for port in each.stdout.readline().split()]
    for each in drawing:
        each.communicate()
    assert sorted(drawn) == list(few)


def test_a_port_with_a_listener_is_not_promised(monkeypatch, tmp_path):
    monkeypatch.setattr(ports, "_PROMISED", tmp_path)
    (port,) = free_ports(1)
    (tmp_path / str(port)).unlink()
    monkeypatch.setattr(ports, "_range", lambda: range(port, port + 1))
    with socket.create_server(("127.0.0.1", port)), pytest.raises(OSError, match="free ports"):
        free_ports(1)
    assert not (tmp_path / str(port)).exists()


@pytest.mark.parametrize(
    ("first", "last"), [("32768", 32_000), ("16000", 16_000), ("1024", 13_000)]
)
def test_ports_are_below_those_of_outgoing_connections(monkeypatch, tmp_path, first, last):
    ephemeral = tmp_path / "range"
    ephemeral.write_text(f"{first}\t60999\n")
    monkeypatch.setattr(ports, "_EPHEMERAL", ephemeral)
    assert ports._range() == range(12_000, last)
