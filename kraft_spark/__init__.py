"""Kafka logs, snapshots and live quorums as Spark DataFrames. Empty until its first test."""
