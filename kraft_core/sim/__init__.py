"""Does a quorum hold its invariants under every fault of a seed? Virtual time, real code.

`quorum` has replicas in virtual time, `cluster` adds the active controller and brokers, `disaster`
destroys disks and checks the recovery of the rest, `pages` draws a run as HTML. Imported by the
command line and by `kraft_spark.seeds` alone.
"""
