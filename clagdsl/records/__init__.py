"""Records of matches: reading and writing them, holding them against rules, inferring tricks."""
