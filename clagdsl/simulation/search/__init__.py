"""The searching player: many worlds that a seat may be in, and every action tried in each."""
