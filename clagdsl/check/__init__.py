"""From syntax trees to checked rules: names, inheritance, types, proofs.

Other rooms use `checker`, `loader`, `proof_report`, `proved_table`, `types`.
"""
