"""Recovery of a quorum that has lost its majority: surviving records, and possible losses.

Reading order: `verdicts` (decides about the remaining logs), `planning` (new voters and the
snapshot S), `repairs` (the metadata in S), all three pure; `directories` reads their input,
`plan_files` reads and writes plans as JSON, `applying` writes the directory of a new voter.
`living` is about processes that still run, `verify` and `fencing` about those after the recovery.
"""
