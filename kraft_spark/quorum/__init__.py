"""The format `kraft_quorum`: the committed metadata log of running controllers.

Rule: the driver fetches, tasks decode and open no connection; no Spark here.

Reading order: `options`, `log` (positions, limits and fetched batches of a stream), `feed` (the
driver's part), `views` (columns, and the rows that a task makes).
"""
