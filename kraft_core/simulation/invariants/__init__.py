"""What must hold of a cluster at all times, by the names under which it is known.

    invariant, registry, sources     what they share; all of them; what others call the same
    elections, votes, pre_votes      who leads, and by whose leave
    logs, claims, commits            what is written, said to be written, and promised
    membership, snapshots, restarts  who votes; what stands for a log; what a disk remembers
    liveness                         what a healed cluster must bring about
    twins, ..._twin, ballots         accounts that are kept beside the code under test
    document                         docs/simulation-invariants.md

Judged only when its matter changes, by effects, events and moments; what follows from them is
computed here once more, naively, and never asked of the code under test.
"""
