"""One game at one table: pure functions over the checked rules, and the states of a match."""
