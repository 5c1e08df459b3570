"""What do very many simulated runs say? A row for each seed, and campaigns of them.

`simulation` runs seeds, `campaign` keeps them in a table, `source` is the format
`kraft_simulation`.
"""
