"""Statistics of many matches: counted exactly, merged in any order, reported with intervals."""
