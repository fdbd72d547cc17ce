"""Batches of matches that the caller steps: boards, legal actions, observations."""
