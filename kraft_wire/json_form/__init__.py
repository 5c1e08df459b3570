"""Kafka's JSON form of a message, both ways, as Kafka's generated JsonConverter classes have it.

`to_json` and `from_json` use the types of the `json` module; `dumps` returns exactly the text of
Kafka's tools. Three things differ from Kafka on purpose: `records` contains the real bytes, which
Kafka omits; an int8 above 127 is refused, while Kafka reads 128 to 256 as other values; and a
structure is only read from an object.

The form has no place for unknown tagged fields; `count_unknown_tags` returns their number.
"""

from kraft_wire.json_form.reading import from_json
from kraft_wire.json_form.text import dumps
from kraft_wire.json_form.writing import count_unknown_tags, to_json

__all__ = ["count_unknown_tags", "dumps", "from_json", "to_json"]
