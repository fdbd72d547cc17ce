"""The balance of a game: a designer's questions, answered from matches of competent players."""
