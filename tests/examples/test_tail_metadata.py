from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from kraft_wire.messages import ConfigRecord, PartitionRecord, RemoveTopicRecord, TopicRecord
from kraft_wire.primitives import Uuid
from tests.client.loopback import controller
from tests.support.record_batches import batch, metadata
from tests.support.waiting import TIMEOUT_S

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "tail_metadata.py"
ID = Uuid(b"\7" * 16)


def test_example_reports_topic_changes():
    records = [
        metadata(TopicRecord(name="orders", topic_id=ID)),
        metadata(PartitionRecord(topic_id=ID, partition_id=1, leader=11)),
        metadata(
            ConfigRecord(resource_type=2, resource_name="orders", name="retention.ms", value="5")
        ),
        metadata(ConfigRecord(resource_type=4, name="retention.ms", value="5")),
        metadata(RemoveTopicRecord(topic_id=ID)),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with controller() as (node, address):
        node.append(batch(3, 1, records))
        node.commit()
        with subprocess.Popen(
            [sys.executable, str(EXAMPLE), address],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            lines = [process.stdout.readline().strip() for _ in range(6)]
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, out, err) == (0, "", "")
    assert lines == [
        "1  topic a was created",
        "2  topic b was created",
        "3  topic orders was created",
        "4  orders-1 is led by broker 11",
        "5  topic orders has retention.ms=5",
        "7  topic orders was deleted",
    ]


def test_the_example_says_how_it_is_used():
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("usage: tail_metadata.py [-h] HOST:PORT")
