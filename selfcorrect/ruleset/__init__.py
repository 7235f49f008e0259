"""Rules linked and compiled into one function."""
