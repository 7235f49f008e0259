"""What people and models calculate in writing: notation, tokens, values, the equations of a text."""
