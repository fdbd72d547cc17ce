"""The command line, the only package that knows click. Each command imports only what it needs.

Other rooms use `main`.
"""
