"""A reader made ready: what is spelt out and compiled once, before any document is read."""
