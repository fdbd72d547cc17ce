"""The command line, the only package that knows click. Each command imports what it needs.

Other rooms use `main`.
"""
