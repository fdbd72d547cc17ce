"""Batches of matches that a caller steps: boards, legal actions, observations."""
