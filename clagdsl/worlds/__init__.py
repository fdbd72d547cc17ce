"""What a seat cannot tell apart: packs that fit all that it has seen, each as likely as another.

Other rooms use `equal_views`, `lots`, `seen_deal`.
"""
