"""A pack made ready to use: check, check_many, read."""
