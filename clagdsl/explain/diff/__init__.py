"""The semantic diff of two games by aspect, with the smallest deal that shows a difference."""
