"""Kafka's own integration tests, with kraft nodes in the place of its controllers."""
