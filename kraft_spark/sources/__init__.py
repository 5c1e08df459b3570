"""The formats in Spark's interface: thin shells around the packages below.

Rule: with `kraft_spark.session` the only place that imports PySpark. There is a module for each
format, under its name: `kafka_log` (exports too), `kraft_quorum`, `kraft_simulation`. What only a
task or only the driver needs is imported there.
"""
