"""Campaigns: very many seeds, in processes or in Spark, into one kind of table.

Rule: what runs in Spark is handed a session; nothing here imports it.

Reading order: `campaign` (waves and samples), `engines` with `stage_progress` (who runs a wave),
`table` (rows as Parquet), `summary` (what the rows tell).
"""
