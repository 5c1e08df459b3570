"""Text from peers and records, escaped so that it cannot act on a terminal or a log.

A host name, rack, user or topic can hold escape sequences (`ESC[2J` clears the screen), line feeds
that forge a line, and bidirectional marks that show words in another order. What is not printable
in the sense of `str.isprintable` is written as JSON escapes it, so that JSON text stays JSON.
"""

from __future__ import annotations

import json

__all__ = ["printable"]


def printable(text: str) -> str:
    """Return the text with everything escaped that is not printable; line feeds too.

    Tabs stay, since they only move text to the right: the tables of Kafka's tools have them.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter == "\t" else json.dumps(letter)[1:-1]
        for letter in text
    )
