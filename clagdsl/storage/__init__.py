"""Persistent storage of tables: one SQLite file with an append-only log of events.

`store` is the interface for writers. An event is acknowledged only once it is safe on disk. The
body of an event is opaque text, whose meaning belongs to the program that adds it.

Other rooms use `model`, `store`, `stored_file`.
"""
