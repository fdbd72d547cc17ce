"""Blocks of matches on other machines: those of a Dask cluster."""
