"""How a run under the sanitizers ends is said in every case."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tests.sanitize.__main__ import follow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals of POSIX")


def script(*lines):
    return [sys.executable, "-c", "\n".join(("import os, signal", *lines))]


@pytest.mark.parametrize(
    ("lines", "status", "last"),
    [
        (["print('256 inputs, 9/s')"], 0, "it ended with status 0; at least 256 of 256"),
        (["print('128 inputs, 9/s')"], 1, "it ended with status 0; at least 128 of 256"),
        (["raise SystemExit(3)"], 1, "it ended with status 3; at least 0 of 256"),
        (["os.kill(os.getpid(), signal.SIGSEGV)"], 1, "SIGSEGV ended it; at least 0 of 256"),
        (
            ["print('128 inputs, 9/s', flush=True)", "os.kill(os.getpid(), signal.SIGKILL)"],
            1,
            (
                "SIGKILL ended it (the machine had no memory left, or somebody sent it);"
                " at least 128 of 256"
            ),
        ),
    ],
)
def test_the_last_line_says_how_the_run_ended(capfd, lines, status, last):
    assert follow(script(*lines), 256) == status
    assert capfd.readouterr().out.splitlines()[-1] == f"the run: {last} inputs are done"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_to_the_command_ends_the_run_and_is_named(number):
    code = textwrap.dedent("""
        import sys
        from tests.sanitize.__main__ import follow
        wait = "print('128 inputs, 9/s', flush=True); import signal; signal.pause()"
        sys.exit(follow([sys.executable, "-c", wait], 256))
    """)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "128 inputs, 9/s\n"
        os.kill(run.pid, number)
        assert run.stdout.read() == (
            f"the run: {number.name} to this command ended it;"
            " at least 128 of 256 inputs are done\n"
        )
        assert run.wait() == 1
