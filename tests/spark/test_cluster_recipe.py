"""The archive of docs/spark-clusters.md, made and used as the page says, on a standalone cluster.

One master and two workers, each with an executor. The commands are those of the page, run by bash;
pip fetches the packages of the archive from its index. Takes six minutes on two cores.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.spark.log_rows import KAFKA, ROOT, rows
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.nightly, pytest.mark.timeout(1800)]

LOG = KAFKA / "topic-segments"
BEGINS = ("# an environment, in a checkout of kraft", "# in the directory from which the job")
JOB = """
import json, sys
from pathlib import Path

import kraft_spark
from pyspark.sql import SparkSession

LOG, OUT = {log!r}, Path({out!r})


def place(_):
    import kraft_spark, kraft_wire

    return kraft_spark.__file__, kraft_wire.engine


spark = SparkSession.builder.getOrCreate()
kraft_spark.register(spark)
form = "topic STRING, partition INT, offset BIGINT"
log = spark.read.format("kafka_log").option("minPartitions", 4).schema(form).load(LOG)
stream = spark.readStream.format("kafka_log").option("end", "logEnd").schema(form).load(LOG)
writer = stream.writeStream.format("parquet").trigger(availableNow=True)
writer = writer.option("checkpointLocation", str(OUT / "checkpoint"))
writer.start(str(OUT / "rows")).awaitTermination()
kraft_spark.export(spark, LOG, str(OUT / "table"), options={{"end": "logEnd"}})
kraft_spark.restore(LOG, str(OUT / "kafka-logs"), spark=spark)


def rows(frame):
    return sorted(map(list, frame.select("topic", "partition", "offset").collect()))


found = {{
    "driver": sys.prefix,
    "places": spark.sparkContext.parallelize(range(8), 8).map(place).collect(),
    "batch": rows(log),
    "stream": rows(spark.read.parquet(str(OUT / "rows"))),
    "export": rows(spark.read.parquet(str(OUT / "table"))),
    "restore": rows(spark.read.format("kafka_log").schema(form).load(str(OUT / "kafka-logs"))),
}}
(OUT / "found.json").write_text(json.dumps(found))
"""


def recipe():
    """Return the two parts of the shell block of the page."""
    text = (ROOT / "docs" / "spark-clusters.md").read_text(encoding="utf-8")
    (block,) = [
        one for one in re.findall(r"```shell\n(.*?)```", text, re.DOTALL) if BEGINS[0] in one
    ]
    _, _, rest = block.partition(BEGINS[0])
    build, _, use = rest.partition(BEGINS[1])
    return build, use.partition("\n")[2]


def run(part, folder, environment):
    output = folder.parent / f"{folder.name}.txt"
    with output.open("wb") as file:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", part],
            cwd=folder,
            env=environment,
            stdout=file,
            stderr=file,
            check=False,
            timeout=420,
        )
    assert done.returncode == 0, output.read_text(errors="replace")[-6000:]


@contextmanager
def standalone(folder, environment):
    """Yield the URL of a master that has two workers."""
    port, *uis = free_ports(4)
    url = f"spark://127.0.0.1:{port}"
    home = "org.apache.spark.deploy"
    daemons = [(f"{home}.master.Master", "--port", str(port), "--webui-port", str(uis[0]))]
    daemons += [
        (
            *(f"{home}.worker.Worker", "--cores", "1", "--memory", "1g", "--webui-port", str(ui)),
            *("--work-dir", str(folder / f"work-{number}"), url),
        )
        for number, ui in enumerate(uis[1:])
    ]
    output = folder / "daemons.txt"
    running = []
    try:
        with output.open("ab") as file:
            for name, *more in daemons:
                command = ["spark-class", name, "--host", "127.0.0.1", *more]
                running.append(
                    subprocess.Popen(command, env=environment, stdout=file, stderr=file, cwd=folder)
                )
        wait_until(
            lambda: output.read_text().count("Successfully registered with master") == 2,
            "two workers",
        )
        yield url
    finally:
        for one in reversed(running):
            one.kill()
            one.wait()


def test_archive_runs_batch_stream_export_and_restore_on_two_workers(tmp_path):
    import pyspark

    build, use = recipe()
    checkout, folder, conf = (tmp_path / name for name in ("checkout", "submit", "conf"))
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "tests", "__pycache__", "*.so")
    shutil.copytree(ROOT, checkout, ignore=left_out)
    for one in (folder, conf):
        one.mkdir()
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "PYSPARK_PYTHON", "SPARK_HOME", "KRAFT_WIRE_ENGINE")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_CONF_DIR": str(conf),
        "SPARK_DAEMON_MEMORY": "256m",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    run(build, checkout, environment)
    archive = checkout / "kraft-env.tar.gz"
    assert archive.stat().st_size < 150 << 20
    shutil.copy(archive, folder)
    (folder / "job.py").write_text(JOB.format(log=str(LOG), out=str(folder)), encoding="utf-8")
    with standalone(tmp_path, environment) as url:
        settings = {
            "spark.master": url,
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.cores.max": "2",
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
            "spark.scheduler.maxRegisteredResourcesWaitingTime": "300s",
            "spark.sql.shuffle.partitions": "1",
        }
        lines = "".join(f"{name} {value}\n" for name, value in settings.items())
        (conf / "spark-defaults.conf").write_text(lines)
        run(use, folder, environment)
    found = json.loads((folder / "found.json").read_text())
    wanted = sorted([row["topic"], row["partition"], row["offset"]] for row in rows(LOG))
    assert wanted
    for name in ("batch", "stream", "export", "restore"):
        assert found[name] == wanted, name
    assert found["driver"] == str(folder / "env")
    # the environment that the worker of each executor unpacked
    places = [Path(file).relative_to(tmp_path).parts for file, _ in found["places"]]
    assert {parts[0] for parts in places} == {"work-0", "work-1"}
    assert {parts[3] for parts in places} == {"env"}
    assert {engine for _, engine in found["places"]} == {"native"}
