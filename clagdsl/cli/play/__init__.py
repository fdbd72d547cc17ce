"""A match in the terminal: what a person is shown, and how what they type is understood.

What is shown is made of the person's own view and of what everybody knows, never of the state.
"""
