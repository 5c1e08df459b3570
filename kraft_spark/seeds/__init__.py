"""What do many simulated runs show? One row per seed, and campaigns of seeds.

`simulation` runs seeds, `campaign` keeps them in a table, `source` is the format
`kraft_simulation`.
"""
