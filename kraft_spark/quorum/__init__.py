"""The format `kraft_quorum`: the committed metadata log of running controllers.

Rule: the driver fetches, tasks decode and open no connection; no Spark here.

Reading order: `options` and `views`, `offsets` (where a stream stands, how much it takes), `log`
(the log and the snapshot as they are fetched), `feed` (all that the driver does), `slices` (all
that a task does).
"""
