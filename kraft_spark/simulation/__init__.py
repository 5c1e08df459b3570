"""The format `kraft_simulation`: simulated runs of a quorum, a row for each seed.

Rule: `seed_runs` is the one door to `kraft_core.simulation`, opened when a seed is run; no Spark
here.

Reading order: `seed_ranges`, `options`, `seed_runs`.
"""
