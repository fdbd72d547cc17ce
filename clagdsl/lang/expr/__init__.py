"""Expressions of checked rules: the tree, and what is done with it."""
