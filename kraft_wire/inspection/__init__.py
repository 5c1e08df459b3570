"""Careful reading and checking by the schema: finds what, where and why of every refusal.

The generated codecs say only that there is a fault; `faults` tells which. `walk` and `plan` read
bytes with the place and the path in mind, `value_check` looks at values that are to be written.
They are imported when the first fault is looked for. `bounds` holds messages against
narrower `Limits`, `element_count` counts array elements before anything is decoded.
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
