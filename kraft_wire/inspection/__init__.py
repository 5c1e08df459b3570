"""Careful reading and checking by the schema: finds the field, position and cause of a refusal.

The generated codecs only report that there is a fault; `faults` finds it. `walk` and `plan` read
bytes and track position and path, `value_check` checks values to be written. They are imported at
the first fault. `bounds` checks messages against narrower `Limits`, `element_count` counts array
elements before anything is decoded.
"""

from kraft_wire.inspection.faults import (
    Reading,
    check_budget,
    decode_fault,
    encode_fault,
    read_tree,
    unsupported,
)

__all__ = ["Reading", "check_budget", "decode_fault", "encode_fault", "read_tree", "unsupported"]
