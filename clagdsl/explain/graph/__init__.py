"""The state machine of a game as a picture: Mermaid, DOT or SVG."""
