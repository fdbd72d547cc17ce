"""From syntax trees to checked rules: names, inheritance, types, proofs.

Other rooms use `checker`, `proof_cache`, `loader`, `proof_report`, `prove`, `types`.
"""
