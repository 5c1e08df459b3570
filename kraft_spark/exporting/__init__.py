"""Logs as tables: Parquet, Delta and Iceberg, each record once, whoever reads them.

job         what is exported; runs the tasks, here or in Spark, and commits
tables      the three formats: how far a table has come, and the commit that says so
data_files  Parquet files that a task writes
increments  tasks for what is new since an offset of each partition
"""
