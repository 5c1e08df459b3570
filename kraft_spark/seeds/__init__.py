"""Simulated runs as rows: one row per seed, and campaigns of seeds.

`simulation` runs seeds, `campaign` keeps them in a table, `source` is the format
`kraft_simulation`.
"""
