"""`ID@HOST:PORT:DIRECTORY_ID` lists."""

from __future__ import annotations

import pytest

from kraft_core.consensus.values import Endpoint, VersionRange
from kraft_core.node.errors import FormatError
from kraft_core.node.first_voters import parse_first_voters, standalone_voter
from kraft_core.storage.meta_properties import decode_id

ID = "J8aAPcfLQt2bqs1JT_rMgQ"
OTHER = "p7OJ8tPzSFS4nUXxXrZoVA"


def test_voters_are_read():
    voters = parse_first_voters(f" 2@[::1]:2:{OTHER},1@host:9093:{ID},", "CONTROLLER")
    assert voters.ids == (1, 2)
    first, second = voters.get(1), voters.get(2)
    assert first.key.directory_id == decode_id(ID)
    assert first.endpoints == (Endpoint("CONTROLLER", "host", 9093),)
    assert first.kraft_range == VersionRange(0, 1)
    assert second.endpoints == (Endpoint("CONTROLLER", "::1", 2),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "1@host:1",
        f"@host:1:{ID}",
        f"x@host:1:{ID}",
        f"-1@host:1:{ID}",
        f"1@:1:{ID}",
        f"1@host:65536:{ID}",
        f"2147483648@host:1:{ID}",
        "1@host:1:short",
        "1@host:1:AAAAAAAAAAAAAAAAAAAAAQ",
        f"1@[::1:1:{ID}",
        f"1@a:1:{ID},1@b:2:{OTHER}",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(FormatError):
        parse_first_voters(text, "CONTROLLER")


def test_one_voter_alone():
    endpoint = Endpoint("C", "h", 1)
    voter = standalone_voter(7, bytes(range(16)), endpoint).get(7)
    assert (voter.key.directory_id, voter.endpoints) == (bytes(range(16)), (endpoint,))
