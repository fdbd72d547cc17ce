"""Answers for text editors: what may be written at a place, what a word means, where it is from.

Other rooms use `dispatch`, `server`.
"""
