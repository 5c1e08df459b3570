"""Logs as tables: Parquet, Delta and Iceberg, each record once.

job       new records since a position of each partition; runs the tasks and commits
tables    files that tasks write, and their commits: Parquet; `delta_table`, `iceberg_table`
missing   partitions that have progress and no directory
progress  how far a table has come, and whether that belongs to its rows
"""
