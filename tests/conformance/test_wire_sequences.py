"""An active kraft controller and Kafka 4.4.0's answer the same requests alike, over TCP.

What ControllerApis adds to decisions: authorisation, duplicates, shortcuts, Envelope.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from tests.answers.stage import staged
from tests.answers.target import STANDALONE, Layout
from tests.conformance.wire_sequences import KEYS, RELEASE, Side, WireSequence

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(900)]

SEQUENCES = int(os.environ.get("KRAFT_WIRE_SEQUENCES", "200"))
STEPS = 15


async def ask_both(root, seeds):
    seen = Counter()
    async with AsyncExitStack() as stack:
        sides = []
        for name, release in (("kafka", RELEASE), ("kraft", None)):
            folder = root / name
            folder.mkdir()
            layout = Layout(STANDALONE, KEYS)
            stage = await stack.enter_async_context(staged(folder, layout, release))
            await stage.until_led()
            sides.append(Side(stage.port))
            stack.callback(sides[-1].close)
        for seed in seeds:
            sequence = WireSequence(sides, seed)
            try:
                await sequence.run(STEPS)
            except AssertionError as error:
                raise AssertionError(f"sequence {seed}: {error}") from None
            seen += sequence.seen
    return seen


def test_sequences_are_answered_alike(tmp_path):
    seen = asyncio.run(ask_both(tmp_path, range(SEQUENCES)))
    print(json.dumps(dict(sorted(seen.items())), indent=1))
    assert seen["enveloped"] > SEQUENCES
    for case in ("CreateTopics 0", "CreateTopics 29", "CreateTopics 42", "DeleteTopics 42"):
        assert seen[case], case
