"""The named policies of the aspects, one module for each group: values together with texts."""
