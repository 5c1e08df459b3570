"""Facts imported from Kafka's jars: configs with types, defaults, levels and descriptions."""
