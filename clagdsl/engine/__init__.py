"""The reference interpreter: slow, obvious, the definition of what a match is."""
