"""The semantic diff of two games, aspect by aspect, with the smallest deal that shows a difference."""
