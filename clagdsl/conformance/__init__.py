"""Runs the documented cases of the variants against clagdsl itself, any rules file, or a runner.

- `cases` reads the cases shipped with the package.
- `driver` runs a single case.
- `facts` checks a rules file against the cases of a variant, and each variant against the cases of
  all others.
- `report` shows the results.
- `suite` makes the archive for other implementations, which needs no Python.
- `runner` drives the program of another implementation.

Other rooms use `cases`, `facts`, `report`, `runner`, `suite`.
"""
