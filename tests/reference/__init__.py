"""An independent program for Clag: it imports nothing from clagdsl.

It plays, counts and scores deals by the documented rules, each variant written out by hand
from its source, and it writes those conformance cases whose `origin` is `reference`.  For files
that nobody wrote out, `compiled` reads what `clagdsl compile` writes and plays by the manual.
"""
