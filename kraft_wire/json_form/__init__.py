"""Kafka's JSON form of a message, both ways, as Kafka's generated JsonConverter classes have it.

`to_json` and `from_json` work on what the `json` module reads and prints; `dumps` gives the very
text of Kafka's tools. Three things differ from Kafka on purpose: `records` holds the real bytes
where Kafka prints none, an int8 above 127 is refused where Kafka takes 128 to 256 for something
else, and only an object is read where a structure is due.

The form has no place for unknown tagged fields; `count_unknown_tags` returns their number.
"""

from kraft_wire.json_form.reading import from_json
from kraft_wire.json_form.text import dumps
from kraft_wire.json_form.writing import count_unknown_tags, to_json

__all__ = ["count_unknown_tags", "dumps", "from_json", "to_json"]
