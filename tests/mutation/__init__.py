"""Small wrong changes, of bundled rules and of Python modules, and what notices each of them."""
