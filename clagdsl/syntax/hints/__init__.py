"""Recognisers of mistakes: find the likely meaning of text that is not valid Clag, and fixes for
it.
"""
