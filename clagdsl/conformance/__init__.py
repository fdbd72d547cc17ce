"""Runs the documented cases of the variants on clagdsl, and on any rules file.

`cases` reads the cases that are shipped with the package, `driver` runs one of them, `facts` holds
a rules file against the cases of a variant, and all variants against each other's; `report`
shows what came out.

Other rooms use `cases`, `facts`, `report`.
"""
