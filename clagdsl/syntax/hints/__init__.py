"""What somebody may have meant whose text is no Clag."""
