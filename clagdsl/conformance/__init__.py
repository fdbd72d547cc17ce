"""Runs the documented cases of the variants against clagdsl itself, or any rules file.

- `cases` reads the cases shipped with the package.
- `driver` runs a single case.
- `facts` checks a rules file against the cases of a variant, and each variant against the cases of
  all others.
- `report` shows the results.

Other rooms use `cases`, `facts`, `report`.
"""
