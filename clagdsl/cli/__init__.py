"""The command line: the only package that knows click.  Each command loads what it needs.

Other rooms use `main`.
"""
