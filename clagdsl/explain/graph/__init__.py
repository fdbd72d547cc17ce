"""Draws the state machine of a game as Mermaid, DOT or SVG."""
