"""Runs the documented cases of the variants on clagdsl, and on any rules file.

- `cases` reads the cases shipped with the package.
- `driver` runs one of them.
- `facts` checks a rules file against the cases of a variant, and all variants against each other's.
- `report` shows the results.

Other rooms use `cases`, `facts`, `report`.
"""
