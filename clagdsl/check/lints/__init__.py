"""Warnings about what a file says: one module for each, none of which any pass depends on."""
