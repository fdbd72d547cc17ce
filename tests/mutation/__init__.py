"""Small wrong changes to the bundled rules, and what notices each of them."""
