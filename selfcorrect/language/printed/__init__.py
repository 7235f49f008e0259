"""How documents print numbers, dates and words: what a reader finds and what `appears` looks for."""
