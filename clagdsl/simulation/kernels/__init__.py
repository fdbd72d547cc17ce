"""Functions compiled by Numba that apply the rules of a game, as arrays, to deals and tricks."""
