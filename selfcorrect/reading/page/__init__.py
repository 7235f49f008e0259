"""A document as text: lines, cells, labels, titles, areas; and the words and patterns they are found by."""
