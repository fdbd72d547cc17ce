"""The sheet of a game: what its rules say, as a page that can be printed."""
