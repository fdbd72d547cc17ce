"""Expressions of checked rules: the tree, and the operations on it."""
