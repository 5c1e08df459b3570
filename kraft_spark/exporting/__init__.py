"""Logs as tables: Parquet, Delta and Iceberg, each record once.

job       what is new since a position of each partition; runs the tasks and commits
tables    files that tasks write; the three formats and their commits
missing   partitions that have progress and no directory
progress  how far a table has come, and whether that belongs to its rows
"""
