"""Many matches stepped from outside: where they stand, what may be done, what a seat sees."""
