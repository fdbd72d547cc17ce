"""Plots of a simulation, the only stage that draws with matplotlib."""
