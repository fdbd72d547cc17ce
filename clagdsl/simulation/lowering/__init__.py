"""A game at a table as arrays, which the kernels play by."""
