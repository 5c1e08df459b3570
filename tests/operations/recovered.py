"""Plans of a recovery by hand, for the tests of what is done after it."""

from __future__ import annotations

import json

from kraft_core.operations.recovery.plan_files import VERSION
from kraft_core.operations.recovery.verify import Expected

S_OFFSET, S_EPOCH = 1_000_000, 1000
LEAD_EPOCH = S_EPOCH + 1


def plan_text(**changes):
    """The text of a plan for voters 1, 2 and 3 of `tests.operations.reports`.

    `changes` replace entries of `quorum` or `image`.
    """
    voters = [
        {
            "node_id": each,
            "directory_id": f"D{each}",
            "endpoints": [{"name": "CONTROLLER", "host": "h", "port": 9000 + each}],
        }
        for each in (1, 2, 3)
    ]
    quorum = {
        "cluster_id": "C",
        "kraft_version": 1,
        "snapshot": {"offset": S_OFFSET, "epoch": S_EPOCH},
        "voters": voters,
        "old_voters": [[1, 5, 6]],
    }
    image = {"brokers": [11], "partitions": 2, "topic_ids": {"kept": "BwcHBwcHBwcHBwcHBwcHBw"}}
    plan = {
        "kind": "kraft recover plan",
        "version": VERSION,
        "quorum": quorum | {name: each for name, each in changes.items() if name in quorum},
        "image": image | {name: each for name, each in changes.items() if name in image},
    }
    return json.dumps(plan | {name: each for name, each in changes.items() if name in plan})


def expected(**changes):
    return Expected.read(plan_text(**changes))
