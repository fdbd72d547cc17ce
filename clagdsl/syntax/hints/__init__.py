"""Recognisers of mistakes: the likely meaning of text that is not valid Clag, and fixes for it."""
