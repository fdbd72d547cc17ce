"""The rule sheet of a game: its rules in natural language, as a page that can be printed."""
