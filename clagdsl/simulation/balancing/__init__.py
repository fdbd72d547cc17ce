"""The balance of a game: answers to a designer's questions, from matches of competent players."""
