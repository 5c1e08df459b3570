"""Log lines never wait for whoever reads them."""

from __future__ import annotations

import io
import json
import logging
import re
import threading

import pytest

from kraft_core.node.running import BackgroundHandler, JsonFormatter, TextFormatter

pytestmark = pytest.mark.timeout(60)


def logger_of(handler: BackgroundHandler) -> logging.Logger:
    found = logging.Logger("lines")  # noqa: LOG001 - one that nobody else knows
    found.addHandler(handler)
    return found


def test_lines_are_written_in_order_when_it_is_closed():
    stream = io.StringIO()
    handler = BackgroundHandler(stream)
    log = logger_of(handler)
    for number in range(500):
        log.info("line %d", number)
    handler.close()
    assert stream.getvalue().splitlines() == [f"line {number}" for number in range(500)]


class Pipe(io.StringIO):
    """A stream that takes nothing until somebody reads."""

    def __init__(self):
        super().__init__()
        self.read_from = threading.Event()

    def write(self, text):
        assert self.read_from.wait(30)
        return super().write(text)


def test_pipe_that_nobody_reads_stops_nobody_and_loses_are_counted():
    stream = Pipe()
    handler = BackgroundHandler(stream, lines_max=100)
    log = logger_of(handler)
    for number in range(5_000):
        log.info("line %d", number)
    stream.read_from.set()
    handler.close()
    lines = stream.getvalue().splitlines()
    notes = [line for line in lines if "lines were dropped here" in line]
    assert notes
    lost = sum(int(note[1:].split()[0]) for note in notes)
    assert len(lines) - len(notes) + lost == 5_000


def test_closed_stream_ends_nothing():
    stream = io.StringIO()
    handler = BackgroundHandler(stream)
    stream.close()
    logger_of(handler).info("nobody hears this")
    handler.close()


def test_a_json_line_holds_the_record_whatever_is_in_the_message():
    stream = io.StringIO()
    handler = BackgroundHandler(stream)
    handler.setFormatter(JsonFormatter())
    log = logger_of(handler)
    log.warning("two\nlines and %s", '"quotes"')
    try:
        raise ValueError("wrong")
    except ValueError:
        log.exception("failed")
    handler.close()
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["level"], first["message"]) == ("WARN", 'two\nlines and "quotes"')
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first["time"])
    assert "ValueError: wrong" in second["error"]


@pytest.mark.parametrize("formatter", [TextFormatter, JsonFormatter])
def test_text_of_a_peer_stays_in_its_line(formatter):
    stream = io.StringIO()
    handler = BackgroundHandler(stream)
    handler.setFormatter(formatter())
    hostile = "a\x1b[2J\n[2026-01-01 00:00:00,000] ERROR forged\x9b\u202e"
    log = logger_of(handler)
    log.warning("Closed the connection of %s: %s", hostile, "a reason")
    try:
        raise ValueError(hostile)
    except ValueError:
        log.exception("failed")
    handler.close()
    lines = stream.getvalue().splitlines()
    assert [line for line in lines if not line.isprintable()] == []
    assert not any(line.startswith("[2026-01-01 00:00:00,000] ERROR forged") for line in lines)
    assert "a\\u001b[2J\\n[2026-01-01" in lines[0]
