"""Runs: blocks of matches, counted, kept, stopped and gone on with."""
