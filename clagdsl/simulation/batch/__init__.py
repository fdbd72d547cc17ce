"""Batches of matches stepped from outside: boards, legal actions, observations."""
