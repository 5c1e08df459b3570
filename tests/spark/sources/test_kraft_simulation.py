"""`kraft_simulation`: the reader by itself, and inside Spark."""

from __future__ import annotations

import pytest

from kraft_core.sim.quorum.campaign import run_seed
from kraft_spark.seeds.simulation import SeedWork, parse_simulation_options, trace_text
from tests.simulation import made_up

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]


def reader(schema=None, **options):
    from kraft_spark.columns import SIMULATION, ViewColumns, pick
    from kraft_spark.seeds.source import SimulationReader

    parsed = parse_simulation_options({name: str(value) for name, value in options.items()})
    wanted = SIMULATION if schema is None else schema
    return SimulationReader(parsed, pick(ViewColumns(SIMULATION), wanted, "it"))


def test_seeds_are_divided_as_asked(monkeypatch):
    from kraft_core.sim.quorum import campaign

    monkeypatch.setattr(campaign, "run_seed", lambda seed, *_, **more: made_up.result(seed))
    parts = reader(seeds="0:10,20:25", seedsPerPartition=6).partitions()
    assert [part.seeds for part in parts] == [
        (range(6),),
        (range(6, 10), range(20, 22)),
        (range(22, 25),),
    ]
    assert len(reader(seeds="0:320").partitions()) == 16  # quick lives: no fewer tasks than that
    assert len(reader(seeds="0:10").partitions()) == 10
    rows = [row for batch in reader(seeds="0:200").read(parts[1]) for row in batch.to_pylist()]
    assert [row["seed"] for row in rows] == [6, 7, 8, 9, 20, 21]


def test_spark_shows_what_a_seed_gives(spark):
    frame = spark.read.format("kraft_simulation").option("seeds", "0:2")
    rows = {row.seed: row for row in frame.option("seedsPerPartition", "1").load().collect()}
    wanted = SeedWork()(1)
    found = rows[1].asDict()
    for name in ("status", "digest", "coverage", "electionTimesMs", "codeVersion", "options"):
        assert found[name] == wanted[name], name
    assert len(rows) == 2


def test_failed_seeds_have_invariant_and_trace(spark):
    frame = (
        spark.read.format("kraft_simulation")
        .option("seeds", "0:3")
        .option("seedsPerPartition", "3")
        .option("traces", "failures")
        .option("options", '{"plant": "votes-twice"}')
        .schema("seed BIGINT, status STRING, invariant STRING, trace BINARY")
        .load()
    )
    failed = frame.where("status = 'failed'").collect()
    assert {row.invariant for row in failed} == {"VoteDurable"}
    lines = []
    run_seed(failed[0].seed, "default", "votes-twice", on_line=lines.append)
    assert trace_text(bytes(failed[0].trace)) == "\n".join(lines)


@pytest.mark.parametrize(
    ("options", "words"),
    [({}, "option seeds is missing"), ({"seeds": "0:1", "scenario": "nope"}, "cannot be 'nope'")],
)
def test_refusals_reach_the_user_at_once(spark, options, words):
    with pytest.raises(Exception, match=words):
        spark.read.format("kraft_simulation").options(**options).load()
