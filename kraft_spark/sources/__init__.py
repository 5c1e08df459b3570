"""The formats in Spark's interface: thin shells around the packages below.

Rule: with `kraft_spark.session` the only place that imports PySpark. Each format has a module with
its name: `kafka_log` (exports too), `kraft_quorum`, `kraft_simulation`. Modules that only tasks or
only the driver need are imported there.
"""
