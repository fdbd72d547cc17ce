"""Lowers a game at a table to the arrays that the kernels use."""
