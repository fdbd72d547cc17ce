"""The semantic diff of two games: aspect by aspect, and on the smallest deal that shows it."""
