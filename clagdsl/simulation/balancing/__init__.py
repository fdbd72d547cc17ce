"""The balance of a game: a designer's questions, answered by matches of competent players."""
