"""Kafka's schema language: field types, versions, specs, reading, writing, the wire form."""
