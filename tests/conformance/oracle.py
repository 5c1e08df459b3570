"""The oracle's process: Kafka's own classes of one release, asked over a pipe."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Sequence

RELEASES = ("3.9.2", "4.4.0")
"""Whose classes are asked: the newest, and the oldest whose messages the project still reads."""

Question = dict[str, Any]
Answer = dict[str, Any]


def command(version: str, source: str = "Oracle.java") -> list[str]:
    """The command line of the oracle of a release; compiles it when that was not done yet."""
    return kafka.java_program(Path(__file__).with_name(source), version, heap="768m")


class Oracle:
    """Kafka's classes of one release; the Java source lists the questions. Close it after use."""

    def __init__(self, version: str, source: str = "Oracle.java") -> None:
        self.version = version
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        self._process = subprocess.Popen(
            command(version, source),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        self._process.wait(timeout=60)
        self._stderr.close()

    def ask(self, op: str, **question: object) -> Answer:
        """Put one question. `error` in the answer is what Kafka threw."""
        return self.ask_all([{"op": op, **question}])[0]

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Put many questions, which costs much less than one by one; answers in their order."""
        feeder = threading.Thread(target=self._feed, args=(questions,), daemon=True)
        feeder.start()
        answers = [self._answer() for _ in questions]
        feeder.join()
        return answers

    def messages(self) -> dict[str, tuple[int, int]]:
        """Every message of the release with its lowest and highest version."""
        answer = self.ask("messages")
        return {name: (low, high) for name, (low, high) in answer["messages"].items()}

    def _feed(self, questions: Sequence[Question]) -> None:
        """Runs beside the reader, so that no pipe fills up while nobody reads the other one."""
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(BrokenPipeError):  # the reader says what became of the process
            for question in questions:
                stream.write(json.dumps(question) + "\n")
            stream.flush()

    def _answer(self) -> Answer:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait(timeout=60)
            self._stderr.seek(0)
            said = self._stderr.read().decode(errors="replace")[-2000:]
            raise RuntimeError(f"the oracle of {self.version} has ended: {said}")
        answer: Answer = json.loads(line)
        return answer
