"""Statistics over many matches: counted exactly, merged in any order, reported with intervals."""
