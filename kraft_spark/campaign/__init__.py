"""Campaigns: very many seeds, in processes or in Spark, into one kind of table.

Rule: what runs in Spark is handed a session; nothing here imports it.

Reading order: `campaign` (waves, samples, engines), `table` (rows as Parquet, and their summary).
"""
