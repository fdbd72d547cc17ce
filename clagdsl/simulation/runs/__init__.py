"""Runs: matches played in blocks, counted, saved, stopped and resumed."""
