"""The semantic diff of two games: aspect by aspect, and with the smallest deal that shows it."""
