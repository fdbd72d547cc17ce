"""From syntax trees to checked rules: names, inheritance, types, proofs."""
