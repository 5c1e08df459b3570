"""Two releases compared: every change, with the verdict of Kafka's evolution rules."""
