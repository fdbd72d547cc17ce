"""What several test modules share: games, matches, drivers and comparisons.

A test module never imports another test module; what two of them need lives here, named after the
room of the package that it is about.
"""
