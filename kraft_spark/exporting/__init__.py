"""Logs as tables: Parquet, Delta and Iceberg, each record once.

job     what is new since an offset of each partition; runs the tasks, here or in Spark, and commits
tables  files that tasks write; the three formats: how far a table has come, and the commit
"""
