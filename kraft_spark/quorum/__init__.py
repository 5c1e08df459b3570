"""The format `kraft_quorum`: the committed metadata log of running controllers.

Rule: the driver fetches, tasks decode and open no connection; no Spark here.

Reading order: `options` and `columns`, `offsets` and `limits` (where a stream stands, how much it
takes), `log` and `snapshot` (what is fetched), `sieve` (what is worth a batch), `feed` (all that
the driver does), `slices` (all that a task does), `status` (who replicates).
"""
