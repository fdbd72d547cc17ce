"""Matches played on other machines, by the workers of a Dask cluster."""
