"""Plays matches on other machines, with the workers of a Dask cluster."""
