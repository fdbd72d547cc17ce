"""Many matches at once: a game at a table as arrays, and compiled functions that play by them."""
