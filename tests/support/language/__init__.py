"""Reading and running the chunks of tests/language, whose README describes the notation."""
