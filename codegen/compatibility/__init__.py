"""Two releases compared: every change, and whether Kafka's rules of evolution allow it."""
