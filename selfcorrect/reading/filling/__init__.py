"""Raw rows to a candidate: which column is what, which ids are the same, what a cell's value is."""
