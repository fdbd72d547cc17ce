"""What a designer asks of rules, answered by matches of players who know how to play."""
