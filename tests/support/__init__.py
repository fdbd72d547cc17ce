"""Helpers shared by several test modules: games, matches, drivers and comparisons.

A test module never imports another test module. Code that two of them need is here, in a module
named after the package's room that it is about.
"""
