"""Bytes to an annotated tree: the content of a message, a frame or a record batch.

For damaged input, the tree contains all fields up to the first error, and the error. `to_text` and
`to_json` print the results of the `explain_*` functions.
"""

from kraft_wire.explain.batches import explain_batches
from kraft_wire.explain.messages import explain_message, explain_request, explain_response
from kraft_wire.explain.text import Explanation, to_json, to_text

__all__ = [
    "Explanation",
    "explain_batches",
    "explain_message",
    "explain_request",
    "explain_response",
    "to_json",
    "to_text",
]
