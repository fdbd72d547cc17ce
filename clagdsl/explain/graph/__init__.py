"""The state machine of a game as a picture for people: Mermaid, DOT or SVG."""
