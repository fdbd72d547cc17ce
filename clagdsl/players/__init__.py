"""Players by their names: those that come with clagdsl, and those that other packages bring.

Other rooms use `deciding`, `named_players`, `player`, `weighing`.
"""
