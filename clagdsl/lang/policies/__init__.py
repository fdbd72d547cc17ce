"""The named policies of the aspects, a module for each group: values and texts together."""
