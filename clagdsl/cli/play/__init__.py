"""A match in the terminal: the display for a person, and the parser for their input.

Everything shown comes from the person's own view and public facts, never from the hidden state.
"""
