"""The searching player: determinized worlds, and rollouts of every action in each world."""
