"""Records of matches: reading and writing them, holding them against rules, inferring tricks.

Other rooms use `reading`, `recorded_match`, `replay`, `report`, `sheet`, `writing`.
"""
