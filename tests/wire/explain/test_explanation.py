from __future__ import annotations

from kraft_wire.errors import (
    TrailingBytesError,
)
from kraft_wire.explain import (
    explain_message,
    to_text,
)
from kraft_wire.messages import (
    VoteResponse,
)


def test_bytes_after_the_end_are_a_fault():
    found = explain_message(VoteResponse, VoteResponse().encode(0) + b"xy", 0)
    assert type(found.fault) is TrailingBytesError
    assert to_text(found).splitlines()[-2:] == [
        "000004  78 79                not read",
        "TrailingBytesError: 2 bytes follow the end (at byte 4)",
    ]
