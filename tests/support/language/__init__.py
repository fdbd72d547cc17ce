"""A parser and a runner for the chunks of tests/language, whose README describes the notation."""
