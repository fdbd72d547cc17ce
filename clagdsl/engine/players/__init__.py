"""The policies without dependencies, random and steady, and the registry of all players."""
