"""Plots of a simulation; only this package uses matplotlib."""
