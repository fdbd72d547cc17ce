"""From syntax trees to checked rules: names, inheritance, types, proofs.

Other rooms use `checker`, `kept_proofs`, `loader`, `proof_report`, `prove`, `types`.
"""
