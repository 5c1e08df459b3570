"""Recovery of a quorum that has lost its majority: what is left, and what may be missing.

`verdicts` decides about the logs that are left and reads nothing; `directories` reads them.
"""
