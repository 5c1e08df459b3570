"""The format `kraft_quorum`: the committed metadata log of running controllers.

Rule: the driver fetches, tasks decode and open no connection; no Spark here.

Reading order: `options`, `log` (where a stream is, how much it takes, what is fetched), `feed` (all
that the driver does), `views` (columns, and the rows that a task makes).
"""
