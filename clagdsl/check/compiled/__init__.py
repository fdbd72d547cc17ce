"""A compiled game read back: from the text of a JSON file to checked rules."""
