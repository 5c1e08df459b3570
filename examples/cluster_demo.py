"""Three kraft controllers, three real brokers, kill -9 of a controller and a broker, nothing lost.

    python examples/cluster_demo.py kafka_2.13-4.3.1/libs

Every step is done with Kafka's own tools, out of the same folder of jars. Needs Java 17.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from kraft_core.testing import kafka_cluster

if TYPE_CHECKING:
    from pathlib import Path

    from kraft_core.testing import ClusterNode, KafkaCluster

TOPICS = "org.apache.kafka.tools.TopicCommand"
PRODUCER = "org.apache.kafka.tools.VerifiableProducer"
CONSUMER = "org.apache.kafka.tools.consumer.ConsoleConsumer"
SESSION = {"broker.session.timeout.ms": "4000", "broker.heartbeat.interval.ms": "500"}
RECORDS = 2_000


def java(jars: str, name: str, *arguments: str) -> list[str]:
    """Return the command line of one of Kafka's tools."""
    flags = ("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
    level = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"
    return ["java", *flags, level, "-cp", f"{jars}/*", name, *arguments]


def tool(jars: str, name: str, *arguments: str) -> str:
    """Run a tool and return what it prints."""
    command = java(jars, name, *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout


def acknowledged(output: Path) -> list[str]:
    """Return the values whose writes the cluster acknowledged to the producer."""
    lines = [line for line in output.read_text().splitlines() if "producer_send_success" in line]
    return [json.loads(line)["value"] for line in lines if line.endswith("}")]


def wait_for(output: Path, count: int) -> None:
    """Wait until the producer has so many acknowledgements."""
    while len(acknowledged(output)) < count:
        time.sleep(0.1)


def active_of(cluster: KafkaCluster) -> ClusterNode:
    """Wait for an active controller."""
    cluster.wait_for(cluster.active_controller, "an active controller")
    return cluster.active_controller() or cluster.controllers[0]


def main(jars: str) -> int:
    """Run the demo; return 1 if a record is missing or there twice."""
    begun = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - begun:6.1f} s  {text}", flush=True)

    with kafka_cluster(
        jars, controllers=3, brokers=3, properties=SESSION | {"min.insync.replicas": "2"}
    ) as cluster:
        where = ("--bootstrap-server", cluster.bootstrap_servers)
        active = active_of(cluster)
        say(f"3 kraft controllers and 3 brokers run; controller {active.node_id} is active")
        create = ("--create", "--topic", "demo", "--partitions", "6", "--replication-factor", "3")
        tool(jars, TOPICS, *where, *create)
        say("kafka-topics created demo: 6 partitions, 3 replicas each")
        folder = cluster.controllers[0].folder.parent
        settings, output = folder / "producer.properties", folder / "producer.txt"
        settings.write_text("retries=1000000\nenable.idempotence=true\n")
        load = ("--topic", "demo", "--acks", "-1", "--throughput", "100")
        command = java(jars, PRODUCER, *where, *load, "--producer.config", str(settings))
        with output.open("wb") as file:
            producer = subprocess.Popen(command, stdout=file)  # noqa: S603
        try:
            wait_for(output, RECORDS // 4)
            active.kill()
            say(f"kill -9 of controller {active.node_id}, the active one")
            cluster.wait_for(
                lambda: cluster.active_controller() not in (None, active), "a new controller"
            )
            say(f"controller {active_of(cluster).node_id} is active now")
            wait_for(output, RECORDS // 2)
            cluster.brokers[0].kill()
            say(f"kill -9 of broker {cluster.brokers[0].node_id}")
            wait_for(output, RECORDS)
            print(tool(jars, TOPICS, *where, "--describe", "--topic", "demo").rstrip())
        finally:
            producer.terminate()
            producer.wait()
        written = acknowledged(output)
        say(f"the producer ended with {len(written)} acknowledged records")
        read = ("--topic", "demo", "--from-beginning", "--timeout-ms", "30000")
        found = Counter(tool(jars, CONSUMER, *where, *read).split())
        lost = [value for value in written if not found[value]]
        twice = [value for value in written if found[value] > 1]
        say(f"read back: {len(lost)} of them are missing, {len(twice)} are there twice")
    return 1 if lost or twice else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("jars", metavar="LIBS", help="folder with the jars of a Kafka release")
    sys.exit(main(parser.parse_args().jars))
