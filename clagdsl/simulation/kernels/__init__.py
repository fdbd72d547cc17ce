"""Functions compiled by Numba that apply a game's rules, given as arrays, to deals and tricks."""
