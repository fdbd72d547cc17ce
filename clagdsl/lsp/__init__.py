"""A language server for rules files: diagnostics, completion, hover, definitions and renaming.

Other rooms use `dispatch`, `server`.
"""
